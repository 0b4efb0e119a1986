// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/generic_ptycho_ops.h"
#include "kernels/field_bodies.h"
#include "kernels/ptycho_bodies.h"
#include "kernels/ptycho_gather.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ewald::compute {

template <class L>
std::size_t GenericPtychoOps<L>::framesAtOnce(const PtychoModel& m) {
    constexpr std::size_t kWaveBytes = std::size_t{1} << 30;
    return std::max<std::size_t>(
        1, kWaveBytes / (static_cast<std::size_t>(m.modes * m.placesOfFrame() * m.slices) * area(m) * sizeof(Cf)));
}

template <class L>
std::size_t GenericPtychoOps<L>::framesOfSums(const FrameStep& step) {
    const std::size_t most = framesAtOnce(step.model), cache = m_launch.cacheBytes();
    const std::size_t bytes = waveSize(step.model) * sizeof(Cf);
    const std::size_t piece = framesOfPiece(step.frames.size(), bytes, cache);
    if (piece >= step.frames.size() || step.exitWaves || !step.objectSum || step.model.slices > 1)
        return most; // waves that are kept go to memory
    const Region r = boundsOf(step);
    const std::size_t sums = static_cast<std::size_t>(r.rows) * static_cast<std::size_t>(r.cols) * 3 * sizeof(double);
    // Added to the sums, a pixel of the object costs three times as much as one of a wave.
    return sums <= cache / 3 && sums <= 3 * piece * bytes ? std::min(piece, most) : most;
}

template <class L>
template <class Body>
void GenericPtychoOps<L>::forChunks(const FrameStep& step, std::size_t most, Body&& body) {
    for (std::size_t first = 0; first < step.frames.size(); first += most) {
        FrameStep part = step;
        part.frames = step.frames.subspan(first, std::min(most, step.frames.size() - first));
        if (step.exitWaves)
            part.exitWaves =
                step.exitWaves + first * static_cast<std::size_t>(step.model.placesOfFrame()) * waveSize(step.model);
        body(part, first);
    }
}

template <class L>
Cf* GenericPtychoOps<L>::shifted(const FrameStep& step, const Cf* probe, const CallFrames& call, int count,
                                 GenericScratch slot) {
    const PtychoModel& m = step.model;
    const std::size_t size = waveSize(m);
    Cf* spectrum = m_launch.template scratch<Cf>(GenericScratch::spectrum, size);
    m_launch.forEach(1, 1, static_cast<int>(size), kernels::Copy{probe, spectrum});
    m_launch.fft(spectrum, m.modes, m.size, true);
    Cf* out = m_launch.template scratch<Cf>(slot, static_cast<std::size_t>(count) * size);
    const float scale = L::fftScale(m.size) * L::fftScale(m.size);
    shiftSpectra(step, call, count, {spectrum, call.places, out, m.size, m.modes, -1, scale, false});
    m_launch.fft(out, count * m.modes, m.size, false);
    return out;
}

template <class L>
void GenericPtychoOps<L>::shiftSpectra(const FrameStep& step, const CallFrames& call, int count,
                                       const kernels::ShiftSpectrum& shift) {
    const int n = step.model.size;
    if (!step.propagation.turns) return m_launch.forEach(count, n, n, shift);
    m_launch.forEach(count, n, n, kernels::PropagateSpectrum{shift, step.propagation, call.indices});
}

template <class L>
typename GenericPtychoOps<L>::Frames GenericPtychoOps<L>::framesOf(const FrameStep& step) {
    const PtychoModel& m = step.model;
    const int count = static_cast<int>(step.frames.size()) * m.placesOfFrame();
    const CallFrames call = placesOf(step);
    if (step.variable.count > 0) {
        const Cf* own = probesOfFrames(m, step.probe, step.variable, call, count, GenericScratch::shiftedProbes);
        return {count, call.indices, call.places, nullptr, own, waveSize(m), 1};
    }
    if (m.interpolation != Interpolation::fourierShift)
        return {count, call.indices, call.places, nullptr, step.probe, 0, 1};
    const Cf* probe = shifted(step, step.probe, call, count, GenericScratch::shiftedProbes);
    return {count, call.indices, call.places, nullptr, probe, waveSize(m), 1};
}

