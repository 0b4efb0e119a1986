// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <cstddef>

namespace ewald::job {

/// Frames of a mini-batch where a job leaves that to the program (batch_size 0): the engine's default without GPUs.
/// With GPUs as many more as these need to have enough to do at the same time, 2²² pixels each, that is 64 frames of
/// 256 x 256, and no fewer than 64 frames each; but at most a quarter of the scan, since an engine learns from one
/// batch for the next. The batches are the same however they are shared, so that the numbers follow from this number
/// alone. \param size of a frame, pixels \param defaultSize the engine's
[[nodiscard]] std::size_t automaticBatch(std::size_t frames, std::size_t size, std::size_t gpus,
                                         std::size_t defaultSize);

/// Puts these numbers in the place of 0, for each stage that has batches.
void chooseBatches(JobDocument& job, std::size_t frames, std::size_t size, std::size_t gpus);
/// The same with those of a job that this one goes on from, where a stage is of the same engine.
void takeBatchesOf(const JobDocument& earlier, JobDocument& job);

} // namespace ewald::job
