// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"

#include <functional>
#include <string>

namespace CLI {
class App;
class Option;
class Validator;
} // namespace CLI

namespace ewald::cli {

/// What the chosen command does; returns the exit code. Set by the command's callback, called after parsing, so that
/// errors of the arguments and errors of the work stay apart.
using Action = std::function<int()>;

// One file a command: adds it to `app` and, when it is chosen, sets `action`. The kinds of jobs: job_command.h.
void addInfoCommand(CLI::App& app, Action& action);
void addRunCommand(CLI::App& app, Action& action);
void addSimulateCommand(CLI::App& app, Action& action);
void addExportCommand(CLI::App& app, Action& action);
void addQuicklookCommand(CLI::App& app, Action& action);
void addCalibrateCommand(CLI::App& app, Action& action);
void addReflectionsCommand(CLI::App& app, Action& action);
void addAbsoluteCommand(CLI::App& app, Action& action);
void addPeaksCommand(CLI::App& app, Action& action);
void addOrientCommand(CLI::App& app, Action& action);
void addReportCommand(CLI::App& app, Action& action);
void addCompareCommand(CLI::App& app, Action& action);
void addDevicesCommand(CLI::App& app, Action& action);
void addBenchCommand(CLI::App& app, Action& action);
void addSchemaCommand(CLI::App& app, Action& action);
void addQueueCommand(CLI::App& app, Action& action);

/// Runs the command of an invocation. \returns the exit code
int parseAndRun(int argc, char** argv);

/// A number from `low` to `high`, and not "not a number".
[[nodiscard]] CLI::Validator numberIn(double low, double high);
/// --seed of a command: a whole number from 0 up. \returns the option
CLI::Option* addSeedOption(CLI::App& command, unsigned long long& seed, const std::string& help);

/// Prints "ewald-cli: error: <text>" as one line on stderr.
void printError(const std::string& text);
/// Prints "ewald-cli: warning: <text>" likewise.
void printWarning(const std::string& text);
/// The same for the warnings of a log; its other lines are left out.
void printWarningOf(LogLevel level, const std::string& text);
/// The same for an error that occurs in every process started by mpirun: only one of them prints it.
void printErrorOnce(const std::string& text);

} // namespace ewald::cli
