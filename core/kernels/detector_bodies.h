// SPDX-License-Identifier: GPL-3.0-or-later
//
// What lies between waves and counts: a background, a beam that is not the same in all frames, and what the frames say
// about both.
#pragma once

#include "kernels/measured_frames.h"
#include "kernels/ptycho_kernels.h"
#include "kernels/sum_grid.h"

#include <cmath>
#include <cstddef>

namespace ewald::kernels {

/// Frames are compared with Î = Σ|ψ̂|² + b after their √counts have been brought to the mean beam: a background that
/// comes with the beam (air, windows) varies as it does. Null: none.
struct Detector {
    const float* background = nullptr; ///< [n][n] b ≥ 0, counts a frame, in the order of the frames' pixels
    const float* gains = nullptr;      ///< [local frame] factors of √counts, positive; masked pixels stay negative
    float ceiling = 0;                 ///< √counts from which on a pixel is saturated; 0: none is

    EWALD_HD float amplitude(const MeasuredFrames& measured, std::size_t frame, std::size_t index) const {
        return brought(measured.amplitude(index), frame);
    }
    /// √counts to the mean beam.
    EWALD_HD float brought(float amplitude, std::size_t frame) const {
        return gains ? gains[frame] * amplitude : amplitude;
    }
    /// The same beside the model's √Î. A saturated pixel says only that there are as many counts as its ceiling, or
    /// more: nothing where the model has as many, which counts as masked, and else the ceiling.
    EWALD_HD float amplitude(const MeasuredFrames& measured, std::size_t frame, std::size_t index, float root) const {
        return amplitude(measured, frame, measured.kept(index), root);
    }
    EWALD_HD float amplitude(const MeasuredFrames& measured, std::size_t frame, MeasuredFrames::Kept kept,
                             float root) const {
        return saturated(brought(measured.amplitude(kept), frame), root, frame);
    }
    EWALD_HD float saturated(float amplitude, float root, std::size_t frame) const {
        if (!(ceiling > 0)) return amplitude;
        const float top = gains ? gains[frame] * ceiling : ceiling;
        return amplitude < top ? amplitude : root < top ? top : -1.0F;
    }
    /// √Î. \param sum Σ|ψ̂|² / scale²
    EWALD_HD float root(float sum, float scale, std::size_t pixel) const {
        return background ? std::sqrt(scale * scale * sum + background[pixel]) : scale * std::sqrt(sum);
    }
    /// Metrics of a frame's own counts from those of the brought ones: the error of amplitudes and the deviance of
    /// Poisson counts are homogeneous in the counts.
    EWALD_HD PixelMetrics asMeasured(PixelMetrics metrics, std::size_t frame) const {
        if (!gains) return metrics;
        const float counts = 1 / (gains[frame] * gains[frame]);
        return {counts * metrics.error, counts * metrics.intensity, counts * metrics.deviance, metrics.valid};
    }
};

/// Sums over the valid pixels of one frame, after its gain.
template <class Real>
struct FrameFigures {
    Real error = 0;    ///< Σ(√Î − √I)²
    Real measured = 0; ///< ΣI
    Real modelled = 0; ///< ΣÎ
};

/// What one valid pixel of one frame says about the background there: with S the sum of `share`, W of `weight` and V of
/// `valid` over frames, V b − S is b times the derivative of the loss (twice that of the amplitudes' loss), and W b
/// times the expected second one.
struct BackgroundTerms {
    float share;  ///< b I / Î; of the amplitudes b (2√(I / Î) − 1), the same to first order
    float weight; ///< b / Î, at most 1
    float valid;
};
inline constexpr int kBackgroundTerms = 3;
EWALD_HD BackgroundTerms backgroundTerms(Loss loss, float amplitude, float intensity, float background) {
    if (amplitude < 0 || !(background > 0)) return {0, 0, amplitude < 0 ? 0.0F : 1.0F};
    const float weight = background / (intensity > background ? intensity : background);
    if (loss != Loss::amplitude && loss != Loss::robust) return {weight * amplitude * amplitude, weight, 1};
    return {2 * amplitude * std::sqrt(weight * background) - background, weight, 1};
}

/// z = frame of the call: what a pixel adds to FrameFigures.
struct FiguresAtDetector {
    const Cf* wave; ///< [frame][mode][n][n], ψ̂ / scale
    MeasuredFrames measured;
    Detector detector;
    const int* index;
    float scale;
    int n, modes;
    EWALD_HD FrameFigures<float> operator()(int z, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const auto local = static_cast<std::size_t>(index[z]);
        const Cf* w = wave + static_cast<std::size_t>(z) * static_cast<std::size_t>(modes) * pixels + pixel;
        float sum = 0;
        EWALD_FEW
        for (int k = 0; k < modes; ++k) sum += norm2(w[static_cast<std::size_t>(k) * pixels]);
        const float root = detector.root(sum, scale, pixel);
        const float amplitude = detector.amplitude(measured, local, local * pixels + pixel, root);
        if (amplitude < 0) return {};
        return {(root - amplitude) * (root - amplitude), amplitude * amplitude, root * root};
    }
};

/// (y, x) = pixel: adds the BackgroundTerms of all frames of the call to sums[term][n][n], on the grid of `anchor`.
struct BackgroundAtDetector {
    const Cf* wave; ///< [frame][mode][n][n], ψ̂ / scale
    MeasuredFrames measured;
    Detector detector;
    const int* index;
    float scale;
    int frames, n, modes;
    Loss loss;
    double anchor;
    double* sums;
    EWALD_HD void operator()(int, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const Cf* w = wave + pixel;
        for (int z = 0; z < frames; ++z) {
            const auto local = static_cast<std::size_t>(index[z]);
            float sum = 0;
            EWALD_FEW
            for (int k = 0; k < modes; ++k, w += pixels) sum += norm2(*w);
            const float root = detector.root(sum, scale, pixel);
            const BackgroundTerms terms =
                backgroundTerms(loss, detector.amplitude(measured, local, local * pixels + pixel, root), root * root,
                                detector.background[pixel]);
            sums[pixel] += exactSummand(terms.share, anchor);
            sums[pixels + pixel] += exactSummand(terms.weight, anchor);
            sums[2 * pixels + pixel] += exactSummand(terms.valid, anchor);
        }
    }
};

} // namespace ewald::kernels
