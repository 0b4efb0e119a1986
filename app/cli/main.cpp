// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/version.h"
#include "commands.h"
#include "compute/process_launch.h"
#include "job/parameters.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace ewald::cli {

namespace {

void printLine(const char* kind, const std::string& text) {
    std::string line = text;
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    std::fflush(stdout);
    std::fprintf(stderr, "ewald-cli: %s: %s\n", kind, line.c_str());
}

} // namespace

void printError(const std::string& text) { printLine("error", text); }

void printWarning(const std::string& text) { printLine("warning", text); }

void printWarningOf(LogLevel level, const std::string& text) {
    if (level == LogLevel::warning) printWarning(text);
}

void printErrorOnce(const std::string& text) {
    const auto launch = compute::launchOfThisProcess();
    if (!launch || launch->process == 0) return printError(text);
    // A launcher ends all processes when one has gone: the first one has to have spoken by then.
    std::this_thread::sleep_for(std::chrono::seconds(1));
}

namespace {

constexpr int kBadArguments = 2;

int runAction(const Action& action) {
    try {
        return action();
    } catch (...) {
        const Error error = currentError();
        printError(error.what());
        return exitCode(error.kind());
    }
}

/// The parser only says that a command is missing when one is mistyped.
std::string unknownCommand(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return {};
    const std::string word = argv[1];
    std::vector<std::string> known;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        known.push_back(command->get_name());
    if (std::find(known.begin(), known.end(), word) != known.end()) return {};
    const auto near = job::suggestWord(word, known);
    return "unknown command \"" + word.substr(0, 60) + "\"; " +
           (near ? "did you mean " + *near + "?" : "ewald-cli --help lists them");
}

int parseAndRun(int argc, char** argv) {
    CLI::App app("Ptychography and azimuthal integration on all devices of this machine, without a window",
                 "ewald-cli");
    app.set_version_flag("--version", std::string("ewald-cli ") + version());
    app.require_subcommand(1);
    Action action;
    addInfoCommand(app, action);
    addPtychoCommand(app, action);
    addIntegrateCommand(app, action);
    addRunCommand(app, action);
    addSimulateCommand(app, action);
    addExportCommand(app, action);
    addQuicklookCommand(app, action);
    addOrientCommand(app, action);
    addCompareCommand(app, action);
    addDevicesCommand(app, action);
    addBenchCommand(app, action);
    addQueueCommand(app, action);
    addSchemaCommand(app, action);
    if (const std::string problem = unknownCommand(app, argc, argv); !problem.empty()) {
        printErrorOnce(problem);
        return kBadArguments;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error); // --help, --version
        std::string command = "ewald-cli";
        for (const CLI::App* chosen : app.get_subcommands()) command += " " + chosen->get_name();
        printErrorOnce(std::string(error.what()) + "; " + command + " --help says how");
        return kBadArguments;
    }
    return runAction(action);
}

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
