// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ptycho_simulator.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ewald::sim {
namespace {

PtychoExperiment smallExperiment(double photonsPerFrame, std::uint64_t seed = 5) {
    PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = 40;
    experiment.photonsPerFrame = photonsPerFrame;
    experiment.seed = seed;
    return experiment;
}

/// Frames are made by all threads: under the thread sanitizer this also shows that the noise shares nothing.
TEST(PtychoSimulator, NoiseIsThatOfPhotonsAndOfTheSeed) {
    constexpr double kPhotons = 1e6; // what noise-free frames have as well
    const PtychoDataset noisy = simulatePtycho(smallExperiment(kPhotons));
    EXPECT_EQ(noisy.frames, simulatePtycho(smallExperiment(kPhotons)).frames) << "whichever thread had which frame";
    EXPECT_NE(noisy.frames, simulatePtycho(smallExperiment(kPhotons, 6)).frames);

    // (n − m)²/m has the mean 1 for a Poisson distribution of any mean m, and the variance 2 + 1/m.
    const PtychoDataset exact = simulatePtycho(smallExperiment(0));
    double chi2 = 0;
    double pixels = 0;
    for (std::size_t i = 0; i < noisy.frames.size(); ++i) {
        const double counts = static_cast<double>(noisy.frames.span()[i]);
        EXPECT_EQ(counts, std::floor(counts));
        const double mean = static_cast<double>(exact.frames.span()[i]);
        if (mean < 20) continue;
        chi2 += (counts - mean) * (counts - mean) / mean;
        ++pixels;
    }
    ASSERT_GT(pixels, 1000);
    EXPECT_NEAR(chi2 / pixels, 1, 5 * std::sqrt(2.05 / pixels)); // five standard deviations
}

} // namespace
} // namespace ewald::sim
