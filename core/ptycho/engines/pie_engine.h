// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/engine.h"

namespace ewald::ptycho {

/// What distinguishes the members of the PIE family: the denominators of the updates.
struct PieRule {
    float objectAlpha; ///< weight of the largest value in the denominator: 1 = ePIE, else rPIE
    float probeAlpha;
    float objectStep;
    float probeStep;
    std::size_t batchSize;
    float factor = 1; ///< on both steps
};

/// The parameters that all members have: batch_size, object_step and probe_step. \param step default of both steps
[[nodiscard]] std::vector<EngineParameter> pieParameters(double batchSize, double step);

/// One iteration of the PIE family over mini-batches. For a batch B, with w = χ, the difference to the magnitude
/// projection brought back to the sample:
///   O += β_o Σ_B Σ_k P_k* χ_k / ((1 − α) W + α max W),  W = Σ_B Σ_k |P_k|²
///   P_k += β_p Σ_B O* χ_k / ((1 − α) V + α max V),      V = Σ_B |O|²
/// A batch of one frame is the sequential algorithm of the papers.
/// \return this rank's metrics, absent when it left in the middle
[[nodiscard]] std::optional<StepSums> pieIteration(EngineContext& state, const PieRule& rule,
                                                   const IterationContext& context);

} // namespace ewald::ptycho
