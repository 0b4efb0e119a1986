// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/tilt.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "compute/operations/fft.h"

#include <cmath>

namespace ewald::ptycho {
namespace {

/// Sine of the smallest angle between a sample and what comes to it or leaves it: at less a pixel would be 100 long.
constexpr double kGrazing = 0.01;

Vector3 scaled(const Vector3& v, double factor) { return {factor * v[0], factor * v[1], factor * v[2]}; }
Vector3 sum(const Vector3& a, const Vector3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
double lengthOf(const Vector3& v) { return std::sqrt(dot(v, v)); }

Vector3 unit(const Vector3& v) {
    const double length = lengthOf(v);
    if (!(length > 0)) throw DataError("a basis vector of the detector has no length", "basis_vectors");
    return {v[0] / length, v[1] / length, v[2] / length};
}

/// The directions of dualBasis() for steps of length 1.
Basis dualOfUnits(const Vector3& u, const Vector3& v) {
    const double uv = dot(u, v);
    const double det = 1 - uv * uv;
    if (det < 1e-6) throw DataError("the basis vectors of the detector are parallel", "basis_vectors");
    return {{{(u[0] - uv * v[0]) / det, (u[1] - uv * v[1]) / det, (u[2] - uv * v[2]) / det},
             {(v[0] - uv * u[0]) / det, (v[1] - uv * u[1]) / det, (v[2] - uv * u[2]) / det}}};
}

/// v turned by an angle around an axis of length 1 (Rodrigues).
Vector3 turned(const Vector3& v, const Vector3& axis, double angle) {
    const Vector3 along = scaled(axis, dot(axis, v) * (1 - std::cos(angle)));
    return sum(sum(scaled(v, std::cos(angle)), scaled(cross(axis, v), std::sin(angle))), along);
}

/// From the sample to the middle of the detector: its normal, before it is turned in the direction of the beam.
Vector3 outgoing(const Basis& directions) {
    const Vector3 normal = unit(cross(unit(directions[1]), unit(directions[0])));
    return normal[2] < 0 ? scaled(normal, -1) : normal;
}

/// The axis that turns the beam to the direction that the detector goes to.
Vector3 axisOf(const SampleGeometry& sample) {
    const double direction = sample.detectorDirection_deg * kDegree;
    return {-std::sin(direction), std::cos(direction), 0};
}

Vector3 normalOf(const Vector3& leaving, const SampleGeometry& sample) {
    if (sample.kind == SampleKind::transmission) return {0, 0, 1};
    if (sample.kind == SampleKind::bragg) {
        const double tilt = sample.tilt_deg * kDegree, direction = sample.tiltDirection_deg * kDegree;
        return {std::sin(tilt) * std::cos(direction), std::sin(tilt) * std::sin(direction), std::cos(tilt)};
    }
    const Vector3 difference = sum({0, 0, 1}, scaled(leaving, -1));
    const double sine = lengthOf(difference) / 2; // of the angle between the beam and the mirror
    if (sine < kGrazing && sine > 1e-6)
        throw DataError(
            phrase("the mirror is hit at a grazing angle of %1°, half of the angle between the beam and the "
                   "detector; Ewald reconstructs from %2° on",
                   numberText(std::asin(sine) / kDegree, 3), numberText(std::asin(kGrazing) / kDegree, 3)),
            "detector_angle_deg",
            phrase("move the detector to %1° at least, or correct detector_angle_deg",
                   numberText(std::ceil(200 * std::asin(kGrazing) / kDegree) / 100, 3)));
    if (sine < kGrazing)
        throw DataError("the detector is in the beam: a mirror would lie along it", "geometry",
                        "give the angle of the detector (detector_angle_deg), or use geometry transmission or bragg");
    return unit(difference);
}

} // namespace

double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector3 cross(const Vector3& a, const Vector3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Basis dualBasis(const Basis& basis) {
    Basis dual = dualOfUnits(unit(basis[0]), unit(basis[1]));
    for (std::size_t c = 0; c < 2; ++c)
        for (double& component : dual[c]) component /= lengthOf(basis[c]);
    return dual;
}

Basis turnedDetector(const Basis& directions, const SampleGeometry& sample) {
    if (sample.detectorAngle_deg == 0) return directions;
    const Vector3 axis = axisOf(sample);
    const double angle = sample.detectorAngle_deg * kDegree;
    return {turned(directions[0], axis, angle), turned(directions[1], axis, angle)};
}

Tilt makeTilt(const Basis& directions, double pixelHeight_m, double pixelWidth_m, const SampleGeometry& sample) {
    const Basis detector = turnedDetector(directions, sample);
    // λz·pinv([H D_i, W D_j])ᵀ: in a detector with oblique axes each step is perpendicular to the other's axis.
    const Basis dual = dualOfUnits(unit(detector[0]), unit(detector[1]));
    const Basis wave{scaled(dual[0], pixelHeight_m), scaled(dual[1], pixelWidth_m)};
    const Vector3 leaving = sample.detectorAngle_deg == 0
                                ? outgoing(directions)
                                : turned(outgoing(directions), axisOf(sample), sample.detectorAngle_deg * kDegree);
    Vector3 normal = normalOf(leaving, sample);
    if (normal[2] < 0) normal = scaled(normal, -1);
    if (normal[2] < kGrazing)
        throw DataError("the beam runs along the sample", "sample_tilt_deg", "tilt the sample by less than 89 degrees");
    const double through = dot(normal, leaving);
    if (std::abs(through) < kGrazing)
        throw DataError("what goes to the detector runs along the sample", "sample_tilt_deg",
                        "correct the tilt of the sample or the angle of the detector (detector_angle_deg)");
    Tilt tilt;
    tilt.normal = normal;
    for (std::size_t c = 0; c < 2; ++c) tilt.step[c] = sum(wave[c], scaled(leaving, -dot(normal, wave[c]) / through));
    return tilt;
}

Crossing crossingOf(const Tilt& tilt, const Vector3& moved) {
    const Vector3& n = tilt.normal;
    Crossing crossing;
    crossing.point = {moved[0], moved[1], -(n[0] * moved[0] + n[1] * moved[1]) / n[2]};
    crossing.propagation_m = crossing.point[2] - moved[2];
    return crossing;
}

std::array<double, 2> metresAlong(const Tilt& tilt, const Vector3& point) {
    const Basis dual = dualOfUnits(unit(tilt.step[0]), unit(tilt.step[1]));
    return {dot(dual[0], point), dot(dual[1], point)};
}

double turnsPerMetre(const Tilt& tilt, double wavelength_m, double row, double col) {
    const double k = 1 / wavelength_m;
    const Vector3& n = tilt.normal;
    const Basis dual = dualBasis(tilt.step);
    const Vector3 q = sum(scaled(dual[0], row), scaled(dual[1], col));
    const Vector3 beam = {-k * n[2] * n[0], -k * n[2] * n[1], k * (1 - n[2] * n[2])}; // its part in the plane
    const Vector3 inPlane = sum(beam, q);
    const double across2 = k * k - dot(inPlane, inPlane);
    if (!(across2 > 0)) return kEvanescent;
    // K_n − k n_z without the difference of two large numbers.
    const double change = -dot(q, sum(q, scaled(beam, 2))) / (std::sqrt(across2) + k * n[2]);
    return q[2] + change * n[2];
}

std::vector<float> turnsPerMetre(const Tilt& tilt, double wavelength_m, std::size_t n) {
    std::vector<float> table(n * n);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t col = 0; col < n; ++col)
            table[row * n + col] = static_cast<float>(
                turnsPerMetre(tilt, wavelength_m, compute::signedFrequency(row, n) / static_cast<double>(n),
                              compute::signedFrequency(col, n) / static_cast<double>(n)));
    return table;
}

} // namespace ewald::ptycho
