// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules that kernels apply to a pixel, against their formulas written anew, in double precision.
#include "kernels/ptycho_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace ewald::kernels {
namespace {

using Cx = std::complex<double>;

Cf asCf(Cx value) { return {static_cast<float>(value.real()), static_cast<float>(value.imag())}; }

/// ψ ← xψ + a m + b Π_F(c m + yψ) with its five numbers, as a table of the literature has them.
Cx projected(double x, double a, double b, double c, double y, Cx stored, Cx model, double amplitude) {
    const Cx reflected = c * model + y * stored;
    const Cx projection = amplitude < 0 ? reflected : amplitude * reflected / std::abs(reflected);
    return x * stored + a * model + b * projection;
}

Cx byRule(const ProjectionRule& rule, Cx stored, Cx model, double amplitude) {
    const Cf s = asCf(stored), m = asCf(model);
    const Cf reflected = {rule.reflected(m.re, s.re), rule.reflected(m.im, s.im)};
    const float factor = rule.factor(magnitudeFactor(static_cast<float>(amplitude), std::sqrt(norm2(reflected))));
    return {static_cast<double>(s.re + rule.change(factor, m.re, s.re)),
            static_cast<double>(s.im + rule.change(factor, m.im, s.im))};
}

TEST(ProjectionRule, HasTheMembersOfItsFamily) {
    const Cx stored{1.3, -0.4}, model{0.7, 0.9};
    for (const double amplitude : {2.1, 0.0, -1.0}) { // the last: a masked pixel
        const auto expectNear = [&](const ProjectionRule& rule, Cx expected) {
            EXPECT_LT(std::abs(byRule(rule, stored, model, amplitude) - expected), 2e-6) << amplitude;
        };
        expectNear({0, 0.7F, -1, 2, -1}, projected(1, -0.7, 0.7, 2, -1, stored, model, amplitude));
        const float beta = 0.8F;
        expectNear({beta - 1, beta, (1 - 2 * beta) / beta, 2, -1},
                   projected(0.8, -0.6, 0.8, 2, -1, stored, model, amplitude));
        expectNear({-1, 1, 0, 1, 0}, projected(0, 0, 1, 1, 0, stored, model, amplitude));
        // A soft projection lies on the way to the hard one.
        const Cx hard = projected(0, 0, 1, 1, 0, stored, model, amplitude);
        expectNear({-1, 1, 0, 1, 0, 0.25F}, 0.75 * hard + 0.25 * model);
    }
}

TEST(MomentRule, IsAdam) {
    constexpr double kMemory = 0.9, kSquares = 0.99, kRate = 0.02, kFloor = 1e-3;
    Cf value{1, -2}, first{0, 0}, second{0, 0};
    double x = 1, m = 0, v = 0, y = -2, n = 0, w = 0;
    for (int t = 1; t <= 20; ++t) {
        const Cx gradient{std::cos(3.0 * t) + 0.3, -2 * std::sin(t)};
        MomentRule rule;
        rule.gain = 0.5F;
        rule.memory = static_cast<float>(kMemory), rule.fresh = static_cast<float>(1 - kMemory);
        rule.squaresMemory = static_cast<float>(kSquares);
        rule.squaresScale = static_cast<float>(1 / (1 - std::pow(kSquares, t)));
        rule.floor = static_cast<float>(kFloor);
        rule.step = static_cast<float>(kRate / (1 - std::pow(kMemory, t)));
        value = value + momentChange(asCf(gradient), first, &second, rule);
        const auto adam = [&](double& at, double& mean, double& square, double g) {
            mean = kMemory * mean + (1 - kMemory) * g;
            square = kSquares * square + (1 - kSquares) * g * g;
            const double fairMean = mean / (1 - std::pow(kMemory, t));
            const double fairSquare = square / (1 - std::pow(kSquares, t));
            at += kRate * fairMean / (std::sqrt(fairSquare) + kFloor);
        };
        adam(x, m, v, 0.5 * gradient.real());
        adam(y, n, w, 0.5 * gradient.imag());
        EXPECT_NEAR(value.re, x, 1e-4);
        EXPECT_NEAR(value.im, y, 1e-4);
    }
    EXPECT_GT(std::abs(y + 2), 0.05) << "it goes somewhere";
    // A pixel that has never had a gradient stays where it is, whatever the floor.
    Cf nothing{0, 0}, none{0, 0};
    const Cf change = momentChange({0, 0}, nothing, &none, {.step = 1});
    EXPECT_TRUE(change.re == 0 && change.im == 0);
}

TEST(MomentRule, WithoutSquaresIsAVelocity) {
    Cf first{0, 0};
    const MomentRule rule{.gain = 2, .memory = 0.5F, .step = 0.1F};
    Cf change{0, 0};
    for (int i = 0; i < 3; ++i) change = momentChange({1, -1}, first, nullptr, rule);
    EXPECT_NEAR(change.re, 0.1 * 2 * (1 + 0.5 + 0.25), 1e-6);
    EXPECT_NEAR(change.im, -change.re, 1e-6);
}

} // namespace
} // namespace ewald::kernels