template <class L>
const Cf* GenericPtychoOps<L>::probeDirections(const FrameStep& step, const Frames& f, const Directions& directions) {
    if (!directions.probe || f.probeStride == 0) return directions.probe;
    const CallFrames call{f.places, f.index};
    if (step.variable.count > 0)
        return probesOfFrames(step.model, directions.probe, {}, call, f.count, GenericScratch::shiftedDirections);
    return shifted(step, directions.probe, call, f.count, GenericScratch::shiftedDirections);
}

template <class L>
typename GenericPtychoOps<L>::Frames GenericPtychoOps<L>::placeWaves(const FrameStep& step) {
    Frames f = framesOf(step);
    // Waves that are wanted later are made where they stay.
    f.wave = step.exitWaves ? step.exitWaves
                            : m_launch.template scratch<Cf>(GenericScratch::waves,
                                                            static_cast<std::size_t>(f.count) * waveSize(step.model));
    if (step.model.slices > 1)
        f.between = m_launch.template scratch<Cf>(GenericScratch::betweenSlices,
                                                  static_cast<std::size_t>(step.model.slices - 1) *
                                                      static_cast<std::size_t>(f.count) * waveSize(step.model));
    return f;
}

template <class L>
void GenericPtychoOps<L>::makeWaves(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    if (m.slices > 1) return passSlices(step, f);
    m_launch.forEach(f.count, m.size, m.size,
                     kernels::ExitWave{viewOf(step), f.probe, f.probeStride, f.places, f.wave, m.size, m.modes});
}

template <class L>
typename GenericPtychoOps<L>::Frames GenericPtychoOps<L>::forward(const FrameStep& step) {
    const Frames f = placeWaves(step);
    makeWaves(step, f);
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
    if (m.interpolation ==
        Interpolation::fourierShift) // undo the shift of the probe: the wave stays where it is on the detector
        m_launch.forEach(f.count, m.size, m.size,
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
        if (m.interpolation == Interpolation::fourierShift)
            m_launch.forEach(f.count, m.size, m.size,
                             kernels::ShiftSpectrum{f.wave, f.places, f.wave, m.size, m.modes, -1, 1, true});
    }
    m_launch.fft(f.wave, waves, m.size, false);
}

template <class L>
CallFrames GenericPtychoOps<L>::placesOf(const FrameStep& step) {
    const int points = step.model.placesOfFrame();
    if (points <= 1) return m_launch.frames(step.places, step.frames);
    m_wavesOfCall.clear();
    for (const int frame : step.frames)
        for (int point = 0; point < points; ++point) m_wavesOfCall.push_back(frame * points + point);
    return m_launch.frames(step.places, m_wavesOfCall);
}

template <class L>
const int* GenericPtychoOps<L>::frameNumbers(const FrameStep& step, const Frames& f) {
    const int points = step.model.placesOfFrame();
    if (points <= 1) return f.index;
    int* numbers = m_launch.template scratch<int>(GenericScratch::frameNumbers, step.frames.size());
    m_launch.forEach(1, 1, static_cast<int>(step.frames.size()), kernels::FrameOfWaves{f.index, numbers, points});
    return numbers;
}

template <class L>
typename GenericPtychoOps<L>::Frames GenericPtychoOps<L>::collected(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    const kernels::CoarsePixels grid = coarse(m);
    Frames at = f;
    at.count = f.count / m.placesOfFrame();
    at.index = frameNumbers(step, f);
    at.scale = f.scale / std::sqrt(static_cast<float>(m.flyPoints));
    at.wave = m_launch.template scratch<Cf>(GenericScratch::collected, step.frames.size() * grid.pixels());
    m_launch.forEach(at.count, grid.size, grid.size,
                     kernels::CollectWaves{f.wave, at.wave, grid, m.modes * m.placesOfFrame()});
    spreadCollected(m, at.wave, at.count, false);
    return at;
}

