// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/devices/gpu_model.h"
#include "ptycho/model/problem.h"
#include "ptycho/model/settings.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ewald::job {

/// A reconstruction whose time depends on how many GPUs share it.
struct SharedWork {
    ptycho::Problem scan; ///< positions, order and object; no frames, and no partition of them
    ptycho::ModelSettings model;
    /// The stages with so many GPUs: the size of batches may depend on it.
    std::function<std::vector<ptycho::StageSettings>(std::size_t gpus)> pipeline;
    bool mayReplicate = true; ///< each GPU may hold the whole object …
    bool mayTile = true;      ///< … or its part of it
};

/// Seconds of a pipeline's iterations on 1, 2, 4 … and `most` GPUs, each with the whole object or with its part of it,
/// whichever is faster, as the model expects them (gpu_model.h). Counted on a part of a large scan, a few mini-batches
/// long. \throws Error
[[nodiscard]] std::map<std::size_t, double> predictShared(const ModelledGpu& gpu, const SharedWork& work,
                                                          std::size_t most);
/// Whether so many GPUs are faster, by a twentieth at least, where each holds its part of the object only. \throws
/// Error
[[nodiscard]] bool tilesPay(const ModelledGpu& gpu, const SharedWork& work, std::size_t devices);
/// The number that takes the least time; the smaller one where a larger gains less than a fiftieth.
[[nodiscard]] std::size_t fastestOf(const std::map<std::size_t, double>& seconds);
/// One line where fewer would be faster than all; else empty.
[[nodiscard]] std::string warningOfTooMany(const std::map<std::size_t, double>& seconds);

} // namespace ewald::job
