// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/generic_ptycho_ops.h"
#include "kernels/ptycho_bodies.h"

namespace ewald::compute {

/// Scratch memory of a launcher by purpose.
enum GenericScratch : int { kWaveScratch, kSpectrumScratch, kShiftedScratch, kProductScratch };

template <class L>
typename GenericPtychoOps<L>::Frames GenericPtychoOps<L>::forward(const FrameStep& step) {
    const PtychoModel& m = step.model;
    const int count = static_cast<int>(step.frames.size());
    const auto waves = static_cast<std::size_t>(count * m.modes) * area(m);
    Frames f{count,
             m_launch.indices(step.frames),
             m_launch.places(step.places, step.frames),
             m_launch.template scratch<Cf>(kWaveScratch, waves),
             step.probe,
             0};
    if (m.interpolation == Interpolation::fourierShift) {
        const std::size_t size = static_cast<std::size_t>(m.modes) * area(m);
        Cf* spectrum = m_launch.template scratch<Cf>(kSpectrumScratch, size);
        m_launch.forEach(1, 1, static_cast<int>(size), kernels::Copy{step.probe, spectrum});
        m_launch.fft(spectrum, m.modes, m.size, true);
        Cf* shifted = m_launch.template scratch<Cf>(kShiftedScratch, waves);
        m_launch.forEach(count * m.modes, m.size, m.size,
                         kernels::ShiftSpectrum{spectrum, f.places, shifted, m.size, m.modes, -1, false});
        m_launch.fft(shifted, count * m.modes, m.size, false);
        f.probe = shifted;
        f.probeStride = size;
    }
    const kernels::ObjectView object{step.object, m.objectCols, m.interpolation == Interpolation::bilinear};
    m_launch.forEach(count * m.modes, m.size, m.size,
                     kernels::ExitWave{object, f.probe, f.probeStride, f.places, f.wave, m.size, m.modes});
    return f;
}

template <class L>
void GenericPtychoOps<L>::toDetector(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    const int waves = f.count * m.modes;
    m_launch.fft(f.wave, waves, m.size, true);
    if (!m.transfer) return;
    if (f.probeStride > 0) // undo the shift of the probe: the wave stays where it is on the detector
        m_launch.forEach(waves, m.size, m.size,
                         kernels::ShiftSpectrum{f.wave, f.places, f.wave, m.size, m.modes, 1, true});
    m_launch.forEach(waves, m.size, m.size, kernels::MultiplyAll{f.wave, m.transfer, m.size, false});
    m_launch.fft(f.wave, waves, m.size, false);
}

template <class L>
void GenericPtychoOps<L>::fromDetector(const FrameStep& step, const Frames& f) {
    const PtychoModel& m = step.model;
    const int waves = f.count * m.modes;
    if (m.transfer) {
        m_launch.fft(f.wave, waves, m.size, true);
        m_launch.forEach(waves, m.size, m.size, kernels::MultiplyAll{f.wave, m.transfer, m.size, true});
        if (f.probeStride > 0)
            m_launch.forEach(waves, m.size, m.size,
                             kernels::ShiftSpectrum{f.wave, f.places, f.wave, m.size, m.modes, -1, true});
    }
    m_launch.fft(f.wave, waves, m.size, false);
}

template <class L>
StepSums GenericPtychoOps<L>::frameStep(const FrameStep& step) {
    if (step.frames.empty()) return {};
    const PtychoModel& m = step.model;
    const Frames f = forward(step);
    toDetector(step, f);
    Cf* stored = step.update == ExitUpdate::differenceMap ? step.waves : nullptr;
    const kernels::Project project{f.wave, step.amplitudes, f.index, stored, step.relaxation, m.size, m.modes};
    const StepSums sums = m_launch.reduce(f.count, m.size, m.size, project);
    fromDetector(step, f);
    if (step.exitWaves) {
        Cf* kept = step.exitWaves;
        const Cf* wave = f.wave;
        const int* index = f.index;
        const std::size_t size = static_cast<std::size_t>(m.modes) * area(m);
        m_launch.forEach(1, f.count, static_cast<int>(size), [=] EWALD_HD_LAMBDA(int, int frame, int i) {
            kept[static_cast<std::size_t>(index[frame]) * size + static_cast<std::size_t>(i)] =
                wave[static_cast<std::size_t>(frame) * size + static_cast<std::size_t>(i)];
        });
    }
    if (step.objectSum)
        m_launch.forEach(1, m.objectRows, m.objectCols,
                         kernels::GatherObject{f.wave, f.probe, f.probeStride, f.places, f.count, m.size, m.modes,
                                               m.objectCols, m.interpolation == Interpolation::bilinear,
                                               step.grids.objectSum, step.grids.objectWeight, step.objectSum,
                                               step.objectWeight});
    if (step.probeSum) sumProbe(step, f, f.wave, false);
    return sums;
}

template <class L>
void GenericPtychoOps<L>::sumProbe(const FrameStep& step, const Frames& f, const Cf* waves, bool byLocalFrame) {
    const PtychoModel& m = step.model;
    const kernels::ObjectView object{step.object, m.objectCols, m.interpolation == Interpolation::bilinear};
    const int* index = byLocalFrame ? f.index : nullptr;
    Cf* product = nullptr;
    if (m.interpolation == Interpolation::fourierShift) { // summed as a spectrum, see finishProbeSum()
        const int count = f.count * m.modes;
        product = m_launch.template scratch<Cf>(kProductScratch, static_cast<std::size_t>(count) * area(m));
        m_launch.forEach(count, m.size, m.size,
                         kernels::ConjObject{object, waves, index, f.places, product, m.size, m.modes});
        m_launch.fft(product, count, m.size, true);
        m_launch.forEach(count, m.size, m.size,
                         kernels::ShiftSpectrum{product, f.places, product, m.size, m.modes, 1, true});
    }
    m_launch.forEach(m.modes, m.size, m.size,
                     kernels::GatherProbe{object, product, waves, index, f.places, f.count, m.size, m.modes,
                                          step.grids.probeSum, step.grids.probeWeight, step.probeSum,
                                          step.probeWeight});
}

template <class L>
void GenericPtychoOps<L>::probeSums(const FrameStep& step) {
    if (step.frames.empty()) return;
    const Frames f{static_cast<int>(step.frames.size()),
                   m_launch.indices(step.frames),
                   m_launch.places(step.places, step.frames),
                   nullptr,
                   step.probe,
                   0};
    sumProbe(step, f, step.exitWaves, true);
}

template <class L>
void GenericPtychoOps<L>::finishProbeSum(const PtychoModel& m, Cd* probeSum) {
    if (m.interpolation != Interpolation::fourierShift) return;
    const auto size = static_cast<std::size_t>(m.modes) * area(m);
    Cf* spectrum = m_launch.template scratch<Cf>(kSpectrumScratch, size);
    m_launch.forEach(1, 1, static_cast<int>(size), [=] EWALD_HD_LAMBDA(int, int, int i) {
        spectrum[i] = {static_cast<float>(probeSum[i].re), static_cast<float>(probeSum[i].im)};
    });
    m_launch.fft(spectrum, m.modes, m.size, false);
    m_launch.forEach(1, 1, static_cast<int>(size), [=] EWALD_HD_LAMBDA(int, int, int i) {
        probeSum[i] = {static_cast<double>(spectrum[i].re), static_cast<double>(spectrum[i].im)};
    });
}

template <class L>
void GenericPtychoOps<L>::detectorWaves(const FrameStep& step) {
    if (step.frames.empty()) return;
    const Frames f = forward(step);
    toDetector(step, f);
    Cf* stored = step.waves;
    const Cf* wave = f.wave;
    const int* index = f.index;
    const std::size_t size = storedWaveSize(step.model);
    m_launch.forEach(1, f.count, static_cast<int>(size), [=] EWALD_HD_LAMBDA(int, int frame, int i) {
        stored[static_cast<std::size_t>(index[frame]) * size + static_cast<std::size_t>(i)] =
            wave[static_cast<std::size_t>(frame) * size + static_cast<std::size_t>(i)];
    });
}

template <class L>
void GenericPtychoOps<L>::modelIntensity(const FrameStep& step, float* intensity) {
    FrameStep one = step;
    one.frames = step.frames.first(1);
    const Frames f = forward(one);
    toDetector(one, f);
    const Cf* wave = f.wave;
    const int modes = step.model.modes;
    const std::size_t pixels = area(step.model);
    m_launch.forEach(1, 1, static_cast<int>(pixels), [=] EWALD_HD_LAMBDA(int, int, int i) {
        float sum = 0;
        for (int k = 0; k < modes; ++k)
            sum += kernels::norm2(wave[static_cast<std::size_t>(k) * pixels + static_cast<std::size_t>(i)]);
        intensity[i] = sum;
    });
}

template <class L>
void GenericPtychoOps<L>::clear(double* array, int cols, Region r) {
    m_launch.forEach(1, r.rows, r.cols, [=] EWALD_HD_LAMBDA(int, int y, int x) {
        array[static_cast<std::ptrdiff_t>(r.row + y) * cols + r.col + x] = 0;
    });
}

template <class L>
double GenericPtychoOps<L>::maximum(const double* array, int cols, Region r) {
    return m_launch.maximum(r.rows, r.cols, [=] EWALD_HD_LAMBDA(int y, int x) {
        return array[static_cast<std::ptrdiff_t>(r.row + y) * cols + r.col + x];
    });
}

template <class L>
float GenericPtychoOps<L>::peak(const Cf* array, std::size_t count) {
    return static_cast<float>(m_launch.maximum(1, static_cast<int>(count), [=] EWALD_HD_LAMBDA(int, int i) {
        return static_cast<double>(kernels::norm2(array[i]));
    }));
}

template <class L>
void GenericPtychoOps<L>::pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region r,
                                    float maxWeight, float alpha, float step) {
    m_launch.forEach(layers, r.rows, r.cols, [=] EWALD_HD_LAMBDA(int layer, int y, int x) {
        const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(r.row + y) * cols + r.col + x;
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
        target[at] = kernels::pieUpdate(target[at], {static_cast<float>(sum[at].re), static_cast<float>(sum[at].im)},
                                        static_cast<float>(weight[within]), maxWeight, alpha, step);
        sum[at] = {0, 0};
    });
    clear(weight, cols, r);
}

template <class L>
void GenericPtychoOps<L>::overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region r,
                                        float inertia) {
    m_launch.forEach(layers, r.rows, r.cols, [=] EWALD_HD_LAMBDA(int layer, int y, int x) {
        const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(r.row + y) * cols + r.col + x;
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
        target[at] =
            kernels::overlapUpdate(target[at], {static_cast<float>(sum[at].re), static_cast<float>(sum[at].im)},
                                   static_cast<float>(weight[within]), inertia);
        sum[at] = {0, 0};
    });
    clear(weight, cols, r);
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
