// SPDX-License-Identifier: GPL-3.0-or-later
// What is read off curves of errors made by hand.
#include "job/ptychography/results/error_course.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace ewald::job {
namespace {

using Loss = std::vector<io::LossEntry>;

void add(Loss& loss, const std::string& engine, const std::vector<double>& errors) {
    for (const double error : errors) {
        io::LossEntry entry;
        entry.iteration = loss.size() + 1;
        entry.engine = engine;
        entry.fourierError = entry.running = error;
        loss.push_back(entry);
    }
}

Loss lossOf(const std::vector<double>& errors) {
    Loss loss;
    add(loss, "ap", errors);
    return loss;
}

/// `count` iterations, of which each has `part` of the error of the one before.
std::vector<double> falling(std::size_t count, double first, double part) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < count; ++i) errors.push_back(first * std::pow(part, static_cast<double>(i)));
    return errors;
}

TEST(ErrorCourse, AStraightFallHasNoDeviation) {
    const auto found = fallOf(lossOf(falling(20, 1, 0.98)));
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->fall, -std::log(0.98), 1e-12); // rounding of logarithms
    EXPECT_NEAR(found->deviation, 0, 1e-12);
    EXPECT_TRUE(found->goesOn());
    EXPECT_FALSE(fallOf(lossOf(falling(3, 1, 0.98)))) << "too few to tell";
}

/// Errors that are by turns a twentieth above and below a fall of 0.5 % in each iteration. The line through ten of
/// them: Σ(i − 4.5)² = 82.5; the turns give it 0.05 · 5/82.5 = 0.0030 more or less by where they begin, and leave 10 ·
/// 0.05² − 82.5 · 0.0030² = 0.0242 for the deviation: √(0.0242/8/82.5) = 0.0061.
TEST(ErrorCourse, AFallWithinTheScatterIsNone) {
    Loss loss = lossOf(falling(10, 1, std::exp(-0.005)));
    for (std::size_t i = 0; i < loss.size(); ++i)
        loss[i].running = loss[i].fourierError *= std::exp(i % 2 == 0 ? 0.05 : -0.05);
    const auto found = fallOf(loss);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->fall, 0.005 + 0.05 * 5 / 82.5, 1e-12);
    EXPECT_NEAR(found->deviation, std::sqrt((0.025 - 0.0025 * 25 / 82.5) / 8 / 82.5), 1e-12);
    EXPECT_FALSE(found->goesOn());
    // The same scatter and ten times the fall: more than three deviations.
    for (std::size_t i = 0; i < loss.size(); ++i)
        loss[i].running = loss[i].fourierError *= std::exp(-0.045 * static_cast<double>(i));
    EXPECT_TRUE(fallOf(loss).value().goesOn());
}

TEST(ErrorCourse, AnErrorThatEndsAboveItsBeginHasRisen) {
    // 20 iterations from 0.3 on, 3 % more in each: the smallest of the first 5 is the first, that of the last 5 the
    // sixteenth.
    const auto rise = riseOf(lossOf(falling(20, 0.3, 1.03)));
    ASSERT_TRUE(rise);
    EXPECT_EQ(rise->from, 0.3);
    EXPECT_EQ(rise->iteration, 1U);
    EXPECT_NEAR(rise->to, 0.3 * std::pow(1.03, 15), 1e-12);
    EXPECT_FALSE(riseOf(lossOf(falling(20, 0.3, 0.97))));
    EXPECT_FALSE(riseOf(lossOf(falling(20, 0.3, 1.005)))) << "7 % in 15 iterations may be the trembling of batches";
    EXPECT_TRUE(riseOf(lossOf({0.3, 0.4, 0.5, 0.6}))) << "halves of it";
    EXPECT_FALSE(riseOf(lossOf({0.3, 0.5, 0.9}))) << "too few to tell";
    EXPECT_FALSE(riseOf({}));
}

TEST(ErrorCourse, AnErrorThatWasLowerByHalfHasRisen) {
    std::vector<double> errors = falling(20, 0.5, 0.8); // to 0.0072
    const double lowest = errors.back();
    errors.insert(errors.end(), 10, 1.6 * lowest);
    const auto rise = riseOf(lossOf(errors));
    ASSERT_TRUE(rise);
    EXPECT_EQ(rise->iteration, 20U);
    EXPECT_EQ(rise->from, lowest);
    EXPECT_EQ(rise->to, 1.6 * lowest);
    // It does not stay up: one of the last five is low.
    errors[errors.size() - 3] = lowest;
    EXPECT_FALSE(riseOf(lossOf(errors)));
    // What is saved is a better state than those on the way.
    Loss loss = lossOf(errors);
    loss[loss.size() - 3] = loss.back();
    ASSERT_TRUE(riseOf(loss));
    loss.back().fourierError = lowest;
    EXPECT_FALSE(riseOf(loss));
}

/// Another engine, or another regularisation, has another lowest error.
TEST(ErrorCourse, EnginesAreComparedWithTheBeginOnly) {
    Loss loss = lossOf(falling(20, 0.5, 0.8));
    add(loss, "rpie", std::vector<double>(10, 0.02));
    EXPECT_FALSE(riseOf(loss));
    add(loss, "rpie", std::vector<double>(5, 0.6));
    EXPECT_EQ(riseOf(loss).value().iteration, 5U) << "the smallest of the first five";
}

} // namespace
} // namespace ewald::job
