// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/beam.h"

#include <cmath>

namespace ewald::calibrate {
namespace {

using Vector = std::array<double, 3>; // (y, x, z)

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// d2θ for a change dt of the position t: [t3 (t1 dt1 + t2 dt2)/r − r dt3]/D².
class AngleChange {
public:
    explicit AngleChange(const Vector& t)
        : m_t(t), m_r(std::sqrt(t[0] * t[0] + t[1] * t[1])), m_square(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]) {}
    [[nodiscard]] double of(const Vector& dt) const {
        return (m_t[2] * (m_t[0] * dt[0] + m_t[1] * dt[1]) / m_r - m_r * dt[2]) / m_square;
    }

private:
    Vector m_t;
    double m_r;
    double m_square;
};

} // namespace

azint::Poni poniOf(const Beam& beam, azint::Poni base) {
    base.dist_m = beam.distance_m * std::cos(beam.rot1) * std::cos(beam.rot2);
    base.poni1_m = beam.row_m - base.dist_m * std::tan(beam.rot2) / std::cos(beam.rot1);
    base.poni2_m = beam.col_m + base.dist_m * std::tan(beam.rot1);
    base.rot1 = beam.rot1;
    base.rot2 = beam.rot2;
    base.rot3 = 0;
    return base;
}

Beam beamOf(const azint::Poni& poni) {
    return {poni.dist_m / (std::cos(poni.rot1) * std::cos(poni.rot2)),
            poni.poni1_m + poni.dist_m * std::tan(poni.rot2) / std::cos(poni.rot1),
            poni.poni2_m - poni.dist_m * std::tan(poni.rot1), poni.rot1, poni.rot2};
}

double tiltOf(const Beam& beam) { return std::acos(std::cos(beam.rot1) * std::cos(beam.rot2)); }

BeamPlane::BeamPlane(const Beam& beam) : m_beam(beam) {
    const double c1 = std::cos(beam.rot1), s1 = std::sin(beam.rot1);
    const double c2 = std::cos(beam.rot2), s2 = std::sin(beam.rot2);
    m_axis1 = {c2, 0, s2};
    m_axis2 = {s1 * s2, c1, -c2 * s1};
}

double BeamPlane::twoTheta(double y_m, double x_m) const noexcept {
    const Vector t = position(y_m - m_beam.row_m, x_m - m_beam.col_m);
    return std::atan2(std::sqrt(t[0] * t[0] + t[1] * t[1]), t[2]);
}

double BeamPlane::chi(double y_m, double x_m) const noexcept {
    const Vector t = position(y_m - m_beam.row_m, x_m - m_beam.col_m);
    return std::atan2(t[0], t[1]);
}

std::array<double, 2> BeamPlane::outward(double y_m, double x_m) const noexcept {
    const AngleChange change(position(y_m - m_beam.row_m, x_m - m_beam.col_m));
    return {change.of(m_axis1), change.of(m_axis2)};
}

AngleSlope BeamPlane::slope(double y_m, double x_m) const noexcept {
    const double dy = y_m - m_beam.row_m, dx = x_m - m_beam.col_m;
    const Vector t = position(dy, dx);
    const AngleChange change(t);
    const double c1 = std::cos(m_beam.rot1), s1 = std::sin(m_beam.rot1);
    const double c2 = std::cos(m_beam.rot2), s2 = std::sin(m_beam.rot2);
    const double alongRows = change.of(m_axis1), alongCols = change.of(m_axis2);
    AngleSlope slope;
    slope.twoTheta = std::atan2(std::hypot(t[0], t[1]), t[2]);
    slope.parameters = {change.of({0, 0, 1}), -alongRows, -alongCols,
                        change.of({dx * c1 * s2, -dx * s1, -dx * c1 * c2}),
                        change.of({-dy * s2 + dx * s1 * c2, 0, dy * c2 + dx * s1 * s2})};
    slope.steepness = std::hypot(alongRows, alongCols);
    return slope;
}

bool BeamPlane::place(double twoTheta, double chi, std::array<double, 2>& yx_m) const noexcept {
    const Vector ray{std::sin(twoTheta) * std::sin(chi), std::sin(twoTheta) * std::cos(chi), std::cos(twoTheta)};
    // The normal points along the beam: axes (y, x, z) are left-handed in this order.
    const Vector normal = cross(m_axis2, m_axis1);
    const double forward = dot(ray, normal);
    const double towards = normal[2] * m_beam.distance_m;
    if (!(forward * towards > 1e-9 * std::abs(towards))) return false;
    const double length = towards / forward;
    const Vector onPlane{ray[0] * length, ray[1] * length, ray[2] * length - m_beam.distance_m};
    yx_m = {m_beam.row_m + dot(onPlane, m_axis1), m_beam.col_m + dot(onPlane, m_axis2)};
    return true;
}

} // namespace ewald::calibrate
