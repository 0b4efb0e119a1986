// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/setup/automatic_batch.h"

#include "ptycho/model/settings.h"

#include <algorithm>

namespace ewald::job {
namespace {

constexpr const char* kKey = "batch_size";

/// Of the stage, where it has batches and leaves their size to the program.
const ptycho::EngineKind* leavesIt(const JobDocument& job, std::size_t stage) {
    const ptycho::EngineKind* engine = ptycho::findEngineKind(job.pipeline[stage].engine);
    const bool has = engine && ptycho::StageSettings(*engine, 1).has(kKey);
    return has && job.stageValue(stage, kKey) == ParameterValue(0LL) ? engine : nullptr;
}

} // namespace

std::size_t automaticBatch(std::size_t frames, std::size_t size, std::size_t gpus, std::size_t defaultSize) {
    constexpr std::size_t kPixels = std::size_t{1} << 22U, kFewest = 64, kBatches = 4;
    const std::size_t ofScan = std::min(frames, std::max(defaultSize, frames / kBatches));
    if (gpus == 0) return std::max<std::size_t>(1, std::min(frames, defaultSize));
    const std::size_t each = std::max(kFewest, kPixels / std::max<std::size_t>(1, size * size));
    return std::max<std::size_t>(1, std::min(ofScan, std::max(defaultSize, gpus * each)));
}

void chooseBatches(JobDocument& job, std::size_t frames, std::size_t size, std::size_t gpus) {
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage)
        if (const ptycho::EngineKind* engine = leavesIt(job, stage)) {
            const auto usual = static_cast<std::size_t>(ptycho::StageSettings(*engine, 1).value(kKey));
            job.set(kKey, ParameterValue(static_cast<long long>(automaticBatch(frames, size, gpus, usual))), stage);
        }
}

void takeBatchesOf(const JobDocument& earlier, JobDocument& job) {
    const std::size_t stages = std::min(earlier.pipeline.size(), job.pipeline.size());
    for (std::size_t stage = 0; stage < stages; ++stage)
        if (leavesIt(job, stage) && earlier.pipeline[stage].engine == job.pipeline[stage].engine)
            job.set(kKey, earlier.stageValue(stage, kKey), stage);
}

} // namespace ewald::job
