// SPDX-License-Identifier: GPL-3.0-or-later
//
// GenericPtychoOps: a probe that is not the same in all frames.
#pragma once

#include "kernels/ptycho_bodies.h"
#include "kernels/variable_probe_bodies.h"

#include <algorithm>

namespace ewald::compute {

/// A shift is linear: it is made of the sum's spectrum, once a frame, from the spectra of all parts.
template <class L>
Cf* GenericPtychoOps<L>::probesOfFrames(const PtychoModel& m, const Cf* probe, const kernels::VariableModes& variable,
                                        const CallFrames& call, int count, GenericScratch slot) {
    const std::size_t size = waveSize(m);
    Cf* out = m_launch.template scratch<Cf>(slot, static_cast<std::size_t>(count) * size);
    if (m.interpolation != Interpolation::fourierShift) {
        m_launch.forEach(count, m.size, m.size,
                         kernels::FrameProbes{probe, variable, call.indices, nullptr, out, m.size, m.modes, 1});
        return out;
    }
    Cf* spectrum = m_launch.template scratch<Cf>(GenericScratch::spectrum, size);
    m_launch.forEach(1, 1, static_cast<int>(size), kernels::Copy{probe, spectrum});
    m_launch.fft(spectrum, m.modes, m.size, true);
    const float scale = L::fftScale(m.size) * L::fftScale(m.size);
    m_launch.forEach(count, m.size, m.size,
                     kernels::FrameProbes{spectrum,
                                          {spectraOf(m, variable), variable.weights, variable.count},
                                          call.indices,
                                          call.places,
                                          out,
                                          m.size,
                                          m.modes,
                                          scale});
    m_launch.fft(out, count * m.modes, m.size, false);
    return out;
}

/// Not normalised.
template <class L>
const Cf* GenericPtychoOps<L>::spectraOf(const PtychoModel& m, const kernels::VariableModes& variable) {
    if (variable.count == 0) return nullptr;
    const std::size_t size = static_cast<std::size_t>(variable.count) * area(m);
    Cf* spectra = m_launch.template scratch<Cf>(GenericScratch::variableSpectra, size);
    m_launch.forEach(1, 1, static_cast<int>(size), kernels::Copy{variable.modes, spectra});
    m_launch.fft(spectra, variable.count, m.size, true);
    return spectra;
}

/// What a step says about modes and weights; χ is in the waves.
template <class L>
void GenericPtychoOps<L>::findVariableProbe(const FrameStep& step, const Frames& f) {
    static_assert(sizeof(WeightNormals) == 2 * kernels::kMostVariableModes * sizeof(double));
    const PtychoModel& m = step.model;
    const kernels::VariableModes& variable = step.variable;
    Cf* product = m_launch.template scratch<Cf>(GenericScratch::products, static_cast<std::size_t>(f.count) * area(m));
    m_launch.forEach(f.count, m.size, m.size,
                     kernels::FirstModeProduct{viewOf(step), f.wave, f.places, product, m.size, m.modes});
    const bool shifts = m.interpolation == Interpolation::fourierShift;
    if (shifts) { // summed as spectra, as the probe is
        m_launch.fft(product, f.count, m.size, true);
        m_launch.forEach(f.count, m.size, m.size,
                         kernels::ShiftSpectrum{product, f.places, product, m.size, 1, 1, L::fftScale(m.size), true});
    }
    if (step.weightNormals) {
        const Cf* partners = shifts ? spectraOf(m, variable) : variable.modes;
        m_launch.sumFrames(&step.weightNormals->slope[0], f.index, f.count, m.size, m.size, 0,
                           kernels::WeightTerms{viewOf(step), product, partners, shifts ? L::fftScale(m.size) : 1.0F,
                                                variable.modes, f.places, variable.count, m.size});
    }
    if (!step.variableSum) return;
    const SumGrids::Limits limits = step.grids.limits();
    const auto all = static_cast<std::size_t>(variable.count) * area(m);
    const auto groups =
        static_cast<int>(std::clamp<std::size_t>(L::kWorkItems / all, 1, static_cast<std::size_t>(f.count)));
    m_launch.forEach(variable.count * groups, m.size, m.size,
                     kernels::AddVariableSums{viewOf(step), product, f.places, variable.weights, f.index,
                                              variable.count, f.count, m.size, groups,
                                              kernels::SumGrid::of(step.grids.variableSum, limits.variableSum),
                                              kernels::SumGrid::of(step.grids.variableWeight, limits.variableWeight),
                                              step.variableSum, step.variableWeight, m_launch.beyond()});
}

} // namespace ewald::compute
