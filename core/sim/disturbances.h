// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sim/ptycho_simulator.h"

#include <span>
#include <vector>

namespace ewald::sim {

/// What is not as it should be in a simulated measurement. Whatever is random is drawn from a stream of its own: each
/// of these leaves the others, the scan and the noise as they are. Any thread.

/// Whether the file's positions differ from the true ones.
[[nodiscard]] bool hasWrongPositions(const PtychoExperiment& experiment);
/// \throws JobError where these do not go with the rest of the experiment
void requirePossible(const PtychoExperiment& experiment);

/// What an encoder says. \param places [frame] true ones, object pixels \return likewise; the same bits without errors
[[nodiscard]] std::vector<PixelPosition> statedPositions(const PtychoExperiment& experiment,
                                                         std::span<const PixelPosition> places);

/// [n][n] mean counts of a frame beside the waves; empty where there are none.
[[nodiscard]] Array<float, 2> backgroundPattern(const PtychoExperiment& experiment);

/// [frame] intensity of the beam, 1 on average; empty where it is always the same.
[[nodiscard]] std::vector<double> frameIntensities(const PtychoExperiment& experiment);

/// Weights of a pixel's light in pixels 0, 1, 2… away along one axis: the discrete Gaussian exp(−σ²) I_k(σ²), whose
/// variance is σ² also where σ is less than a pixel (T. Lindeberg, IEEE Trans. PAMI 12 (1990) 234).
/// \param sigma_px (0, 10]
[[nodiscard]] std::vector<double> pointSpread(double sigma_px);
/// Spreads a square frame over its rows and columns; what goes beyond its edges is lost.
void blurFrame(std::span<float> frame, std::span<const double> weights);

} // namespace ewald::sim
