// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/poisson.h"

#include "base/units.h"

#include <array>
#include <cmath>

namespace ewald::sim {
namespace {

/// ln k!: a table, then Stirling's series (error below 1e-11 from 10 on).
double logFactorial(double k) {
    static const std::array<double, 10> kSmall = [] {
        std::array<double, 10> table{};
        double factorial = 1;
        for (std::size_t i = 1; i < table.size(); ++i) {
            factorial *= static_cast<double>(i);
            table[i] = std::log(factorial);
        }
        return table;
    }();
    if (k < static_cast<double>(kSmall.size())) return kSmall[static_cast<std::size_t>(k)];
    const double inverse = 1 / k;
    const double series = inverse * (1.0 / 12 - inverse * inverse * (1.0 / 360 - inverse * inverse / 1260));
    return (k + 0.5) * std::log(k) - k + 0.5 * std::log(2 * kPi) + series;
}

std::uint64_t byInversion(double mean, ptycho::Random& random) {
    double probability = std::exp(-mean);
    double left = random.uniform();
    std::uint64_t count = 0;
    // The bound ends the search where rounding would not.
    while (left >= probability && count < 100) {
        left -= probability;
        ++count;
        probability *= mean / static_cast<double>(count);
    }
    return count;
}

std::uint64_t byRejection(double mean, ptycho::Random& random) {
    const double logMean = std::log(mean);
    const double b = 0.931 + 2.53 * std::sqrt(mean);
    const double a = -0.059 + 0.02483 * b;
    const double inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
    const double vr = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        const double u = random.uniform() - 0.5;
        const double v = random.uniform();
        const double us = 0.5 - std::abs(u);
        const double k = std::floor((2 * a / us + b) * u + mean + 0.43);
        if (us >= 0.07 && v <= vr) return static_cast<std::uint64_t>(k);
        if (k < 0 || (us < 0.013 && v > us)) continue;
        if (std::log(v) + std::log(inverseAlpha) - std::log(a / (us * us) + b) <=
            -mean + k * logMean - logFactorial(k)) {
            return static_cast<std::uint64_t>(k);
        }
    }
}

std::uint64_t byNormal(double mean, ptycho::Random& random) {
    const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
    const double normal = radius * std::cos(2 * kPi * random.uniform());
    return static_cast<std::uint64_t>(std::max(0.0, std::round(mean + std::sqrt(mean) * normal)));
}

} // namespace

std::uint64_t drawPoisson(double mean, ptycho::Random& random) {
    if (!(mean > 0)) return 0;
    if (mean < 10) return byInversion(mean, random);
    return mean < 1e9 ? byRejection(mean, random) : byNormal(std::min(mean, 1e18), random);
}

} // namespace ewald::sim
