// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/position_words.h"

#include "base/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ewald::job {
namespace {

constexpr double kPixel_m = 20e-9;

/// A scan of 30 µm, turned and scaled, with a scatter.
std::vector<std::string> linesOf(double scale, double counterClockwise_deg, std::size_t frames = 400,
                                 double scatter_m = 10e-9, double timesLimit = 1) {
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> place(-15e-6, 15e-6);
    std::normal_distribution<double> noise(0, scatter_m);
    const double angle = counterClockwise_deg * kPi / 180;
    std::vector<ScanPosition> initial, refined;
    for (std::size_t i = 0; i < frames; ++i) {
        const ScanPosition p{place(generator), place(generator)};
        initial.push_back(p);
        refined.push_back({scale * (std::sin(angle) * p.x + std::cos(angle) * p.y) + noise(generator),
                           scale * (std::cos(angle) * p.x - std::sin(angle) * p.y) + noise(generator)});
    }
    return describePositions(initial, refined, kPixel_m, timesLimit);
}

TEST(PositionWords, SayWhatTheMovesHaveInCommon) {
    const std::vector<std::string> scaled = linesOf(1.01, 0);
    ASSERT_EQ(scaled.size(), 2U) << "nothing is made of the noise";
    EXPECT_NE(scaled[0].find("r.m.s."), std::string::npos);
    // 10 nm over 15 µm and 400 frames: 3e-5.
    EXPECT_NE(scaled[1].find(" 1.01 "), std::string::npos) << scaled[1];
    const std::vector<std::string> turned = linesOf(1, 0.5);
    ASSERT_EQ(turned.size(), 2U);
    // As position_rotation_deg: counter-clockwise, applied to (x, y).
    EXPECT_NE(turned[1].find(" 0.5°"), std::string::npos) << turned[1];
    EXPECT_EQ(linesOf(1, 0).size(), 1U);
}

/// Both distances of the first line are r.m.s.: what is left is never more than there was, and here all of it.
TEST(PositionWords, WhatIsLeftIsMeasuredAsTheMovesAre) {
    const std::string line = linesOf(1, 0, 4000, 100e-9).at(0);
    const auto metres = [&](std::size_t at) { return std::stod(line.substr(at)); };
    const double moved = metres(line.find_first_of("0123456789"));
    const double left = metres(line.find_first_of("0123456789", line.find(';')));
    EXPECT_NEAR(moved, 141, 6) << line; // nm: √2 · 100, and its own scatter in 4,000 frames is 1.6
    EXPECT_NEAR(left, moved, 6) << line;
}

/// Errors of one size have no tails: as of a normal distribution, their median would stand for 19 % more than there is.
/// A linear map of 400 frames takes up 6 of 800 parts of their squares.
TEST(PositionWords, NoMoreIsLeftThanWasMoved) {
    std::mt19937 generator(5);
    std::uniform_real_distribution<double> place(-15e-6, 15e-6), angle(0, 2 * kPi);
    std::vector<ScanPosition> initial, refined;
    for (int i = 0; i < 400; ++i) {
        initial.push_back({place(generator), place(generator)});
        const double to = angle(generator);
        refined.push_back({initial.back().y + 1e-7 * std::sin(to), initial.back().x + 1e-7 * std::cos(to)});
    }
    const std::string line = describePositions(initial, refined, kPixel_m, 1).at(0);
    EXPECT_NE(line.find("are 100 nm (r.m.s.) from those of the file, 100 nm (5 pixels of the object) in the median; "
                        "99.7 nm (r.m.s.) without"),
              std::string::npos)
        << line;
}

/// The standard error of a slope is the scatter along an axis over the r.m.s. extent and the root of the frames; scale
/// and rotation are means of two slopes along each axis: 100 nm / (15 µm / √3) / √400 / √2 = 4.1e-4, or 0.023°. What a
/// search leaves undone is added in squares: a scale is off by 3e-4 and a rotation by 0.009° without any scatter.
TEST(PositionWords, ScaleAndRotationHaveTheirStandardErrors) {
    const auto errorIn = [](const std::string& line) { return std::stod(line.substr(line.find("(± ") + 4)); };
    const std::vector<std::string> scaled = linesOf(1.01, 0, 400, 100e-9), turned = linesOf(1, 0.5, 400, 100e-9);
    ASSERT_EQ(scaled.size(), 2U);
    ASSERT_EQ(turned.size(), 2U);
    // The scatter is estimated from 400 distances: to 4 % and less; the places are drawn as well.
    EXPECT_NEAR(errorIn(scaled[1]), 5.1e-4, 0.15 * 5.1e-4) << scaled[1];
    EXPECT_NEAR(errorIn(turned[1]), 0.0249, 0.15 * 0.0249) << turned[1];
    EXPECT_NEAR(errorIn(linesOf(1.01, 0, 400, 1e-11).at(1)), 3e-4, 1e-5);
    EXPECT_NEAR(errorIn(linesOf(1, 0.5, 400, 1e-11).at(1)), 0.0086, 2e-4);
}

/// A search that was ended says less: √(3² + 4²) = 5, and only of what it had not ended with.
TEST(PositionWords, WhatASearchHasLeftIsAPartOfTheErrors) {
    std::vector<ScanPosition> initial, refined;
    for (int i = 0; i < 100; ++i) {
        initial.push_back({1e-6 * (i / 10), 1e-6 * (i % 10)});
        refined.push_back({1.01 * initial.back().y, 1.01 * initial.back().x});
    }
    const auto lineWith = [&](const std::array<double, 4>& left) {
        const std::vector<std::string> lines = describePositions(initial, refined, kPixel_m, 1, left);
        return lines.size() > 1 ? lines[1] : "";
    };
    EXPECT_NE(lineWith({4e-4, 0, 0, 0}).find("(± 5e-4)"), std::string::npos) << lineWith({4e-4, 0, 0, 0});
    EXPECT_NE(lineWith({0, 4e-4, 4e-4, 4e-4}).find("(± 3e-4)"), std::string::npos);
    EXPECT_EQ(lineWith({4e-3, 0, 0, 0}), "") << "1 % is no longer certain";
}

/// Neither what the scatter can make of so few frames, nor what exact positions seem to have in common.
TEST(PositionWords, WhatIsNotCertainIsNotSaid) {
    EXPECT_EQ(linesOf(1.01, 0, 20, 300e-9).size(), 1U); // the standard error of the scale is 0.6 %
    EXPECT_EQ(linesOf(1.01, 0, 400, 300e-9).size(), 2U) << "0.13 %";
    EXPECT_EQ(linesOf(0.9996, 0, 400, 1e-10).size(), 1U);
    EXPECT_EQ(linesOf(1, 0.05, 400, 1e-10).size(), 1U);
    EXPECT_EQ(linesOf(0.996, 0.2, 400, 1e-10).size(), 3U);
}

/// Exact positions of 120 frames, 6 pixels apart, whose farthest one a search had moved by 0.16 pixels.
TEST(PositionWords, SmallScansSayLessOfWhatTheyHaveInCommon) {
    const auto linesAt = [](double scale, double timesLimit) {
        constexpr double kStep_m = 6 * 64.6e-9, kGolden = 2.39996;
        std::vector<ScanPosition> initial, refined;
        for (int i = 0; i < 120; ++i) {
            const double r = kStep_m * std::sqrt((i + 0.5) / kPi), angle = kGolden * i;
            initial.push_back({r * std::sin(angle), r * std::cos(angle)});
            refined.push_back({scale * initial.back().y, scale * initial.back().x});
        }
        return describePositions(initial, refined, 64.6e-9, timesLimit);
    };
    EXPECT_EQ(linesAt(1.0043, 0.85).size(), 1U);
    EXPECT_EQ(linesAt(1.02, 0.85).size(), 2U);
    EXPECT_EQ(linesAt(1.02, 6).size(), 1U) << "nothing is said by a model that does not fit at all";
}

/// What the command found in exact positions, with an object that is interpolated: 2.4 times the noise limit.
TEST(PositionWords, AModelThatDoesNotFitIsNotCertain) {
    EXPECT_EQ(linesOf(1.00567, 0, 120, 1.3e-9, 2.4).size(), 1U);
    EXPECT_EQ(linesOf(1.00264, 0, 120, 1.3e-9, 2.4).size(), 1U);
    EXPECT_EQ(linesOf(1.00567, 0, 120, 1.3e-9, 0).size(), 1U) << "it is not known how well it fits";
    EXPECT_EQ(linesOf(1.00567, 0, 120, 1.3e-9, 1.1).size(), 2U);
    EXPECT_EQ(linesOf(1.01, 0.5, 120, 1.3e-9, 2.4).size(), 3U) << "errors of this size are said all the same";
}

TEST(PositionWords, NothingOfPositionsThatStayedOrAreTooFew) {
    EXPECT_TRUE(describePositions({}, {}, kPixel_m, 1).empty());
    const std::vector<ScanPosition> some(10, {1e-6, 2e-6});
    EXPECT_TRUE(describePositions(some, some, kPixel_m, 1).empty());
    EXPECT_TRUE(linesOf(1.01, 0, 3).empty());
    std::vector<ScanPosition> shifted = some; // all at one place
    for (ScanPosition& p : shifted) p.x += 1e-6;
    EXPECT_EQ(describePositions(some, shifted, kPixel_m, 1).size(), 1U);
}

} // namespace
} // namespace ewald::job
