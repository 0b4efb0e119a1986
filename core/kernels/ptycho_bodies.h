// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel bodies of the generic operations: function objects for one work item (z, y, x), plain data in their members.
#pragma once

#include "kernels/measured_frames.h"
#include "kernels/ptycho_kernels.h"

#include <cstddef>

namespace ewald::kernels {

/// out = in, flat. (A lambda would do, but nvcc allows none in a private member function.)
struct Copy {
    const Cf* in;
    Cf* out;
    EWALD_HD void operator()(int, int, int i) const { out[i] = in[i]; }
};

/// Object under a window at (row + y, col + x); bilinear weights when `bilinear`.
struct ObjectView {
    const Cf* object;
    int cols;
    bool bilinear;
    EWALD_HD Cf at(const FramePlace& p, int y, int x) const {
        const Cf* o = object + static_cast<std::ptrdiff_t>(p.row + y) * cols + p.col + x;
        if (!bilinear) return *o;
        const BilinearWeights w = BilinearWeights::of(p);
        return w.w00 * o[0] + w.w01 * o[1] + w.w10 * o[cols] + w.w11 * o[cols + 1];
    }
};

/// Index of the FFT frequency i of n: 0 … n/2−1, −n/2 … −1.
EWALD_HD int signedFrequency(int i, int n) { return i < (n + 1) / 2 ? i : i - n; }

/// exp(∓2πi (f_y d_y + f_x d_x)): the spectrum of a shift by +d (sign = −1) or −d (sign = +1).
EWALD_HD Cf shiftRamp(const FramePlace& p, int y, int x, int n, float sign) {
    const float turns =
        (static_cast<float>(signedFrequency(y, n)) * p.dRow + static_cast<float>(signedFrequency(x, n)) * p.dCol) /
        static_cast<float>(n);
    const float angle = sign * 6.283185307F * turns;
    return {std::cos(angle), std::sin(angle)};
}

/// z = frame·modes + mode: shifted spectrum = spectrum[mode] · ramp.
struct ShiftSpectrum {
    const Cf* spectrum; ///< [mode][n][n]
    const FramePlace* places;
    Cf* out; ///< [frame][mode][n][n]
    int n, modes;
    float sign;
    float scale;
    bool perFrame; ///< spectrum is [frame][mode][n][n]
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t source = static_cast<std::size_t>(perFrame ? z : z % modes) * pixels + pixel;
        out[static_cast<std::size_t>(z) * pixels + pixel] =
            (scale * shiftRamp(places[z / modes], y, x, n, sign)) * spectrum[source];
    }
};

/// z = frame·modes + mode: ψ = P · O.
struct ExitWave {
    ObjectView object;
    const Cf* probe;
    std::size_t probeStride; ///< between frames
    const FramePlace* places;
    Cf* out;
    int n, modes;
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const int frame = z / modes;
        const Cf p =
            probe[static_cast<std::size_t>(frame) * probeStride + static_cast<std::size_t>(z % modes) * pixels + pixel];
        out[static_cast<std::size_t>(z) * pixels + pixel] = p * object.at(places[frame], y, x);
    }
};

/// z = frame·modes + mode: wave *= scale · factor (or its conjugate), one factor for all.
struct MultiplyAll {
    Cf* wave;
    const Cf* factor;
    int n;
    float scale;
    bool conjugate;
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        Cf& w = wave[static_cast<std::size_t>(z) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n) + pixel];
        const Cf f = scale * factor[pixel];
        w = conjugate ? conjMul(f, w) : f * w;
    }
};

/// What project() returns for a pixel.
struct DetectorMetrics {
    PixelMetrics pixel;
    float change;
};

