// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_job.h"

#include "base/error.h"
#include "base/stop_scope.h"
#include "commands.h"
#include "compute/communication/process_launch.h"
#include "io/file_address.h"
#include "job/queue/folder/job_recorder.h"
#include "job/run/live_changes.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <malloc.h>
#include <optional>

namespace ewald::cli {
namespace {

/// Frames by the slice of an address, as Python writes it: "5", "2:10", "::3".
void setSlice(job::JobDocument& document, const std::string& slice, const std::string& name) {
    std::vector<std::optional<unsigned long>> numbers(1);
    for (const char c : slice) {
        if (c == ':')
            numbers.emplace_back();
        else if (c >= '0' && c <= '9' && numbers.back().value_or(0) < 100'000'000)
            numbers.back() = 10 * numbers.back().value_or(0) + static_cast<unsigned long>(c - '0');
        else
            numbers.resize(4); // "...", "-1"
    }
    const bool single = numbers.size() == 1;
    numbers.resize(std::max<std::size_t>(numbers.size(), 3));
    const unsigned long first = numbers[0].value_or(0), step = numbers[2].value_or(1);
    const std::optional<unsigned long> end = single ? first + 1 : numbers[1];
    if (numbers.size() > 3 || (single && !numbers[0]) || step == 0 || (end && *end <= first))
        throw JobError("the slice of the address is not understood", name,
                       "name the frames by first_frame, max_frames and frame_step");
    document.set("first_frame", std::to_string(first));
    document.set("frame_step", std::to_string(step));
    if (end) document.set("max_frames", std::to_string((*end - first + step - 1) / step));
}

} // namespace

void addResumeArguments(CLI::App& command, RunArguments& arguments) {
    CLI::Option* resume = command.add_flag("--resume", arguments.resume,
                                           "continue an existing result and replace it by its continuation");
    command.add_flag("--restart", arguments.restart, "do not continue from a checkpoint that an interrupted run left")
        ->excludes(resume);
}

void setInputs(job::JobDocument& document, const std::vector<std::string>& names) {
    std::string dataset, slice;
    std::vector<std::filesystem::path> files;
    for (const std::string& name : names) {
        const auto [file, path, part] = io::splitAddress(name);
        if (names.size() > 1 && !part.empty())
            throw JobError("a slice of one of several files", name, "name one file, or whole ones");
        if (!files.empty() && path != dataset)
            throw JobError("the frames of one job are in datasets of one name", name,
                           "name the same dataset in each file");
        dataset = path;
        slice = part;
        files.push_back(file);
    }
    if (files.size() == 1)
        document.inputFile = files.front();
    else
        document.inputFiles = files;
    if (!dataset.empty()) document.set("dataset", dataset);
    if (!slice.empty()) setSlice(document, slice, names.front());
}

void applySettings(job::JobDocument& document, const std::vector<std::string>& settings,
                   const std::vector<std::string>& inputs) {
    for (const std::string& setting : settings) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos)
            throw JobError("not of the form key=value", "--set " + setting,
                           std::string("for example --set ") + kindOf(document).exampleSetting());
        document.set(setting.substr(0, equals), setting.substr(equals + 1));
    }
    if (inputs.empty()) return;
    job::JobDocument addressed = kindOf(document).newDocument();
    setInputs(addressed, inputs);
    for (const char* key : {"dataset", "first_frame", "frame_step", "max_frames"}) {
        const job::ParameterDef& def = *job::findParameter(key);
        const job::ParameterValue named = addressed.value(key), used = document.value(key);
        if (named == def.defaultValue || named == used) continue;
        throw JobError("the address of the frames gives " + def.key + "=" + job::toText(named) + ", the settings " +
                           job::toText(used),
                       inputs.front(), "leave out one of them");
    }
}

void addRunArguments(CLI::App& command, RunArguments& arguments) {
    command.add_flag("--overwrite", arguments.overwrite, "replace an existing result");
    CLI::Option* events = command.add_flag("--events", arguments.events, "report as one JSON object a line on stdout");
    command.add_flag("-q,--quiet", arguments.quiet, "report nothing but warnings and errors")->excludes(events);
    command.add_flag("--print-job", arguments.printJob, "print the job document with all defaults and do nothing");
}

namespace {

int runTogether(const job::JobDocument& job, const RunArguments& arguments, RunControl& control,
                compute::ProcessGroup& processes) {
    if (arguments.printJob) {
        if (processes.isFirst()) std::printf("%s", job::toJson(job, true).c_str());
        return 0;
    }
    // Large blocks go back to the system as soon as they are free: otherwise the order in which threads return them
    // decides how much memory an integration takes, by a tenth.
    if (kindOf(job).worksFrameByFrame()) mallopt(M_MMAP_THRESHOLD, 128 << 10);
    const OutputStyle style = arguments.events  ? OutputStyle::events
                              : arguments.quiet ? OutputStyle::quiet
                                                : OutputStyle::automatic;
    job::RunOptions options = arguments.options.value_or(job::RunOptions{
        .overwrite = arguments.overwrite, .resume = !arguments.restart, .continueResult = arguments.resume});
    options.processes = &processes;
    job::LiveChanges changes(job);
    std::unique_ptr<job::JobObserver> output;
    if (arguments.folder && processes.isFirst()) {
        options.changes = &changes;
        output = std::make_unique<job::queue::JobRecorder>(*arguments.folder, changes);
    } else {
        output = makeOutput(style);
    }
    const job::JobOutcome outcome = job::runJob(job, *output, control, options);
    output.reset(); // everything is noted before it is said that the job has ended
    if (arguments.ended && processes.isFirst()) arguments.ended(outcome);
    const std::optional<Error>& said = outcome.error ? outcome.error : outcome.lacking;
    if (!said) return 0;
    if (!processes.failure() && processes.isFirst()) printError(said->what()); // there is a result, but not all of it
    return exitCode(said->kind());
}

} // namespace

int runJob(const std::function<job::JobDocument()>& document, const RunArguments& arguments) {
    // First of all, so that no thread that is started from here on gets the signals.
    RunControl control;
    const StopSignals signals(control, arguments.signalsNeverAbort);
    const std::shared_ptr<void> steering = arguments.steer ? arguments.steer(control) : nullptr;
    const StopScope whileFilesAreOpened(control);
    std::unique_ptr<compute::ProcessGroup> processes;
    try {
        processes = compute::joinProcessGroup();
    } catch (const Error& error) {
        printErrorOnce(error.what());
        return exitCode(error.kind());
    }
    int code = 0;
    try {
        code = runTogether(document(), arguments, control, *processes);
    } catch (...) {
        const Error error = currentError();
        if (arguments.ended && processes->isFirst())
            arguments.ended(
                {error.kind() == ErrorKind::stopped ? job::JobState::stopped : job::JobState::failed, {}, error});
        processes->fail(error);
    }
    const compute::ProcessGroup::ExitState exitState = processes->leave(code);
    if (exitState.error && exitState.reports) printError(exitState.error->what());
    processes->close(exitState);
    return exitState.exitCode;
}

} // namespace ewald::cli
