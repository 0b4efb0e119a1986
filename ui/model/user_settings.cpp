// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/user_settings.h"

#include <QSettings>

#include <algorithm>

namespace ewald::ui::settings {

namespace {

const QString kLanguage = QStringLiteral("window/language");
const QString kTheme = QStringLiteral("window/theme");
const QString kTextPercent = QStringLiteral("window/text_percent");
const QString kResultFolder = QStringLiteral("files/result_folder");
const QString kSeparateRuns = QStringLiteral("runs/separate");
const QString kRecentFiles = QStringLiteral("files/recent_count");

} // namespace

QString language() { return QSettings().value(kLanguage).toString(); }
void setLanguage(const QString& name) { QSettings().setValue(kLanguage, name); }

QString theme() { return QSettings().value(kTheme).toString(); }
void setTheme(const QString& name) { QSettings().setValue(kTheme, name); }

int textPercent() {
    return std::clamp(QSettings().value(kTextPercent, 100).toInt(), kLeastTextPercent, kMostTextPercent);
}
void setTextPercent(int percent) { QSettings().setValue(kTextPercent, percent); }

QString resultFolder() { return QSettings().value(kResultFolder).toString(); }
void setResultFolder(const QString& folder) { QSettings().setValue(kResultFolder, folder); }

bool separateRuns() { return QSettings().value(kSeparateRuns, true).toBool(); }
void setSeparateRuns(bool separate) { QSettings().setValue(kSeparateRuns, separate); }

int recentFiles() {
    return std::clamp(QSettings().value(kRecentFiles, kUsualRecentFiles).toInt(), 0, kMostRecentFiles);
}
void setRecentFiles(int count) { QSettings().setValue(kRecentFiles, count); }

} // namespace ewald::ui::settings
