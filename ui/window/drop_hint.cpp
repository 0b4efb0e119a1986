// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/drop_hint.h"

#include "azint/instrument/goniometer.h"
#include "common/counted_text.h"
#include "model/text.h"

#include <QFileInfo>

#include <algorithm>

namespace ewald::ui {

DropHint::DropHint(QWidget* window) : QLabel(window) {
    setObjectName(QStringLiteral("dropHint"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignCenter);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Highlight);
    setForegroundRole(QPalette::HighlightedText);
    setMargin(10);
    hide();
}

void DropHint::showFor(const QStringList& files, bool onParameters) {
    say(dropText(files, onParameters));
    raise();
    show();
    m_look.start<DropLook>([files](TaskContext&) { return lookAtDropped(files); },
                           [this, files, onParameters](const DropLook& look) {
                               if (look != DropLook{}) say(dropText(files, onParameters, look));
                           });
}

void DropHint::hideEvent(QHideEvent* event) {
    QLabel::hideEvent(event);
    m_look.cancel();
}

void DropHint::say(const QString& text) {
    setText(withShortNames(text));
    place();
}

void DropHint::place() {
    constexpr int kEdge = 40;
    const QRect room = parentWidget()->rect();
    setWordWrap(false);
    QSize size = sizeHint();
    if (size.width() > room.width() - 2 * kEdge) {
        setWordWrap(true);
        size = QSize(room.width() - 2 * kEdge, heightForWidth(room.width() - 2 * kEdge));
    }
    setGeometry(QRect(QPoint((room.width() - size.width()) / 2, room.height() - size.height() - kEdge), size));
}

DropLook lookAtDropped(const QStringList& files) {
    DropLook look;
    look.isFolder = files.size() == 1 && QFileInfo(files.first()).isDir();
    look.geometries = static_cast<std::size_t>(std::ranges::count_if(files, [](const QString& file) {
        return file.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) && azint::isGeometryJson(toPath(file));
    }));
    return look;
}

QString dropText(const QStringList& files, bool onParameters, const DropLook& look) {
    if (files.isEmpty()) return {};
    const QString name = QFileInfo(files.first()).fileName();
    const QString ending = QFileInfo(name).suffix().toLower();
    if (files.size() > 1) {
        const auto isPoni = [](const QString& file) {
            return file.endsWith(QStringLiteral(".poni"), Qt::CaseInsensitive);
        };
        const auto geometries = static_cast<std::size_t>(std::ranges::count_if(files, isPoni)) + look.geometries;
        const auto others = static_cast<std::size_t>(files.size()) - geometries;
        if (geometries > 0 && others > 0)
            return countedText(DropHint::tr("Open %1 {file|files} with the geometry"), {others});
        return countedText(
            DropHint::tr("%1 {file|files}: you are asked what they are for; frames alone make one stack"),
            {others > 0 ? others : static_cast<std::size_t>(files.size())});
    }
    if (look.isFolder)
        return DropHint::tr(
                   "Folder %1: opens what is in it; of several files you are asked whether to queue, watch, stack "
                   "or open them")
            .arg(name);
    if (ending == QStringLiteral("poni") || look.geometries > 0)
        return DropHint::tr("Take the geometry of %1").arg(name);
    if (ending == QStringLiteral("cif") || ending == QStringLiteral("jcpds"))
        return DropHint::tr("Draw the rings of %1").arg(name);
    if (ending == QStringLiteral("json")) return DropHint::tr("Take the parameters of the job %1").arg(name);
    if (onParameters) return DropHint::tr("Start the next run from %1; what is no result is opened").arg(name);
    return DropHint::tr("Open %1").arg(name);
}

} // namespace ewald::ui
