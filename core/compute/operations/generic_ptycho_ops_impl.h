// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/generic_ptycho_ops.h"
#include "kernels/ptycho_bodies.h"
#include "kernels/ptycho_gather.h"

#include <algorithm>

namespace ewald::compute {

template <class L>
std::size_t GenericPtychoOps<L>::framesAtOnce(const PtychoModel& m) {
    constexpr std::size_t kWaveBytes = std::size_t{1} << 30;
    return std::max<std::size_t>(1, kWaveBytes / (static_cast<std::size_t>(m.modes) * area(m) * sizeof(Cf)));
}

template <class L>
template <class Body>
void GenericPtychoOps<L>::forChunks(const FrameStep& step, Body&& body) {
    const std::size_t most = framesAtOnce(step.model);
    for (std::size_t first = 0; first < step.frames.size(); first += most) {
        FrameStep part = step;
        part.frames = step.frames.subspan(first, std::min(most, step.frames.size() - first));
        body(part);
    }
}

template <class L>
typename GenericPtychoOps<L>::Frames GenericPtychoOps<L>::forward(const FrameStep& step) {
    const PtychoModel& m = step.model;
    const int count = static_cast<int>(step.frames.size());
    const std::size_t size = static_cast<std::size_t>(m.modes) * area(m);
    const std::size_t waves = step.frames.size() * size;
    const CallFrames call = m_launch.frames(step.places, step.frames);
    Cf* wave = m_launch.template scratch<Cf>(GenericScratch::waves, waves);
    Frames f{count, call.indices, call.places, wave, step.probe, 0, 1};
    if (m.interpolation == Interpolation::fourierShift) {
        Cf* spectrum = m_launch.template scratch<Cf>(GenericScratch::spectrum, size);
        m_launch.forEach(1, 1, static_cast<int>(size), kernels::Copy{step.probe, spectrum});
        m_launch.fft(spectrum, m.modes, m.size, true);
        Cf* shifted = m_launch.template scratch<Cf>(GenericScratch::shiftedProbes, waves);
        const float scale = L::fftScale(m.size) * L::fftScale(m.size);
        m_launch.forEach(count * m.modes, m.size, m.size,
                         kernels::ShiftSpectrum{spectrum, f.places, shifted, m.size, m.modes, -1, scale, false});
        m_launch.fft(shifted, count * m.modes, m.size, false);
        f.probe = shifted;
        f.probeStride = size;
    }
    m_launch.forEach(count * m.modes, m.size, m.size,
                     kernels::ExitWave{viewOf(step), f.probe, f.probeStride, f.places, f.wave, m.size, m.modes});
    return f;
}

template <class L>
void GenericPtychoOps<L>::toDetector(const FrameStep& step, Frames& f) {
    const PtychoModel& m = step.model;
    const int waves = f.count * m.modes;
    const float scale = L::fftScale(m.size);
    m_launch.fft(f.wave, waves, m.size, true);
    f.scale = scale;
    if (!m.transfer) return;
    if (f.probeStride > 0) // undo the shift of the probe: the wave stays where it is on the detector
        m_launch.forEach(waves, m.size, m.size,
                         kernels::ShiftSpectrum{f.wave, f.places, f.wave, m.size, m.modes, 1, 1, true});
    m_launch.forEach(waves, m.size, m.size, kernels::MultiplyAll{f.wave, m.transfer, m.size, scale * scale, false});
    m_launch.fft(f.wave, waves, m.size, false);
    f.scale = 1;
}

template <class L>
void GenericPtychoOps<L>::fromDetector(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    const int waves = f.count * m.modes;
    if (m.transfer) {
        const float scale = L::fftScale(m.size);
        m_launch.fft(f.wave, waves, m.size, true);
        m_launch.forEach(waves, m.size, m.size, kernels::MultiplyAll{f.wave, m.transfer, m.size, scale * scale, true});
        if (f.probeStride > 0)
            m_launch.forEach(waves, m.size, m.size,
                             kernels::ShiftSpectrum{f.wave, f.places, f.wave, m.size, m.modes, -1, 1, true});
    }
    m_launch.fft(f.wave, waves, m.size, false);
}

/// Everything of a step but its sums: w at the sample stays in the waves.
template <class L>
typename GenericPtychoOps<L>::Frames GenericPtychoOps<L>::exitStep(const FrameStep& step) {
    const PtychoModel& m = step.model;
    Frames f = forward(step);
    toDetector(step, f);
    Cf* stored = step.update == ExitUpdate::differenceMap ? step.waves : nullptr;
    const float scaleOut = m.transfer ? 1 : L::fftScale(m.size); // the far field has one transform left
    m_launch.addMetrics(
        f.count, m.size, m.size,
        kernels::Project{f.wave, step.measured, f.index, stored, step.relaxation, f.scale, scaleOut, m.size, m.modes});
    fromDetector(step, f);
    if (step.exitWaves)
        m_launch.forEach(1, f.count, static_cast<int>(storedWaveSize(m)),
                         kernels::KeepWaves{f.wave, f.index, step.exitWaves, storedWaveSize(m), 1});
    if (step.positions) findPositions(step, f);
    return f;
}

template <class L>
void GenericPtychoOps<L>::findPositions(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    m_launch.sumFrames(
        step.positions, f.index, f.count, m.size,
        kernels::PositionTerms{viewOf(step), m.objectRows, f.wave, f.probe, f.probeStride, f.places, m.size, m.modes});
}

template <class L>
kernels::ObjectGather GenericPtychoOps<L>::gatherObject(const FrameStep& step, const Frames& f, Region r) {
    using kernels::TileMasks;
    const int rows = TileMasks::tilesOf(r.rows, TileMasks::kRows);
    const int cols = TileMasks::tilesOf(r.cols, TileMasks::kCols);
    const int words = TileMasks::wordsOf(f.count);
    auto* masks = m_launch.template scratch<unsigned>(GenericScratch::tileMasks, static_cast<std::size_t>(rows) *
                                                                                     static_cast<std::size_t>(cols) *
                                                                                     static_cast<std::size_t>(words));
    const TileMasks tiles{masks, r.row, r.col, cols, words};
    m_launch.forEach(words, rows, cols, kernels::FindFrames{tiles, f.places, f.count, reachOf(step.model)});
    return {tiles,
            f.wave,
            f.probe,
            f.probeStride,
            f.places,
            step.model.size,
            step.model.modes,
            step.model.interpolation == Interpolation::bilinear,
            kernels::SumGrid::of(step.grids.objectSum),
            kernels::SumGrid::of(step.grids.objectWeight)};
}

template <class L>
void GenericPtychoOps<L>::frameStep(const FrameStep& whole) {
    forChunks(whole, [this](const FrameStep& step) {
        const Frames f = exitStep(step);
        if (step.objectSum) {
            const Region r = boundsOf(step);
            m_launch.forEach(1, r.rows, r.cols,
                             kernels::AddObjectSums{gatherObject(step, f, r), step.objectSum, step.objectWeight,
                                                    step.model.objectCols});
        }
        if (step.probeSum) sumProbe(step, f, f.wave, false);
    });
}

template <class L>
void GenericPtychoOps<L>::frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule) {
    if (step.frames.empty() || step.frames.size() > framesAtOnce(step.model))
        return PtychoOps::frameStepAndUpdate(step, object, region, rule);
    const Frames f = exitStep(step);
    if (step.clock) step.clock->enter(Phase::update);
    const std::size_t cells = static_cast<std::size_t>(region.rows) * static_cast<std::size_t>(region.cols);
    Cf* sum = m_launch.template scratch<Cf>(GenericScratch::objectSums, cells);
    float* weight = m_launch.template scratch<float>(GenericScratch::objectWeights, cells);
    float* largest = m_launch.template scratch<float>(GenericScratch::largest, 1);
    m_launch.maximum(largest, region.rows, region.cols,
                     kernels::KeepObjectSums{gatherObject(step, f, region), sum, weight, region.cols});
    if (step.probeSum) sumProbe(step, f, f.wave, false); // with the object as it was
    const int cols = step.model.objectCols;
    Cf* corner = object + static_cast<std::ptrdiff_t>(region.row) * cols + region.col;
    m_launch.forEach(1, region.rows, region.cols,
                     kernels::UpdateObject{sum, weight, largest, corner, region.cols, cols, rule.alpha, rule.step});
}

