// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "io/result_file.h"
#include "job/document/document.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

// What more workers bring: one ptychography job on 1 … N of them, several times over, and whether they agree.

namespace ewald::job {

/// Mean of some values and their standard deviation (of the sample, n − 1), absent with fewer than two.
struct Spread {
    double mean = 0;
    std::optional<double> deviation;
};
[[nodiscard]] Spread spreadOf(std::span<const double> values);
/// a / b, the relative deviations added in quadrature (first-order propagation, independent values).
[[nodiscard]] Spread ratioOf(const Spread& a, const Spread& b);
/// Of the times of the single iterations; the mean of the two in the middle where their number is even. 0 without any.
[[nodiscard]] double medianIteration_s(std::span<const io::LossEntry> loss);

/// One run of the job from the start to the end.
struct ScalingRun {
    std::size_t workers = 1;
    unsigned long long seed = 0;
    std::string devices;     ///< as for --devices
    double iteration_s = 0;  ///< median over the iterations
    double fourierError = 0; ///< after the last iteration
    std::vector<io::LossEntry> loss;
    /// ‖x − x₁‖ / ‖x₁‖ against the run of the same seed with one worker; absent for that run itself.
    std::optional<double> objectDifference;
    std::optional<double> probeDifference;
};

/// All runs with one number of workers.
struct ScalingRow {
    std::size_t workers = 1;
    std::string devices;
    std::size_t runs = 0;
    Spread iteration_s;
    Spread speedup;      ///< against one worker
    double ideal = 1;    ///< speed-up if nothing were lost: devices used. Workers that share a device share its power
    Spread fourierError; ///< over the seeds
    std::optional<double> largestDifference; ///< of object and probe; absent for one worker
};

/// Whether the same job gave the same with every number of workers.
struct ScalingAgreement {
    enum class Verdict { agree, differ, notCompared };
    Verdict verdict = Verdict::notCompared;
    double largest = 0;          ///< relative L2
    std::string what;            ///< "object" or "probe": where it is
    std::size_t workers = 0;     ///< of the run it is in
    unsigned long long seed = 0; ///< of the run it is in
};

struct ScalingReport {
    static constexpr double kAgreement = 1e-4; ///< relative L2 up to which results count as the same

    std::string input;   ///< file name of the scan
    std::string engines; ///< "dm 50 → rpie 200"
    std::size_t iterations = 0;
    std::size_t repeats = 0;      ///< asked for
    bool stopped = false;         ///< by request; `runs` are those that had ended
    std::vector<ScalingRun> runs; ///< in the order they were made

    /// By number of workers. Without a run of one worker, speed-ups are 0.
    [[nodiscard]] std::vector<ScalingRow> rows() const;
    [[nodiscard]] ScalingAgreement agreement() const;
};

struct ScalingProgress {
    std::size_t run = 0; ///< counts from 0
    std::size_t runs = 0;
    std::size_t workers = 1;
    unsigned long long seed = 0;
    std::size_t iteration = 0; ///< done
    std::size_t iterations = 0;
    [[nodiscard]] double fraction() const;
};

struct ScalingOptions {
    /// Workers are dealt out to these devices in turn, as --devices names them; "auto": all GPUs, or else the CPU.
    std::string devices = "auto";
    std::vector<std::size_t> workers{1, 2, 4}; ///< 1 is added where it is missing: speed-ups refer to it
    std::size_t repeats = 3;                   ///< repeat r has the document's seed + r with every number of workers
    /// Called after every iteration, and with the report so far after every run, on the calling thread. Must not throw.
    std::function<void(const ScalingProgress&)> progress;
    std::function<void(const ScalingReport&)> runEnded;
};

/// The workers dealt out to devices: {"cuda:0", "cuda:1"} and 3 → "cuda:0x2,cuda:1".
[[nodiscard]] std::string assignWorkers(std::size_t workers, std::span<const std::string> devices);

/// \throws JobError for a job of a kind that this report is not of
void requireScalingReport(const JobDocument& job, const std::string& where);

/// Runs the job with every number of workers in turn, then again in the opposite order, so that a machine that slows
/// down favours none. Results go to a temporary folder. A stop request, graceful or not, ends the current run.
/// \param job its output file and devices do not matter
/// \throws JobError (numbers that make no sense, requireScalingReport()), Error of a run that failed
[[nodiscard]] ScalingReport benchScaling(const JobDocument& job, const ScalingOptions& options, RunControl& control);

/// A scan to try: simulates it into `folder` and returns a job for it. \throws DataError
[[nodiscard]] JobDocument simulatedScalingJob(const std::filesystem::path& folder, std::size_t size,
                                              std::size_t frames);

} // namespace ewald::job
