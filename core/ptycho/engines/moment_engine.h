// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/engine.h"
#include "ptycho/model/engine_kind.h"

#include <memory>
#include <vector>

namespace ewald::ptycho {

// Engines that follow the gradient of mini-batches with a memory of those before. With z = S_O / max W, the gradient of
// a batch B with a length of its own (S_O = Σ_B Σ_k P_k* χ_k, W = Σ_B Σ_k |P_k|²; the probe likewise):
//   SGD:   m ← μ m + z,            O += η m
//   Adam:  m ← μ m + (1 − μ) z,  v ← ν v + (1 − ν) z² (real and imaginary part by themselves),
//          O += η s m / (1 − μ^t) / (√(v / (1 − ν^t)) + ε s),  s the scale of O
// s is √(photons/Σ|P|²) for the object and max |P| for the probe, so that the answer does not depend on how both share
// a factor. All of the object moves in each mini-batch, by its moments: where scans are large, mini-batches should be.
// Moments stay when step, batch or memory change between two stages, and go into checkpoints.
// Transforms a frame and mode: as PIE's. Memory: an object for each moment.

/// What a member is.
struct MomentMethod {
    bool squares = false; ///< Adam
};

/// The parameters that all members have: batch_size, learning_rate, momentum, step_decay and loss.
[[nodiscard]] std::vector<EngineParameter> momentParameters(double batchSize, double rate, double momentum,
                                                            double decay);

/// What members keep.
[[nodiscard]] std::vector<KeptField> keptMoments(MomentMethod method);

[[nodiscard]] std::unique_ptr<Engine> makeMomentEngine(EngineContext& state, const StageSettings& settings,
                                                       MomentMethod method);

} // namespace ewald::ptycho
