// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/bench/integrate_bench.h"

#include "azint/loops/accumulate.h"
#include "base/error.h"
#include "base/median.h"
#include "codec/bitshuffle.h"
#include "compute/communication/process_group.h"
#include "io/integration_file.h"
#include "job/integration/detector_arm.h"
#include "job/integration/integrate_runner.h"
#include "job/integration/integrate_setup.h"
#include "job/run/run_guard.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
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

/// Reads and decompresses frames, every `step`-th from `first` on.
void decodeFrames(const io::FrameStack& stack, std::size_t first, std::size_t step, std::size_t frames) {
    const std::unique_ptr<io::FrameReader> reader = stack.makeReader();
    std::unique_ptr<codec::BitshuffleStream> stream;
    std::vector<std::byte> planes;
    for (std::size_t frame = first; frame < frames; frame += step) {
        const io::StoredFrame stored = reader->read(frame);
        if (!stored.bitshuffle) continue; // decoded by the reader
        if (!stream) stream = std::make_unique<codec::BitshuffleStream>(*stored.bitshuffle);
        stream->open(stored.bytes, stack.rows() * stack.cols() * bytesOf(stack.pixelType()));
        planes.resize(stream->planeBytes());
        while (stream->upcoming().elements >= 8) stream->nextPlanes(planes);
    }
}

/// Seconds before the first frame of runs that find the pixel table of an earlier one.
std::vector<double> preparingWithKeptTable(JobDocument job, std::size_t rounds) {
    job.set("keep_table", "true");
    job.set("max_frames", "1");
    RunControl control;
    std::vector<double> seconds;
    for (std::size_t round = 0; round <= rounds; ++round) { // the first keeps it
        BenchObserver observer;
        const JobOutcome outcome = runIntegrate(job, observer, control, {.overwrite = true});
        if (outcome.error) throw Error(*outcome.error);
        const io::IntegrationResult stored(job.outputFile);
        for (const auto& [name, time] : stored.end().timings_s)
            if (round > 0 && name == "preparing") seconds.push_back(time);
    }
    return seconds;
}

double decodeAlone(const io::FrameStack& stack, const JobPlan& plan) {
    std::mutex mutex;
    std::exception_ptr failure;
    const auto start = std::chrono::steady_clock::now();
    {
        std::vector<std::jthread> workers;
        for (std::size_t w = 0; w < plan.workers; ++w)
            workers.emplace_back([&, w] {
                try {
                    decodeFrames(stack, w, plan.workers, plan.frames);
                } catch (...) {
                    const std::lock_guard lock(mutex);
                    failure = std::current_exception();
                }
            });
    }
    if (failure) std::rethrow_exception(failure);
    return secondsSince(start);
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

IntegrateBenchResult benchIntegrate(const JobDocument& job, std::size_t rounds) {
    BenchObserver observer;
    RunControl control;
    const std::shared_ptr<const io::FrameStack> stack = openJobStack(job);
    std::map<std::string, std::vector<double>> times;
    for (std::size_t round = 0; round < rounds; ++round) {
        const JobOutcome outcome = runIntegrate(job, observer, control, {.overwrite = true});
        if (outcome.error) throw Error(*outcome.error);
        const io::IntegrationResult stored(job.outputFile);
        for (const auto& [name, seconds] : stored.end().timings_s) times[name].push_back(seconds);
        times["decoding alone"].push_back(decodeAlone(*stack, observer.plan()));
    }
    const std::vector<double> preparingKept = preparingWithKeptTable(job, rounds);
    const auto timing = [&](const char* name) { return medianOf(times[name]); };
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
    result.preparing_s = timing("preparing");
    result.preparingKept_s = medianOf(preparingKept);
    result.frames_s = timing("frames");
    result.total_s = timing("total");
    result.decoding_s = timing("decoding alone");
    result.copy_bytesPerSecond = copyBandwidth(static_cast<unsigned>(plan.workers));

    const double ofWorker = result.copy_bytesPerSecond / static_cast<double>(plan.workers);
    const double frames = static_cast<double>(plan.frames);
    const auto stage = [&](const char* name, const char* key, double bytes) {
        result.stages.push_back({name, timing(key) / frames, bytes, bytes / ofWorker});
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
        result.stages.push_back({"device", timing("workers_decoding") / frames,
                                 result.device->chunkBytes + result.device->memoryBytes, std::max(copy, memory)});
        stage("finish", "workers_integrating", 0);
        return result;
    }
    // Reading copies the stored bytes out of the page cache. Decoding reads them again; what it makes stays in the
    // cache. Integrating reads the table of pixels, once for several frames side by side.
    stage("read", "workers_reading", 2 * result.storedFrame_bytes);
    stage("decode", "workers_decoding", result.storedFrame_bytes);
    const std::size_t places = armPlaces(geometryFileOf(job), job, *stack).places.size();
    const auto tables = static_cast<double>(ArmTables::mostTables(places, plan.workers));
    stage("integrate", "workers_integrating",
          plan.memory_bytes / tables / static_cast<double>(azint::detail::accumulateLoops().lanes));
    return result;
}

} // namespace ewald::job