template <class L>
void GenericPtychoOps<L>::spreadPlanes(const PtychoModel& m, float* planes, int count) {
    if (!m.pointSpread.spreads()) return;
    const int side = m.detectorSize();
    float* between = m_launch.template scratch<float>(GenericScratch::spreadPlanes,
                                                      static_cast<std::size_t>(count) * coarse(m).pixels());
    m_launch.forEach(count, side, side, kernels::SpreadLines{planes, between, m.pointSpread, side, false});
    m_launch.forEach(count, side, side, kernels::SpreadLines{between, planes, m.pointSpread, side, true});
}

template <class L>
void GenericPtychoOps<L>::spreadCollected(const PtychoModel& m, Cf* collected, int frames, bool factors) {
    if (!m.pointSpread.spreads()) return;
    const std::size_t pixels = static_cast<std::size_t>(frames) * coarse(m).pixels();
    float* planes = m_launch.template scratch<float>(GenericScratch::planes, pixels);
    m_launch.forEach(1, 1, static_cast<int>(pixels), kernels::TakeCollected{collected, planes, factors});
    spreadPlanes(m, planes, frames);
    m_launch.forEach(1, 1, static_cast<int>(pixels), kernels::PutCollected{planes, collected, factors});
}

template <class L>
void GenericPtychoOps<L>::updateAtDetector(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    const float scaleOut = m.transfer ? 1 : L::fftScale(m.size); // the far field has one transform left
    if (m.collects()) {
        const Frames at = collected(step, f);
        FrameStep collecting = step;
        collecting.model.size = m.detectorSize();
        collecting.model.modes = 1;
        addFigures(collecting, at);
        // In a fly scan a frame is the mean of its waves and χ̂ that of their sum: gradients and weights alike are so
        // many times as large.
        m_launch.addMetrics(at.count, m.detectorSize(), m.detectorSize(), step.grids.metrics,
                            kernels::FactorOfCollected{at.wave, step.measured, step.detector, at.index, at.scale,
                                                       f.scale * scaleOut, m.detectorSize(), step.loss});
        spreadCollected(m, at.wave, at.count, true);
        m_launch.forEach(at.count, m.size, m.size,
                         kernels::SpreadFactor{f.wave, at.wave, coarse(m), m.modes * m.placesOfFrame()});
        return;
    }
    addFigures(step, f);
    if (step.update == ExitUpdate::projections && step.waves)
        project<true, false>(step, f, step.waves);
    else if (step.loss == Loss::amplitude)
        project<false, true>(step, f, nullptr);
    else
        project<false, false>(step, f, nullptr);
}

/// Everything of a step but its sums: w at the sample stays in the waves.
template <class L>
typename GenericPtychoOps<L>::Frames GenericPtychoOps<L>::exitStep(const FrameStep& step) {
    const Frames all = placeWaves(step);
    const auto count = static_cast<std::size_t>(all.count), size = waveSize(step.model);
    const bool whole = step.model.collects() || step.model.slices > 1;
    const std::size_t piece = whole ? count : framesOfPiece(count, size * sizeof(Cf), m_launch.cacheBytes());
    for (std::size_t first = 0; first < count; first += piece) {
        Frames f = all;
        f.count = static_cast<int>(std::min(piece, count - first));
        f.index += first, f.places += first, f.wave += first * size, f.probe += first * f.probeStride;
        makeWaves(step, f);
        toDetector(step, f);
        updateAtDetector(step, f);
        fromDetector(step, f);
        if (step.model.slices > 1) continue; // the rest belongs to the first one: addSlices()
        if (step.positions) findPositions(step, f);
        if (step.weightNormals || step.variableSum) findVariableProbe(step, f);
    }
    return all;
}

