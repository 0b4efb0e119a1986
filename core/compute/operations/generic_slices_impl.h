// SPDX-License-Identifier: GPL-3.0-or-later
//
// GenericPtychoOps: an object of several slices.
//   w_1 = P,  e_s = w_s O_s,  w_{s+1} = F⁻¹[H F e_s];  the last e goes to the detector.
// Back again, with χ of the last e:  sums of slice s from w_s and χ_s,  χ_{s−1} = F⁻¹[H* F (O_s* χ_s)];  the probe's
// sums are those of the first slice. All slices are as they were before the step. 4 S − 2 transforms a frame and mode.
#pragma once

#include "kernels/ptycho_bodies.h"
#include "kernels/slice_bodies.h"

#include <cstddef>

namespace ewald::compute {

/// The wave in front of a slice in the place of the probe.
template <class L>
typename GenericPtychoOps<L>::Frames GenericPtychoOps<L>::inFrontOf(const FrameStep& step, const Frames& f, int slice) {
    Frames at = f;
    if (slice == 0) return at;
    const std::size_t size = waveSize(step.model);
    at.probe = f.between + static_cast<std::size_t>(slice - 1) * static_cast<std::size_t>(f.count) * size;
    at.probeStride = size;
    return at;
}

/// From slice to slice, or back.
template <class L>
void GenericPtychoOps<L>::toNextSlice(const PtychoModel& m, Cf* waves, int frames, bool back) {
    const int count = frames * m.modes;
    const float scale = L::fftScale(m.size);
    m_launch.fft(waves, count, m.size, true);
    m_launch.forEach(count, m.size, m.size, kernels::MultiplyAll{waves, m.sliceTransfer, m.size, scale * scale, back});
    m_launch.fft(waves, count, m.size, false);
}

template <class L>
void GenericPtychoOps<L>::passSlices(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    const std::size_t size = static_cast<std::size_t>(f.count) * waveSize(m);
    for (int slice = 0; slice < m.slices; ++slice) {
        const Frames at = inFrontOf(step, f, slice);
        const bool last = slice + 1 == m.slices;
        Cf* const behind = last ? f.wave : f.between + static_cast<std::size_t>(slice) * size;
        m_launch.forEach(f.count, m.size, m.size,
                         kernels::ExitWave{viewOf(step.ofSlice(slice)), at.probe, at.probeStride, f.places, behind,
                                           m.size, m.modes});
        if (!last) toNextSlice(m, behind, f.count, false);
    }
}

/// χ behind the last slice is in the waves, and stays there where these are kept.
template <class L>
void GenericPtychoOps<L>::addSlices(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    if (!step.objectSum && !step.probeSum && !step.weightNormals && !step.variableSum) return;
    Cf* back = f.wave;
    if (step.exitWaves) {
        const std::size_t size = static_cast<std::size_t>(f.count) * waveSize(m);
        back = m_launch.template scratch<Cf>(GenericScratch::slopes, size);
        m_launch.forEach(1, 1, static_cast<int>(size), kernels::Copy{f.wave, back});
    }
    const bool bilinear = m.interpolation == Interpolation::bilinear;
    for (int slice = m.slices - 1; slice >= 0; --slice) {
        const FrameStep ofSlice = step.ofSlice(slice);
        Frames at = inFrontOf(step, f, slice);
        at.wave = back;
        if (step.objectSum) bilinear ? addObject<true>(ofSlice, at) : addObject<false>(ofSlice, at);
        if (slice == 0) {
            if (step.weightNormals || step.variableSum) findVariableProbe(ofSlice, at);
            if (step.probeSum) sumProbe(ofSlice, at, back);
            continue;
        }
        m_launch.forEach(f.count, m.size, m.size,
                         kernels::ConjObject<false>{viewOf(ofSlice), back, f.places, back, m.size, m.modes});
        toNextSlice(m, back, f.count, true);
    }
}

/// From slope and curve behind the first slice to those behind the last; `curve` null: not wanted.
template <class L>
void GenericPtychoOps<L>::alongSlices(const FrameStep& step, const Frames& f, const Cf* direction, Cf* slope,
                                      Cf* curve) {
    const PtychoModel& m = step.model;
    for (int slice = 1; slice < m.slices; ++slice) {
        toNextSlice(m, slope, f.count, false);
        if (curve) toNextSlice(m, curve, f.count, false);
        const Cf* ofSlice = direction ? direction + m.beginOf(slice) : nullptr;
        m_launch.forEach(f.count, m.size, m.size,
                         kernels::AlongSlice{viewOf(step.ofSlice(slice)), viewOf(ofSlice, m),
                                             inFrontOf(step, f, slice).probe, f.places, slope, curve, m.size, m.modes});
    }
}

template <class L>
void GenericPtychoOps<L>::sliceNormals(const FrameStep& step, const Directions& directions, StepNormals* out) {
    const PtychoModel& m = step.model;
    FrameStep again = step;
    again.exitWaves = nullptr; // they hold χ
    const Frames f = forward(again);
    const std::size_t size = static_cast<std::size_t>(f.count) * waveSize(m);
    const auto along = [&](GenericScratch slot, const Cf* object, const Cf* probe, std::size_t stride,
                           const Cf* direction) -> Cf* {
        if (!object || !probe) return nullptr;
        Cf* slope = m_launch.template scratch<Cf>(slot, size);
        m_launch.forEach(f.count, m.size, m.size,
                         kernels::ExitWave{viewOf(object, m), probe, stride, f.places, slope, m.size, m.modes});
        alongSlices(step, f, direction, slope, nullptr);
        return slope;
    };
    const Cf* ofObject = along(GenericScratch::slopes, directions.object, f.probe, f.probeStride, directions.object);
    const Cf* ofProbe =
        along(GenericScratch::curves, step.object, probeDirections(step, f, directions), f.probeStride, nullptr);
    const kernels::WaveNormals terms{ofObject, ofProbe, step.exitWaves, m.size, m.modes};
    if (m.placesOfFrame() > 1)
        return m_launch.sumFrames(&out->objectObject, nullptr, f.count / m.placesOfFrame(), m.size, m.size, 0,
                                  kernels::SumOfWaves<kernels::WaveNormals>{terms, m.placesOfFrame()});
    m_launch.sumFrames(&out->objectObject, nullptr, f.count, m.size, m.size, 0, terms);
}

/// Of the waves as they are in front of each slice, with a Fourier shift at its place.
template <class L>
void GenericPtychoOps<L>::sliceWeights(const FrameStep& step) {
    const PtychoModel& m = step.model;
    const Frames f = forward(step);
    const Region r = boundsOf(step);
    for (int slice = 0; slice < m.slices; ++slice) {
        const Frames at = inFrontOf(step, f, slice);
        m_launch.forEach(
            1, r.rows, r.cols,
            kernels::AddWindowWeights{findFrames(step, f, r), at.probe, at.probeStride, f.places, m.size, m.modes,
                                      kernels::SumGrid::of(step.grids.objectWeight, step.grids.limits().objectWeight),
                                      step.ofSlice(slice).objectWeight, m.objectCols, m_launch.beyond()});
    }
}

} // namespace ewald::compute
