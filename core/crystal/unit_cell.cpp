// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/unit_cell.h"

#include "base/units.h"

#include <cmath>

namespace ewald::crystal {
namespace {

/// The cosine of an angle in degrees, exact for those of the crystal systems.
double cosine(double angle_deg) {
    if (angle_deg == 90) return 0;
    if (angle_deg == 120) return -0.5;
    if (angle_deg == 60) return 0.5;
    return std::cos(angle_deg * kDegree);
}

/// (V / abc)²
double volumeSquare(const UnitCell& cell) {
    const double a = cosine(cell.alpha_deg), b = cosine(cell.beta_deg), c = cosine(cell.gamma_deg);
    return 1 - a * a - b * b - c * c + 2 * a * b * c;
}

} // namespace

bool isCell(const UnitCell& cell) {
    constexpr double kShortest_A = 0.5, kLongest_A = 1e4;
    // Reduced cells have a volume of at least 0.7 abc; those that are used, of some hundredths in the worst case.
    constexpr double kFlattest = 1e-4;
    for (const double length : {cell.a_A, cell.b_A, cell.c_A})
        if (!(length >= kShortest_A && length <= kLongest_A)) return false;
    for (const double angle : {cell.alpha_deg, cell.beta_deg, cell.gamma_deg})
        if (!(angle > 0 && angle < 180)) return false;
    return volumeSquare(cell) > kFlattest;
}

double volume_A3(const UnitCell& cell) { return cell.a_A * cell.b_A * cell.c_A * std::sqrt(volumeSquare(cell)); }

UnitCell scaled(const UnitCell& cell, double factor) {
    return {cell.a_A * factor, cell.b_A * factor, cell.c_A * factor, cell.alpha_deg, cell.beta_deg, cell.gamma_deg};
}

// International Tables B, 1.1.3: the inverse of the metric of the direct lattice.
ReciprocalMetric::ReciprocalMetric(const UnitCell& cell) {
    const std::array<double, 3> length{cell.a_A, cell.b_A, cell.c_A};
    const std::array<double, 3> angle{cell.alpha_deg, cell.beta_deg, cell.gamma_deg};
    const double square = volumeSquare(cell);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const double own = cosine(angle[i]);
        g[i][i] = (1 - own * own) / (length[i] * length[i] * square);
        g[j][k] = g[k][j] = (cosine(angle[j]) * cosine(angle[k]) - own) / (length[j] * length[k] * square);
    }
}

double ReciprocalMetric::inverseSquare(const Miller& hkl) const {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) sum += g[i][j] * hkl[i] * hkl[j];
    return sum;
}

double ReciprocalMetric::spacing_A(const Miller& hkl) const { return 1 / std::sqrt(inverseSquare(hkl)); }

} // namespace ewald::crystal