template <class L>
template <bool kStored, bool kAmplitudes>
void GenericPtychoOps<L>::project(const FrameStep& step, const Frames& f, Cf* stored) {
    const PtychoModel& m = step.model;
    const float scaleOut = m.transfer ? 1 : L::fftScale(m.size); // the far field has one transform left
    m_launch.addMetrics(f.count, m.size, m.size, step.grids.metrics,
                        kernels::Project<kStored, kAmplitudes>{f.wave, step.measured, step.detector, f.index, stored,
                                                               step.projection, f.scale, scaleOut, m.size, m.modes,
                                                               step.loss});
}

template <class L>
void GenericPtychoOps<L>::addFigures(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    if (step.figures)
        m_launch.sumFrames(
            &step.figures->error, f.index, f.count, m.size, m.size, 0,
            kernels::FiguresAtDetector{f.wave, step.measured, step.detector, f.index, f.scale, m.size, m.modes});
    if (step.spreadTerms)
        m_launch.sumFrames(
            &step.spreadTerms->slope, f.index, f.count, m.size, m.size, 0,
            kernels::TermsOfSpread{f.wave, step.measured, step.detector, f.index, f.scale, m.pointSpread, m.size});
    if (step.backgroundSums)
        m_launch.forEach(1, m.size, m.size,
                         kernels::BackgroundAtDetector{f.wave, step.measured, step.detector, f.index, f.scale, f.count,
                                                       m.size, m.modes, lossOf(step), step.grids.metrics,
                                                       step.backgroundSums});
}

template <class L>
void GenericPtychoOps<L>::findPositions(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    static_assert(sizeof(PositionNormals) == kernels::kPositionNormals * sizeof(double));
    const kernels::PositionTerms terms{
        viewOf(step), m.objectModes * m.objectRows, f.wave, f.probe, f.probeStride, f.places, m.size, m.modes};
    if (m.placesOfFrame() > 1)
        return m_launch.sumFrames(&step.positions->row, frameNumbers(step, f), f.count / m.placesOfFrame(), m.size,
                                  m.size, 0, kernels::SumOfWaves<kernels::PositionTerms>{terms, m.placesOfFrame()});
    m_launch.sumFrames(&step.positions->row, f.index, f.count, m.size, m.size, 0, terms);
}

template <class L>
kernels::TileMasks GenericPtychoOps<L>::findFrames(const FrameStep& step, const Frames& f, Region r, int width) {
    using kernels::TileMasks;
    const int rows = TileMasks::tilesOf(r.rows, TileMasks::kRows);
    const int cols = TileMasks::tilesOf(r.cols, width);
    const int words = TileMasks::wordsOf(f.count);
    auto* masks = m_launch.template scratch<unsigned>(GenericScratch::tileMasks, static_cast<std::size_t>(rows) *
                                                                                     static_cast<std::size_t>(cols) *
                                                                                     static_cast<std::size_t>(words));
    const TileMasks tiles{masks, r.row, r.col, cols, words, width, reachOf(step.model)};
    m_launch.forEach(words, rows, cols, kernels::FindFrames{tiles, f.places, f.count});
    return tiles;
}

template <class L>
template <bool kBilinear>
kernels::ObjectGather<kBilinear> GenericPtychoOps<L>::gatherObject(const FrameStep& step, const Frames& f, Region r) {
    const SumGrids::Limits limits = step.grids.limits();
    return {findFrames(step, f, r, kernels::ObjectGather<kBilinear>::kCols),
            f.wave,
            f.probe,
            f.probeStride,
            f.places,
            step.model.size,
            step.model.modes,
            kernels::SumGrid::of(step.grids.objectSum, limits.objectSum),
            kernels::SumGrid::of(step.grids.objectWeight, limits.objectWeight),
            m_launch.beyond()};
}

template <class L>
template <bool kBilinear>
void GenericPtychoOps<L>::addObject(const FrameStep& step, const Frames& f) {
    const Region r = boundsOf(step);
    m_launch.forStrips(r.rows, r.cols,
                       kernels::AddObjectSums<kBilinear>{gatherObject<kBilinear>(step, f, r), step.objectSum,
                                                         step.objectWeight, step.model.objectCols, r.rows, r.cols});
}

