// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/problem.h"
#include "ptycho/model/settings.h"

#include <vector>

namespace ewald::ptycho {

/// Bytes that one rank needs beside its frames.
struct MemoryNeed {
    double framePixels = 0; ///< of all its frames, whose type decides how many bytes they take
    double pixelsPerFrame = 0;
    double object = 0;   ///< its part of the object with sums, momentum or directions, sums on their way between
                         ///< ranks, the best state and the latest one, and the waves of a mini-batch
    double probe = 0;    ///< with sums, likewise
    double waves = 0;    ///< what an engine keeps of every frame
    double perFrame = 0; ///< for each frame that is worked on at the same time, beside the frame itself
    double perWave = 0;  ///< and that part of `waves`, where these are kept in the computer
};

/// \param problem partitioned (partitionProblem()), frames not needed
[[nodiscard]] MemoryNeed memoryNeed(const Problem& problem, int rank, const ModelSettings& model,
                                    const std::vector<StageSettings>& pipeline);

} // namespace ewald::ptycho