template <class L>
void GenericPtychoOps<L>::sumProbe(const FrameStep& step, const Frames& f, const Cf* waves, bool byLocalFrame) {
    const PtychoModel& m = step.model;
    const int* index = byLocalFrame ? f.index : nullptr;
    Cf* product = nullptr;
    if (m.interpolation == Interpolation::fourierShift) { // summed as a spectrum, see finishProbeSum()
        const int count = f.count * m.modes;
        product = m_launch.template scratch<Cf>(GenericScratch::products, static_cast<std::size_t>(count) * area(m));
        m_launch.forEach(count, m.size, m.size,
                         kernels::ConjObject{viewOf(step), waves, index, f.places, product, m.size, m.modes});
        m_launch.fft(product, count, m.size, true);
        m_launch.forEach(
            count, m.size, m.size,
            kernels::ShiftSpectrum{product, f.places, product, m.size, m.modes, 1, L::fftScale(m.size), true});
    }
    constexpr std::size_t kWorkItems = std::size_t{1} << 17; // enough for any GPU
    const auto groups =
        static_cast<int>(std::clamp<std::size_t>(kWorkItems / storedWaveSize(m), 1, static_cast<std::size_t>(f.count)));
    m_launch.forEach(m.modes * groups, m.size, m.size,
                     kernels::GatherProbe{viewOf(step), product, waves, index, f.places, f.count, m.size, m.modes,
                                          groups, kernels::SumGrid::of(step.grids.probeSum),
                                          kernels::SumGrid::of(step.grids.probeWeight), step.probeSum,
                                          step.probeWeight});
}