template <class L>
void GenericPtychoOps<L>::frameStep(const FrameStep& whole) {
    forChunks(whole, framesOfSums(whole), [this](const FrameStep& step, std::size_t) {
        const Frames f = exitStep(step);
        if (step.model.slices > 1) return addSlices(step, f);
        const bool bilinear = step.model.interpolation == Interpolation::bilinear;
        if (step.objectSum) bilinear ? addObject<true>(step, f) : addObject<false>(step, f);
        if (step.probeSum) sumProbe(step, f, f.wave);
    });
}

template <class L>
void GenericPtychoOps<L>::frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule) {
    if (step.frames.empty() || step.model.layers() > 1 || step.frames.size() > framesOfSums(step))
        return PtychoOps::frameStepAndUpdate(step, object, region, rule);
    const Frames f = exitStep(step);
    if (step.clock) step.clock->enter(Phase::update);
    const bool bilinear = step.model.interpolation == Interpolation::bilinear;
    bilinear ? updateObject<true>(step, f, object, region, rule) : updateObject<false>(step, f, object, region, rule);
}

template <class L>
template <bool kBilinear>
void GenericPtychoOps<L>::updateObject(const FrameStep& step, const Frames& f, Cf* object, Region region,
                                       UpdateRule rule) {
    const std::size_t cells = static_cast<std::size_t>(region.rows) * static_cast<std::size_t>(region.cols);
    Cf* sum = m_launch.template scratch<Cf>(GenericScratch::objectSums, cells);
    float* weight = m_launch.template scratch<float>(GenericScratch::objectWeights, cells);
    const auto gather = gatherObject<kBilinear>(step, f, region);
    const float* largest = m_launch.maximumOfStrips(
        region.rows, region.cols, kernels::KeepObjectSums<kBilinear>{gather, sum, weight, region.rows, region.cols});
    if (step.probeSum) sumProbe(step, f, f.wave); // with the object as it was
    const int cols = step.model.objectCols;
    Cf* corner = object + static_cast<std::ptrdiff_t>(region.row) * cols + region.col;
    m_launch.forEach(1, region.rows, region.cols,
                     kernels::UpdateObject<kBilinear>{gather.tiles, sum, weight, largest, corner, region.cols, cols,
                                                      rule.alpha, rule.step});
}

template <class L>
void GenericPtychoOps<L>::sumProbe(const FrameStep& step, const Frames& f, const Cf* waves) {
    const PtychoModel& m = step.model;
    if (m.interpolation != Interpolation::fourierShift) return gatherProbe<false>(step, f, waves);
    Cf* product = productsOf(m, f);
    m_launch.forEach(f.count, m.size, m.size,
                     kernels::ConjObject<false>{viewOf(step), waves, f.places, product, m.size, m.modes});
    sumShifted(step, f, product);
}

template <class L>
Cf* GenericPtychoOps<L>::productsOf(const PtychoModel& m, const Frames& f) {
    return m_launch.template scratch<Cf>(GenericScratch::products, static_cast<std::size_t>(f.count) * waveSize(m));
}

template <class L>
void GenericPtychoOps<L>::sumShifted(const FrameStep& step, const Frames& f, Cf* product) {
    // Summed as a spectrum, see finishProbeSum().
    const PtychoModel& m = step.model;
    m_launch.fft(product, f.count * m.modes, m.size, true);
    shiftSpectra(step, {f.places, f.index}, f.count,
                 {product, f.places, product, m.size, m.modes, 1, L::fftScale(m.size), true});
    gatherProbe<true>(step, f, product);
}

