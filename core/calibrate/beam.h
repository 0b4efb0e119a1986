// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace ewald::calibrate {

/// The geometry in the five parameters that powder rings determine almost independently of each other. The distance
/// and the point of normal incidence of a PONI are correlated with its rotations by 0.9999 and more; these are not
/// (condition number of the normal equations 5 instead of 50 to 7000).
///
/// Rotations and axes are those of azint::Poni with rot3 = 0 and orientation 3.
struct Beam {
    double distance_m = 0; ///< from the sample to the point where the direct beam meets the plane of the detector
    double row_m = 0;      ///< that point, from the outer edge of the first row …
    double col_m = 0;      ///< … and of the first column
    double rot1 = 0;       ///< radians
    double rot2 = 0;
    bool operator==(const Beam&) const = default;
};

/// tan 2θ beyond which no ring is looked for: there a tilted detector is seen at a grazing angle.
inline constexpr double kMostTangent = 4.5;

/// The number of parameters, in the order of the members of Beam.
inline constexpr std::size_t kBeamParameters = 5;

/// `base` with the distance, point of normal incidence and rotations of `beam`; rot3 becomes 0.
/// dist = L·cos rot1·cos rot2, poni1 = row − dist·tan rot2/cos rot1, poni2 = col + dist·tan rot1.
[[nodiscard]] azint::Poni poniOf(const Beam& beam, azint::Poni base);
/// The inverse, for a PONI without rot3.
[[nodiscard]] Beam beamOf(const azint::Poni& poni);
/// Between the normal of the detector and the beam, radians.
[[nodiscard]] double tiltOf(const Beam& beam);

/// A scattering angle with its derivatives.
struct AngleSlope {
    double twoTheta = 0;                              ///< radians
    std::array<double, kBeamParameters> parameters{}; ///< d2θ by the members of Beam
    double steepness = 0;                             ///< |∇2θ| on the detector, radians a metre
};

/// Beam with the directions of the detector's axes worked out: what a loop over pixels needs. The direct beam meets
/// the detector at (row, col), so a point of it is at t = L·z + (y − row)·a1 + (x − col)·a2. Places are metres from
/// the outer edge of the first row and column.
class BeamPlane {
public:
    explicit BeamPlane(const Beam& beam);

    /// Radians.
    [[nodiscard]] double twoTheta(double y_m, double x_m) const noexcept;
    /// tan 2θ; infinite from 90° on. Faster than the angle.
    [[nodiscard]] double tangent(double y_m, double x_m) const noexcept {
        const std::array<double, 3> t = position(y_m - m_beam.row_m, x_m - m_beam.col_m);
        return t[2] > 0 ? std::sqrt(t[0] * t[0] + t[1] * t[1]) / t[2] : std::numeric_limits<double>::infinity();
    }
    /// Radians in (−π, π], as azint::Geometry::chi().
    [[nodiscard]] double chi(double y_m, double x_m) const noexcept;
    /// Direction in which 2θ grows on the detector: (along rows' axis, along columns' axis), not normalised.
    [[nodiscard]] std::array<double, 2> outward(double y_m, double x_m) const noexcept;
    /// Analytic derivatives. Not to be used nearer to the beam than a pixel, where 2θ has a kink.
    [[nodiscard]] AngleSlope slope(double y_m, double x_m) const noexcept;
    /// Where the ray of a direction meets the plane: (y, x) in metres. \returns false where it never does
    [[nodiscard]] bool place(double twoTheta, double chi, std::array<double, 2>& yx_m) const noexcept;

private:
    [[nodiscard]] std::array<double, 3> position(double dy, double dx) const noexcept {
        return {dy * m_axis1[0] + dx * m_axis2[0], dx * m_axis2[1],
                m_beam.distance_m + dy * m_axis1[2] + dx * m_axis2[2]};
    }
    Beam m_beam;
    std::array<double, 3> m_axis1; ///< (y, x, z)
    std::array<double, 3> m_axis2;
};

} // namespace ewald::calibrate
