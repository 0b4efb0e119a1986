// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/run_advice.h"

#include "job/document/job_kind.h"

#include <algorithm>

namespace ewald::job {
namespace {

// Below these shares a change would hardly be felt.
constexpr double kMuchReading = 0.4;
constexpr double kMuchDecoding = 0.6; // some of it is always needed
constexpr double kMuchTransfer = 0.3;
constexpr double kMuchUpdate = 0.5;
constexpr double kMuchWaiting = 0.2;
constexpr double kMuchPreview = 0.2;
constexpr double kMuchOfOthers = 0.25; // of the cores
constexpr double kHardlyIdle = 0.15;   // of the cores: with more of them free, others do no harm
constexpr double kSwapping_Bps = 5e6;
constexpr double kLeastMemory = 0.03; // of all
constexpr double kLeastDisk_bytes = 1e9;
constexpr long long kLargestBatch = 256;
constexpr double kRarePreviews_s = 2;

RunAdvice advice(HoldUp what, double share, std::optional<Cure> cure = std::nullopt) {
    RunAdvice result;
    result.what = what;
    result.share = share;
    result.cure = std::move(cure);
    return result;
}

/// Of what may end the job, or what no setting of it can change.
std::optional<RunAdvice> ofTheMachine(const Progress& progress) {
    const MachineLoad& load = progress.machine;
    RunAdvice result;
    if (load.memoryTotal > 0 &&
        (load.swapping_Bps > kSwapping_Bps || load.memoryFree < kLeastMemory * load.memoryTotal)) {
        result.what = HoldUp::memory;
        result.amount = load.memoryFree;
        result.of = load.memoryTotal;
        return result;
    }
    if (progress.diskFree_bytes >= 0 && progress.diskFree_bytes < kLeastDisk_bytes) {
        result.what = HoldUp::disk;
        result.amount = progress.diskFree_bytes;
        return result;
    }
    if (load.known && load.cores > 0 && load.others > kMuchOfOthers * load.cores &&
        load.idle < kHardlyIdle * load.cores) {
        result.what = HoldUp::otherPrograms;
        result.share = load.others / load.cores;
        result.amount = load.others;
        result.of = load.cores;
        // Many small ones are not one program.
        if (load.programCores > 0.5 * load.others) result.name = load.program;
        return result;
    }
    return std::nullopt;
}

bool takes(const JobDocument& job, std::string_view key) { return findParameter(key)->isOfKind(job.kind); }

/// More threads wait for the disk or the network at the same time.
std::optional<Cure> readWithMore(const JobPlan& plan, const JobDocument& job, const AdviceFacts& facts) {
    constexpr std::size_t kMostAProcessor = 4;
    if (!takes(job, "workers") || plan.workers == 0 || plan.workers >= kMostAProcessor * facts.processors)
        return std::nullopt;
    return Cure{Cure::Kind::setParameter, "workers", static_cast<long long>(2 * plan.workers)};
}

std::optional<Cure> keepFrames(const JobPlan& plan, const JobDocument& job) {
    if (!plan.streamsFrames || !takes(job, "memory_limit_gb") || job.real("memory_limit_gb") <= 0) return std::nullopt;
    return Cure{Cure::Kind::setParameter, "memory_limit_gb", 0.0};
}

std::optional<Cure> largerBatch(const AdviceFacts& facts) {
    const auto twice = static_cast<long long>(2 * facts.batchSize);
    if (twice <= 0 || twice > kLargestBatch) return std::nullopt;
    return Cure{Cure::Kind::setParameter, "batch_size", twice};
}

std::optional<Cure> fewerPreviews(const JobDocument& job) {
    const double interval = job.real("preview_interval_s");
    if (interval >= kRarePreviews_s) return std::nullopt;
    return Cure{Cure::Kind::setParameter, "preview_interval_s", kRarePreviews_s};
}

} // namespace

bool waitsForFrames(const Progress& progress, const JobDocument& job) {
    return kindOf(job).worksFrameByFrame() && job.flag("follow") && progress.total > 0 &&
           progress.done >= progress.total;
}

std::optional<RunAdvice> adviseOn(const Progress& progress, const JobPlan& plan, const JobDocument& job,
                                  const AdviceFacts& facts) {
    if (progress.state != JobState::reading && progress.state != JobState::running) return std::nullopt;
    if (auto found = ofTheMachine(progress)) return found;
    if (!progress.shares || waitsForFrames(progress, job)) return std::nullopt;
    const PhaseTimes& share = progress.shares->fraction;
    std::vector<RunAdvice> found;
    const auto add = [&found](HoldUp what, double part, double much, std::optional<Cure> cure = std::nullopt) {
        if (part >= much) found.push_back(advice(what, part, std::move(cure)));
    };
    add(HoldUp::reading, share[Phase::reading], kMuchReading, readWithMore(plan, job, facts));
    add(HoldUp::decoding, share[Phase::decoding], kMuchDecoding);
    add(HoldUp::preparing, share[Phase::preparing], kMuchDecoding);
    add(HoldUp::transfer, share[Phase::transfer], kMuchTransfer, keepFrames(plan, job));
    add(HoldUp::update, share[Phase::update], kMuchUpdate, largerBatch(facts));
    add(HoldUp::writing, share[Phase::waiting], kMuchWaiting);
    add(HoldUp::preview, share[Phase::preview], kMuchPreview, fewerPreviews(job));
    const double waiting = progress.shares->waitingForSlowest;
    const Cure otherDevices{Cure::Kind::chooseDevices};
    add(HoldUp::slowestWorker, waiting, kMuchWaiting, otherDevices);
    if (!found.empty() && found.back().what == HoldUp::slowestWorker) {
        const auto rank = static_cast<std::size_t>(progress.shares->slowest);
        if (rank < plan.devices.size()) found.back().name = plan.devices[rank];
    }
    add(HoldUp::communication, share[Phase::communication] - waiting, kMuchTransfer, otherDevices);
    if (!found.empty()) return *std::ranges::max_element(found, {}, &RunAdvice::share);
    const double computing = share[Phase::frames] + share[Phase::integrating] + share[Phase::update];
    if (facts.hasIdleGpu) return advice(HoldUp::processor, computing, otherDevices);
    return advice(HoldUp::nothing, computing);
}

} // namespace ewald::job
