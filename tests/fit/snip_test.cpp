// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/snip.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ewald::fit {
namespace {

/// A peak of 500 at 200 over a falling line, all raised by `offset`.
std::vector<double> peakOverALine(double offset) {
    std::vector<double> curve(400);
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const auto x = static_cast<double>(i);
        curve[i] = offset + 100 - 0.1 * x + 500 * std::exp(-std::pow((x - 200) / 3, 2));
    }
    return curve;
}

TEST(Snip, RunsUnderPeaks) {
    const auto below = snipBackground(peakOverALine(0), 24);
    EXPECT_NEAR(below[200], 80, 3); // the slope goes on under the peak
    EXPECT_NEAR(below[60], 94, 1);
}

// The line ends at 60.1: lowered by that much or more it is clipped as it is at zero, wherever it lies.
TEST(Snip, RunsUnderPeaksOfCurvesBelowZero) {
    const auto atZero = snipBackground(peakOverALine(-60.1), 24);
    for (const double offset : {-100.0, -1000.0}) {
        const auto below = snipBackground(peakOverALine(offset), 24);
        EXPECT_NEAR(below[200], 80 + offset, 5) << offset;
        for (std::size_t i = 0; i < below.size(); ++i)
            ASSERT_NEAR(below[i] - offset, atZero[i] + 60.1, 1e-9) << offset << ", " << i; // rounding of 1000
    }
}

TEST(Snip, OfNothingIsNothing) { EXPECT_TRUE(snipBackground({}, 24).empty()); }

} // namespace
} // namespace ewald::fit
