// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of regularisers against plain formulas in double precision.
#include "compute/devices/device.h"
#include "compute/devices/queue.h"
#include "compute/operations/ptycho_ops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>
#include <vector>

namespace ewald::ptycho {
namespace {

using compute::Cf;
using Value = std::complex<double>;

constexpr int kRows = 23, kCols = 31;

/// A disk of another phase with noise.
std::vector<Cf> disk(double noise) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal; // of noise 1: a width of 0 is not allowed
    std::vector<Cf> image;
    for (int r = 0; r < kRows; ++r)
        for (int c = 0; c < kCols; ++c) {
            const Value value = std::polar(1.0, std::hypot(r - 11, c - 14) < 8 ? -0.9 : 0.0);
            image.push_back({static_cast<float>(value.real() + noise * normal(random)),
                             static_cast<float>(value.imag() + noise * normal(random))});
        }
    return image;
}

Value valueOf(Cf value) { return {static_cast<double>(value.re), static_cast<double>(value.im)}; }

Value at(const std::vector<Cf>& image, int r, int c) { return valueOf(image[static_cast<std::size_t>(r * kCols + c)]); }

double variation(const std::vector<Cf>& image) {
    double sum = 0;
    for (int r = 0; r < kRows; ++r)
        for (int c = 0; c < kCols; ++c) {
            const Value down = r + 1 < kRows ? at(image, r + 1, c) - at(image, r, c) : 0;
            const Value right = c + 1 < kCols ? at(image, r, c + 1) - at(image, r, c) : 0;
            sum += std::sqrt(std::norm(down) + std::norm(right));
        }
    return sum;
}

double squares(const std::vector<Cf>& a, const std::vector<Cf>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::norm(valueOf(a[i]) - valueOf(b[i]));
    return sum;
}

/// The minimum of ½‖new − image‖² + weight Σ√(|∇new|² + ε²) by plain gradient descent: another way than dual steps.
double lowestObjective(const std::vector<Cf>& image, double weight) {
    constexpr double kEpsilon = 1e-3;
    std::vector<Value> values;
    for (const Cf& value : image) values.push_back(valueOf(value));
    const std::vector<Value> before = values;
    const auto place = [](int r, int c) { return static_cast<std::size_t>(r * kCols + c); };
    double objective = 0;
    for (int step = 0; step < 40000; ++step) {
        std::vector<Value> gradient(values.size());
        objective = 0;
        for (int r = 0; r < kRows; ++r)
            for (int c = 0; c < kCols; ++c) {
                const std::size_t here = place(r, c);
                const Value down = r + 1 < kRows ? values[place(r + 1, c)] - values[here] : 0;
                const Value right = c + 1 < kCols ? values[place(r, c + 1)] - values[here] : 0;
                const double slope = std::sqrt(std::norm(down) + std::norm(right) + kEpsilon * kEpsilon);
                objective += weight * (slope - kEpsilon) + std::norm(values[here] - before[here]) / 2;
                gradient[here] += values[here] - before[here] - weight * (down + right) / slope;
                if (r + 1 < kRows) gradient[place(r + 1, c)] += weight * down / slope;
                if (c + 1 < kCols) gradient[place(r, c + 1)] += weight * right / slope;
            }
        for (std::size_t i = 0; i < values.size(); ++i) values[i] -= 1 / (1 + 8 * weight / kEpsilon) * gradient[i];
    }
    return objective;
}

std::vector<Cf> reduced(const std::vector<Cf>& image, double weight, int times = 1) {
    const auto queue = compute::makeQueue({"cpu", 1});
    std::vector<Cf> result = image;
    for (int i = 0; i < times; ++i)
        queue->ptycho().reduceVariation(result.data(), kRows, kCols, static_cast<float>(weight));
    return result;
}

TEST(TotalVariation, ComesNearTheMinimum) {
    for (const double noise : {0.05, 0.2}) {
        const std::vector<Cf> image = disk(noise);
        const double weight = noise, start = weight * variation(image);
        const std::vector<Cf> after = reduced(image, weight);
        const double reached = squares(after, image) / 2 + weight * variation(after);
        const double lowest = lowestObjective(image, weight);
        // Ten dual steps leave 0.044 and 0.036 of the way.
        EXPECT_LT(reached - lowest, 0.06 * (start - lowest)) << noise;
        EXPECT_GT(reached, lowest * 0.999) << noise;
        EXPECT_LT(squares(after, disk(0)), 0.5 * squares(image, disk(0))) << "nearer the disk without noise";
    }
}

TEST(TotalVariation, LeavesWhatIsFlatAndTheMean) {
    const std::vector<Cf> flat(kRows * kCols, Cf{0.5F, -2});
    const std::vector<Cf> same = reduced(flat, 0.3);
    for (const Cf& value : same) EXPECT_TRUE(value.re == 0.5F && value.im == -2.0F);
    const std::vector<Cf> image = disk(0.2), after = reduced(image, 0.2);
    Value difference = 0; // of the sums: a divergence has none
    for (std::size_t i = 0; i < image.size(); ++i) difference += valueOf(after[i]) - valueOf(image[i]);
    EXPECT_LT(std::abs(difference), 1e-3); // 713 roundings of 1e-7
}

TEST(Smoothing, IsTheMeanOfNeighbours) {
    const std::vector<Cf> image = disk(0.3);
    std::vector<Cf> smooth = image;
    compute::makeQueue({"cpu", 1})->ptycho().smooth(smooth.data(), kRows, kCols, 0.05F);
    for (int r = 0; r < kRows; ++r)
        for (int c = 0; c < kCols; ++c) {
            Value expected = 0;
            for (int dr = -1; dr <= 1; ++dr)
                for (int dc = -1; dc <= 1; ++dc)
                    expected += (dr == 0 && dc == 0 ? 0.6 : 0.05) *
                                at(image, std::clamp(r + dr, 0, kRows - 1), std::clamp(c + dc, 0, kCols - 1));
            EXPECT_NEAR(std::abs(at(smooth, r, c) - expected), 0, 1e-6) << r << ", " << c;
        }
}

TEST(ValueRules, FollowTheirFormulas) {
    const auto apply = [](Value value, const compute::ValueRule& rule) {
        Cf number{static_cast<float>(value.real()), static_cast<float>(value.imag())};
        compute::makeQueue({"cpu", 1})->ptycho().constrain(&number, 1, rule);
        return valueOf(number);
    };
    const Value value = std::polar(0.8, 0.6);
    EXPECT_NEAR(std::abs(apply(value, {}) - value), 0, 1e-7);
    // 1 + (O − 1)(1 − t/|O − 1|)
    const double far = std::abs(value - 1.0);
    EXPECT_NEAR(std::abs(apply(value, {.threshold = 0.1F}) - (1.0 + (value - 1.0) * (1 - 0.1 / far))), 0, 1e-6);
    EXPECT_EQ(apply(1.0 + 0.09 * std::polar(1.0, 2.0), {.threshold = 0.1F}), Value(1, 0));
    EXPECT_NEAR(std::abs(apply(value, {.flatten = 0.25F}) - std::polar(0.85, 0.6)), 0, 1e-6);
    EXPECT_NEAR(std::abs(apply(value, {.flatten = 1}) - std::polar(1.0, 0.6)), 0, 1e-6);
    EXPECT_EQ(apply(0, {.flatten = 1}), Value(1, 0)) << "a phase that is not there";
    const auto along = [](double phase) {
        return Cf{static_cast<float>(std::cos(phase)), static_cast<float>(std::sin(phase))};
    };
    const compute::ValueRule limits{.lowPhase = -0.5F, .highPhase = 0.25F, .low = along(-0.5), .high = along(0.25)};
    EXPECT_NEAR(std::abs(apply(value, limits) - std::polar(0.8, 0.25)), 0, 1e-6);
    EXPECT_NEAR(std::abs(apply(std::polar(0.8, -2.0), limits) - std::polar(0.8, -0.5)), 0, 1e-6);
    EXPECT_NEAR(std::abs(apply(std::polar(0.8, 0.2), limits) - std::polar(0.8, 0.2)), 0, 1e-7);
}

} // namespace
} // namespace ewald::ptycho
