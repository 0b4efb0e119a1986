// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/crash_report.h"

#include "base/version.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>
#include <execinfo.h>
#include <fcntl.h>
#include <unistd.h>

namespace ewald::ui {
namespace {

constexpr unsigned kLines = 40;
constexpr std::size_t kLineBytes = 256;
constexpr std::size_t kPathBytes = 4096;
constexpr int kMostFrames = 64;
/// A fault that comes again and again shall not fill the disk.
constexpr qsizetype kMostReports = 10;

// All that the handler reads is here and has no constructor: it may run at any moment.
struct Noted {
    char file[kPathBytes];
    char document[kPathBytes];
    char reason[kLineBytes];
    char lines[kLines][kLineBytes];
    std::atomic<unsigned> count;
};
Noted g_noted;
alignas(16) char g_stack[65536]; // where the handler runs: the stack itself may be used up
std::atomic_flag g_entered = ATOMIC_FLAG_INIT;

template <std::size_t Size>
void keep(char (&target)[Size], const char* text) {
    const std::size_t length = std::min(std::strlen(text), Size - 1);
    std::memcpy(target, text, length);
    target[length] = '\0';
}

void put(int out, const char* text) {
    for (std::size_t left = std::strlen(text); left > 0;) {
        const ssize_t done = write(out, text, left);
        if (done <= 0) return;
        text += done;
        left -= static_cast<std::size_t>(done);
    }
}

void putNumber(int out, long long number) {
    std::array<char, 24> digits{};
    std::size_t at = digits.size() - 1;
    do digits[--at] = static_cast<char>('0' + number % 10);
    while ((number /= 10) > 0);
    put(out, &digits[at]);
}

/// Two digits.
void putPair(int out, long long number) {
    if (number < 10) put(out, "0");
    putNumber(out, number);
}

/// "2026-11-28 03:05:09 UTC", with nothing but arithmetic: the functions of the library for it may not be called from a
/// handler. Days to a date: H. Hinnant, chrono-Compatible Low-Level Date Algorithms (civil_from_days).
void putTime(int out, long long seconds) {
    constexpr long long kDay_s = 86400, kDaysOfEra = 146097, kToMarchOfYear0 = 719468;
    const long long days = seconds / kDay_s + kToMarchOfYear0, ofDay_s = seconds % kDay_s;
    const long long era = days / kDaysOfEra, dayOfEra = days % kDaysOfEra;
    const long long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    const long long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const long long monthFromMarch = (5 * dayOfYear + 2) / 153;
    const long long month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    putNumber(out, 400 * era + yearOfEra + (month <= 2 ? 1 : 0));
    put(out, "-");
    putPair(out, month);
    put(out, "-");
    putPair(out, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1);
    put(out, " ");
    putPair(out, ofDay_s / 3600);
    put(out, ":");
    putPair(out, ofDay_s / 60 % 60);
    put(out, ":");
    putPair(out, ofDay_s % 60);
    put(out, " UTC");
}

const char* nameOf(int signal) {
    switch (signal) {
    case SIGSEGV: return "SIGSEGV (memory that is not the program's)";
    case SIGBUS: return "SIGBUS (memory that cannot be read: a file may have been cut off)";
    case SIGFPE: return "SIGFPE (arithmetic)";
    case SIGILL: return "SIGILL (an instruction that this processor lacks)";
    case SIGABRT: return "SIGABRT (the program ended itself)";
    default: return "signal";
    }
}

void writeReport(int signal) {
    const int out = open(g_noted.file, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
    if (out < 0) return;
    put(out, "Ewald ");
    put(out, version());
    put(out, "\nfault: ");
    put(out, nameOf(signal));
    put(out, "\ntime: ");
    putTime(out, static_cast<long long>(time(nullptr)));
    put(out, "\n");
    if (g_noted.reason[0] != '\0') {
        put(out, "reason: ");
        put(out, g_noted.reason);
        put(out, "\n");
    }
    put(out, "open file: ");
    put(out, g_noted.document[0] != '\0' ? g_noted.document : "none");
    put(out, "\n\nstack:\n");
    std::array<void*, kMostFrames> frames{};
    backtrace_symbols_fd(frames.data(), backtrace(frames.data(), kMostFrames), out);
    put(out, "\nlast lines of the log:\n");
    const unsigned count = g_noted.count.load();
    for (unsigned line = count > kLines ? count - kLines : 0; line < count; ++line) {
        put(out, g_noted.lines[line % kLines]);
        put(out, "\n");
    }
    close(out);
}

void onFault(int signal) {
    // A second fault, of the report or of another thread meanwhile, ends the program as it would have without.
    if (!g_entered.test_and_set()) writeReport(signal);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

[[noreturn]] void onTerminate() {
    if (std::current_exception()) {
        try {
            throw;
        } catch (const std::exception& error) {
            keep(g_noted.reason, error.what());
        } catch (...) {
            keep(g_noted.reason, "an exception that is no std::exception");
        }
    }
    std::abort();
}

QFileInfoList reports(const QString& folder) {
    return QDir(folder).entryInfoList({QStringLiteral("crash-*.txt")}, QDir::Files, QDir::Time);
}

} // namespace

QString crashFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/crashes");
}

void installCrashHandler(const QString& folder) {
    QDir().mkpath(folder);
    const QFileInfoList old = reports(folder);
    for (qsizetype i = kMostReports - 1; i < old.size(); ++i) QFile::remove(old[i].filePath());
    const QString name =
        QStringLiteral("crash-%1-%2.txt").arg(QDateTime::currentSecsSinceEpoch()).arg(static_cast<qint64>(getpid()));
    keep(g_noted.file, QFile::encodeName(QDir(folder).filePath(name)).constData());
    // Its first call loads a library, which a handler must not do.
    std::array<void*, 1> frame{};
    backtrace(frame.data(), 1);
    stack_t stack{};
    stack.ss_sp = g_stack;
    stack.ss_size = sizeof g_stack;
    sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = onFault;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
    std::set_terminate(onTerminate);
}

void noteForCrashReport(const QString& logLine) {
    const unsigned count = g_noted.count.load();
    keep(g_noted.lines[count % kLines], logLine.toUtf8().constData());
    g_noted.count.store(count + 1);
}

void setFileForCrashReport(const QString& file) { keep(g_noted.document, QFile::encodeName(file).constData()); }

std::optional<CrashReport> newestCrashReport(const QString& folder) {
    const QFileInfoList found = reports(folder);
    if (found.isEmpty()) return std::nullopt;
    constexpr qint64 kMost = 1 << 20;
    QFile file(found.front().filePath());
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    return CrashReport{file.fileName(), found.front().lastModified(), QString::fromUtf8(file.read(kMost))};
}

int crashReportCount(const QString& folder) { return static_cast<int>(reports(folder).size()); }

void forgetCrashReports(const QString& folder) {
    for (const QFileInfo& report : reports(folder)) QFile::remove(report.filePath());
}

} // namespace ewald::ui
