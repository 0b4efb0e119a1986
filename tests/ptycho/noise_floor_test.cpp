// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/noise_floor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ewald::ptycho {
namespace {

/// Summed by hand over the Poisson distribution, three digits.
TEST(NoiseFloor, ExpectedErrorAndDeviance) {
    const double lambda[] = {0.1, 0.3, 1, 2, 5, 10, 50};
    const double error[] = {0.139, 0.298, 0.454, 0.411, 0.290, 0.263, 0.252};
    const double deviance[] = {0.237, 0.420, 0.573, 0.570, 0.523, 0.509, 0.502};
    for (std::size_t i = 0; i < std::size(lambda); ++i) {
        EXPECT_NEAR(expectedError(lambda[i]), error[i], 0.0011) << lambda[i];
        EXPECT_NEAR(expectedDeviance(lambda[i]), deviance[i], 0.0011) << lambda[i];
    }
    EXPECT_NEAR(expectedError(1e6), 0.25, 1e-6);
    EXPECT_NEAR(expectedDeviance(1e6), 0.5, 1e-6);
    EXPECT_NEAR(expectedError(1e-6), 2e-6, 1e-8);
    EXPECT_EQ(expectedError(0), 0);
    EXPECT_EQ(expectedDeviance(0), 0);
}

TEST(NoiseFloor, ItsPiecesMeet) {
    for (const double border : {1e-4, 100.0}) {
        const double below = border * (1 - 1e-9), above = border * (1 + 1e-9);
        EXPECT_NEAR(expectedError(below) / expectedError(above), 1, 0.011) << border;
        EXPECT_NEAR(expectedDeviance(below) / expectedDeviance(above), 1, 0.001) << border;
    }
}

struct Light {
    const char* kind;
    double room;      ///< of the error; of the deviance two and a half times as much
    double faintRoom; ///< of the same for less than a count a pixel, where counts hardly show how λ is distributed
    double (*of)(std::mt19937& random, double mean); ///< λ of a pixel in a frame
};

/// Fully developed speckle, a pixel that is always the same, and one that has light in every fourth frame only.
const Light kLights[] = {
    {"speckle", 0.02, 0.02,
     [](std::mt19937& random, double mean) { return std::exponential_distribution(1 / mean)(random); }},
    {"even", 0.035, 0.05, [](std::mt19937&, double mean) { return mean; }},
    {"blinking", 0.04, 0.13, [](std::mt19937& random, double mean) { return random() % 4 == 0 ? 4 * mean : 0; }},
};

// What is expected follows from the λ that the counts of 4·10⁵ pixels were drawn from.
TEST(NoiseFloor, FollowsFromCountsAlone) {
    std::mt19937 random(7);
    for (const Light& light : kLights)
        for (const double mean : {0.02, 0.3, 2.0, 20.0, 2000.0}) {
            CountClasses classes;
            double error = 0, deviance = 0, counts = 0;
            constexpr int kPixels = 400'000;
            for (int i = 0; i < kPixels; ++i) {
                const double ofPixel = mean * (i % 7 + 1) / 4, lambda = light.of(random, ofPixel);
                const auto k = static_cast<double>(lambda > 0 ? std::poisson_distribution<long>(lambda)(random) : 0L);
                classes.add(ofPixel, k);
                error += expectedError(lambda), deviance += expectedDeviance(lambda), counts += k;
            }
            const NoiseFloor floor = classes.floor();
            const double room = mean < 1 ? light.faintRoom : light.room;
            EXPECT_NEAR(floor.error / (error / counts), 1, room) << light.kind << ' ' << mean;
            EXPECT_NEAR(floor.deviance / (deviance / kPixels), 1, 2.5 * room) << light.kind << ' ' << mean;
        }
}

/// A cosmic ray where there is no light says next to nothing about the noise of all.
TEST(NoiseFloor, AnOutlierInTheDarkDoesNoHarm) {
    CountClasses classes;
    for (int i = 0; i < 100'000; ++i) classes.add(1e-4, 0), classes.add(50, 45 + i % 10);
    const NoiseFloor before = classes.floor();
    for (const double counts : {1.0, 12.0, 40.0, 41.0, 1e7}) classes.add(1e-4, counts);
    EXPECT_TRUE(std::isfinite(classes.floor().error) && std::isfinite(classes.floor().deviance));
    constexpr double kCounts = 49.5 * 100'000, kOutliers = 1 + 12 + 40 + 41 + 1e7;
    EXPECT_NEAR(classes.floor().error / (before.error * kCounts / (kCounts + kOutliers)), 1, 0.01);
    EXPECT_NEAR(classes.floor().deviance / before.deviance, 1, 0.01);
}

TEST(NoiseFloor, NoCountsHaveNone) {
    CountClasses none;
    EXPECT_EQ(none.floor().error, 0);
    EXPECT_EQ(none.floor().deviance, 0);
    for (const double counts : {0.0, 0.2, -0.2}) none.add(0.0, counts);
    EXPECT_EQ(none.floor().error, 0);
    EXPECT_EQ(none.floor().deviance, 0);
}

} // namespace
} // namespace ewald::ptycho
