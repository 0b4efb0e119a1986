// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_peak.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ewald::calibrate {
namespace {

/// Bins of ten pixels of 50 counts on a slope and rings of a width of 0.1 at these places.
std::vector<PeakBin> binsOf(const std::vector<PeakPart>& rings, double shift) {
    std::vector<PeakBin> bins(60);
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const double x = (static_cast<double>(i) + 0.5) / 30 - 1;
        double mean = 50 + 5 * x;
        for (const PeakPart& ring : rings)
            mean += 40 * ring.share * std::exp(-std::pow((x - ring.offset - shift) / 0.1, 2) / 2);
        bins[i] = {10, 10 * mean, 10 * mean * mean, 10 * x, 0};
    }
    return bins;
}

TEST(PeakFit, RingsThatOverlapAreShiftedTogether) {
    const std::vector<PeakPart> rings{{-0.35, 0.5}, {-0.15, 1}, {0.05, 0.2}, {0.3, 0.7}};
    const std::vector<PeakBin> bins = binsOf(rings, 0.04);
    const auto peak = PeakFit(bins, rings, 1, 1, 1).fit(0.1, false, 0.2);
    ASSERT_TRUE(peak);
    EXPECT_NEAR(peak->centre, 0.04, 1e-6); // without noise
    EXPECT_NEAR(peak->height, 40, 1e-4);
    EXPECT_NEAR(peak->level, 50, 1e-4);
    EXPECT_NEAR(peak->slope, 5, 1e-4);
    const auto wider = PeakFit(bins, rings, 1, 1, 1).fit(0.12, true, 0.2);
    ASSERT_TRUE(wider);
    EXPECT_NEAR(wider->width, 0.1, 1e-5);
}

TEST(PeakFit, HeightsOfPartsAreFoundWhereTheyAreSeen) {
    const std::vector<PeakPart> rings{{-0.5, 0.5}, {0, 1}, {0.02, 1}, {0.5, 0.1}};
    std::vector<PeakPart> expected = rings;
    expected[0].share = 1;
    expected[3].share = 0.4;
    std::vector<double> heights;
    const PeakFit fit(binsOf(rings, 0), expected, 1, 1, 1);
    const double there = fit.fitShares(0, 0.1, heights);
    ASSERT_EQ(heights.size(), 4U);
    // Ten pixels of 50 counts in a bin, six bins of a ring: ±1 count, and a weak pull to what was expected.
    EXPECT_NEAR(heights[0], 20, 1);
    EXPECT_NEAR(heights[3], 4, 1.5);
    // Of the two that lie upon each other only the sum is seen: both keep what is expected.
    EXPECT_NEAR(heights[1] + heights[2], 80, 2);
    EXPECT_NEAR(heights[1], heights[2], 2);
    EXPECT_GT(fit.fitShares(0.15, 0.1, heights), 2 * there);
    for (const double height : heights) EXPECT_GE(height, 0);
}

} // namespace
} // namespace ewald::calibrate
