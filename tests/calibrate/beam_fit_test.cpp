// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "calibrate/beam_fit.h"
#include "ring_simulation.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <random>

namespace ewald::calibrate {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

/// Points of eight rings that a geometry puts on a detector of 0.2 m, displaced along the rings' normals.
struct Cloud {
    std::vector<KnownRing> rings;
    std::vector<RingPoint> points;
};

/// \param noise of each point, and of each ring as a whole, radians
Cloud cloudOf(const Beam& truth, double noise, double saidNoise, std::mt19937_64& random, double noiseOfRings = 0) {
    std::normal_distribution<double> normal;
    Cloud cloud;
    const BeamPlane plane(truth);
    for (std::size_t ring = 0; ring < 8; ++ring) {
        cloud.rings.push_back({(8 + 4 * static_cast<double>(ring)) * kDegree, 1, "", 1});
        const double off = noiseOfRings > 0 ? noiseOfRings * normal(random) : 0;
        for (int sector = 0; sector < 90; ++sector) {
            const double chi = (4 * sector - 180) * kDegree;
            std::array<double, 2> place{};
            const double measured = cloud.rings[ring].twoTheta + off + noise * normal(random);
            if (!plane.place(measured, chi, place)) continue;
            if (place[0] < 0 || place[1] < 0 || place[0] > 0.2 || place[1] > 0.2) continue;
            RingPoint point;
            point.ring = ring;
            point.y_m = place[0];
            point.x_m = place[1];
            point.chi = chi;
            point.sigma = saidNoise;
            cloud.points.push_back(point);
        }
    }
    return cloud;
}

Beam randomBeam(std::mt19937_64& random) {
    std::uniform_real_distribution<double> unit(-1, 1);
    return {0.25 + 0.1 * unit(random), 0.1 + 0.08 * unit(random), 0.1 + 0.08 * unit(random), 0.5 * unit(random),
            0.5 * unit(random)};
}

std::array<double, kBeamParameters> valuesOf(const Beam& beam) {
    return {beam.distance_m, beam.row_m, beam.col_m, beam.rot1, beam.rot2};
}

TEST(BeamFit, FindsTheGeometryOfPointsWithoutNoise) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 20; ++i) {
        const Beam truth = randomBeam(random);
        const Cloud cloud = cloudOf(truth, 0, 1e-5, random);
        Beam start = truth;
        start.distance_m *= 1.05;
        start.row_m += 2e-3;
        start.rot1 -= 0.05;
        const BeamFit fit = fitBeam(cloud.points, cloud.rings, start, 1e-4);
        EXPECT_TRUE(fit.converged);
        for (std::size_t k = 0; k < kBeamParameters; ++k)
            EXPECT_NEAR(valuesOf(fit.beam)[k], valuesOf(truth)[k], 1e-9) << "parameter " << k;
        EXPECT_LT(fit.rms_px, 1e-5);
    }
}

/// χ² of 200 pulls, over 200, has a standard deviation of 0.1, whose fourfold bounds that of each parameter; their mean
/// over all five is to lie between 0.8 and 1.3.
TEST(BeamFit, ErrorsAreThoseThatItSaysWhateverThePointsSay) {
    constexpr int kSets = 200;
    std::mt19937_64 random(11);
    for (const double said : {1e-4, 1e-5}) { // right, and ten times too small
        std::array<double, kBeamParameters> squares{};
        int within = 0;
        for (int i = 0; i < kSets; ++i) {
            const Beam truth = randomBeam(random);
            const Cloud cloud = cloudOf(truth, 1e-4, said, random);
            const BeamFit fit = fitBeam(cloud.points, cloud.rings, truth, 1e-4);
            bool all = true;
            for (std::size_t k = 0; k < kBeamParameters; ++k) {
                const double pull = (valuesOf(fit.beam)[k] - valuesOf(truth)[k]) / fit.sigma(k);
                squares[k] += pull * pull / kSets;
                all = all && std::abs(pull) < 3;
            }
            within += all ? 1 : 0;
        }
        double mean = 0;
        for (const double chiSquare : squares) {
            EXPECT_GT(chiSquare, 0.6);
            EXPECT_LT(chiSquare, 1.4);
            mean += chiSquare / kBeamParameters;
        }
        EXPECT_GT(mean, 0.8);
        EXPECT_LT(mean, 1.3);
        EXPECT_GE(within, kSets * 95 / 100);
    }
}

/// Each ring is off as a whole by about as much as a point: the means of 50 and more points a ring are off by seven
/// times what their scatter says. Eight rings know their own scatter to a third only, so that pulls have wide tails.
TEST(BeamFit, ErrorsKnowThatRingsAreOffAsAWhole) {
    constexpr int kSets = 200;
    std::mt19937_64 random(12);
    double squares = 0;
    int within = 0;
    for (int i = 0; i < kSets; ++i) {
        const Beam truth = randomBeam(random);
        const Cloud cloud = cloudOf(truth, 1e-4, 1e-4, random, 1e-4);
        const BeamFit fit = fitBeam(cloud.points, cloud.rings, truth, 1e-4);
        for (std::size_t k = 0; k < kBeamParameters; ++k) {
            const double pull = (valuesOf(fit.beam)[k] - valuesOf(truth)[k]) / fit.sigma(k);
            squares += pull * pull / (kSets * kBeamParameters);
            within += std::abs(pull) < 3 ? 1 : 0;
        }
    }
    std::printf("chi2 %.2f, %.1f %% within 3 sigma\n", squares, 100.0 * within / (kSets * kBeamParameters));
    EXPECT_GT(squares, 0.7);
    EXPECT_LT(squares, 1.4);
    EXPECT_GE(within, 95 * kSets * static_cast<int>(kBeamParameters) / 100);
}

TEST(BeamFit, StrayPointsDoNotMoveIt) {
    std::mt19937_64 random(5);
    const Beam truth{0.25, 0.09, 0.11, 0.1, -0.2};
    Cloud cloud = cloudOf(truth, 1e-5, 1e-5, random);
    const std::size_t all = cloud.points.size();
    std::size_t stray = 0;
    for (std::size_t i = 0; i < all; i += 10, ++stray) cloud.points[i].y_m += 5e-3; // all to one side
    const BeamFit fit = fitBeam(cloud.points, cloud.rings, truth, 1e-4);
    EXPECT_EQ(fit.used, all - stray);
    for (std::size_t k = 0; k < kBeamParameters; ++k)
        EXPECT_LT(std::abs(valuesOf(fit.beam)[k] - valuesOf(truth)[k]), 4 * fit.sigma(k)) << "parameter " << k;
}

TEST(BeamFit, ParametersThatAreHeldStay) {
    std::mt19937_64 random(6);
    const Beam truth{0.25, 0.09, 0.11, 0, 0};
    const Cloud cloud = cloudOf(truth, 1e-5, 1e-5, random);
    Beam start = truth;
    start.distance_m = 0.26;
    const BeamFit fit = fitBeam(cloud.points, cloud.rings, start, 1e-4, {true, true, true, false, false});
    EXPECT_EQ(fit.beam.rot1, 0);
    EXPECT_EQ(fit.sigma(3), 0);
    EXPECT_NEAR(fit.beam.distance_m, 0.25, 4 * fit.sigma(0));
    EXPECT_THROW(static_cast<void>(fitBeam(std::span(cloud.points).first(5), cloud.rings, start, 1e-4)), DataError);
}

} // namespace
} // namespace ewald::calibrate
