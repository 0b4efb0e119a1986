// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// What a user chooses once for all (Edit → Settings), kept from start to start. UI thread.
namespace ewald::ui::settings {

constexpr int kLeastTextPercent = 80;
constexpr int kMostTextPercent = 200;
constexpr int kMostRecentFiles = 50;
constexpr int kUsualRecentFiles = 10;

/// Locale name of the window's language; empty: that of the system.
[[nodiscard]] QString language();
void setLanguage(const QString& name);

/// "system", "light" or "dark".
[[nodiscard]] QString theme();
void setTheme(const QString& name);

/// Size of all texts against that of the desktop.
[[nodiscard]] int textPercent();
void setTextPercent(int percent);

/// Where results are written; empty: beside their data.
[[nodiscard]] QString resultFolder();
void setResultFolder(const QString& folder);

/// Whether Start runs a job in a process of its own, which the window does not end with.
[[nodiscard]] bool separateRuns();
void setSeparateRuns(bool separate);

/// How many opened files are remembered.
[[nodiscard]] int recentFiles();
void setRecentFiles(int count);

} // namespace ewald::ui::settings
