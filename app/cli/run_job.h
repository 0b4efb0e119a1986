// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document.h"
#include "job/integrate_runner.h"
#include "job_output.h"

namespace CLI {
class App;
} // namespace CLI

namespace ewald::cli {

/// What the commands that run a job have in common.
struct RunArguments {
    bool overwrite = false;
    bool resume = false;
    bool restart = false;
    bool events = false;
    bool quiet = false;
    bool printJob = false;
};
void addRunArguments(CLI::App& command, RunArguments& arguments);
/// Of jobs that can go on where they stopped.
void addResumeArguments(CLI::App& command, RunArguments& arguments);
/// "key=value" of --set. \throws JobError
void applySettings(job::JobDocument& document, const std::vector<std::string>& settings);

/// Runs the job, reports in the wanted style, and returns the exit code.
int runJob(const job::JobDocument& job, const RunArguments& arguments);

} // namespace ewald::cli
