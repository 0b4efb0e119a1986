// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/bench/scaling_bench.h"

#include "base/error.h"
#include "compute/devices/device.h"
#include "io/temporary_folder.h"
#include "job/document/job_kind.h"
#include "job/document/settings.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "sim/ptycho_simulator.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ewald::job {
namespace {

/// ‖a − b‖ / ‖b‖; not a number where the sizes differ.
double relativeL2(std::span<const Complex> a, std::span<const Complex> b) {
    if (a.size() != b.size()) return std::nan("");
    double difference = 0;
    double norm = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        difference += static_cast<double>(std::norm(a[i] - b[i]));
        norm += static_cast<double>(std::norm(b[i]));
    }
    return std::sqrt(difference / norm);
}

/// The larger one; what is not a number counts as larger than everything.
bool isWorse(double a, double b) { return a > b || (std::isnan(a) && !std::isnan(b)); }

std::vector<std::size_t> workerCounts(const ScalingOptions& options) {
    std::set<std::size_t> counts(options.workers.begin(), options.workers.end());
    if (counts.contains(0)) throw JobError("no workers at all", "--workers", "count from 1");
    if (options.repeats == 0) throw JobError("no repeats at all", "--repeats", "use 1 or more, 3 for deviations");
    counts.insert(1);
    return {counts.begin(), counts.end()};
}

std::vector<std::string> deviceNames(const std::string& devices) {
    std::vector<std::string> names;
    for (const compute::RankDevice& rank : compute::parseDevices(devices))
        if (std::ranges::find(names, rank.id) == names.end()) names.push_back(rank.id);
    return names;
}

class RunWatcher final : public JobObserver {
public:
    RunWatcher(const ScalingOptions& options, ScalingProgress& progress) : m_options(options), m_progress(progress) {}
    void onLoss(const io::LossEntry& entry) noexcept override {
        m_progress.iteration = entry.iteration;
        if (m_options.progress) m_options.progress(m_progress);
    }

private:
    const ScalingOptions& m_options;
    ScalingProgress& m_progress;
};

class ScalingBench {
public:
    ScalingBench(const JobDocument& job, const ScalingOptions& options, RunControl& control)
        : m_job(job), m_options(options), m_control(control), m_counts(workerCounts(options)),
          m_devices(deviceNames(options.devices)) {
        requireScalingReport(job, job.inputFile.string());
        m_job.set("checkpoint_every", "0"); // writing files is no part of what is measured
        m_report.input = job.inputFile.filename().string();
        m_report.engines = engineSummary(job);
        m_report.iterations = totalIterations(job);
        m_report.repeats = options.repeats;
        m_progress.runs = m_counts.size() * options.repeats;
        m_progress.iterations = m_report.iterations;
    }

    ScalingReport run() {
        for (std::size_t repeat = 0; repeat < m_options.repeats && !m_report.stopped; ++repeat) {
            std::vector<std::size_t> order = m_counts;
            if (repeat % 2 == 1) std::ranges::reverse(order);
            const std::size_t first = m_report.runs.size();
            for (const std::size_t workers : order)
                if (!runOnce(workers, m_job.seed + repeat)) break;
            compare(std::span(m_report.runs).subspan(first));
            if (m_options.runEnded) m_options.runEnded(m_report);
        }
        return std::move(m_report);
    }

private:
    [[nodiscard]] std::filesystem::path resultOf(std::size_t workers) const {
        return m_folder.path() / (std::to_string(workers) + ".h5");
    }

    /// \returns false when it was stopped
    bool runOnce(std::size_t workers, unsigned long long seed) {
        JobDocument job = m_job;
        job.seed = seed;
        job.outputFile = resultOf(workers);
        job.set("devices", assignWorkers(workers, m_devices));
        m_progress.workers = workers;
        m_progress.seed = seed;
        m_progress.iteration = 0;
        if (m_options.progress) m_options.progress(m_progress);
        RunWatcher watcher(m_options, m_progress);
        const JobOutcome outcome = runPtycho(job, watcher, m_control, {.overwrite = true, .resume = false});
        if (outcome.error && outcome.error->kind() != ErrorKind::stopped) raise(*outcome.error);
        if (outcome.error || m_control.stopRequested()) {
            m_report.stopped = true;
            return false;
        }
        ScalingRun done;
        done.workers = workers;
        done.seed = seed;
        done.devices = job.text("devices");
        done.loss = io::readResult(job.outputFile).loss;
        done.iteration_s = medianIteration_s(done.loss);
        if (!done.loss.empty()) done.fourierError = done.loss.back().fourierError;
        m_report.runs.push_back(std::move(done));
        ++m_progress.run;
        if (m_options.runEnded) m_options.runEnded(m_report);
        return true;
    }

    /// Fills in the differences of the runs of one seed.
    void compare(std::span<ScalingRun> runs) const {
        if (std::ranges::find(runs, std::size_t{1}, &ScalingRun::workers) == runs.end()) return;
        const io::PtychoResult reference = io::readResult(resultOf(1));
        for (ScalingRun& run : runs) {
            if (run.workers == 1) continue;
            const io::PtychoResult result = io::readResult(resultOf(run.workers));
            run.objectDifference = relativeL2(result.object.span(), reference.object.span());
            run.probeDifference = relativeL2(result.probe.span(), reference.probe.span());
        }
    }

