// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel bodies of the generic operations: function objects for one work item (z, y, x), plain data in their members.
#pragma once

#include "kernels/detector_bodies.h"
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

/// Where the arrays of one frame begin, and places within one: 32 bits, which are enough for 64 modes of 8192².
EWALD_HD std::size_t frameAt(int frame, int modes, int n) {
    return static_cast<std::size_t>(frame) * (static_cast<std::size_t>(modes) * static_cast<std::size_t>(n * n));
}
EWALD_HD unsigned pixelAt(int y, int x, int n) {
    return static_cast<unsigned>(y) * static_cast<unsigned>(n) + static_cast<unsigned>(x);
}

/// Object under a window at (row + y, col + x); bilinear weights when `bilinear`. Places in it have 31 bits, as those
/// of everything that is launched over it.
struct ObjectView {
    const Cf* object;
    int cols;
    bool bilinear;
    EWALD_HD Cf at(const FramePlace& p, int y, int x) const {
        const Cf* o = object + pixelAt(p.row + y, p.col + x, cols);
        if (!bilinear) return *o;
        const BilinearWeights w = BilinearWeights::of(p);
        const Cf* below = o + static_cast<unsigned>(cols);
        return {w.mean(o[0].re, o[1].re, below[0].re, below[1].re), w.mean(o[0].im, o[1].im, below[0].im, below[1].im)};
    }
};

/// Index of the FFT frequency i of n: 0 … n/2−1, −n/2 … −1.
EWALD_HD int signedFrequency(int i, int n) { return i < (n + 1) / 2 ? i : i - n; }

/// f_y d_y + f_x d_x: the turns of a frequency by a shift.
EWALD_HD float shiftTurns(const FramePlace& p, int y, int x, int n) {
    return (static_cast<float>(signedFrequency(y, n)) * p.dRow + static_cast<float>(signedFrequency(x, n)) * p.dCol) /
           static_cast<float>(n);
}
EWALD_HD Cf turnedBy(float turns) {
    const float angle = 6.283185307F * turns;
    return {std::cos(angle), std::sin(angle)};
}

/// exp(∓2πi (f_y d_y + f_x d_x)): the spectrum of a shift by +d (sign = −1) or −d (sign = +1).
EWALD_HD Cf shiftRamp(const FramePlace& p, int y, int x, int n, float sign) {
    return turnedBy(sign * shiftTurns(p, y, x, n));
}

/// z = frame: shifted spectrum of each mode = spectrum[mode] · ramp.
struct ShiftSpectrum {
    const Cf* spectrum; ///< [mode][n][n]
    const FramePlace* places;
    Cf* out; ///< [frame][mode][n][n]
    int n, modes;
    float sign;
    float scale;
    bool perFrame; ///< spectrum is [frame][mode][n][n]
    EWALD_HD void operator()(int z, int y, int x) const {
        multiply(z, pixelAt(y, x, n), scale * shiftRamp(places[z], y, x, n, sign));
    }
    EWALD_HD void multiply(int z, unsigned pixel, Cf ramp) const {
        const unsigned pixels = static_cast<unsigned>(n * n);
        const std::size_t frame = frameAt(z, modes, n);
        const Cf* from = spectrum + (perFrame ? frame : 0) + pixel;
        Cf* to = out + frame + pixel;
        EWALD_FEW
        for (int k = 0; k < modes; ++k)
            to[static_cast<unsigned>(k) * pixels] = ramp * from[static_cast<unsigned>(k) * pixels];
    }
};

/// How far the probe of each wave goes along the beam until it meets a tilted sample.
struct ProbePropagation {
    /// [n][n] turns of a frequency per metre, zero frequency at the corner; above kMostTurns: no wave has it. Null: the
    /// sample is not tilted.
    const float* turns = nullptr;
    const float* distances = nullptr; ///< [local frame][fly point] metres
};
inline constexpr float kMostTurns = 1e30F;

/// z = wave of the call: ShiftSpectrum, and on along the beam where that shifts by +d, or back. Turns of many
/// wavelengths keep their digits: whole ones are left out.
struct PropagateSpectrum {
    ShiftSpectrum shift;
    ProbePropagation propagation;
    const int* index; ///< local frame, or in a fly scan wave, of each wave of the call
    EWALD_HD void operator()(int z, int y, int x) const {
        const unsigned pixel = pixelAt(y, x, shift.n);
        const float perMetre = propagation.turns[pixel];
        if (perMetre > kMostTurns) return shift.multiply(z, pixel, {0, 0});
        const float along = propagation.distances[index[z]] * perMetre;
        const float turns = shiftTurns(shift.places[z], y, x, shift.n) - (along - std::rint(along));
        shift.multiply(z, pixel, shift.scale * turnedBy(shift.sign * turns));
    }
};

