// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels that do not agree with their rings: which ones are proposed to be masked.
#include "azint/masks/suspect_pixels.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace ewald::azint {
namespace {

constexpr std::size_t kRows = 120, kCols = 110;
constexpr double kBeamRow = 58.5, kBeamCol = 50.5; ///< middle of pixel (58, 50)

Geometry geometry() {
    Poni poni;
    poni.dist_m = 0.1;
    poni.pixel1_m = poni.pixel2_m = 1e-4;
    poni.poni1_m = kBeamRow * 1e-4;
    poni.poni2_m = kBeamCol * 1e-4;
    return Geometry(poni, kRows, kCols);
}

double fromBeam(std::size_t row, std::size_t col) {
    return std::hypot(static_cast<double>(row) + 0.5 - kBeamRow, static_cast<double>(col) + 0.5 - kBeamCol);
}

/// Counts of 100 between rings and 400 on two of them, with their noise.
Array<float, 2> powder(std::mt19937& random) {
    Array<float, 2> frame({kRows, kCols});
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t col = 0; col < kCols; ++col) {
            const double r = 1000 * std::atan(fromBeam(row, col) / 1000); // by angle, as rings are
            const bool isRing = std::abs(r - 25) < 2 || std::abs(r - 45) < 2;
            frame(row, col) = static_cast<float>(std::poisson_distribution<int>(isRing ? 400 : 100)(random));
        }
    return frame;
}

std::uint8_t at(const Suspects& suspects, std::size_t row, std::size_t col) { return suspects.why(row, col); }
constexpr auto kHot = static_cast<std::uint8_t>(Suspicion::hot), kDead = static_cast<std::uint8_t>(Suspicion::dead),
               kStop = static_cast<std::uint8_t>(Suspicion::beamStop);

class SuspectPixels : public testing::Test {
protected:
    std::mt19937 m_random{3};
    /// \param change what is wrong with frame f
    Suspects find(std::size_t frames, const std::function<void(Array<float, 2>&, std::size_t)>& change,
                  Array<std::uint8_t, 2> known = {}) {
        SuspectSearch search(geometry(), std::move(known));
        for (std::size_t f = 0; f < frames; ++f) {
            Array<float, 2> frame = powder(m_random);
            change(frame, f);
            search.add(frame);
        }
        return search.find();
    }
};

/// At six standard deviations of counts, 13,000 pixels and 10 frames have none by chance in eight of ten of them.
TEST_F(SuspectPixels, SoundFramesHaveNone) {
    for (const std::size_t frames : {1U, 10U}) {
        const Suspects found = find(frames, [](Array<float, 2>&, std::size_t) {});
        for (const std::size_t count : found.count) EXPECT_EQ(count, 0U) << frames;
    }
}

TEST_F(SuspectPixels, HotAndDeadOnesAreFoundOverTheFrames) {
    const Suspects found = find(10, [](Array<float, 2>& frame, std::size_t f) {
        frame(10, 10) = 5000;                                         // hot in all
        if (f != 4) frame(80, 90) = 900;                              // hot in nine
        if (f % 2 == 0) frame(20, 70) = 5000;                         // in five: not hot
        frame(100, 20) = 3;                                           // dead in all
        if (f != 7) frame(30, 30) = 0;                                // alive in one
        for (std::size_t i = 0; i < 5; ++i) frame(70 + i, 20) = 5000; // light: too many side by side
        frame(5, 100) = std::numeric_limits<float>::quiet_NaN();
    });
    EXPECT_EQ(at(found, 10, 10), kHot);
    EXPECT_EQ(at(found, 80, 90), kHot);
    EXPECT_EQ(at(found, 100, 20), kDead);
    EXPECT_EQ(found.count[kHot], 2U);
    EXPECT_EQ(found.count[kDead], 1U);
    EXPECT_EQ(found.count[kStop], 0U);
}

