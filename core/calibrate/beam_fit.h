// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/beam.h"
#include "calibrate/ring_points.h"

#include <array>
#include <span>
#include <vector>

namespace ewald::calibrate {

using BeamMatrix = std::array<std::array<double, kBeamParameters>, kBeamParameters>;

/// A geometry fitted to points of rings.
struct BeamFit {
    Beam beam;
    /// Of the members of Beam, in their units; from the scatter of the points, not from counting statistics alone:
    /// the sandwich (JᵀΨ'J)⁻¹ (JᵀΨ²J) (JᵀΨ'J)⁻¹ of an M-estimator (Huber, Robust Statistics, 1981), with residuals
    /// divided by 1 − leverage (HC3 of MacKinnon and White, J. Econometrics 29 (1985) 305). What rings as a whole are
    /// off beyond that scatter (neighbours that were not told apart, spacings, a distorted detector) is added to JᵀΨ²J
    /// as one random number a ring.
    BeamMatrix covariance{};
    std::vector<double> residuals; ///< of the points: measured 2θ − ring, radians
    std::vector<double> pixels;    ///< the same in pixels on the detector
    std::vector<double> weights;   ///< of the loss, 0 … 1; 0 for points that were thrown out
    double scale = 1;              ///< scatter of the points over their sigma
    double rms_px = 0;             ///< of the points that were not thrown out
    std::size_t used = 0;
    bool converged = false;
    [[nodiscard]] double sigma(std::size_t parameter) const;
    [[nodiscard]] double correlation(std::size_t a, std::size_t b) const;
};

/// Robust least squares of 2θ(point) − 2θ(ring) with analytic derivatives: Levenberg and Marquardt's steps, soft L1 at
/// twice the scatter, points beyond six times left out. Points of a ring that was not found well weigh less: the
/// scatter of each ring is part of its points' sigma.
/// \param free which parameters move; the others keep their value and have no variance
/// \param pixel_m the size of a pixel, for residuals in pixels \throws DataError for fewer points than parameters
[[nodiscard]] BeamFit fitBeam(std::span<const RingPoint> points, const std::vector<KnownRing>& rings, const Beam& start,
                              double pixel_m,
                              const std::array<bool, kBeamParameters>& free = {true, true, true, true, true});

} // namespace ewald::calibrate
