// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/unwrap.h"

#include "base/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ewald::ptycho {
namespace {

/// A hill of 30 rad on a ramp.
double hill(std::size_t r, std::size_t c) {
    const double y = static_cast<double>(r) - 30, x = static_cast<double>(c) - 40;
    return 30 * std::exp(-(y * y + x * x) / 800) + 0.2 * y - 0.1 * x;
}

Array<Complex, 2> waveOf(double noise) {
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0, 1);
    Array<Complex, 2> image({70, 90});
    for (std::size_t r = 0; r < 70; ++r)
        for (std::size_t c = 0; c < 90; ++c)
            image(r, c) = Complex(std::polar(1.0, hill(r, c))) +
                          static_cast<float>(noise) * Complex(normal(random), normal(random));
    return image;
}

/// Largest distance from the hill after the common multiple of 2π is taken out.
double farthest(const UnwrappedPhase& found) {
    const double offset = 2 * kPi * std::round((static_cast<double>(found.phase(0, 0)) - hill(0, 0)) / (2 * kPi));
    double largest = 0;
    for (std::size_t r = 0; r < 70; ++r)
        for (std::size_t c = 0; c < 90; ++c)
            largest = std::max(largest, std::abs(static_cast<double>(found.phase(r, c)) - offset - hill(r, c)));
    return largest;
}

TEST(Unwrap, AHillWithoutNoiseIsExact) {
    const UnwrappedPhase found = unwrapPhase(waveOf(0));
    EXPECT_EQ(found.residues, 0);
    EXPECT_FALSE(found.leastSquares);
    EXPECT_LT(farthest(found), 1e-4);
}

TEST(Unwrap, WithManyResiduesItIsStillTheSamePhase) {
    const Array<Complex, 2> image = waveOf(0.45);
    const UnwrappedPhase found = unwrapPhase(image);
    EXPECT_GT(found.residues, 0.001);
    EXPECT_TRUE(found.leastSquares);
    double apart = 0;
    std::size_t right = 0;
    for (std::size_t i = 0; i < image.size(); ++i) {
        const Complex turned = image.data()[i] * std::polar(1.0F, -found.phase.data()[i]);
        apart = std::max(apart, static_cast<double>(std::abs(std::arg(turned))));
    }
    EXPECT_LT(apart, 1e-4) << "equal mod 2π";
    const double offset = 2 * kPi * std::round((static_cast<double>(found.phase(0, 0)) - hill(0, 0)) / (2 * kPi));
    for (std::size_t r = 0; r < 70; ++r)
        for (std::size_t c = 0; c < 90; ++c)
            if (std::abs(static_cast<double>(found.phase(r, c)) - offset - hill(r, c)) < kPi) ++right;
    EXPECT_GT(static_cast<double>(right) / 6300, 0.9);
}

TEST(Unwrap, LeavesOutWhatHasNoWeight) {
    Array<Complex, 2> image = waveOf(0);
    std::vector<float> weight(image.size(), 1.0F);
    for (std::size_t r = 0; r < 70; ++r) weight[r * 90 + 45] = 0; // two halves that do not touch
    image(3, 3) = 0;
    const UnwrappedPhase found = unwrapPhase(image, weight);
    EXPECT_TRUE(std::isnan(found.phase(3, 3)));
    EXPECT_TRUE(std::isnan(found.phase(10, 45)));
    const auto jump = [&](std::size_t a, std::size_t b) {
        return static_cast<double>(found.phase(60, b) - found.phase(60, a)) - (hill(60, b) - hill(60, a));
    };
    EXPECT_NEAR(jump(0, 44), 0, 1e-4);
    EXPECT_NEAR(jump(46, 89), 0, 1e-4);
}

} // namespace
} // namespace ewald::ptycho
