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

} // namespace
} // namespace ewald::ptycho
