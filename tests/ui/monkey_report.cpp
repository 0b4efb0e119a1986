// SPDX-License-Identifier: GPL-3.0-or-later
#include "monkey_report.h"

#include <QtGlobal>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <execinfo.h>
#include <pthread.h>
#include <unistd.h>

namespace ewald::ui::test {

namespace {

constexpr std::size_t kLines = 40;
constexpr std::size_t kLength = 400;
constexpr auto kDead = std::chrono::minutes(2);
constexpr std::array kSignals{SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

// Plain memory: a signal handler may read it.
std::array<std::array<char, kLength>, kLines> recent;
std::atomic<std::size_t> written{0};
std::array<struct sigaction, kSignals.size()> before;

std::mutex warningsMutex;
QStringList warnings;
QtMessageHandler earlier = nullptr;

void print(const char* text) { static_cast<void>(!::write(STDERR_FILENO, text, std::strlen(text))); }

void printRecent() {
    const std::size_t end = written.load();
    print("\nthe last actions of the monkey:\n");
    for (std::size_t i = end < kLines ? 0 : end - kLines; i < end; ++i) {
        print("  ");
        print(recent[i % kLines].data());
        print("\n");
    }
}

/// Where the thread stands that runs this: places in the program, for addr2line.
void printStack() {
    print("\nthe stack:\n");
    std::array<void*, 64> frames{};
    backtrace_symbols_fd(frames.data(), backtrace(frames.data(), static_cast<int>(frames.size())), STDERR_FILENO);
}

extern "C" void crashed(int signal) {
    printRecent();
    printStack();
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        if (kSignals[i] == signal) sigaction(signal, &before[i], nullptr); // it comes again, and is taken as before
    }
    if (signal == SIGABRT) std::raise(signal);
}

void take(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (type == QtDebugMsg || type == QtInfoMsg) return;
    // Of a display without a window manager, or of none, and nothing that the program could do.
    for (const char* ours : {"This plugin does not support", "propagateSizeHints", "QXcbConnection: XCB error",
                             "Could not connect to any X display"}) {
        if (text.contains(QLatin1String(ours))) return;
    }
    {
        const std::lock_guard lock(warningsMutex);
        warnings << text;
    }
    if (type == QtFatalMsg && earlier != nullptr) earlier(type, context, text);
}

class Watchdog {
public:
    Watchdog() : m_thread([this](const std::stop_token& stop) { watch(stop); }) {}
    static void beat() { last = std::chrono::steady_clock::now().time_since_epoch().count(); }

private:
    void watch(const std::stop_token& stop) const {
        beat();
        while (!stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            const auto age =
                std::chrono::steady_clock::now().time_since_epoch() - std::chrono::steady_clock::duration(last.load());
            if (age < kDead) continue;
            print("\nthe event loop stands still\n");
            pthread_kill(m_watched, SIGABRT); // its stack is what one wants to see
            std::this_thread::sleep_for(std::chrono::seconds(10));
            std::abort();
        }
    }
    const pthread_t m_watched = pthread_self();
    static inline std::atomic<std::chrono::steady_clock::rep> last{0};
    std::jthread m_thread;
};

std::unique_ptr<Watchdog> watchdog;

} // namespace

MonkeyKeeper::MonkeyKeeper() {
    written = 0;
    struct sigaction action {};
    action.sa_handler = crashed;
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &before[i]);
    earlier = qInstallMessageHandler(take);
    watchdog = std::make_unique<Watchdog>();
}

MonkeyKeeper::~MonkeyKeeper() {
    watchdog.reset();
    qInstallMessageHandler(earlier);
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before[i], nullptr);
}

void writeDown(const QString& action) {
    Watchdog::beat();
    const QByteArray text = action.toUtf8().left(kLength - 1);
    std::array<char, kLength>& line = recent[written % kLines];
    std::memcpy(line.data(), text.constData(), static_cast<std::size_t>(text.size()));
    line[static_cast<std::size_t>(text.size())] = 0;
    ++written;
    static const bool aloud = qEnvironmentVariableIsSet("EWALD_MONKEY_ALOUD");
    if (aloud) report(action);
}

void report(const QString& text) { std::fprintf(stderr, "%s\n", text.toUtf8().constData()); }

QStringList takeWarnings() {
    const std::lock_guard lock(warningsMutex);
    return std::exchange(warnings, {});
}

} // namespace ewald::ui::test
