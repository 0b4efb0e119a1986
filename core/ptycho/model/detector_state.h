// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/ptycho_ops.h"
#include "ptycho/model/problem.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ewald::ptycho {

/// What is fitted beside object, probe and positions. The same on every rank; empty: not fitted yet.
struct DetectorState {
    /// [n][n] counts that every frame has beside Σ|ψ̂|², of the mean beam, in the order of the frames on the device.
    std::vector<float> background;
    /// By frame number: the beam's amplitude w relative to the root of the mean intensity (mean of w² = 1).
    std::vector<double> beam;
    double pointSpread_px = 0; ///< σ; 0: not fitted yet, as the problem says
};

/// A background to begin with: next to nothing, the same everywhere.
/// \param meanCounts of a pixel
[[nodiscard]] std::vector<float> firstBackground(std::size_t pixels, double meanCounts);

/// One damped Fisher step of the loss a pixel, b += (S − V b) / (W + λ V): where the waves are dark it ends at the mean
/// counts (of the amplitudes' loss, at the square of the mean amplitude), where they are bright it grows as slowly as
/// in expectation maximisation. There, in the measure of the light, b follows the pixels around instead: what the model
/// cannot explain yet does not become background. b stays positive, and a pixel that no frame has keeps its b.
/// \param background [n][n] \param sums [term][n][n] of kernels::BackgroundTerms over all frames
/// \param zero row and column of the detector that are row and column 0 here: n/2 of frames with the zero frequency in
///        the corner, whose quadrants are no neighbours
void refineBackground(std::span<float> background, std::span<const double> sums, std::size_t zero);

/// w² ← w²·ΣI/ΣÎ of each frame, in part, then brought to a mean of 1. What is exponential in the positions, w_i ∝
/// e^(g·r_i), is taken out: the object's amplitude can have it as well, so that no data tell them apart.
/// \param figures of all frames, by frame number \param beam by frame number; empty: 1 everywhere
void refineBeam(std::vector<double>& beam, std::span<const compute::FrameFigures> figures,
                std::span<const PixelPosition> positions);

/// The widest point spread that is modelled, pixels.
inline constexpr double kWidestPointSpread_px = 10;

/// Parts of a pixel's light that the detector counts 0, 1, 2… pixels away along one axis: the discrete Gaussian
/// exp(−σ²) I_k(σ²), of variance σ² also where σ is less than a pixel (T. Lindeberg, IEEE Trans. PAMI 12 (1990) 234).
/// With its mirror image they sum to 1; less than 1e-6 of the light lies beyond their reach. Any thread.
/// \param sigma_px (0, kWidestPointSpread_px] \throws InternalError
[[nodiscard]] std::vector<float> pointSpreadWeights(double sigma_px);

/// σ of a point spread after a Newton step of σ², of at most half or twice.
/// \param terms of all frames, by frame number
[[nodiscard]] double refinedSpread(double sigma_px, std::span<const compute::SpreadTerms> terms);

} // namespace ewald::ptycho
