// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/noise_floor.h"

#include <gtest/gtest.h>

#include <cmath>

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

} // namespace
} // namespace ewald::ptycho