template <class L>
template <bool kProduct>
void GenericPtychoOps<L>::gatherProbe(const FrameStep& step, const Frames& f, const Cf* waves) {
    const PtychoModel& m = step.model;
    const auto groups =
        static_cast<int>(std::clamp<std::size_t>(L::kWorkItems / waveSize(m), 1, static_cast<std::size_t>(f.count)));
    const SumGrids::Limits limits = step.grids.limits();
    m_launch.forEach(m.modes * groups, m.size, m.size,
                     kernels::GatherProbe<kProduct>{viewOf(step), waves, f.places, f.count, m.size, m.modes, groups,
                                                    kernels::SumGrid::of(step.grids.probeSum, limits.probeSum),
                                                    kernels::SumGrid::of(step.grids.probeWeight, limits.probeWeight),
                                                    step.probeSum, step.probeWeight, m_launch.beyond()});
}

template <class L>
void GenericPtychoOps<L>::probeSums(const FrameStep& whole) {
    forChunks(whole, [this](const FrameStep& step, std::size_t) {
        const PtychoModel& m = step.model;
        if (m.interpolation == Interpolation::fourierShift) {
            const Frames f = framesOf(step);
            Cf* product = productsOf(m, f);
            m_launch.forEach(
                f.count, m.size, m.size,
                kernels::ConjObject<true>{viewOf(step), step.exitWaves, f.places, product, m.size, m.modes, f.probe});
            return sumShifted(step, f, product);
        }
        const CallFrames call = placesOf(step);
        const int count = static_cast<int>(step.frames.size()) * m.placesOfFrame();
        const Frames f{count, call.indices, call.places, nullptr, step.probe, 0, 1};
        sumProbe(step, f, step.exitWaves);
    });
}

template <class L>
void GenericPtychoOps<L>::finishProbeSum(const PtychoModel& m, Cd* probeSum) {
    if (m.interpolation != Interpolation::fourierShift) return;
    const std::size_t size = waveSize(m);
    const float scale = L::fftScale(m.size);
    Cf* spectrum = m_launch.template scratch<Cf>(GenericScratch::spectrum, size);
    m_launch.forEach(1, 1, static_cast<int>(size), kernels::RoundSum{probeSum, spectrum});
    m_launch.fft(spectrum, m.modes, m.size, false);
    m_launch.forEach(1, 1, static_cast<int>(size), kernels::WidenSum{spectrum, probeSum, scale});
}

template <class L>
void GenericPtychoOps<L>::detectorWaves(const FrameStep& whole) {
    forChunks(whole, [this](const FrameStep& step, std::size_t) {
        Frames f = forward(step);
        toDetector(step, f);
        const std::size_t size = waveSize(step.model);
        m_launch.forEach(1, f.count, static_cast<int>(size),
                         kernels::KeepWaves{f.wave, f.index, step.waves, size, f.scale});
    });
}

template <class L>
void GenericPtychoOps<L>::stepNormals(const FrameStep& whole, const Directions& directions, StepNormals* out) {
    static_assert(sizeof(StepNormals) == sizeof(kernels::StepNormals<float>) / sizeof(float) * sizeof(double));
    forChunks(whole, [&](const FrameStep& step, std::size_t first) {
        const PtychoModel& m = step.model;
        if (m.slices > 1) return sliceNormals(step, directions, out + first);
        const Frames f = framesOf(step);
        const Cf* probes = probeDirections(step, f, directions);
        const kernels::StepTerms terms{viewOf(step),  viewOf(directions.object, m),
                                       f.probe,       probes,
                                       f.probeStride, step.exitWaves,
                                       f.places,      m.size,
                                       m.modes};
        if (m.placesOfFrame() > 1)
            return m_launch.sumFrames(&out[first].objectObject, nullptr, f.count / m.placesOfFrame(), m.size, m.size, 0,
                                      kernels::SumOfWaves<kernels::StepTerms>{terms, m.placesOfFrame()});
        m_launch.sumFrames(&out[first].objectObject, nullptr, f.count, m.size, m.size, 0, terms);
    });
}