/// z = frame: the magnitude projection of all modes of a pixel; χ̂ or the difference map's update stays in `wave`.
/// Includes the normalisation factors of the transforms before and after.
struct Project {
    Cf* wave;                ///< [frame][mode][n][n], ψ̂ / scaleIn
    MeasuredFrames measured; ///< [local frame][n][n]
    const int* index;
    Cf* stored; ///< difference map: [local frame][mode][n][n]; null: PIE
    float relaxation;
    float scaleIn, scaleOut;
    int n, modes;
    EWALD_HD DetectorMetrics operator()(int z, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        Cf* w = wave + static_cast<std::size_t>(z) * static_cast<std::size_t>(modes) * pixels + pixel;
        const std::size_t local = static_cast<std::size_t>(index[z]);
        const float amplitude = measured.amplitude(local * pixels + pixel);
        float intensity = 0;
        for (int k = 0; k < modes; ++k) intensity += norm2(w[static_cast<std::size_t>(k) * pixels]);
        const float root = scaleIn * std::sqrt(intensity);
        DetectorMetrics metrics{pixelMetrics(amplitude, root, magnitudeFactor(amplitude, root)), 0};
        if (!stored) {
            const float factor = scaleIn * scaleOut * (magnitudeFactor(amplitude, root) - 1);
            for (int k = 0; k < modes; ++k) {
                Cf& value = w[static_cast<std::size_t>(k) * pixels];
                value = factor * value;
            }
            return metrics;
        }
        Cf* s = stored + local * static_cast<std::size_t>(modes) * pixels + pixel;
        float reflected = 0;
        for (int k = 0; k < modes; ++k) {
            const std::size_t at = static_cast<std::size_t>(k) * pixels;
            reflected += norm2(2 * scaleIn * w[at] - s[at]);
        }
        const float factor = magnitudeFactor(amplitude, std::sqrt(reflected));
        for (int k = 0; k < modes; ++k) {
            const std::size_t at = static_cast<std::size_t>(k) * pixels;
            const Cf model = scaleIn * w[at];
            const Cf step = relaxation * (factor * (2.0F * model - s[at]) - model);
            metrics.change += norm2(step);
            s[at] = s[at] + step;
            w[at] = scaleOut * s[at];
        }
        return metrics;
    }
};

/// z = frame·modes + mode: out = conj(O)·w.
struct ConjObject {
    ObjectView object;
    const Cf* wave;
    const int* waveIndex; ///< as GatherProbe's
    const FramePlace* places;
    Cf* out;
    int n, modes;
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const int frame = z / modes;
        const int at = waveIndex ? waveIndex[frame] : frame;
        const std::size_t source =
            (static_cast<std::size_t>(at) * static_cast<std::size_t>(modes) + static_cast<std::size_t>(z % modes)) *
                pixels +
            pixel;
        out[static_cast<std::size_t>(z) * pixels + pixel] = conjMul(object.at(places[frame], y, x), wave[source]);
    }
};

/// y = frame of the call, x = element of its wave: stored by local frame.
struct KeepWaves {
    const Cf* wave;
    const int* index;
    Cf* kept;
    std::size_t size; ///< of a frame
    float scale;
    EWALD_HD void operator()(int, int frame, int i) const {
        kept[static_cast<std::size_t>(index[frame]) * size + static_cast<std::size_t>(i)] =
            scale * wave[static_cast<std::size_t>(frame) * size + static_cast<std::size_t>(i)];
    }
};

/// (y, x) = pixel of a rectangle at (row, col): its weight.
struct WeightAt {
    const double* weight;
    int cols, row, col;
    EWALD_HD float operator()(int y, int x) const {
        return static_cast<float>(weight[static_cast<std::ptrdiff_t>(row + y) * cols + col + x]);
    }
};

/// (y, x) = pixel of a rectangle at (row, col): pieUpdate() of all layers, which share a weight; the sums are cleared.
struct UpdateLayers {
    const float* largest; ///< null: maxWeight
    float maxWeight;
    Cf* target;
    Cd* sum;
    double* weight;
    int layers, rows, cols, row, col;
    float alpha, step;
    EWALD_HD void operator()(int, int y, int x) const {
        const float most = largest ? *largest : maxWeight;
        const std::ptrdiff_t within = static_cast<std::ptrdiff_t>(row + y) * cols + col + x;
        const auto den = static_cast<float>(weight[within]);
        for (int layer = 0; layer < layers; ++layer) {
            const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(layer) * rows * cols + within;
            target[at] = pieUpdate(target[at], {static_cast<float>(sum[at].re), static_cast<float>(sum[at].im)}, den,
                                   most, alpha, step);
            sum[at] = {0, 0};
        }
        weight[within] = 0;
    }
};

} // namespace ewald::kernels
