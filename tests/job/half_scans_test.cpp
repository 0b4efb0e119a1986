// SPDX-License-Identifier: GPL-3.0-or-later
// When a half of a scan tells of a resolution: curves made by hand.
#include "job/ptychography/run/half_scans.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace ewald::job {
namespace {

/// 20 iterations that end at this error, each smaller by `fall` than the one before.
io::PtychoResult halfThatEndsAt(double error, double fall, double noiseFloor) {
    io::PtychoResult half;
    for (std::size_t i = 1; i <= 20; ++i) {
        io::LossEntry entry;
        entry.iteration = i;
        entry.engine = "rpie";
        entry.noiseFloor = noiseFloor;
        entry.fourierError = entry.running = error * std::pow(1 - fall, static_cast<double>(i) - 20);
        half.loss.push_back(entry);
    }
    return half;
}

TEST(HalfScans, AHalfAtItsNoiseLimitCountsThoughAllFramesEndBelowTheirs) {
    // Measured on 200 simulated frames: all end at 0.92 times the noise limit of 0.0071, halves at 1.2 times.
    EXPECT_EQ(whyNotConverged(halfThatEndsAt(0.00854, 0, 0.0071), 0.00654), "");
    EXPECT_EQ(whyNotConverged(halfThatEndsAt(0.00854, 0.01, 0.0071), 0.00654), "");
    EXPECT_NE(whyNotConverged(halfThatEndsAt(0.00930, 0, 0.0071), 0.00654), ""); // 1.31 times
}

TEST(HalfScans, AHalfFarAboveAllFramesIsRefused) {
    const std::string falling = whyNotConverged(halfThatEndsAt(0.031, 0.02, 0.01), 0.02);
    EXPECT_NE(falling.find("did not converge: it ends at a Fourier error of 0.031, all frames at 0.02"),
              std::string::npos)
        << falling;
    // Nothing that more iterations would change.
    const std::string flat = whyNotConverged(halfThatEndsAt(0.031, 0, 0.01), 0.02);
    EXPECT_EQ(flat.find("did not converge"), std::string::npos) << flat;
    EXPECT_NE(flat.find("a worse solution: at a Fourier error of 0.031, which falls no more, all frames at 0.02"),
              std::string::npos)
        << flat;
}

TEST(HalfScans, WithoutANoiseLimitAllFramesAreTheMeasure) {
    EXPECT_EQ(whyNotConverged(halfThatEndsAt(0.0259, 0, 0), 0.02), "");
    EXPECT_NE(whyNotConverged(halfThatEndsAt(0.0261, 0, 0), 0.02), "");
    EXPECT_EQ(whyNotConverged(io::PtychoResult(), 0.02), "") << "it has no error";
}

} // namespace
} // namespace ewald::job
