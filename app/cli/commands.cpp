// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/version.h"
#include "compute/communication/process_launch.h"
#include "job/document/parameters.h"
#include "job_command.h"
#include "map_commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <thread>

namespace ewald::cli {

namespace {

void printLine(const char* kind, const std::string& text) {
    // A word of a damaged file may be the whole file.
    constexpr std::size_t kLongest = 2000;
    std::string line = text.size() > kLongest ? text.substr(0, kLongest) + "..." : text;
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

CLI::Validator numberIn(double low, double high) {
    const CLI::Range range(low, high);
    const auto isIn = [range](std::string& text) -> std::string {
        double value = 0;
        if (CLI::detail::lexical_cast(text, value) && std::isnan(value))
            return phrase("%1 is not a number", text.substr(0, 40));
        return range(text);
    };
    return {isIn, range.get_description()};
}

CLI::Option* addSeedOption(CLI::App& command, unsigned long long& seed, const std::string& help) {
    const auto isSeed = [](const std::string& text) -> std::string {
        unsigned long long value = 0;
        const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (failed == std::errc{} && end == text.data() + text.size()) return {};
        return phrase("%1 is not a whole number from 0 to 2^64 - 1", text.substr(0, 40));
    };
    return command.add_option("--seed", seed, help)->check(CLI::Validator(isSeed, ""));
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

} // namespace

int parseAndRun(int argc, char** argv) {
    CLI::App app("Ptychography and azimuthal integration on all devices of this machine, without a window",
                 "ewald-cli");
    app.set_version_flag("--version", std::string("ewald-cli ") + version());
    app.require_subcommand(1);
    Action action;
    addInfoCommand(app, action);
    addJobCommands(app, action);
    addCalibrateCommand(app, action);
    addReflectionsCommand(app, action);
    addAbsoluteCommand(app, action);
    addPeaksCommand(app, action);
    addMapsCommand(app, action);
    addMaskCommand(app, action);
    addRunCommand(app, action);
    addSimulateCommand(app, action);
    addExportCommand(app, action);
    addQuicklookCommand(app, action);
    addOrientCommand(app, action);
    addReportCommand(app, action);
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

} // namespace ewald::cli
