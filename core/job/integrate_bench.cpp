// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integrate_bench.h"

#include "azint/accumulate.h"
#include "base/error.h"
#include "compute/process_group.h"
#include "io/integration_file.h"
#include "job/integrate_runner.h"
#include "job/integrate_setup.h"
#include "job/run_guard.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace ewald::job {
namespace {

/// Keeps what the benchmark reports.
class BenchObserver : public JobObserver {
public:
    void onPlan(const JobPlan& plan) noexcept override {
        try {
            m_plan = plan;
        } catch (...) {
            return; // a bench without memory for a few words fails elsewhere
        }
    }
    [[nodiscard]] const JobPlan& plan() const { return m_plan; }

private:
    JobPlan m_plan;
};

double timing(const io::IntegrationEnd& end, const char* name) {
    const auto found = end.timings_s.find(name);
    return found == end.timings_s.end() ? 0 : found->second;
}

} // namespace

double copyBandwidth(unsigned threads) {
    constexpr std::size_t kSize = std::size_t{64} << 20U;
    constexpr int kRounds = 3;
    std::vector<std::vector<char>> from(threads, std::vector<char>(kSize, 1));
    std::vector<std::vector<char>> to(threads, std::vector<char>(kSize, 2));
    double best = 0;
    for (int round = 0; round < kRounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        {
            std::vector<std::jthread> copiers;
            for (unsigned t = 0; t < threads; ++t)
                copiers.emplace_back([&, t] { std::memcpy(to[t].data(), from[t].data(), kSize); });
        }
        best = std::max(best, 2.0 * static_cast<double>(kSize) * threads / secondsSince(start));
    }
    return best;
}

IntegrateBenchResult benchIntegrate(const JobDocument& job) {
    BenchObserver observer;
    RunControl control;
    const JobOutcome outcome = runIntegrate(job, observer, control, {.overwrite = true});
    if (outcome.error) throw Error(*outcome.error);
    const io::IntegrationResult stored(job.outputFile);
    const std::shared_ptr<const io::FrameStack> stack = openJobStack(job);
    const JobPlan& plan = observer.plan();

    IntegrateBenchResult result;
    result.frames = plan.frames;
    result.rows = plan.frameRows;
    result.cols = plan.frameCols;
    result.workers = plan.workers;
    result.format = plan.format;
    result.decodedFrame_bytes = static_cast<double>(stack->rows() * stack->cols() * bytesOf(stack->pixelType()));
    result.storedFrame_bytes = stack->storedBytes > 0
                                   ? static_cast<double>(stack->storedBytes) / static_cast<double>(stack->frameCount())
                                   : result.decodedFrame_bytes;
    result.preparing_s = timing(stored.end(), "preparing");
    result.frames_s = timing(stored.end(), "frames");
    result.total_s = timing(stored.end(), "total");
    result.copy_bytesPerSecond = copyBandwidth(static_cast<unsigned>(plan.workers));

    const double ofWorker = result.copy_bytesPerSecond / static_cast<double>(plan.workers);
    const double frames = static_cast<double>(plan.frames);
    const auto stage = [&](const char* name, const char* key, double bytes) {
        result.stages.push_back({name, timing(stored.end(), key) / frames, bytes, bytes / ofWorker});
    };
    if (!plan.devices.front().starts_with("cpu")) {
        RunReporter reporter(observer, control);
        compute::ProcessGroup alone;
        const IntegrateSetup setup = planIntegration(job, reporter, alone);
        if (setup.devices) result.device = setup.devices->measure(setup.firstFrame);
    }
    if (result.device) {
        const double copy = result.device->chunkBytes / result.device->speed.copy;
        const double memory = result.device->memoryBytes / result.device->speed.memory;
        stage("read", "workers_reading", 2 * result.storedFrame_bytes);
        result.stages.push_back({"device", timing(stored.end(), "workers_decoding") / frames,
                                 result.device->chunkBytes + result.device->memoryBytes, std::max(copy, memory)});
        stage("finish", "workers_integrating", 0);
        return result;
    }
    // Reading copies the stored bytes out of the page cache. Decoding reads them again; what it makes stays in the
    // cache. Integrating reads the table of pixels, once for several frames side by side.
    stage("read", "workers_reading", 2 * result.storedFrame_bytes);
    stage("decode", "workers_decoding", result.storedFrame_bytes);
    stage("integrate", "workers_integrating", plan.memory_bytes / static_cast<double>(azint::kFrameLanes));
    return result;
}

} // namespace ewald::job
