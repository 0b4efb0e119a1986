// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace ewald::crystal {

/// Indices h, k, l of lattice planes.
using Miller = std::array<int, 3>;

/// Lengths in Å and angles in degrees of a unit cell.
struct UnitCell {
    double a_A = 0, b_A = 0, c_A = 0;
    double alpha_deg = 90, beta_deg = 90, gamma_deg = 90;
};

/// Whether such a cell exists: lengths from 0.5 Å to 10,000 Å, and angles that enclose a volume.
[[nodiscard]] bool isCell(const UnitCell& cell);
[[nodiscard]] double volume_A3(const UnitCell& cell);
/// The same shape with all lengths times a factor.
[[nodiscard]] UnitCell scaled(const UnitCell& cell, double factor);

/// 1/d² = Σ g[i][j] h_i h_j in Å⁻²: the metric of the reciprocal lattice, symmetric.
struct ReciprocalMetric {
    std::array<std::array<double, 3>, 3> g{};

    ReciprocalMetric() = default;
    /// \param cell one for which isCell() holds
    explicit ReciprocalMetric(const UnitCell& cell);

    [[nodiscard]] double inverseSquare(const Miller& hkl) const;
    [[nodiscard]] double spacing_A(const Miller& hkl) const;
};

} // namespace ewald::crystal
