// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/text.h"

#include "common/elided_path.h"
#include "common/phrase_text.h"
#include "job/document/parameters.h"

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>

#include <algorithm>

namespace ewald::ui {

namespace {

/// Text in which keys of parameters are replaced by the labels of their fields.
QString withLabels(const QString& source) {
    // Keys of several words only: "detector" and the like are words of the language, too.
    static const QRegularExpression kKey(QStringLiteral("\\b([a-z]+(?:_[A-Za-z0-9]+)+)(=false|=true)?"));
    QString shown;
    qsizetype end = 0;
    auto matches = kKey.globalMatch(source);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const job::ParameterDef* def = job::findParameter(match.captured(1).toStdString());
        if (def == nullptr) continue;
        shown += source.mid(end, match.capturedStart() - end);
        //: the label of a parameter, in the quotation marks of the language
        shown += QCoreApplication::translate("CoreText", "“%1”").arg(tableText(def->label));
        if (match.captured(2) == QStringLiteral("=false")) shown += QCoreApplication::translate("CoreText", " off");
        if (match.captured(2) == QStringLiteral("=true")) shown += QCoreApplication::translate("CoreText", " on");
        end = match.capturedEnd();
    }
    return shown + source.mid(end);
}

/// What has a button or a menu in the window is not said as a command.
QString inWindow(const QString& text) {
    static const QRegularExpression kCommand(QStringLiteral("\\s*\\(ewald-cli [^()]*\\)"));
    return withLabels(QString(text).remove(kCommand));
}

} // namespace

QString stateText(job::JobState state) {
    using job::JobState;
    switch (state) {
    case JobState::preparing: return QCoreApplication::translate("JobState", "Preparing");
    case JobState::reading: return QCoreApplication::translate("JobState", "Reading frames");
    case JobState::initialising: return QCoreApplication::translate("JobState", "Initialising");
    case JobState::running: return QCoreApplication::translate("JobState", "Reconstructing");
    case JobState::paused: return QCoreApplication::translate("JobState", "Paused");
    case JobState::saving: return QCoreApplication::translate("JobState", "Saving");
    case JobState::done: return QCoreApplication::translate("JobState", "Done");
    case JobState::stopped: return QCoreApplication::translate("JobState", "Stopped");
    case JobState::failed: return QCoreApplication::translate("JobState", "Failed");
    }
    return {};
}

QString tableText(const std::string& source) {
    if (source.empty()) return {};
    return QCoreApplication::translate("Parameters", source.c_str());
}

QString coreText(const std::string& text) { return phraseText(text, inWindow); }

QString asSentence(QString text) {
    qsizetype end = 0;
    while (end < text.size() && text[end].isLetter()) ++end;
    // "a", but no "q", "cpu:0", "scan_7.cxi" or "pyFAI".
    const bool isWord = end > 1 || (end == 1 && text[0] == u'a');
    const bool ends = end == text.size() || text[end] == u' ' || text[end] == u',' || text[end] == u':';
    const bool spaced = end + 1 >= text.size() || text[end] == u' ' || text[end + 1] == u' ';
    const QString word = text.left(end);
    if (std::ranges::count(job::engineNames(), word.toStdString()) > 0) return text;
    if (isWord && ends && spaced && word == word.toLower()) text[0] = text[0].toUpper();
    return text;
}

QString withShortNames(const QString& text) {
    constexpr qsizetype kLongest = 64;
    QStringList words = text.split(u' ');
    for (QString& word : words) word = elidedAtFolders(word, kLongest);
    return words.join(u' ');
}

QString breakableHtml(const QString& text) {
    constexpr QChar kMayBreak(0x200b);
    constexpr int kLongestWord = 24; // names without any separator
    QString broken;
    int word = 0;
    for (const QChar c : text) {
        broken += QString(c).toHtmlEscaped();
        const bool separates = c == u'/' || c == u'_' || c == u'-' || c == u'.' || c == u' ';
        word = separates ? 0 : word + 1;
        if (c != u' ' && (separates || word % kLongestWord == 0)) broken += kMayBreak;
    }
    return broken;
}

QString shortPath(const QString& path, int characters) {
    QString shown = QDir::toNativeSeparators(path);
    const QString home = QDir::homePath();
    if (home.size() > 1 && shown.startsWith(home + QDir::separator())) {
        shown = QStringLiteral("~") + shown.mid(home.size());
    }
    while (shown.size() > characters) {
        const auto start = shown.startsWith(QStringLiteral("…")) ? 2 : 1;
        const auto cut = shown.indexOf(QDir::separator(), start);
        if (cut < 0) break;
        shown = QStringLiteral("…") + shown.mid(cut);
    }
    return shown;
}

} // namespace ewald::ui