template <class L>
void GenericPtychoOps<L>::lineTerms(const FrameStep& whole, const Directions& directions, LineTerms* out) {
    static_assert(sizeof(LineTerms) == 2 * sizeof(double));
    // Nothing is left of the waves.
    const std::size_t bytes = static_cast<std::size_t>(2 + whole.model.slices) * waveSize(whole.model) * sizeof(Cf);
    const std::size_t piece = framesOfPiece(whole.frames.size(), bytes, m_launch.cacheBytes());
    forChunks(whole, std::min(piece, framesAtOnce(whole.model)), [&](const FrameStep& step, std::size_t first) {
        const PtychoModel& m = step.model;
        Frames f = forward(step);
        const std::size_t size = static_cast<std::size_t>(f.count) * waveSize(m);
        Frames slope = f, curve = f;
        slope.wave = m_launch.template scratch<Cf>(GenericScratch::slopes, size);
        curve.wave = m_launch.template scratch<Cf>(GenericScratch::curves, size);
        m_launch.forEach(f.count, m.size, m.size,
                         kernels::LineWaves{viewOf(step), viewOf(directions.object, m), f.probe,
                                            probeDirections(step, f, directions), f.probeStride, f.places, slope.wave,
                                            curve.wave, m.size, m.modes});
        alongSlices(step, f, directions.object, slope.wave, curve.wave);
        for (Frames* waves : {&f, &slope, &curve}) toDetector(step, *waves);
        if (m.collects()) {
            const int frames = f.count / m.placesOfFrame(), side = m.detectorSize();
            float* line = m_launch.template scratch<float>(
                GenericScratch::planes, static_cast<std::size_t>(frames) * kernels::kLineNumbers * coarse(m).pixels());
            m_launch.forEach(
                frames, side, side,
                kernels::CollectLine{f.wave, slope.wave, curve.wave, line, coarse(m), m.modes * m.placesOfFrame()});
            spreadPlanes(m, line, frames * kernels::kLineNumbers);
            return m_launch.sumFrames(
                &out[first].first, nullptr, frames, side, side, 0,
                kernels::LineOfCollected{line, step.measured, step.detector, frameNumbers(step, f),
                                         f.scale / std::sqrt(static_cast<float>(m.flyPoints)), side, step.loss});
        }
        m_launch.sumFrames(&out[first].first, nullptr, f.count, m.size, m.size, 0,
                           kernels::LineAtDetector{f.wave, slope.wave, curve.wave, step.measured, step.detector,
                                                   f.index, f.scale, m.size, m.modes, step.loss});
    });
}

template <class L>
void GenericPtychoOps<L>::windowWeights(const FrameStep& whole) {
    forChunks(whole, [this](const FrameStep& step, std::size_t) {
        const PtychoModel& m = step.model;
        if (m.slices > 1) return sliceWeights(step);
        const CallFrames call = placesOf(step);
        const int count = static_cast<int>(step.frames.size()) * step.model.placesOfFrame();
        const Frames f{count, call.indices, call.places, nullptr, step.probe, 0, 1};
        const Region r = boundsOf(step);
        m_launch.forEach(
            1, r.rows, r.cols,
            kernels::AddWindowWeights{findFrames(step, f, r), step.probe, 0, f.places, m.size, m.modes,
                                      kernels::SumGrid::of(step.grids.objectWeight, step.grids.limits().objectWeight),
                                      step.objectWeight, m.objectCols, m_launch.beyond()});
    });
}

template <class L>
void GenericPtychoOps<L>::modelIntensity(const FrameStep& step, float* intensity) {
    FrameStep one = step;
    one.frames = step.frames.first(1);
    Frames f = forward(one);
    toDetector(one, f);
    const PtychoModel& m = step.model;
    const std::size_t pixels = coarse(m).pixels();
    const Frames at = m.collects() ? collected(one, f) : f;
    m_launch.forEach(
        1, 1, static_cast<int>(pixels),
        kernels::SumIntensity{at.wave, intensity, pixels, m.collects() ? 1 : m.modes, at.scale * at.scale});
}

} // namespace ewald::compute
