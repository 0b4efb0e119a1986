// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/bench/preview_bench.h"

#include "base/error.h"
#include "io/temporary_folder.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "sim/ptycho_simulator.h"

#include <algorithm>
#include <atomic>

namespace ewald::job {
namespace {

class Watcher final : public JobObserver {
public:
    explicit Watcher(double interval_s) : m_interval_s(interval_s) {}
    void onLoss(const io::LossEntry& entry) noexcept override { m_time_s = entry.time_s; }
    void onPreview(std::shared_ptr<const Preview>) noexcept override { ++m_previews; }
    [[nodiscard]] double previewInterval_s() const noexcept override { return m_interval_s; }
    [[nodiscard]] double time_s() const noexcept { return m_time_s; }
    [[nodiscard]] std::size_t previews() const noexcept { return m_previews; }

private:
    double m_interval_s;
    std::atomic<double> m_time_s{0};
    std::atomic<std::size_t> m_previews{0};
};

} // namespace

double PreviewBenchResult::cost() const {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < with_s.size(); ++i) ratios.push_back(with_s[i] / without_s[i] - 1);
    if (ratios.empty()) return 0;
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    return *middle;
}

PreviewBenchResult benchPreviews(const PreviewBenchCase& c) {
    const io::TemporaryFolder folder;
    sim::PtychoExperiment experiment;
    experiment.size = c.size;
    experiment.frames = c.frames;
    sim::writeCxi(folder.path() / "scan.cxi", sim::simulatePtycho(experiment), true);

    JobDocument job;
    job.inputFile = folder.path() / "scan.cxi";
    job.outputFile = folder.path() / "result.h5";
    job.pipeline.front().iterations = c.iterations;
    job.set("devices", c.devices);
    job.set("checkpoint_every", "0");
    PreviewBenchResult result;
    const auto run = [&](double interval_s) {
        Watcher watcher(interval_s);
        RunControl control;
        const JobOutcome outcome = runPtycho(job, watcher, control, {.overwrite = true, .resume = false});
        if (outcome.error) throw Error(*outcome.error);
        if (interval_s > 0) result.previews += watcher.previews();
        return watcher.time_s();
    };
    (void)run(0); // warms up
    for (std::size_t pair = 0; pair < c.pairs; ++pair) {
        const bool withFirst = pair % 2 == 0; // a machine that slows down does not favour one of the two
        for (const bool with : {withFirst, !withFirst})
            (with ? result.with_s : result.without_s).push_back(run(with ? c.interval_s : 0));
    }
    return result;
}

} // namespace ewald::job
