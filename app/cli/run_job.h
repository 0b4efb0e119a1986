// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "job/document/document.h"
#include "job/document/job_kind.h"
#include "job/queue/folder/job_folder.h"
#include "job_output.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

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
    std::function<void(const job::JobOutcome&)> ended; ///< is told the outcome, if set; of the first process
    /// Gets the control of the job, if set; what it returns is kept until the job has ended.
    std::function<std::shared_ptr<void>(RunControl&)> steer;
    bool signalsNeverAbort = false; ///< see StopSignals
    /// Instead of what the flags above say, if set.
    std::optional<job::RunOptions> options;
    /// Of a job of the queue: where everything about it is noted, in place of stdout.
    std::optional<job::queue::JobFolder> folder;
};
void addRunArguments(CLI::App& command, RunArguments& arguments);
/// Options of jobs that can be continued.
void addResumeArguments(CLI::App& command, RunArguments& arguments);
/// The files that a job reads. Addresses of a dataset ("file.h5::/entry/data") set the parameter `dataset` as well.
/// \throws JobError where two name different datasets
void setInputs(job::JobDocument& document, const std::vector<std::string>& names);
/// "key=value" of --set. \param inputs what setInputs() has taken, with which the settings have to agree \throws
/// JobError
void applySettings(job::JobDocument& document, const std::vector<std::string>& settings,
                   const std::vector<std::string>& inputs = {});

/// Runs the job of a command, reports in the given style, and returns the exit code. Where mpirun or srun has started
/// several processes they work on it together: one of them reports, prints the error, if any, and all end alike.
int runJob(const std::function<job::JobDocument()>& document, const RunArguments& arguments);

} // namespace ewald::cli
