// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/instrument/cylinder.h"

#include "base/units.h"

#include <cmath>
#include <span>
#include <string_view>

namespace ewald::azint {

Cylinder::Cylinder(const std::string& name, std::array<std::size_t, 2> shape, std::array<double, 2> pixelSize_m,
                   double radius_m)
    : m_name(name), m_shape(shape), m_pixel_m(pixelSize_m), m_radius_m(radius_m) {
    constexpr std::string_view kKind = "cylinder"; // such numbers mean something else in maps of another kind
    m_numbers = numbersWith({std::as_bytes(std::span(kKind)), std::as_bytes(std::span(&m_radius_m, 1))});
}

ImagePoint Cylinder::corrected(ImagePoint shown) const noexcept {
    const double reach = m_radius_m / m_pixel_m[1]; // pixels
    return {shown.row, reach * std::sin(shown.col / reach)};
}

double Cylinder::depth_m(ImagePoint shown) const noexcept {
    const double half = std::sin(shown.col * m_pixel_m[1] / m_radius_m / 2);
    return -2 * m_radius_m * half * half; // cos a − 1 = −2 sin²(a / 2)
}

std::optional<ImagePoint> Cylinder::hitBy(const DetectorRay& ray) const noexcept {
    // From the axis of the cylinder: across it along axis 2 and the normal.
    const double x = ray.from_m[1], z = ray.from_m[2] + m_radius_m;
    const double alongX = ray.along[1], alongZ = ray.along[2];
    const double square = alongX * alongX + alongZ * alongZ;
    const double approach = x * alongX + z * alongZ;
    const double inner = approach * approach - square * (x * x + z * z - m_radius_m * m_radius_m);
    if (!(square > 0) || !(inner >= 0)) return std::nullopt;        // along the axis, or beside the cylinder
    const double distance = (std::sqrt(inner) - approach) / square; // to its far side, the inner one
    if (!(distance > 0)) return std::nullopt;
    double angle = std::atan2(x + distance * alongX, z + distance * alongZ);
    // The plate may go more than half way round: angles within half a turn of its middle.
    const double middle = static_cast<double>(m_shape[1]) * m_pixel_m[1] / m_radius_m / 2;
    angle -= 2 * kPi * std::round((angle - middle) / (2 * kPi));
    return ImagePoint{(ray.from_m[0] + distance * ray.along[0]) / m_pixel_m[0], angle * m_radius_m / m_pixel_m[1]};
}

const Array<std::uint8_t, 2>& Cylinder::mask() const noexcept {
    static const Array<std::uint8_t, 2> none;
    return none;
}

} // namespace ewald::azint