template <class L>
void GenericPtychoOps<L>::probeSums(const FrameStep& whole) {
    forChunks(whole, [this](const FrameStep& step) {
        const CallFrames call = m_launch.frames(step.places, step.frames);
        const Frames f{static_cast<int>(step.frames.size()), call.indices, call.places, nullptr, step.probe, 0, 1};
        sumProbe(step, f, step.exitWaves, true);
    });
}

template <class L>
void GenericPtychoOps<L>::finishProbeSum(const PtychoModel& m, Cd* probeSum) {
    if (m.interpolation != Interpolation::fourierShift) return;
    const std::size_t size = storedWaveSize(m);
    const float scale = L::fftScale(m.size);
    Cf* spectrum = m_launch.template scratch<Cf>(GenericScratch::spectrum, size);
    m_launch.forEach(1, 1, static_cast<int>(size), [=] EWALD_HD_LAMBDA(int, int, int i) {
        spectrum[i] = {static_cast<float>(probeSum[i].re), static_cast<float>(probeSum[i].im)};
    });
    m_launch.fft(spectrum, m.modes, m.size, false);
    m_launch.forEach(1, 1, static_cast<int>(size), [=] EWALD_HD_LAMBDA(int, int, int i) {
        const Cf value = scale * spectrum[i];
        probeSum[i] = {static_cast<double>(value.re), static_cast<double>(value.im)};
    });
}

template <class L>
void GenericPtychoOps<L>::detectorWaves(const FrameStep& whole) {
    forChunks(whole, [this](const FrameStep& step) {
        Frames f = forward(step);
        toDetector(step, f);
        const std::size_t size = storedWaveSize(step.model);
        m_launch.forEach(1, f.count, static_cast<int>(size),
                         kernels::KeepWaves{f.wave, f.index, step.waves, size, f.scale});
    });
}

template <class L>
void GenericPtychoOps<L>::modelIntensity(const FrameStep& step, float* intensity) {
    FrameStep one = step;
    one.frames = step.frames.first(1);
    Frames f = forward(one);
    toDetector(one, f);
    const Cf* wave = f.wave;
    const int modes = step.model.modes;
    const std::size_t pixels = area(step.model);
    const float scale = f.scale * f.scale;
    m_launch.forEach(1, 1, static_cast<int>(pixels), [=] EWALD_HD_LAMBDA(int, int, int i) {
        float sum = 0;
        for (int k = 0; k < modes; ++k)
            sum += kernels::norm2(wave[static_cast<std::size_t>(k) * pixels + static_cast<std::size_t>(i)]);
        intensity[i] = scale * sum;
    });
}

template <class L>
void GenericPtychoOps<L>::clear(double* array, int cols, Region r) {
    m_launch.forEach(1, r.rows, r.cols, [=] EWALD_HD_LAMBDA(int, int y, int x) {
        array[static_cast<std::ptrdiff_t>(r.row + y) * cols + r.col + x] = 0;
    });
}

template <class L>
void GenericPtychoOps<L>::pack(const double* array, int cols, Region r, double* packed) {
    m_launch.forEach(1, r.rows, r.cols, [=] EWALD_HD_LAMBDA(int, int y, int x) {
        packed[static_cast<std::ptrdiff_t>(y) * r.cols + x] =
            array[static_cast<std::ptrdiff_t>(r.row + y) * cols + r.col + x];
    });
}

