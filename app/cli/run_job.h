// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document.h"
#include "job/ptycho_runner.h"
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

/// Runs the job, reports in the wanted style, and returns the exit code.
int runJob(const job::JobDocument& job, const RunArguments& arguments);

} // namespace ewald::cli
