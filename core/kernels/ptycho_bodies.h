// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel bodies of the generic operations: function objects for one work item (z, y, x), plain data in their members.
#pragma once

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
    bool perFrame; ///< spectrum is [frame][mode][n][n]
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t source = static_cast<std::size_t>(perFrame ? z : z % modes) * pixels + pixel;
        out[static_cast<std::size_t>(z) * pixels + pixel] =
            shiftRamp(places[z / modes], y, x, n, sign) * spectrum[source];
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

/// z = frame·modes + mode: wave *= factor (or its conjugate), one factor for all.
struct MultiplyAll {
    Cf* wave;
    const Cf* factor;
    int n;
    bool conjugate;
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        Cf& w = wave[static_cast<std::size_t>(z) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n) + pixel];
        w = conjugate ? conjMul(factor[pixel], w) : factor[pixel] * w;
    }
};

/// What project() returns a pixel.
struct DetectorMetrics {
    PixelMetrics pixel;
    float change;
};

/// z = frame: the magnitude projection of all modes of a pixel; χ̂ or the difference map's update stays in `wave`.
struct Project {
    Cf* wave;                ///< [frame][mode][n][n], orthonormal
    const float* amplitudes; ///< [local frame][n][n]
    const int* index;
    Cf* stored; ///< difference map: [local frame][mode][n][n]; null: PIE
    float relaxation;
    int n, modes;
    EWALD_HD DetectorMetrics operator()(int z, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        Cf* w = wave + static_cast<std::size_t>(z) * static_cast<std::size_t>(modes) * pixels + pixel;
        const std::size_t local = static_cast<std::size_t>(index[z]);
        const float amplitude = amplitudes[local * pixels + pixel];
        float intensity = 0;
        for (int k = 0; k < modes; ++k) intensity += norm2(w[static_cast<std::size_t>(k) * pixels]);
        const float root = std::sqrt(intensity);
        DetectorMetrics metrics{pixelMetrics(amplitude, root, magnitudeFactor(amplitude, root)), 0};
        if (!stored) {
            const float factor = magnitudeFactor(amplitude, root) - 1;
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
            reflected += norm2(2.0F * w[at] - s[at]);
        }
        const float factor = magnitudeFactor(amplitude, std::sqrt(reflected));
        for (int k = 0; k < modes; ++k) {
            const std::size_t at = static_cast<std::size_t>(k) * pixels;
            const Cf step = relaxation * (factor * (2.0F * w[at] - s[at]) - w[at]);
            metrics.change += norm2(step);
            s[at] = s[at] + step;
            w[at] = s[at];
        }
        return metrics;
    }
};

/// z = 0; (y, x) a pixel of the object's region: adds what every frame of the call has there.
struct GatherObject {
    const Cf* wave; ///< [frame][mode][n][n]
    const Cf* probe;
    std::size_t probeStride;
    const FramePlace* places;
    int frames, n, modes, cols;
    bool bilinear;
    double sumAnchor, weightAnchor;
    Cd* sum;
    double* weight;

    /// Σ_k conj(P) w and Σ_k |P|² of one pixel of one window; zero outside.
    EWALD_HD void pixelOf(int frame, int y, int x, Cf& gradient, float& intensity) const {
        gradient = {0, 0};
        intensity = 0;
        if (y < 0 || x < 0 || y >= n || x >= n) return;
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        for (int k = 0; k < modes; ++k) {
            const std::size_t at = static_cast<std::size_t>(k) * pixels + pixel;
            const Cf p = probe[static_cast<std::size_t>(frame) * probeStride + at];
            gradient =
                gradient +
                conjMul(p, wave[static_cast<std::size_t>(frame) * static_cast<std::size_t>(modes) * pixels + at]);
            intensity += norm2(p);
        }
    }

    EWALD_HD void operator()(int, int y, int x) const {
        Cd total{0, 0};
        double totalWeight = 0;
        for (int frame = 0; frame < frames; ++frame) {
            const FramePlace& p = places[frame];
            const int r = y - p.row, c = x - p.col;
            if (r < 0 || c < 0 || r > n || c > n) continue;
            Cf g;
            float i;
            pixelOf(frame, r, c, g, i);
            if (bilinear) { // the adjoint of ObjectView::at
                const BilinearWeights w = BilinearWeights::of(p);
                Cf g01, g10, g11;
                float i01, i10, i11;
                pixelOf(frame, r, c - 1, g01, i01);
                pixelOf(frame, r - 1, c, g10, i10);
                pixelOf(frame, r - 1, c - 1, g11, i11);
                g = w.w00 * g + w.w01 * g01 + w.w10 * g10 + w.w11 * g11;
                i = w.w00 * i + w.w01 * i01 + w.w10 * i10 + w.w11 * i11;
            }
            total.re += onGrid(g.re, sumAnchor);
            total.im += onGrid(g.im, sumAnchor);
            totalWeight += onGrid(i, weightAnchor);
        }
        const std::size_t at =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(x);
        sum[at].re += total.re;
        sum[at].im += total.im;
        weight[at] += totalWeight;
    }
};

/// z = mode: adds conj(O)·w of all frames; mode 0 also adds |O|².
struct GatherProbe {
    ObjectView object;
    const Cf* product;    ///< null: conj(O)·w is made here; else [frame][mode][n][n], ready (shifted back)
    const Cf* wave;       ///< [frame][mode][n][n]
    const int* waveIndex; ///< wave is by local frame; null: by frame of the call
    const FramePlace* places;
    int frames, n, modes;
    double sumAnchor, weightAnchor;
    Cd* sum;
    double* weight;
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        Cd total{0, 0};
        double totalWeight = 0;
        for (int frame = 0; frame < frames; ++frame) {
            const Cf o = object.at(places[frame], y, x);
            const int at = waveIndex && !product ? waveIndex[frame] : frame;
            const std::size_t source =
                (static_cast<std::size_t>(at) * static_cast<std::size_t>(modes) + static_cast<std::size_t>(z)) *
                    pixels +
                pixel;
            const Cf h = product ? product[source] : conjMul(o, wave[source]);
            total.re += onGrid(h.re, sumAnchor);
            total.im += onGrid(h.im, sumAnchor);
            totalWeight += onGrid(norm2(o), weightAnchor);
        }
        Cd& target = sum[static_cast<std::size_t>(z) * pixels + pixel];
        target.re += total.re;
        target.im += total.im;
        if (z == 0) weight[pixel] += totalWeight;
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

} // namespace ewald::kernels
