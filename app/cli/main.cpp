// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/version.h"
#include "commands.h"
#include "compute/process_launch.h"
#include "job/parameters.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>
#include <thread>

namespace ewald::cli {

void printError(const std::string& text) {
    std::string line = text;
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    std::fflush(stdout);
    std::fprintf(stderr, "ewald-cli: error: %s\n", line.c_str());
}

void printErrorOnce(const std::string& text) {
    const auto launch = compute::launchOfThisProcess();
    if (!launch || launch->process == 0) return printError(text);
    // A launcher ends all processes when one has gone: the first one has to have spoken by then.
    std::this_thread::sleep_for(std::chrono::seconds(1));
}

namespace {

constexpr int kBadArguments = 2;
constexpr int kBug = 70;

int runAction(const Action& action) {
    try {
        return action();
    } catch (const Error& error) {
        printError(error.what());
        return exitCode(error.kind());
    } catch (const std::bad_alloc&) {
        printError("not enough memory; use fewer or smaller frames");
        return exitCode(ErrorKind::device);
    } catch (const std::exception& error) {
        printError(std::string("unexpected: ") + error.what() + "; please report this");
        return kBug;
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
    addDevicesCommand(app, action);
    addBenchCommand(app, action);
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

} // namespace
} // namespace ewald::cli

int main(int argc, char** argv) {
    // A reader of our output that goes away must not take a running job with it.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return ewald::cli::parseAndRun(argc, argv);
    } catch (const std::exception& error) {
        ewald::cli::printError(std::string("unexpected: ") + error.what() + "; please report this");
        return 70;
    }
}
