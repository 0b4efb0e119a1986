// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_scaling.h"

#include "base/error.h"
#include "base/json_text.h"
#include "commands.h"
#include "io/atomic_file.h"
#include "io/integration_file.h"
#include "io/output_guard.h"
#include "io/result_file.h"
#include "io/temporary_folder.h"
#include "job/bench/scaling_export.h"
#include "job/queue/batch/job_batch.h"
#include "run_job.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kIterations = 20;

/// Whether the file is data, neither a job document nor a result that carries one.
bool isScan(const fs::path& file) {
    if (io::isResultFile(file) || io::isIntegrationFile(file)) return false;
    const std::string extension = file.extension().string();
    return extension != ".json" && fs::is_regular_file(file);
}

job::JobDocument documentOf(const ScalingArguments& a, const fs::path& folder) {
    job::JobDocument document;
    if (a.file.empty())
        document = job::simulatedScalingJob(folder, a.size, a.frames);
    else if (isScan(a.file))
        document.inputFile = a.file;
    else
        document = job::queue::documentFrom(a.file);
    job::requireScalingReport(document, a.file);
    const bool ownIterations = !a.file.empty() && !isScan(a.file);
    for (job::Stage& stage : document.pipeline) {
        if (!a.engine.empty()) job::changeEngine(stage, a.engine);
        if (a.iterations > 0 || !ownIterations) stage.iterations = a.iterations > 0 ? a.iterations : kIterations;
    }
    if (a.seed != 0) document.seed = a.seed;
    applySettings(document, a.settings);
    job::resolvePaths(document, fs::current_path());
    return document;
}

/// Found out before the work, not after it.
void checkTargets(const ScalingArguments& a) {
    for (const std::string& target : {a.json, a.csv, a.hdf5}) {
        if (target.empty()) continue;
        io::requireOtherFile(target, a.file);
        if (io::resolveOutput(target).exists && !a.overwrite)
            throw DataError("the file exists already", target, "choose another name, or use --overwrite");
        io::checkWritable(target);
    }
}

void printProgress(const job::ScalingProgress& progress) {
    if (isatty(STDERR_FILENO) == 0) return;
    std::fprintf(stderr, "\rrun %zu of %zu: %zu workers, seed %llu, iteration %zu of %zu   ",
                 std::min(progress.run + 1, progress.runs), progress.runs, progress.workers, progress.seed,
                 progress.iteration, progress.iterations);
    if (progress.run >= progress.runs) std::fprintf(stderr, "\n");
}

} // namespace

void addScalingArguments(CLI::App& command, ScalingArguments& a) {
    command.add_option("FILE", a.file, "job document, result or scan; without one, a scan is simulated");
    command.add_option("--workers", a.workers, "numbers of workers, as 1,2,4; 1 is always among them")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command.add_option("--repeats", a.repeats, "runs with each number of workers; each repeat has a seed of its own")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_option("--iterations", a.iterations, "of each engine [the document's, or else 20]")
        ->check(CLI::Range(1, 1000000));
    command.add_option("--engine", a.engine, "instead of the document's")->check(CLI::IsMember(job::engineNames()));
    command.add_option("--set", a.settings, "a parameter as key=value")->take_all()->allow_extra_args(false);
    addSeedOption(command, a.seed, "of the first repeat; the next one has this + 1");
    command.add_option("--size", a.size, "of the simulated scan: side of a frame, pixels")
        ->check(CLI::Range(16, 4096))
        ->capture_default_str();
    command.add_option("--frames", a.frames, "of the simulated scan")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    command.add_option("--csv", a.csv, "also write the table to this file");
    command.add_option("--hdf5", a.hdf5, "also write the table and the loss of every run to this file");
}

int benchScaling(const ScalingArguments& a) {
    RunControl control;
    const StopSignals signals(control);
    checkTargets(a);
    const io::TemporaryFolder folder;
    job::ScalingOptions options;
    options.devices = a.devices;
    options.workers = a.workers;
    options.repeats = a.repeats;
    options.progress = printProgress;
    const job::ScalingReport report = job::benchScaling(documentOf(a, folder.path()), options, control);
    if (report.stopped && report.runs.empty()) throw StoppedError("stopped by request, no run had ended");
    std::fputs(job::scalingText(report).c_str(), stdout);
    std::fflush(stdout);
    if (!a.json.empty())
        io::writeTextFile(a.json, jsonText(Json{{"scaling", job::scalingJson(report)}}, 2) + "\n", a.overwrite);
    if (!a.csv.empty()) io::writeTextFile(a.csv, job::scalingCsv(report), a.overwrite);
    if (!a.hdf5.empty()) job::writeScalingHdf5(a.hdf5, report, a.overwrite);
    if (report.stopped) throw StoppedError("stopped by request; the runs that had ended are in the table");
    return 0;
}

} // namespace ewald::cli
