// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/calibrant.h"
#include "calibrate/ring_match.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ewald::calibrate {
namespace {

constexpr double kPixel_m = 1e-4;

std::vector<ProfilePeak> peaksOf(const std::vector<KnownRing>& rings, double distance_m, double last) {
    std::vector<ProfilePeak> peaks;
    for (const KnownRing& ring : rings)
        if (const double radius = distance_m * std::tan(ring.twoTheta) / kPixel_m; radius < last)
            peaks.push_back({radius, 100 * ring.strength, 50});
    return peaks;
}

TEST(RingMatch, RingsAreThoseOfBragg) {
    const auto rings = knownRings(*azint::findCalibrant("LaB6"), 1e-10);
    ASSERT_GT(rings.size(), 10U);
    EXPECT_NEAR(rings[0].twoTheta, 2 * std::asin(1 / (2 * 4.156826)), 1e-12);
    EXPECT_EQ(rings[0].hkl, "1 0 0");
    EXPECT_LT(rings.back().twoTheta, 3.1416 / 2);
}

TEST(RingMatch, TheDistanceOfItsOwnRingsWins) {
    for (const char* name : {"CeO2", "LaB6", "Si", "Al2O3"})
        for (const double distance : {0.08, 0.25, 0.9}) {
            const auto rings = knownRings(*azint::findCalibrant(name), 0.4e-10);
            const auto peaks = peaksOf(rings, distance, 1000);
            if (peaks.size() < 4) continue;
            const auto found = matchDistances(peaks, rings, kPixel_m, 10, 1000, 3);
            ASSERT_FALSE(found.empty());
            EXPECT_NEAR(found[0].distance_m, distance, 0.002 * distance) << name;
            EXPECT_NEAR(found[0].explained, 1, 1e-12);
            EXPECT_EQ(found[0].hits, found[0].expected);
            if (found.size() > 1) {
                EXPECT_GT(found[0].score, 2 * found[1].score) << name;
            }
        }
}

TEST(RingMatch, ForeignRingsHaveNoDistance) {
    // Of the titanium alloy that its image in the test data shows (d in Å), at 89 keV.
    std::vector<ProfilePeak> peaks;
    for (const double d : {2.555, 2.323, 2.247, 1.734, 1.475, 1.341}) {
        const double angle = 2 * std::asin(0.1393 / (2 * d));
        peaks.push_back({1.194 * std::tan(angle) / 296e-6, 10, 30});
    }
    const auto rings = knownRings(*azint::findCalibrant("CeO2"), 0.1393e-10);
    for (const DistanceMatch& match : matchDistances(peaks, rings, 296e-6, 20, 900, 5)) EXPECT_LT(match.score, 0.25);
}

/// A ring of 500 counts at bin 60 over `level`, every bin of 100 pixels that scatter by 10.
RingProfile profileOver(double level) {
    RingProfile profile;
    for (int i = 0; i < 120; ++i) profile.mean.push_back(level + 500 * std::exp(-std::pow((i - 60) / 3.0, 2)));
    profile.sigma.assign(profile.mean.size(), 1);
    profile.pixels.assign(profile.mean.size(), 100);
    return profile;
}

// Images from which too much of a dark one was subtracted are below zero, and have their rings all the same.
TEST(RingProfile, FindsARingAboveAndBelowZero) {
    for (const double level : {100.0, 0.0, -200.0, -2000.0}) {
        const std::vector<ProfilePeak> peaks = profilePeaks(profileOver(level));
        ASSERT_EQ(peaks.size(), 1U) << level;
        EXPECT_NEAR(peaks[0].radius, 60.5, 0.01) << level; // the middle of its bin
    }
}

} // namespace
} // namespace ewald::calibrate