    JobDocument m_job;
    const ScalingOptions& m_options;
    RunControl& m_control;
    const std::vector<std::size_t> m_counts;
    const std::vector<std::string> m_devices;
    const io::TemporaryFolder m_folder;
    ScalingProgress m_progress;
    ScalingReport m_report;
};

/// How many different devices a list for --devices names.
double devicesIn(const std::string& list) { return 1 + static_cast<double>(std::ranges::count(list, ',')); }

} // namespace

Spread spreadOf(std::span<const double> values) {
    Spread spread;
    if (values.empty()) return spread;
    const auto count = static_cast<double>(values.size());
    for (const double value : values) spread.mean += value / count;
    if (values.size() < 2) return spread;
    double squares = 0;
    for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
    spread.deviation = std::sqrt(squares / (count - 1));
    return spread;
}

Spread ratioOf(const Spread& a, const Spread& b) {
    Spread ratio;
    if (b.mean == 0) return ratio;
    ratio.mean = a.mean / b.mean;
    if (a.deviation && b.deviation && a.mean != 0)
        ratio.deviation = std::abs(ratio.mean) * std::hypot(*a.deviation / a.mean, *b.deviation / b.mean);
    return ratio;
}

double medianIteration_s(std::span<const io::LossEntry> loss) {
    std::vector<double> times;
    double before = 0;
    for (const io::LossEntry& entry : loss) {
        times.push_back(entry.time_s - before);
        before = entry.time_s;
    }
    if (times.empty()) return 0;
    std::ranges::sort(times);
    return (times[(times.size() - 1) / 2] + times[times.size() / 2]) / 2;
}

std::vector<ScalingRow> ScalingReport::rows() const {
    std::set<std::size_t> counts;
    for (const ScalingRun& run : runs) counts.insert(run.workers);
    std::vector<ScalingRow> rows;
    for (const std::size_t workers : counts) {
        ScalingRow row;
        row.workers = workers;
        std::vector<double> times;
        std::vector<double> errors;
        for (const ScalingRun& run : runs) {
            if (run.workers != workers) continue;
            row.devices = run.devices;
            times.push_back(run.iteration_s);
            errors.push_back(run.fourierError);
            for (const std::optional<double>& difference : {run.objectDifference, run.probeDifference})
                if (difference && (!row.largestDifference || isWorse(*difference, *row.largestDifference)))
                    row.largestDifference = difference;
        }
        row.runs = times.size();
        row.ideal = devicesIn(row.devices);
        row.iteration_s = spreadOf(times);
        row.fourierError = spreadOf(errors);
        if (workers == 1)
            row.speedup = {1, 0.0}; // by definition
        else if (!rows.empty() && rows.front().workers == 1)
            row.speedup = ratioOf(rows.front().iteration_s, row.iteration_s);
        rows.push_back(std::move(row));
    }
    return rows;
}

ScalingAgreement ScalingReport::agreement() const {
    ScalingAgreement result;
    for (const ScalingRun& run : runs) {
        const auto look = [&](const std::optional<double>& difference, const char* what) {
            if (!difference || (!result.what.empty() && !isWorse(*difference, result.largest))) return;
            result.largest = *difference;
            result.what = what;
            result.workers = run.workers;
            result.seed = run.seed;
        };
        look(run.objectDifference, "object");
        look(run.probeDifference, "probe");
    }
    using enum ScalingAgreement::Verdict;
    if (!result.what.empty()) result.verdict = result.largest <= kAgreement ? agree : differ;
    return result;
}

double ScalingProgress::fraction() const {
    if (runs == 0) return 0;
    const double ofRun =
        iterations > 0 && run < runs ? static_cast<double>(iteration) / static_cast<double>(iterations) : 0;
    return std::min(1.0, (static_cast<double>(run) + ofRun) / static_cast<double>(runs));
}

std::string assignWorkers(std::size_t workers, std::span<const std::string> devices) {
    std::string text;
    for (std::size_t i = 0; i < devices.size() && i < workers; ++i) {
        const std::size_t count = workers / devices.size() + (i < workers % devices.size() ? 1 : 0);
        if (!text.empty()) text += ',';
        text += devices[i];
        if (count > 1) text += (devices[i] == "cpu" ? ":" : "x") + std::to_string(count);
    }
    return text;
}

void requireScalingReport(const JobDocument& job, const std::string& where) {
    if (const auto refusal = kindOf(job).refuses(JobFeature::scalingReport))
        throw JobError(refusal->problem, where, refusal->hint);
}

ScalingReport benchScaling(const JobDocument& job, const ScalingOptions& options, RunControl& control) {
    return ScalingBench(job, options, control).run();
}

JobDocument simulatedScalingJob(const std::filesystem::path& folder, std::size_t size, std::size_t frames) {
    sim::PtychoExperiment experiment;
    experiment.size = size;
    experiment.frames = frames;
    JobDocument job;
    job.inputFile = folder / "scan.cxi";
    sim::writeCxi(job.inputFile, sim::simulatePtycho(experiment), true);
    return job;
}

} // namespace ewald::job
