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
    /// What it keeps: the factor, and the last error, 0: none.
    static KeptNumbers kept() { return {.key = "step_decay", .count = 2, .first = {1, 0}}; }

    /// \param kept of the engine, of kept(); outlives it
    explicit StepDecay(KeptFields& kept) : m_kept(kept) { m_kept.use(false); }
    /// \param rate factor of an iteration; 1: none
    void setRate(double rate) {
        m_rate = rate;
        m_kept.use(rate < 1);
    }
    /// Of the steps asked for.
    [[nodiscard]] double factor() const { return m_kept.numbers.empty() ? 1 : m_kept.numbers[0]; }
    /// To be called after each whole iteration. Collective unless the rate is 1.
    void watch(EngineContext& state, StepSums sums);
    /// The error that follows has another past.
    void forgetError() {
        if (!m_kept.numbers.empty()) m_kept.numbers[1] = 0;
    }

private:
    KeptFields& m_kept;
    double m_rate = 1;
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
