// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"

#include <atomic>
#include <csignal>
#include <exception>
#include <string_view>
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

} // namespace
} // namespace ewald::cli

int main(int argc, char** argv) {
    // A reader of our output that goes away must not take a running job with it.
    std::signal(SIGPIPE, SIG_IGN);
    // A file that may not grow any more (ulimit -f) is an error like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    std::set_terminate(ewald::cli::reportTermination);
    try {
        return ewald::cli::parseAndRun(argc, argv);
    } catch (...) {
        const ewald::Error error = ewald::currentError();
        ewald::cli::printError(error.what());
        return ewald::exitCode(error.kind());
    }
}
