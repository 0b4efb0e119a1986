// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/text.h"

#include <QCoreApplication>
#include <QDir>

namespace ewald::ui {

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
