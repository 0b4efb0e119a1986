// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/detector_state.h"

#include "base/error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace ewald::ptycho {
namespace {

/// The sums that refineBackground() wants, of one pixel.
struct PixelSums {
    double share = 0, weight = 0, valid = 0;
    void add(double counts, double wave, float background, kernels::Loss loss = kernels::Loss::poisson) {
        const float amplitude = counts < 0 ? -1.0F : static_cast<float>(std::sqrt(counts));
        const kernels::BackgroundTerms t =
            kernels::backgroundTerms(loss, amplitude, static_cast<float>(wave) + background, background);
        share += static_cast<double>(t.share), weight += static_cast<double>(t.weight),
            valid += static_cast<double>(t.valid);
    }
};

TEST(Background, EndsAtTheMeanCountsWhereWavesAreDark) {
    std::vector<float> background = {0.001F};
    const double counts[] = {0, 2, 1, 0, 3, 0}; // mean 1
    for (int i = 0; i < 30; ++i) {
        PixelSums sums;
        for (const double c : counts) sums.add(c, 0, background[0]);
        refineBackground(background, std::vector<double>{sums.share, sums.weight, sums.valid}, 0);
    }
    EXPECT_NEAR(background[0], 1, 1e-4);
}

TEST(Background, OfTheAmplitudesEndsAtTheSquareOfTheirMean) {
    std::vector<float> background = {0.001F};
    for (int i = 0; i < 60; ++i) {
        PixelSums sums;
        for (const double c : {0.0, 1.0, 4.0}) sums.add(c, 0, background[0], kernels::Loss::amplitude); // mean of √: 1
        refineBackground(background, std::vector<double>{sums.share, sums.weight, sums.valid}, 0);
    }
    EXPECT_NEAR(background[0], 1, 1e-3);
}

/// A pixel under bright waves has what its neighbours in the dark have, not what the waves leave unexplained.
TEST(Background, UnderBrightWavesFollowsThePixelsAround) {
    constexpr std::size_t kSize = 9, kMiddle = 40;
    std::vector<float> background(kSize * kSize, 0.01F);
    for (int i = 0; i < 200; ++i) {
        std::vector<double> sums(3 * background.size());
        for (std::size_t pixel = 0; pixel < background.size(); ++pixel) {
            const bool bright = pixel == kMiddle;
            PixelSums of;
            for (int frame = 0; frame < 10; ++frame) // the model lacks 2 % of the bright pixel
                of.add(bright ? 1021 : 1, bright ? 1000 : 0, background[pixel]);
            sums[pixel] = of.share;
            sums[background.size() + pixel] = of.weight;
            sums[2 * background.size() + pixel] = of.valid;
        }
        refineBackground(background, sums, 0);
    }
    EXPECT_NEAR(background[0], 1, 0.05);
    EXPECT_NEAR(background[kMiddle], 1, 0.3);
}

/// Frames with the zero frequency in the corner: what is around a pixel is around it on the detector. Rows are alike,
/// so that a column tells; half of the detector has a background, and its bright middle must not show the order in
/// memory.
TEST(Background, FollowsThePixelsAroundOnTheDetector) {
    constexpr std::size_t kSize = 32, kZero = kSize / 2, kBright = 4; // columns on each side of the middle
    std::vector<float> background(kSize * kSize, 0.01F);
    const auto inMemory = [](std::size_t row, std::size_t col) {
        return (row + kSize - kZero) % kSize * kSize + (col + kSize - kZero) % kSize;
    };
    for (int i = 0; i < 200; ++i) {
        std::vector<double> sums(3 * background.size());
        for (std::size_t row = 0; row < kSize; ++row)
            for (std::size_t col = 0; col < kSize; ++col) {
                const bool bright = col >= kZero - kBright && col < kZero + kBright;
                const double beside = col < kZero ? 2 : 0.5;
                const std::size_t pixel = inMemory(row, col);
                PixelSums of;
                of.add((bright ? 1000 : 0) + beside, bright ? 1000 : 0, background[pixel]);
                sums[pixel] = of.share;
                sums[background.size() + pixel] = of.weight;
                sums[2 * background.size() + pixel] = of.valid;
            }
        refineBackground(background, sums, kZero);
    }
    const auto at = [&](std::size_t col) { return static_cast<double>(background[inMemory(5, col)]); };
    EXPECT_NEAR(at(2), 2, 0.1);
    EXPECT_NEAR(at(kSize - 3), 0.5, 0.1);
    // Beside the middle both sides count: less than half of the step between the sides, which is all of it where the
    // order in memory decides (the light of a pixel that is next to nothing is forgotten slowly).
    EXPECT_NEAR(at(kZero - 1), at(kZero), 0.75);
    EXPECT_GT(at(kZero - kBright), at(kZero + kBright - 1) + 0.4);
    // The first and the last column are far from each other.
    EXPECT_NEAR(at(0), 2, 0.1);
    EXPECT_NEAR(at(kSize - 1), 0.5, 0.1);
    EXPECT_THROW(refineBackground(background, std::vector<double>(3 * background.size()), kSize), InternalError);
}

TEST(Background, FindsWhatIsBesideBrightWaves) {
    // 4,000 frames of waves of 0 to 5 counts and a background of 0.7; the estimate is exact to √(mean/frames) ≈ 0.03.
    std::mt19937 generator(1);
    std::vector<float> background = {0.01F};
    std::vector<double> waves, counts;
    for (int i = 0; i < 4000; ++i) {
        waves.push_back(5.0 * (i % 10) / 9);
        counts.push_back(std::poisson_distribution<int>(waves.back() + 0.7)(generator));
    }
    for (int i = 0; i < 60; ++i) {
        PixelSums sums;
        for (std::size_t k = 0; k < waves.size(); ++k) sums.add(counts[k], waves[k], background[0]);
        refineBackground(background, std::vector<double>{sums.share, sums.weight, sums.valid}, 0);
    }
    EXPECT_NEAR(background[0], 0.7, 0.1);
}

TEST(Background, LeavesPixelsAloneThatNoFrameHas) {
    std::vector<float> background = {0.25F};
    PixelSums sums;
    sums.add(-1, 3, background[0]);
    refineBackground(background, std::vector<double>{sums.share, sums.weight, sums.valid}, 0);
    EXPECT_EQ(background[0], 0.25F);
    EXPECT_THROW(refineBackground(background, std::vector<double>(2), 0), InternalError);
}

TEST(Background, StaysPositiveWithoutAnyCounts) {
    std::vector<float> background = {0.5F};
    for (int i = 0; i < 20; ++i) {
        PixelSums sums;
        for (int k = 0; k < 5; ++k) sums.add(0, 1, background[0]);
        refineBackground(background, std::vector<double>{sums.share, sums.weight, sums.valid}, 0);
        EXPECT_GT(background[0], 0);
    }
    EXPECT_LT(background[0], 1e-3);
}

class Beam : public testing::Test {
protected:
    void SetUp() override {
        for (int i = 0; i < 100; ++i) m_positions.push_back({3.0 * (i / 10), 3.0 * (i % 10)});
    }
    /// Frames whose counts are `intensity` times those of a model that knows `beam`.
    [[nodiscard]] static std::vector<compute::FrameFigures> figures(const std::vector<double>& intensity,
                                                                    const std::vector<double>& beam) {
        std::vector<compute::FrameFigures> out;
        for (std::size_t i = 0; i < intensity.size(); ++i)
            out.push_back({0, 1000 * intensity[i] / (beam.empty() ? 1 : beam[i] * beam[i]), 1000});
        return out;
    }
    std::vector<PixelPosition> m_positions;
};

TEST_F(Beam, FindsFramesThatFlicker) {
    std::vector<double> intensity(100, 1.0);
    for (std::size_t i = 0; i < 100; ++i) intensity[i] += i % 2 ? 0.1 : -0.1;
    std::vector<double> beam;
    for (int i = 0; i < 40; ++i) refineBeam(beam, figures(intensity, beam), m_positions);
    double mean = 0;
    for (std::size_t i = 0; i < 100; ++i) mean += beam[i] * beam[i] / 100;
    EXPECT_NEAR(mean, 1, 1e-12);
    // Neighbours along a row differ by 1.1/0.9; alternation has next to no plane (1/100 of its size).
    EXPECT_NEAR(std::pow(beam[1] / beam[0], 2), 1.1 / 0.9, 0.01);
    EXPECT_NEAR(std::pow(beam[55] / beam[54], 2), 1.1 / 0.9, 0.01);
}

TEST_F(Beam, LeavesWhatTheObjectCanHaveToTheObject) {
    std::vector<double> intensity, beam;
    for (const PixelPosition& p : m_positions) intensity.push_back(std::exp(0.01 * p.row - 0.005 * p.col));
    for (int i = 0; i < 5; ++i) refineBeam(beam, figures(intensity, beam), m_positions);
    for (const double w : beam) EXPECT_NEAR(w, 1, 1e-6);
}

TEST_F(Beam, LeavesWhatALineOfPositionsCanHaveToTheObject) {
    std::vector<double> intensity, beam;
    for (PixelPosition& p : m_positions) p.col = 2 * p.row + 1;
    for (const PixelPosition& p : m_positions) intensity.push_back(std::exp(0.01 * p.row));
    refineBeam(beam, figures(intensity, beam), m_positions);
    for (const double w : beam) EXPECT_NEAR(w, 1, 1e-4);
}

TEST_F(Beam, KeepsFramesWithoutCountsFinite) {
    std::vector<double> intensity(100, 1.0), beam;
    intensity[7] = 0;
    intensity[8] = 1e9;
    for (int i = 0; i < 50; ++i) refineBeam(beam, figures(intensity, beam), m_positions);
    for (const double w : beam) {
        EXPECT_GT(w, 0.01);
        EXPECT_LT(w, 100);
    }
}

} // namespace
} // namespace ewald::ptycho
