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

double poisson(std::mt19937& random, double mean) {
    return mean > 0 ? static_cast<double>(std::poisson_distribution<long>(mean)(random)) : 0;
}

// Half of the pixels have a twentieth of the light of the others. A model that is far from finished gives 1.5 times too
// much light to all of them, or to all dark ones three times too much: the floor of the frames is what it is.
TEST(NoiseFloor, DoesNotDependOnHowFarTheModelIs) {
    std::mt19937 random(7);
    for (const double bright : {0.4, 4.0, 400.0}) {
        const double dark = bright / 20;
        const double truth = (expectedError(bright) + expectedError(dark)) / (bright + dark);
        NoiseSums exact, tooBright, blurred;
        constexpr int kPixels = 200'000;
        for (int i = 0; i < kPixels; ++i)
            for (const double lambda : {bright, dark}) {
                const double counts = poisson(random, lambda);
                exact.add(lambda, counts);
                tooBright.add(1.5 * lambda, counts);
                blurred.add(lambda == dark ? 3 * lambda : lambda, counts);
            }
        // Counting statistics of 4·10⁵ pixels.
        for (const NoiseSums* sums : {&exact, &tooBright, &blurred})
            EXPECT_NEAR(sums->floor().error / truth, 1, 0.01) << bright;
        const double deviance = (expectedDeviance(bright) + expectedDeviance(dark)) / 2;
        for (const NoiseSums* sums : {&exact, &tooBright, &blurred})
            EXPECT_NEAR(sums->floor().deviance / deviance, 1, 0.01) << bright;
    }
}

TEST(NoiseFloor, SumsOfFramesAreThoseOfAllPixels) {
    NoiseSums whole, sum;
    for (int frame = 0; frame < 3; ++frame) {
        NoiseSums part;
        for (int i = 0; i < 100; ++i) {
            const double lambda = 0.01 * i * (frame + 1);
            whole.add(lambda, i % 3);
            part.add(lambda, i % 3);
        }
        sum.add(part, 0x1p20);
    }
    EXPECT_NEAR(sum.floor().error, whole.floor().error, 1e-9);
    EXPECT_NEAR(sum.floor().deviance, whole.floor().deviance, 1e-9);
    EXPECT_EQ(NoiseSums().floor().error, 0);
}

} // namespace
} // namespace ewald::ptycho
