// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/ptycho_kernels.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ewald::kernels {
namespace {

TEST(Kernels, LogarithmIsExactToFloatPrecision) {
    EXPECT_EQ(fastLog(1.0F), 0.0F);
    // The fit is good to 7.6e-8; rounding of the last operations, which scale with the result, adds about as much.
    for (float x = 1e-30F; x < 1e30F; x *= 1.00137F) {
        const double exact = std::log(static_cast<double>(x));
        EXPECT_NEAR(static_cast<double>(fastLog(x)), exact, 2e-7 * std::abs(exact)) << x;
    }
    // Near one the result is small and must stay exact relative to itself: the deviance of a good fit lives there.
    for (int i = 1; i < 1000; ++i) {
        const float x = 1.0F + static_cast<float>(i) * 1e-6F;
        const double exact = std::log(static_cast<double>(x));
        EXPECT_NEAR(static_cast<double>(fastLog(x)), exact, 2e-7 * exact) << x;
    }
}

TEST(Kernels, MetricsOfAPixelByHand) {
    // √I = 3, model √Ie = 2: (2−3)² = 1, I = 9, 4 − 9 + 9 ln(9/4) = 2.298371946…
    const PixelMetrics m = pixelMetrics(3, 2, magnitudeFactor(3, 2));
    EXPECT_FLOAT_EQ(m.error, 1);
    EXPECT_FLOAT_EQ(m.intensity, 9);
    EXPECT_NEAR(m.deviance, 2.298371946F, 5e-6F); // three roundings of numbers near 9, and the amplitude's floor
    EXPECT_EQ(m.valid, 1);
    const PixelMetrics perfect = pixelMetrics(5, 5, magnitudeFactor(5, 5));
    EXPECT_NEAR(perfect.deviance, 0, 4e-6F); // 2·25·1e-7/5 from the floor, and roundings of 25
    const PixelMetrics masked = pixelMetrics(-1, 2, magnitudeFactor(-1, 2));
    EXPECT_EQ(masked.error, 0);
    EXPECT_EQ(masked.deviance, 0);
    EXPECT_EQ(masked.valid, 0);
    const PixelMetrics dark = pixelMetrics(0, 0, magnitudeFactor(0, 0));
    EXPECT_EQ(dark.deviance, 0);
}

} // namespace
} // namespace ewald::kernels
