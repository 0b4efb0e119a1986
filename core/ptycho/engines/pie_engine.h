// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/engine.h"

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

/// Of these, and of engines like them.
[[nodiscard]] EngineParameter batchSizeParameter(double batchSize);
/// The parameter "momentum".
[[nodiscard]] EngineParameter momentumParameter(double momentum);

/// The parameter "step_decay".
[[nodiscard]] EngineParameter stepDecayParameter();

/// Steps that become shorter once they only stir the noise: with steps of one length the error of small batches stays
/// above what the data allow (0.0126 instead of 0.0115 on the measured star). Steps that shrink too early would leave
/// the low spatial frequencies, which come last, where they are.
class StepDecay {
public:
    /// \param rate factor of an iteration; 1: none
    void setRate(double rate) { m_rate = rate; }
    /// Of the steps asked for.
    [[nodiscard]] double factor() const { return m_factor; }
    /// To be called after each whole iteration. Collective unless the rate is 1.
    void watch(EngineContext& state, StepSums sums);
    /// The error that follows has another past.
    void forgetError() { m_lastError = 0; }
    void save(SavedState& saved) const;
    /// False: it is not there.
    [[nodiscard]] bool restore(const SavedState& saved);

private:
    double m_rate = 1;
    double m_factor = 1;
    double m_lastError = 0; ///< 0: none
};

/// One iteration of the PIE family over mini-batches. For a batch B, with w = χ, the difference to the magnitude
/// projection brought back to the sample:
///   O += β_o Σ_B Σ_k P_k* χ_k / ((1 − α) W + α max W),  W = Σ_B Σ_k |P_k|²
///   P_k += β_p Σ_B O* χ_k / ((1 − α) V + α max V),      V = Σ_B |O|²
/// A batch of one frame is the sequential algorithm of the papers.
/// \return this rank's metrics, absent when it left in the middle
[[nodiscard]] std::optional<StepSums> pieIteration(EngineContext& state, const PieRule& rule,
                                                   const IterationContext& context);

} // namespace ewald::ptycho
