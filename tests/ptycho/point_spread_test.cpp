// SPDX-License-Identifier: GPL-3.0-or-later
//
// The detector's point spread: its weights by an independent formula, and what becomes of the light of one pixel.
#include "ptycho/model/detector_state.h"

#include "base/error.h"
#include "kernels/point_spread_bodies.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace ewald::ptycho {
namespace {

/// exp(−σ²) I_k(σ²) by Bessel's integral, 1/π ∫₀^π exp(σ² (cos t − 1)) cos(kt) dt: as the mean over a circle, the error
/// falls exponentially with the number of points.
double byIntegral(double sigma, std::size_t k) {
    constexpr int kPoints = 400;
    double sum = 0;
    for (int i = 0; i < kPoints; ++i) {
        const double t = 2 * std::numbers::pi * i / kPoints;
        sum += std::exp(sigma * sigma * (std::cos(t) - 1)) * std::cos(static_cast<double>(k) * t);
    }
    return sum / kPoints;
}

TEST(PointSpread, WeightsAreTheDiscreteGaussian) {
    for (const double sigma : {0.05, 0.3, 0.8, 2.0, 10.0}) {
        const std::vector<float> weights = pointSpreadWeights(sigma);
        double all = 0, variance = 0;
        for (std::size_t k = 0; k < weights.size(); ++k) {
            const double weight = static_cast<double>(weights[k]), both = k == 0 ? weight : 2 * weight;
            EXPECT_NEAR(weight, byIntegral(sigma, k), 1e-7) << sigma << ' ' << k; // a float of at most 1
            all += both, variance += both * static_cast<double>(k * k);
        }
        EXPECT_NEAR(all, 1, 1e-6) << sigma;
        // What lies beyond the last weight of 1e-8 is at most some 1e-8 times its squared distance, (6 σ + 6)².
        EXPECT_NEAR(variance, sigma * sigma, 1e-4 * sigma * sigma + 1e-7) << sigma;
    }
    EXPECT_THROW((void)pointSpreadWeights(0), InternalError);
    EXPECT_THROW((void)pointSpreadWeights(11), InternalError);
}

/// A frame of 7 × 7 pixels, of which the detector's first row and column are the fourth here: the neighbours of one
/// pixel lie on either side in the array, and what goes beyond the edges comes in nowhere.
TEST(PointSpread, LightStaysOnTheDetectorOrIsLost) {
    constexpr int kSize = 7, kEdge = 4;
    const std::vector<float> weights = {0.5F, 0.2F, 0.05F};
    const kernels::PointSpread spread{weights.data(), 2, kEdge};
    for (int row = 0; row < kSize; ++row)
        for (int col = 0; col < kSize; ++col) { // on the detector
            const auto at = [](int y, int x) {
                return static_cast<std::size_t>((y + kEdge) % kSize * kSize + (x + kEdge) % kSize);
            };
            std::vector<float> light(2 * kSize * kSize), rows(light.size()), counts(light.size());
            light[kSize * kSize + at(row, col)] = 1; // in the second plane
            const kernels::SpreadLines along{light.data(), rows.data(), spread, kSize, false};
            const kernels::SpreadLines across{rows.data(), counts.data(), spread, kSize, true};
            for (const kernels::SpreadLines& body : {along, across})
                for (int z = 0; z < 2; ++z)
                    for (int y = 0; y < kSize; ++y)
                        for (int x = 0; x < kSize; ++x) body(z, y, x);
            for (int y = 0; y < kSize; ++y)
                for (int x = 0; x < kSize; ++x) {
                    const int down = std::abs(y - row), right = std::abs(x - col);
                    const float expected = down > 2 || right > 2 ? 0
                                                                 : weights[static_cast<std::size_t>(down)] *
                                                                       weights[static_cast<std::size_t>(right)];
                    EXPECT_EQ(counts[at(y, x)], 0) << "of another plane";
                    EXPECT_FLOAT_EQ(counts[kSize * kSize + at(y, x)], expected) << row << col << y << x;
                }
        }
}

/// Counts of a frame of 12 × 12 pixels, of which the detector's first row and column are the sixth here, behind a
/// spread of variance t. In double precision, with weights by the integral.
class SpreadOfFrame : public testing::Test {
protected:
    static constexpr int kSize = 12, kEdge = 5;
    static std::size_t at(int row, int col) {
        return static_cast<std::size_t>((row + kEdge) % kSize * kSize + (col + kEdge) % kSize);
    }
    static double lightAt(int row, int col) { return 20 + 12 * std::sin(1.1 * row) * std::cos(0.7 * col + 0.4 * row); }
    static std::vector<double> weightsOf(double variance) {
        std::vector<double> weights;
        for (std::size_t k = 0; k < kSize; ++k) weights.push_back(byIntegral(std::sqrt(variance), k));
        return weights;
    }
    static double countedAt(int row, int col, const std::vector<double>& weights) {
        const auto part = [&](int distance) { return weights[static_cast<std::size_t>(std::abs(distance))]; };
        double sum = 0;
        for (int y = 0; y < kSize; ++y)
            for (int x = 0; x < kSize; ++x) sum += part(y - row) * part(x - col) * lightAt(y, x);
        return sum;
    }
    static bool isInside(int line) { return line > 0 && line < kSize - 1; }
};

TEST_F(SpreadOfFrame, TermsAreTheDerivativesOfTheLoss) {
    constexpr double kVariance = 0.6, kStep = 1e-3;
    std::vector<kernels::Cf> collected(kSize * kSize);
    std::vector<float> amplitudes(collected.size()), background(collected.size(), 1.5F);
    const std::vector<float> gains = {1.25F};
    const std::vector<double> before = weightsOf(kVariance - kStep), now = weightsOf(kVariance),
                              after = weightsOf(kVariance + kStep);
    double expected = 0, curvature = 0;
    for (int row = 0; row < kSize; ++row)
        for (int col = 0; col < kSize; ++col) {
            const double counted = countedAt(row, col, now);
            collected[at(row, col)] = {static_cast<float>(std::sqrt(counted) / 2), 0}; // the scale is 2
            const double measured = std::sqrt(counted + 1.5) * (1 + 0.3 * std::sin(3.0 * row + 5.0 * col)) / 1.25;
            const bool masked = row == 4 && col == 7;
            amplitudes[at(row, col)] = masked ? -1.0F : static_cast<float>(measured);
            if (masked || !isInside(row) || !isInside(col)) continue;
            const double least = std::sqrt(countedAt(row, col, before) + 1.5);
            const double most = std::sqrt(countedAt(row, col, after) + 1.5);
            const auto loss = [&](double root) { return std::pow(root - 1.25 * measured, 2); };
            expected += (loss(most) - loss(least)) / (2 * kStep);
            // Of counts that are what is expected: the second derivative of the loss is 2 (d√Î/dt)².
            curvature += 2 * std::pow((most - least) / (2 * kStep), 2);
        }
    const int index = 0;
    const kernels::TermsOfSpread body{collected.data(),
                                      {amplitudes.data()},
                                      {background.data(), gains.data()},
                                      &index,
                                      2,
                                      {nullptr, 0, kEdge},
                                      kSize};
    kernels::SpreadTerms<double> sum;
    for (int y = 0; y < kSize; ++y)
        for (int x = 0; x < kSize; ++x) {
            const kernels::SpreadTerms<float> terms = body(0, y, x);
            sum.slope += static_cast<double>(terms.slope), sum.curvature += static_cast<double>(terms.curvature);
        }
    // Second differences in single precision: some 1e-6 of the light a pixel, of slopes of the order of one.
    EXPECT_NEAR(sum.slope, expected, 1e-4 * std::abs(expected));
    EXPECT_NEAR(sum.curvature, curvature, 1e-4 * curvature);
}

/// Newton's step of σ², and no more than half or twice.
TEST(PointSpread, IsRefinedByTheTermsOfAllFrames) {
    const std::vector<compute::SpreadTerms> terms = {{-3, 8}, {1, 2}};
    EXPECT_DOUBLE_EQ(refinedSpread(1, terms), std::sqrt(1.2));
    EXPECT_DOUBLE_EQ(refinedSpread(0.2, terms), 0.2 * std::sqrt(2.0));
    EXPECT_DOUBLE_EQ(refinedSpread(1, std::vector<compute::SpreadTerms>{{9, 1}}), std::sqrt(0.5));
    EXPECT_EQ(refinedSpread(0.05, std::vector<compute::SpreadTerms>{{9, 1}}), 0.05) << "as good as none";
    EXPECT_EQ(refinedSpread(0.7, std::vector<compute::SpreadTerms>{{0, 0}}), 0.7) << "nothing was measured";
}

} // namespace
} // namespace ewald::ptycho
