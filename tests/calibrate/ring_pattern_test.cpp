// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_pattern.h"

#include "azint/calibrant.h"
#include "calibrate/ring_likeness.h"
#include "calibrate/ring_profile.h"
#include "calibrate/sharpness.h"
#include "ring_simulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ewald::calibrate {
namespace {

std::vector<KnownRing> ringsOf(const char* calibrant) { return knownRings(*azint::findCalibrant(calibrant), 0.3e-10); }

/// Rings of lanthanum hexaboride that are 2.5 to 5 pixels apart, with 8 counts on the brightest: few are peaks.
test::SimulatedRings closeRings() {
    test::SimulatedRings made;
    made.rows = made.cols = 300;
    made.beam = {0.1, 20 * made.pixel_m, -30 * made.pixel_m, 0.1, -0.2};
    made.counts = 8;
    for (const KnownRing& ring : ringsOf("LaB6")) {
        made.angles.push_back(ring.twoTheta);
        made.strengths.push_back(std::pow(ring.strength, 0.7));
    }
    return made;
}

constexpr std::size_t kAll = 90'000;

TEST(RingPattern, ExplainsWhatTheRightRingsDoAndNothingElse) {
    const test::SimulatedRings made = closeRings();
    const RingImage image = test::ringImageOf(made);
    const std::vector<float> flat = flattened(image, 24);
    const double sharp = Sharpness(image, flat, kAll).of(made.beam);
    const RingPattern right(image, flat, ringsOf("LaB6"), kAll), wrong(image, flat, ringsOf("W"), kAll);
    // All that any rings explain; the figures of calibrate.h for right and for wrong ones.
    EXPECT_GT(right.of(made.beam, 1.5), 0.8 * sharp);
    EXPECT_LT(wrong.of(made.beam, 1.5), 0.25 * sharp);
    Beam beside = made.beam; // by more than half the way from ring to ring
    beside.distance_m *= 1.012;
    EXPECT_LT(right.of(beside, 1.5), 0.25 * sharp);
}

TEST(RingPattern, ClimbsToTheGeometryFromNearIt) {
    const test::SimulatedRings made = closeRings();
    const RingImage image = test::ringImageOf(made);
    const std::vector<float> flat = flattened(image, 24);
    const RingPattern pattern(image, flat, ringsOf("LaB6"), kAll);
    Beam beam = made.beam;
    beam.row_m += 2 * made.pixel_m;
    beam.rot1 += 0.01;
    for (const double width_px : {3.0, 1.5}) beam = pattern.best(beam, width_px, 2 * made.pixel_m, 0.01, 0.005, 200);
    // What all 90,000 pixels explain at the true place, to a hundredth of it.
    EXPECT_GT(pattern.of(beam, 1.5), 0.99 * pattern.of(made.beam, 1.5));
    EXPECT_NEAR(beam.distance_m, made.beam.distance_m, 0.01 * made.beam.distance_m);
}

TEST(ProfileLikeness, FindsTheDistanceOfRingsThatAreNoPeaks) {
    const test::SimulatedRings made = closeRings();
    const RingImage image = test::ringImageOf(made);
    const RingProfile profile = ringProfile(image, made.beam);
    const auto last = static_cast<double>(profile.mean.size());
    const std::vector<KnownRing> rings = ringsOf("LaB6"), others = ringsOf("W");
    const auto found = ProfileLikeness(profile, rings, image.pixel_m, 0, last).best(0.05, 0.2, 2);
    ASSERT_FALSE(found.empty());
    EXPECT_NEAR(found[0].distance_m, 0.1, 4e-4); // a third of a pixel where the image ends
    EXPECT_GT(found[0].correlation, 0.9);        // simulated strengths are not those of the calibrant
    const auto wrong = ProfileLikeness(profile, others, image.pixel_m, 0, last).best(0.05, 0.2, 1);
    ASSERT_FALSE(wrong.empty());
    EXPECT_LT(wrong[0].correlation, 0.7);
    EXPECT_TRUE(ProfileLikeness({}, rings, image.pixel_m, 0, 0).best(0.05, 0.2, 1).empty());
}

TEST(Sharpness, PolishingFollowsTheRidgeToItsTop) {
    test::SimulatedRings made = closeRings();
    made.counts = 500;
    made.beam.rot2 = 0.6; // distance and tilt move together
    const RingImage image = test::ringImageOf(made);
    const Sharpness sharpness(image, flattened(image, 24), kAll);
    Beam start = made.beam;
    start.distance_m *= 1.04;
    const Beam there = sharpness.polished(start, false, 30);
    EXPECT_EQ(there.distance_m, start.distance_m);
    EXPECT_GT(sharpness.of(there), sharpness.of(start));
    const Beam top = sharpness.polished(there, true, 60);
    // The background was taken away before, and noise makes small steps on the ridge: to a hundredth.
    EXPECT_GE(sharpness.of(top), sharpness.of(there));
    EXPECT_GT(sharpness.of(top), 0.99 * sharpness.of(made.beam));
}

} // namespace
} // namespace ewald::calibrate
