// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

#include <optional>

namespace ewald::ui {

/// A fault of the program leaves a small report: the signal, the version, the open file, the last lines of the log and
/// the stack. It is written by the program itself while it breaks down, with calls that are allowed in a signal handler
/// only. The next start offers it (MainWindow::offerCrashReport()).
struct CrashReport {
    QString file;
    QDateTime time;
    QString text;
};

/// Where reports are kept.
[[nodiscard]] QString crashFolder();

/// From now on a fault (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, an exception that nothing catches) leaves a report in
/// this folder, and ends the program as it would have without. Once, at the start, on the main thread.
void installCrashHandler(const QString& folder);
/// Remembers a line of the log; the last 40 are in a report. One thread at a time.
void noteForCrashReport(const QString& logLine);
/// The file that is open. One thread at a time.
void setFileForCrashReport(const QString& file);

/// The newest report of earlier faults. Any thread.
[[nodiscard]] std::optional<CrashReport> newestCrashReport(const QString& folder);
/// How many there are.
[[nodiscard]] int crashReportCount(const QString& folder);
void forgetCrashReports(const QString& folder);

} // namespace ewald::ui
