// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace ewald::cli {
namespace {

/// What escapes from a thread that cannot hand it over, mostly for want of memory, is one line as well.
[[noreturn]] void reportTermination() noexcept {
    static std::atomic_flag again;
    if (again.test_and_set()) { // no memory is left even for the message
        constexpr std::string_view kText = "ewald-cli: error: out of memory; use fewer or smaller frames\n";
        static_cast<void>(!write(STDERR_FILENO, kText.data(), kText.size()));
        _exit(exitCode(ErrorKind::device));
    }
    const Error error = std::current_exception() ? currentError() : InternalError("the program has ended itself");
    printError(error.what());
    _exit(exitCode(error.kind()));
}

/// A file that a program opens gets the lowest free number: it must not be that of a stream that was closed.
void holdStandardStreams() noexcept {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(number, F_GETFD) < 0 && open("/dev/null", number == STDOUT_FILENO ? O_RDONLY : O_RDWR) < 0) return;
}

/// Whether all that was printed has arrived; a reader that went away has what it wanted.
bool outputArrived() noexcept {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
    struct stat found {};
    return fstat(STDOUT_FILENO, &found) == 0 && (S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode));
}

int run(int argc, char** argv) {
    try {
        const int code = parseAndRun(argc, argv);
        if (code != 0 || outputArrived()) return code;
        throw DataError("the output cannot be written", "stdout", "check that it is open, and the free space");
    } catch (...) {
        const Error error = currentError();
        printError(error.what());
        return exitCode(error.kind());
    }
}

} // namespace
} // namespace ewald::cli

int main(int argc, char** argv) {
    // A reader of our output that goes away must not take a running job with it.
    std::signal(SIGPIPE, SIG_IGN);
    // A file that may not grow any more (ulimit -f) is an error like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    std::set_terminate(ewald::cli::reportTermination);
    ewald::cli::holdStandardStreams();
    return ewald::cli::run(argc, argv);
}
