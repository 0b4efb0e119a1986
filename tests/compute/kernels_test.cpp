// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/fast_divider.h"
#include "kernels/ptycho_gather.h"
#include "kernels/ptycho_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace ewald::kernels {
namespace {

TEST(Kernels, LogarithmIsExactToFloatPrecision) {
    EXPECT_EQ(fastLog(1.0F), 0.0F);
    // The fit is good to 7.6e-8; rounding of the last operations, which scale with the result, adds about as much.
    for (float x = 1e-30F; x < 1e30F; x *= 1.00137F) {
        const double exact = std::log(static_cast<double>(x));
        EXPECT_NEAR(static_cast<double>(fastLog(x)), exact, 2e-7 * std::abs(exact)) << x;
    }
    // Near one the result is small and must stay exact relative to itself: the deviance of a good fit lives there.
    for (int i = 1; i < 1000; ++i) {
        const float x = 1.0F + static_cast<float>(i) * 1e-6F;
        const double exact = std::log(static_cast<double>(x));
        EXPECT_NEAR(static_cast<double>(fastLog(x)), exact, 2e-7 * exact) << x;
    }
}

TEST(Kernels, MetricsOfAPixelByHand) {
    // √I = 3, model √Ie = 2: (2−3)² = 1, I = 9, 4 − 9 + 9 ln(9/4) = 2.298371946…
    const PixelMetrics m = pixelMetrics(3, 2, magnitudeFactor(3.0F, 2.0F));
    EXPECT_FLOAT_EQ(m.error, 1);
    EXPECT_FLOAT_EQ(m.intensity, 9);
    EXPECT_NEAR(m.deviance, 2.298371946F, 5e-6F); // three roundings of numbers near 9, and the amplitude's floor
    EXPECT_EQ(m.valid, 1);
    const PixelMetrics perfect = pixelMetrics(5, 5, magnitudeFactor(5.0F, 5.0F));
    EXPECT_NEAR(perfect.deviance, 0, 4e-6F); // 2·25·1e-7/5 from the floor, and roundings of 25
    const PixelMetrics masked = pixelMetrics(-1, 2, magnitudeFactor(-1.0F, 2.0F));
    EXPECT_EQ(masked.error, 0);
    EXPECT_EQ(masked.deviance, 0);
    EXPECT_EQ(masked.valid, 0);
    const PixelMetrics dark = pixelMetrics(0, 0, magnitudeFactor(0.0F, 0.0F));
    EXPECT_EQ(dark.deviance, 0);
}

/// The integers have to give the bits of the double precision that they stand for.
TEST(Kernels, UpdatesByHandAndNothingWhereNothingIlluminated) {
    const Cf overlap = overlapUpdate({2, -2}, {4, 8}, 3, 1); // (num + 1·old)/(3 + 1)
    EXPECT_EQ(overlap.re, 1.5F);
    EXPECT_EQ(overlap.im, 1.5F);
    const Cf pie = pieUpdate({2, -2}, {4, 8}, 1, 3, 0.5F, 2); // old + 2·num/(½·1 + ½·3)
    EXPECT_EQ(pie.re, 6);
    EXPECT_EQ(pie.im, 6);
    // ε·old/ε is not always old: some updates pass over such a pixel and some do not, and all have to agree.
    for (int i = 1; i < 1000; ++i) {
        const Cf old{1 / static_cast<float>(i), static_cast<float>(i) / 7};
        EXPECT_EQ(overlapUpdate(old, {0, 0}, 0, 0.003F).re, old.re);
        EXPECT_EQ(overlapUpdate(old, {0, 0}, 0, 0.003F).im, old.im);
        EXPECT_EQ(pieUpdate(old, {0, 0}, 0, 3, 0.1F, 1).im, old.im);
    }
}

TEST(Kernels, SumsOfIntegersAreSumsOnTheGrid) {
    std::mt19937 generator(3);
    std::uniform_real_distribution<float> mantissa(-1, 1);
    std::uniform_int_distribution<int> exponent(-60, 11); // the grid is good up to 2¹² times its magnitude
    for (const double magnitude : {1.0, 3e-9, 7e13}) {
        int power = 0;
        (void)std::frexp(magnitude, &power);
        const double anchor = std::ldexp(1.5, 12 + power); // compute::anchorFor()
        const SumGrid grid = SumGrid::of(anchor);
        double sum = 0;
        long long count = 0;
        for (int i = 0; i < 200000; ++i) {
            const float value = std::ldexp(mantissa(generator), exponent(generator) + power);
            ASSERT_EQ(grid.value(grid.count(value)), exactSummand(value, anchor)) << value;
            if (std::abs(static_cast<double>(value)) < magnitude)
                sum += exactSummand(value, anchor), count += grid.count(value);
        }
        EXPECT_EQ(grid.value(count), sum);
        // Halves go to the even neighbour, as in double precision.
        const auto spacing = static_cast<float>(grid.spacing);
        for (const float halves : {0.5F, 1.5F, 2.5F, -0.5F, -1.5F})
            EXPECT_EQ(grid.value(grid.count(halves * spacing)), exactSummand(halves * spacing, anchor)) << halves;
    }
    EXPECT_EQ(SumGrid::of(1.5).count(std::numeric_limits<float>::quiet_NaN()), 0) << "the metrics report a divergence";
}

// A spacing of 1, and room for 2¹³ summands of 2⁴⁰, 2⁵³ together.
TEST(Kernels, SumsOfSummandsUpToTheLimitDoNotDependOnTheOrder) {
    const double anchor = 0x1.8p52;
    EXPECT_EQ(summandLimit(anchor, 8192), 0x1p40F);
    EXPECT_EQ(summandLimit(anchor, 1), 0x1p51F) << "the anchor itself has no more room";
    const SumGrid grid = SumGrid::of(anchor, summandLimit(anchor, 8192));
    EXPECT_FALSE(grid.isBeyond(0x1p40F) || grid.isBeyond(-0x1p40F));
    EXPECT_TRUE(grid.isBeyond(0x1.000002p40F) && grid.isBeyond(-0x1.000002p40F));
    EXPECT_FALSE(grid.isBeyond(std::numeric_limits<float>::quiet_NaN())) << "the metrics report it";
    EXPECT_FALSE(SumGrid::of(anchor).isBeyond(std::numeric_limits<float>::max())) << "no limit";
    const auto sumOf = [&](float large, int times, bool onesFirst) {
        double sum = onesFirst ? 2 * exactSummand(1.0F, anchor) : 0;
        for (int i = 0; i < times; ++i) sum += exactSummand(large, anchor);
        for (int i = 0; i < 2 && !onesFirst; ++i) sum += exactSummand(1.0F, anchor);
        return sum;
    };
    EXPECT_EQ(sumOf(0x1p40F, 8190, true), 9005000231485442.0); // 8190 · 1099511627776 + 2
    EXPECT_EQ(sumOf(0x1p40F, 8190, false), 9005000231485442.0);
    // Half as many of twice the limit: what is beyond is not exact any more, which is why it is said.
    EXPECT_EQ(sumOf(0x1p41F, 4096, true), 9007199254740994.0); // 2⁵³ + 2
    EXPECT_EQ(sumOf(0x1p41F, 4096, false), 9007199254740992.0);
    EXPECT_LT(grid.value(grid.count(0x1p60F)), 0x1.01p55) << "and as integers it is clamped";
}

TEST(Kernels, FastDividerDivides) {
    std::mt19937 generator(4);
    for (const std::uint32_t divisor :
         {1U, 2U, 3U, 7U, 255U, 256U, 257U, 641U, 65535U, 65536U, 1000003U, 2147483647U}) {
        const FastDivider divider(divisor);
        const auto check = [&](std::uint32_t value) {
            ASSERT_EQ(divider.divide(value), value / divisor) << value << " / " << divisor;
            ASSERT_EQ(divider.remainder(value, divider.divide(value)), value % divisor);
        };
        for (std::uint32_t value = 0; value < 1000; ++value) check(value), check(2147483647U - value);
        for (std::uint32_t i = 1; i < 1000 && static_cast<std::uint64_t>(i) * divisor < 2147483648U; ++i)
            check(i * divisor), check(i * divisor - 1);
        for (int i = 0; i < 20000; ++i) check(static_cast<std::uint32_t>(generator()) >> 1U);
    }
}

/// Frames in several words, windows that end at the edge of a tile, tiles without any frame.
TEST(Kernels, TilesKnowTheirFrames) {
    std::mt19937 generator(6);
    constexpr int kFrames = 70, kReach = 9;
    std::vector<FramePlace> places;
    for (int i = 0; i < kFrames; ++i)
        places.push_back({10 + static_cast<int>(generator() % 80), 5 + static_cast<int>(generator() % 30), 0, 0});
    places[40] = {10 + TileMasks::kRows - kReach, 5, 0, 0};     // ends where the second row of tiles begins
    places[41] = {10 + TileMasks::kRows - kReach + 1, 5, 0, 0}; // has one row of it
    const int tileRows = 8, tileCols = 3;
    const int words = TileMasks::wordsOf(kFrames);
    ASSERT_EQ(words, 3);
    std::vector<unsigned> memory(static_cast<std::size_t>(tileRows * tileCols * words), 0xffffffffU);
    const TileMasks tiles{memory.data(), 10, 5, tileCols, words, TileMasks::kCols, kReach};
    const FindFrames find{tiles, places.data(), kFrames};
    int empty = 0;
    for (int ty = 0; ty < tileRows; ++ty)
        for (int tx = 0; tx < tileCols; ++tx) {
            for (int word = 0; word < words; ++word) find(word, ty, tx);
            int found = 0;
            for (int frame = 0; frame < TileMasks::kBits * words; ++frame) {
                bool touches = false; // pixel by pixel
                for (int y = 0; frame < kFrames && y < kReach; ++y)
                    for (int x = 0; x < kReach; ++x)
                        touches = touches ||
                                  ((places[static_cast<std::size_t>(frame)].row + y - 10) / TileMasks::kRows == ty &&
                                   (places[static_cast<std::size_t>(frame)].col + x - 5) / TileMasks::kCols == tx);
                const bool marked = (tiles.of(ty, tx)[frame / TileMasks::kBits] >> (frame % TileMasks::kBits)) & 1U;
                EXPECT_EQ(marked, touches) << "tile " << ty << ", " << tx << ", frame " << frame;
                found += marked ? 1 : 0;
            }
            empty += found == 0 ? 1 : 0;
        }
    EXPECT_GT(empty, 0);
}

} // namespace
} // namespace ewald::kernels
