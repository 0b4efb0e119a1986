// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace ewald::azint {

/// A point or a direction in space, along axes 1 and 2 of a detector and its normal.
using Vector3 = std::array<double, 3>;

[[nodiscard]] inline Vector3 minus(const Vector3& a, const Vector3& b) noexcept {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

[[nodiscard]] inline double dot(const Vector3& a, const Vector3& b) noexcept {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

[[nodiscard]] inline Vector3 cross(const Vector3& a, const Vector3& b) noexcept {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

} // namespace ewald::azint
