// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/elided_path.h"

#include <QFontMetrics>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <functional>

namespace ewald::ui {

namespace {

using Fits = std::function<bool(const QString&)>;

/// Without folders of the middle, as many as have to go; where that does not suffice, with the name alone.
QString withoutFolders(const QString& text, const Fits& fits) {
    static const QRegularExpression kBegin(QStringLiteral("(?:^|(?<=[\\s(„“\"']))(?=~?/|…/)"));
    const auto begin = kBegin.match(text);
    if (!begin.hasMatch()) return text;
    const QString before = text.left(begin.capturedStart());
    const QStringList parts = text.mid(begin.capturedStart()).split(u'/');
    const QString gap = QStringLiteral("…");
    // An absolute path begins with an empty part: "/data/…" tells more than "/…".
    const qsizetype head = parts.front().isEmpty() && parts.size() > 2 ? 2 : 1;
    for (qsizetype cut = 1; head + cut < parts.size(); ++cut) {
        QStringList shown = parts.first(head);
        if (shown.back() != gap) shown << gap;
        shown += parts.sliced(head + cut);
        if (QString whole = before + shown.join(u'/'); fits(whole)) return whole;
    }
    return before + gap + u'/' + parts.back();
}

} // namespace

QString elidedAtFolders(const QString& text, const QFontMetrics& font, int width) {
    const auto fits = [&](const QString& tried) { return font.horizontalAdvance(tried) <= width; };
    if (fits(text)) return text;
    return font.elidedText(withoutFolders(text, fits), Qt::ElideMiddle, std::max(0, width));
}

QString elidedAtFolders(const QString& text, qsizetype characters) {
    const auto fits = [&](const QString& tried) { return tried.size() <= characters; };
    if (fits(text)) return text;
    const QString shown = withoutFolders(text, fits);
    if (fits(shown)) return shown;
    const qsizetype head = characters * 7 / 16; // ends of names differ more than their beginnings
    return shown.left(head) + QStringLiteral("…") + shown.right(characters - head - 1);
}

} // namespace ewald::ui