template <class L>
void GenericPtychoOps<L>::unpack(double* array, int cols, Region r, const double* packed) {
    m_launch.forEach(1, r.rows, r.cols, [=] EWALD_HD_LAMBDA(int, int y, int x) {
        array[static_cast<std::ptrdiff_t>(r.row + y) * cols + r.col + x] =
            packed[static_cast<std::ptrdiff_t>(y) * r.cols + x];
    });
}

template <class L>
double GenericPtychoOps<L>::maximum(const double* array, int cols, Region r) {
    float* largest = m_launch.template scratch<float>(GenericScratch::largest, 1);
    m_launch.maximum(largest, r.rows, r.cols, kernels::WeightAt{array, cols, r.row, r.col});
    return static_cast<double>(m_launch.fetch(largest));
}

template <class L>
float GenericPtychoOps<L>::peak(const Cf* array, std::size_t count) {
    float* largest = m_launch.template scratch<float>(GenericScratch::largest, 1);
    m_launch.maximum(largest, 1, static_cast<int>(count),
                     [=] EWALD_HD_LAMBDA(int, int i) { return kernels::norm2(array[i]); });
    return m_launch.fetch(largest);
}

template <class L>
void GenericPtychoOps<L>::pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region r,
                                    float maxWeight, UpdateRule rule) {
    pieUpdateBy(nullptr, maxWeight, target, sum, weight, layers, rows, cols, r, rule);
}

template <class L>
void GenericPtychoOps<L>::pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region r,
                                    UpdateRule rule) {
    float* largest = m_launch.template scratch<float>(GenericScratch::largest, 1);
    m_launch.maximum(largest, r.rows, r.cols, kernels::WeightAt{weight, cols, r.row, r.col});
    pieUpdateBy(largest, 0, target, sum, weight, layers, rows, cols, r, rule);
}

template <class L>
void GenericPtychoOps<L>::pieUpdateBy(const float* largest, float maxWeight, Cf* target, Cd* sum, double* weight,
                                      int layers, int rows, int cols, Region r, UpdateRule rule) {
    m_launch.forEach(1, r.rows, r.cols,
                     kernels::UpdateLayers{largest, maxWeight, target, sum, weight, layers, rows, cols, r.row, r.col,
                                           rule.alpha, rule.step});
}

template <class L>
void GenericPtychoOps<L>::overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region r,
                                        float inertia) {
    m_launch.forEach(1, r.rows, r.cols, [=] EWALD_HD_LAMBDA(int, int y, int x) {
        const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(r.row + y) * cols + r.col + x;
        for (int layer = 0; layer < layers; ++layer) {
            const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
            target[at] =
                kernels::overlapUpdate(target[at], {static_cast<float>(sum[at].re), static_cast<float>(sum[at].im)},
                                       static_cast<float>(weight[within]), inertia);
            sum[at] = {0, 0};
        }
        weight[within] = 0;
    });
}

template <class L>
void GenericPtychoOps<L>::add(double* target, int cols, Region r, const double* packed) {
    m_launch.forEach(1, r.rows, r.cols, [=] EWALD_HD_LAMBDA(int, int y, int x) {
        target[static_cast<std::ptrdiff_t>(r.row + y) * cols + r.col + x] +=
            packed[static_cast<std::ptrdiff_t>(y) * r.cols + x];
    });
}

template <class L>
void GenericPtychoOps<L>::copy(const Cf* from, std::size_t count, Cf* to) {
    m_launch.forEach(1, 1, static_cast<int>(count), kernels::Copy{from, to});
}

template <class L>
void GenericPtychoOps<L>::scale(Cf* array, std::size_t count, float factor) {
    m_launch.forEach(1, 1, static_cast<int>(count),
                     [=] EWALD_HD_LAMBDA(int, int, int i) { array[i] = factor * array[i]; });
}

template <class L>
void GenericPtychoOps<L>::limitAmplitude(Cf* array, std::size_t count, float low, float high) {
    m_launch.forEach(1, 1, static_cast<int>(count),
                     [=] EWALD_HD_LAMBDA(int, int, int i) { array[i] = kernels::limitAmplitude(array[i], low, high); });
}

template <class L>
void GenericPtychoOps<L>::accelerate(Cf* value, Cf* reference, Cf* velocity, std::size_t count, float friction) {
    m_launch.forEach(1, 1, static_cast<int>(count), [=] EWALD_HD_LAMBDA(int, int, int i) {
        velocity[i] = friction * velocity[i] + (value[i] - reference[i]);
        value[i] = reference[i] + velocity[i];
        reference[i] = value[i];
    });
}

} // namespace ewald::compute