/// z = frame: ψ = P · O of each mode.
struct ExitWave {
    ObjectView object;
    const Cf* probe;
    std::size_t probeStride; ///< between frames
    const FramePlace* places;
    Cf* out;
    int n, modes;
    EWALD_HD void operator()(int z, int y, int x) const {
        const unsigned pixel = pixelAt(y, x, n), pixels = static_cast<unsigned>(n * n);
        const Cf* p = probe + static_cast<std::size_t>(z) * probeStride + pixel;
        Cf* to = out + frameAt(z, modes, n) + pixel;
        const Cf o = object.at(places[z], y, x);
        EWALD_FEW
        for (int k = 0; k < modes; ++k)
            to[static_cast<unsigned>(k) * pixels] = p[static_cast<unsigned>(k) * pixels] * o;
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

/// z = frame: the magnitude projection of all modes of a pixel; χ̂ or the updated stored wave stays in `wave`.
/// Includes the normalisation factors of the transforms before and after.
/// \tparam kStored     updates stored waves; else χ̂ of a loss
/// \tparam kAmplitudes of Loss::amplitude: what the others need would cost registers
template <bool kStored, bool kAmplitudes>
struct Project {
    Cf* wave;                ///< [frame][mode][n][n], ψ̂ / scaleIn
    MeasuredFrames measured; ///< [local frame][n][n]
    Detector detector;
    const int* index;
    Cf* stored;          ///< [local frame][mode][n][n]
    ProjectionRule rule; ///< of stored waves
    float scaleIn, scaleOut;
    int n, modes;
    Loss loss; ///< of PIE
    /// Where a frame is: the same for all its pixels.
    struct Frame {
        Cf* wave;          ///< of it
        std::size_t local; ///< its number
        std::size_t first; ///< its first measured pixel
    };
    /// What is read of a pixel first. A GPU reads several pixels before it writes one (metricsKernel).
    struct Read {
        Cf first; ///< mode
        MeasuredFrames::Kept measured;
    };
    EWALD_HD Frame frame(int z) const {
        return {wave + frameAt(z, modes, n), static_cast<std::size_t>(index[z]), frameAt(index[z], 1, n)};
    }
    EWALD_HD Read read(const Frame& f, unsigned pixel) const { return {f.wave[pixel], measured.kept(f.first + pixel)}; }
    EWALD_HD DetectorMetrics write(const Frame& f, unsigned pixel, const Read& r) const {
        const unsigned pixels = static_cast<unsigned>(n * n);
        const std::size_t local = f.local;
        Cf* w = f.wave + pixel;
        float intensity = norm2(r.first);
        EWALD_FEW
        for (int k = 1; k < modes; ++k) intensity += norm2(w[static_cast<unsigned>(k) * pixels]);
        const float root = detector.root(intensity, scaleIn, pixel);
        const float amplitude = detector.amplitude(measured, local, r.measured, root);
        const float hard = magnitudeFactor(amplitude, root);
        DetectorMetrics metrics{detector.asMeasured(pixelMetrics(amplitude, root, hard), local), 0};
        if constexpr (!kStored) {
            const float factor = scaleIn * scaleOut * (kAmplitudes ? hard - 1 : descentFactor(loss, amplitude, root));
            *w = factor * r.first;
            EWALD_FEW
            for (int k = 1; k < modes; ++k) {
                Cf& value = w[static_cast<unsigned>(k) * pixels];
                value = factor * value;
            }
            return metrics;
        }
        Cf* s = stored + local * (static_cast<std::size_t>(modes) * pixels) + pixel;
        float reflected = 0;
        EWALD_FEW
        for (int k = 0; k < modes; ++k) {
            const unsigned at = static_cast<unsigned>(k) * pixels;
            const Cf model = scaleIn * w[at];
            reflected += norm2(Cf{rule.reflected(model.re, s[at].re), rule.reflected(model.im, s[at].im)});
        }
        const float factor = rule.factor(magnitudeFactor(amplitude, detector.root(reflected, 1, pixel)));
        EWALD_FEW
        for (int k = 0; k < modes; ++k) {
            const unsigned at = static_cast<unsigned>(k) * pixels;
            const Cf model = scaleIn * w[at];
            const Cf change = {rule.change(factor, model.re, s[at].re), rule.change(factor, model.im, s[at].im)};
            metrics.change += norm2(change);
            s[at] = s[at] + change;
            w[at] = scaleOut * s[at];
        }
        return metrics;
    }
    EWALD_HD DetectorMetrics operator()(int z, int y, int x) const {
        const Frame f = frame(z);
        const unsigned pixel = pixelAt(y, x, n);
        return write(f, pixel, read(f, pixel));
    }
};

/// z = frame: out = conj(O)·w of each mode; kOfRest: conj(O)·(w − P·O), with the probe at the place of each frame.
template <bool kOfRest>
struct ConjObject {
    ObjectView object;
    const Cf* wave;
    const FramePlace* places;
    Cf* out;
    int n, modes;
    const Cf* probe = nullptr; ///< [frame][mode][n][n]; read with kOfRest only
    EWALD_HD void operator()(int z, int y, int x) const {
        const unsigned pixels = static_cast<unsigned>(n * n);
        const std::size_t first = frameAt(z, modes, n) + pixelAt(y, x, n);
        const Cf* w = wave + first;
        Cf* to = out + first;
        const Cf o = object.at(places[z], y, x);
        EWALD_FEW
        for (int k = 0; k < modes; ++k) {
            const unsigned at = static_cast<unsigned>(k) * pixels;
            if constexpr (kOfRest)
                to[at] = conjMul(o, w[at] - probe[first + at] * o);
            else
                to[at] = conjMul(o, w[at]);
        }
    }
};

/// y = frame of the call, x = element of its wave: stored by local frame, or by its place in the call.
struct KeepWaves {
    const Cf* wave;
    const int* index; ///< null: by its place
    Cf* kept;
    std::size_t size; ///< of a frame
    float scale;
    EWALD_HD void operator()(int, int frame, int i) const {
        const int to = index ? index[frame] : frame;
        kept[static_cast<std::size_t>(to) * size + static_cast<std::size_t>(i)] =
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
        EWALD_FEW
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