/// Lines a quarter of a pixel wide, of which every pixel has what falls on its middle: bright ones lie along them, each
/// between dark ones. The only hot pixels are those that are made so.
TEST_F(SuspectPixels, LinesSharperThanAPixelAreNotHot) {
    SuspectSearch search(geometry(), {});
    for (int f = 0; f < 10; ++f) {
        Array<float, 2> frame({kRows, kCols});
        for (std::size_t row = 0; row < kRows; ++row)
            for (std::size_t col = 0; col < kCols; ++col) {
                const double r = 1000 * std::atan(fromBeam(row, col) / 1000);
                double expected = 20;
                for (const double line : {18.3, 25.2, 33.6, 45.7})
                    expected += 2000 * std::exp(-0.5 * std::pow((r - line) / 0.1, 2));
                frame(row, col) = static_cast<float>(std::poisson_distribution<int>(expected)(m_random));
            }
        frame(10, 10) = 5000;
        frame(80, 90) = 4000;
        search.add(frame);
    }
    const Suspects found = search.find();
    EXPECT_EQ(at(found, 10, 10), kHot);
    EXPECT_EQ(at(found, 80, 90), kHot);
    EXPECT_EQ(found.count[kHot], 2U);
}

TEST_F(SuspectPixels, WhatIsKnownIsNotProposedAgain) {
    Array<std::uint8_t, 2> known({kRows, kCols});
    known(10, 10) = 1;
    const Suspects found = find(
        3, [](Array<float, 2>& frame, std::size_t) { frame(10, 10) = 5000; }, known);
    EXPECT_EQ(found.count[kHot], 0U);
}

/// A disk of 8 pixels around the beam and an arm of 5 pixels' width to the lower edge, both with two counts.
TEST_F(SuspectPixels, TheShadowOfABeamStopHasItsArm) {
    const auto isBehind = [](std::size_t row, std::size_t col) {
        return fromBeam(row, col) < 8 || (row > 58 && col >= 48 && col <= 52);
    };
    const Suspects found = find(5, [&](Array<float, 2>& frame, std::size_t) {
        for (std::size_t row = 0; row < kRows; ++row)
            for (std::size_t col = 0; col < kCols; ++col)
                if (isBehind(row, col)) frame(row, col) = 2;
        frame(110, 100) = 1; // elsewhere: dead
    });
    std::size_t behind = 0, far = 0;
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t col = 0; col < kCols; ++col) {
            const bool isStop = at(found, row, col) == kStop;
            if (isBehind(row, col)) {
                ++behind;
                EXPECT_TRUE(isStop) << row << ' ' << col;
            } else if (isStop) {
                // Smoothing reaches two pixels, growing two more.
                bool isNear = false;
                for (int dr = -4; dr <= 4; ++dr)
                    for (int dc = -4; dc <= 4; ++dc) {
                        const auto r = static_cast<std::size_t>(std::max(0, static_cast<int>(row) + dr));
                        const auto c = static_cast<std::size_t>(std::max(0, static_cast<int>(col) + dc));
                        isNear = isNear || isBehind(r, c);
                    }
                EXPECT_TRUE(isNear) << row << ' ' << col;
                ++far;
            }
        }
    EXPECT_GT(behind, 400U);
    EXPECT_LT(far, 2 * behind);
    EXPECT_EQ(at(found, 110, 100), kDead);
}

/// A spot of 3 × 3 pixels in one frame, as a single crystal makes it, and the neighbours of its border.
TEST_F(SuspectPixels, SpotsAreThoseOfTheirFrame) {
    SuspectSearch search(geometry(), {});
    search.add(powder(m_random));
    Array<float, 2> frame = powder(m_random);
    for (std::size_t row = 30; row < 33; ++row)
        for (std::size_t col = 80; col < 83; ++col) frame(row, col) = 2000;
    frame(90, 90) = 2000; // one pixel is none
    const Suspects spots = search.spotsOf(frame);
    EXPECT_EQ(spots.count[static_cast<std::size_t>(Suspicion::spot)], 25U);
    EXPECT_NE(at(spots, 29, 79), 0);
    EXPECT_EQ(at(spots, 90, 90), 0);
    EXPECT_EQ(search.find().count[kHot], 0U);
}

} // namespace
} // namespace ewald::azint
