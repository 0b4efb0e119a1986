// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sample that is not perpendicular to the beam, and a detector that is not in it: where rows and columns of the
// object lie in space, where the beam of a frame meets the sample, and how far along the beam that is from where the
// stored probe lies (as CDTools' Bragg2DPtycho has them: cdtools/models/bragg_2d_ptycho.py,
// cdtools/tools/initializers/initializers.py). x, y, z are those of CXI files: z is the direction of the beam.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

namespace ewald::ptycho {

using Vector3 = std::array<double, 3>;
/// Steps of one row and of one column.
using Basis = std::array<Vector3, 2>;

/// How the sample lies in the beam.
enum class SampleKind {
    transmission, ///< perpendicular to it, the detector behind it
    reflection,   ///< so that the beam is reflected to the detector as by a mirror
    bragg,        ///< as its angles say
};

struct SampleGeometry {
    SampleKind kind = SampleKind::transmission;
    double tilt_deg = 0;              ///< between the normal of the sample and the beam (bragg)
    double tiltDirection_deg = 0;     ///< of the normal around the beam, from x to y
    double detectorAngle_deg = 0;     ///< by which the detector is turned around the sample, out of the beam
    double detectorDirection_deg = 0; ///< where to, from x to y
};

/// The plane of the sample and the grid of the object in it.
struct Tilt {
    Basis step{};     ///< of the object's rows and columns, metres; lies in the plane
    Vector3 normal{}; ///< of the plane, of length 1, in the direction of the beam
};

/// Where a beam that has been moved by a vector meets the sample.
struct Crossing {
    Vector3 point{};          ///< in the plane, which holds the origin
    double propagation_m = 0; ///< along the beam, from the point of the beam that was moved
};

[[nodiscard]] double dot(const Vector3& a, const Vector3& b);
[[nodiscard]] Vector3 cross(const Vector3& a, const Vector3& b);

/// The steps d of which the products with those of `basis`, d_a · b_c, are 1 for a = c and else 0; in the same plane.
/// \throws DataError for steps that are parallel or of no length
[[nodiscard]] Basis dualBasis(const Basis& basis);

/// The detector's directions after it has been turned.
[[nodiscard]] Basis turnedDetector(const Basis& directions, const SampleGeometry& sample);

/// \param directions of the rows and columns of frames, of any length, before the detector is turned
/// \param pixelHeight_m, pixelWidth_m of a wave behind the sample, perpendicular to where the detector is: λz/(n p)
/// \throws DataError where the beam or what leaves the sample runs along it, or a mirror has no direction
[[nodiscard]] Tilt makeTilt(const Basis& directions, double pixelHeight_m, double pixelWidth_m,
                            const SampleGeometry& sample);

[[nodiscard]] Crossing crossingOf(const Tilt& tilt, const Vector3& moved);
/// Metres along rows' and columns' steps (first, second) from the origin to a point of the plane.
[[nodiscard]] std::array<double, 2> metresAlong(const Tilt& tilt, const Vector3& point);

/// What a wave of the probe's spectrum turns by per metre along the beam beyond exp(ikz), in turns: (K_z − k)/2π with
/// K on the sphere of radius k above the wave's frequency in the plane. \param row, col cycles per pixel
/// \return kEvanescent where no wave of the beam has that frequency
[[nodiscard]] double turnsPerMetre(const Tilt& tilt, double wavelength_m, double row, double col);
inline constexpr double kEvanescent = std::numeric_limits<double>::infinity();
/// For all frequencies of n × n pixels, [row][column], zero frequency at the corner.
[[nodiscard]] std::vector<float> turnsPerMetre(const Tilt& tilt, double wavelength_m, std::size_t n);

} // namespace ewald::ptycho
