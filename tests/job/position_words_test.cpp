// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/position_words.h"

#include "base/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ewald::job {
namespace {

/// A scan of 30 µm, turned and scaled, with a scatter of 10 nm.
std::vector<std::string> linesOf(double scale, double counterClockwise_deg, std::size_t frames = 400) {
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> place(-15e-6, 15e-6);
    std::normal_distribution<double> noise(0, 10e-9);
    const double angle = counterClockwise_deg * kPi / 180;
    std::vector<ScanPosition> initial, refined;
    for (std::size_t i = 0; i < frames; ++i) {
        const ScanPosition p{place(generator), place(generator)};
        initial.push_back(p);
        refined.push_back({scale * (std::sin(angle) * p.x + std::cos(angle) * p.y) + noise(generator),
                           scale * (std::cos(angle) * p.x - std::sin(angle) * p.y) + noise(generator)});
    }
    return describePositions(initial, refined);
}

TEST(PositionWords, SayWhatTheMovesHaveInCommon) {
    const std::vector<std::string> scaled = linesOf(1.01, 0);
    ASSERT_EQ(scaled.size(), 2U) << "nothing is made of the noise";
    EXPECT_NE(scaled[0].find("r.m.s."), std::string::npos);
    // 10 nm over 15 µm and 400 frames: 3e-5.
    EXPECT_NE(scaled[1].find("1.0100"), std::string::npos) << scaled[1];
    const std::vector<std::string> turned = linesOf(1, 0.5);
    ASSERT_EQ(turned.size(), 2U);
    // As position_rotation_deg: counter-clockwise, applied to (x, y).
    EXPECT_NE(turned[1].find(" 0.5°"), std::string::npos) << turned[1];
    EXPECT_EQ(linesOf(1, 0).size(), 1U);
}

TEST(PositionWords, NothingOfPositionsThatStayedOrAreTooFew) {
    EXPECT_TRUE(describePositions({}, {}).empty());
    const std::vector<ScanPosition> some(10, {1e-6, 2e-6});
    EXPECT_TRUE(describePositions(some, some).empty());
    EXPECT_TRUE(linesOf(1.01, 0, 3).empty());
    std::vector<ScanPosition> shifted = some; // all at one place
    for (ScanPosition& p : shifted) p.x += 1e-6;
    EXPECT_EQ(describePositions(some, shifted).size(), 1U);
}

} // namespace
} // namespace ewald::job
