// SPDX-License-Identifier: GPL-3.0-or-later
//
// EngineContext: the grids of sums, from how large these can be.
#include "base/units.h"
#include "ptycho/iteration/engine_context.h"

#include <algorithm>
#include <cmath>

namespace ewald::ptycho {
namespace {

/// Of the usual magnitude of numbers that an iteration adds up, where object or probe have been seen to grow without
/// bound within one: the spacing of the grid is then 2⁻²⁰ of that magnitude.
constexpr double kGrowing = 0x1p20;

} // namespace

double EngineContext::usualMetrics() const {
    // A frame's metrics are of the order of its counts or, where there are few, of its pixels; anchorFor() leaves room
    // for 2¹¹ of the given magnitude, this for 8 times what all frames have.
    const auto frame = std::max(m_problem.meanPhotons, static_cast<double>(m_model.size) * m_model.size);
    return frame * static_cast<double>(m_problem.frames) * 0x1p-8;
}

double WaveNorms::ofDescent(compute::Loss loss) const {
    // kernels::descentFactor(): |χ̂| ≤ √I + |ψ̂|; ≤ 10 √I + |ψ̂|; ≤ 2 |ψ̂| (1 + Î), where Î of a pixel is at most ‖ψ‖².
    // So it is with a point spread K, symmetric and of sums up to 1: Σ (K f)² |ψ̂|² ≤ Σ f² K|ψ̂|² = Σ f² Î (Jensen).
    if (loss == compute::Loss::amplitude) return measured + modelled;
    // Of each pixel also at most half of kOutlier.
    if (loss == compute::Loss::robust)
        return std::min(measured + modelled, static_cast<double>(kernels::kOutlier) / 2 * side * frames);
    // 2 |ψ̂| times the slope of the mean root is at most 1.2, and the mean root at most √Î.
    if (loss == compute::Loss::unbiased) return 1.25 * (measured + modelled);
    if (loss == compute::Loss::poisson) return 10 * measured + modelled;
    const double ofFrame = modelled / std::max(1.0, frames);
    return 2 * modelled * (1 + ofFrame * ofFrame);
}

WaveNorms EngineContext::waveNorms(std::size_t frames) {
    WaveNorms norms;
    // Each wave of a fly scan counts: Σ_t ‖χ_t‖ ≤ T (√ΣI + ‖ψ‖), with T of them.
    norms.frames = static_cast<double>(frames * m_problem.flyPoints);
    norms.side = m_model.size;
    // Of modes of the object Σ_l|O_l|², as Σ_l‖ψ_l‖² is a frame's.
    norms.object2 = m_model.objectModes * std::max(1e-12, m_fields.peak(object));
    const double probePeak = m_fields.peak(probe);
    norms.probe2 =
        std::max(1e-12, m_variable.peak() > 0 ? std::pow(std::sqrt(probePeak) + m_variable.peak(), 2) : probePeak);
    // Brought to the mean beam, counts are divided by its square.
    const double faintest =
        m_refinement.detector.beam.empty() ? 1 : *std::ranges::min_element(m_refinement.detector.beam);
    // Σ √ΣI of some frames is at most √(their number · ΣI of all frames); ‖ψ‖² = Σ_k|P_k O|² ≤ max|O|² Σ|P|².
    const double counts = m_problem.meanPhotons * static_cast<double>(m_problem.frames);
    norms.measured = std::sqrt(norms.frames * static_cast<double>(m_problem.flyPoints) * counts) / faintest;
    const double power = m_fields.power(probe, probePeak);
    norms.modelled = norms.frames * (std::sqrt(norms.object2 * power) + std::sqrt(norms.object2) * m_variable.norm());
    // A probe on its way to a tilted sample may come to a focus: no more of it than all lies in a pixel.
    if (m_feed.tilted()) norms.wave2 = power;
    if (m_model.slices == 1) return norms;
    // Each slice lets through max|O|² of a wave's ‖·‖² at most, forth and back; a slice may be darker than another.
    norms.gain = std::pow(std::max(1.0, norms.object2), (m_model.slices - 1) / 2.0);
    norms.modelled *= norms.gain;
    norms.wave2 = std::pow(norms.gain * (std::sqrt(power) + m_variable.norm()), 2);
    return norms;
}

void EngineContext::chooseGrids(const WaveNorms& norms, double waves) {
    const double modes = m_model.modes, object2 = norms.object2, probe2 = norms.probe2;
    waves *= norms.gain;
    // A Fourier shift of n × n values raises the largest by (1 + 2/π ln n)² at most, the Lebesgue constant of each
    // axis.
    const double rise = m_model.interpolation == compute::Interpolation::fourierShift
                            ? std::pow(1 + 2 / kPi * std::log(m_model.size), 2)
                            : 1;
    // Sums are usually of the order of max|P|²max|O|, and at most max|P| Σ‖w‖, with all of a frame's w in one pixel.
    // anchorFor() leaves room for 2¹¹ times what it is given; so does this for growth by 2² within the iteration.
    constexpr double kRoom = 0x1p-9;
    const double brightest = std::max(rise * std::sqrt(probe2), std::sqrt(norms.wave2)); // a wave in front of a slice
    m_grids.objectSum =
        compute::anchorFor(std::max(norms.frames * modes * probe2 * std::sqrt(object2), kRoom * brightest * waves));
    m_grids.objectWeight =
        compute::anchorFor(std::max(norms.frames * modes * probe2, kRoom * norms.frames * norms.wave2));
    m_grids.probeSum =
        compute::anchorFor(std::max(norms.frames * std::sqrt(probe2) * object2, kRoom * std::sqrt(object2) * waves));
    m_grids.probeWeight = compute::anchorFor(norms.frames * object2);
    m_grids.summands = norms.frames * m_model.objectModes;
    m_gridsOf = {};
    // Of all frames. Errors: (√I + ‖ψ‖)² at most; half the deviance: Ie + I ln(I/Ie), with ln bounded by 28; changes of
    // the difference map: 4 (√I + ‖ψ‖)².
    const double ofFrame = norms.modelled / norms.frames;
    m_grids.metrics = compute::anchorFor(
        growth() * std::max(usualMetrics(), kRoom * static_cast<double>(m_problem.frames) *
                                                (28 * m_problem.meanPhotons + 8 * ofFrame * ofFrame)));
}

void EngineContext::chooseGrids(std::size_t frames, compute::Loss loss) {
    const WaveNorms norms = waveNorms(frames);
    chooseGrids(norms, norms.ofDescent(lossInUse(loss)));
    m_gridsOf = {frames, loss};
}

void EngineContext::renewGrids() {
    if (!m_scalesEachBatch || m_gridsOf.frames == 0) return;
    const double metrics = m_grids.metrics; // they go on through the batches of an iteration
    chooseGrids(m_gridsOf.frames, m_gridsOf.loss);
    m_grids.metrics = metrics;
}

void EngineContext::chooseVariableGrids() {
    // As those of the probe, of all frames, with weights of 1 at most.
    constexpr double kRoom = 0x1p-9;
    const WaveNorms norms = waveNorms(m_problem.frames);
    m_grids.variableSum = compute::anchorFor(
        growth() * std::max(norms.frames * std::sqrt(norms.probe2) * norms.object2,
                            kRoom * std::sqrt(norms.object2) * norms.ofDescent(compute::Loss::amplitude)));
    m_grids.variableWeight = compute::anchorFor(growth() * norms.frames * norms.object2);
    m_grids.variableSummands = norms.frames * m_model.objectModes;
}

double EngineContext::growth() const { return m_scalesEachBatch ? kGrowing : 1; }

bool EngineContext::areExact(const StepSums& sums) const {
    if (!std::isfinite(sums.error + sums.intensity + sums.deviance + sums.change)) return true;
    // None of them has negative summands, so that a partial sum is at most the whole one.
    const double room = 0x1p53 * kernels::SumGrid::of(m_grids.metrics).spacing;
    return sums.beyond == 0 && std::max({sums.error, sums.intensity, sums.deviance, sums.change}) <= room;
}

} // namespace ewald::ptycho
