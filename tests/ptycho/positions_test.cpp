// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/positions.h"

#include "base/error.h"
#include "base/units.h"
#include "ptycho/partition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace ewald::ptycho {
namespace {

using compute::PositionNormals;

PositionState stateOf(std::vector<PixelPosition> start) { return {start, start, {}}; }

/// Normal equations whose solution is (row, col).
PositionNormals normalsFor(double row, double col, double a = 1000, double b = 300, double c = 2000) {
    return {a * row + b * col, b * row + c * col, a, c, b};
}

TEST(Positions, OneStepSolvesTheNormalEquations) {
    PositionState state = stateOf({{10, 10}, {20, 20}, {30, 10}, {40, 40}});
    // The steps add up to zero, so that there is no common shift to leave out. The damping is 1 % of the mean
    // curvature, 1500, and so at most 1.5 % of each frame's smaller one.
    const std::vector<PixelPosition> asked = {{0.3, -0.2}, {-0.3, 0.2}, {0.1, 0.4}, {-0.1, -0.4}};
    std::vector<PositionNormals> normals;
    for (const PixelPosition& p : asked) normals.push_back(normalsFor(p.row, p.col));
    refinePositions(state, normals, {});
    for (std::size_t i = 0; i < asked.size(); ++i) {
        EXPECT_NEAR(state.now[i].row - state.start[i].row, asked[i].row, 0.02 * 0.5) << i;
        EXPECT_NEAR(state.now[i].col - state.start[i].col, asked[i].col, 0.02 * 0.5) << i;
    }
}

TEST(Positions, ACommonShiftIsLeftToTheObject) {
    PositionState state = stateOf({{10, 10}, {20, 20}, {30, 10}});
    refinePositions(state, std::vector<PositionNormals>(3, normalsFor(0.5, 0.25)), {});
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(state.now[i].row, state.start[i].row, 1e-12);
        EXPECT_NEAR(state.now[i].col, state.start[i].col, 1e-12);
    }
}

TEST(Positions, MomentumAddsAPartOfTheLastStep) {
    PositionState state = stateOf({{10, 10}, {20, 20}});
    const std::vector<PositionNormals> normals = {normalsFor(0.1, 0, 1000, 0, 1000),
                                                  normalsFor(-0.1, 0, 1000, 0, 1000)};
    refinePositions(state, normals, {.momentum = 0.5});
    const double first = state.now[0].row - 10;
    refinePositions(state, normals, {.momentum = 0.5});
    EXPECT_NEAR(state.now[0].row - 10 - first, 1.5 * first, 1e-12);
}

/// Turned and scaled positions: of the steps, what they have in common goes further, and the rest as far as it did.
TEST(Positions, WhatStepsHaveInCommonMayGoFurther) {
    std::vector<PixelPosition> start;
    std::vector<PositionNormals> normals;
    for (int i = 0; i < 16; ++i) {
        start.push_back({10.0 * (i / 4) - 15, 10.0 * (i % 4) - 15}); // around the origin
        const double alone = i == 5 ? 0.1 : i == 6 ? -0.1 : 0;
        normals.push_back(normalsFor(1e-3 * start.back().row, 1e-3 * start.back().col + alone, 1e6, 0, 1e6));
    }
    PositionState plain = stateOf(start), faster = stateOf(start);
    refinePositions(plain, normals, {});
    refinePositions(faster, normals, {.commonGain = 3});
    // The damping is one per cent; frame 5's own step takes part in the map, with a sixteenth of its weight or so.
    EXPECT_NEAR(plain.now[0].row - start[0].row, -0.015, 2e-4);
    EXPECT_NEAR(faster.now[0].row - start[0].row, -0.06, 6e-4);
    EXPECT_NEAR(faster.now[5].col - plain.now[5].col, 3 * -0.005, 0.02);
}

TEST(Positions, StepsAndMovesAreLimited) {
    PositionState state = stateOf({{10, 10}, {20, 20}});
    const std::vector<PositionNormals> normals = {normalsFor(40, 0), normalsFor(-40, 0)};
    refinePositions(state, normals, {.limit_px = 1.5, .cap_px = 1});
    EXPECT_NEAR(std::hypot(state.now[0].row - 10, state.now[0].col - 10), 1, 1e-9);
    for (int i = 0; i < 5; ++i) refinePositions(state, normals, {.limit_px = 1.5, .cap_px = 1});
    EXPECT_EQ(state.now[0].row, 11.5);
    EXPECT_EQ(state.now[1].row, 18.5);
}

TEST(Positions, AFrameWithoutFeaturesAndOneThatIsNoNumberStay) {
    PositionState state = stateOf({{10, 10}, {20, 20}, {30, 30}, {40, 40}});
    const double nan = std::nan("");
    const std::vector<PositionNormals> normals = {normalsFor(0.2, 0, 1000, 0, 1000),
                                                  normalsFor(-0.2, 0, 1000, 0, 1000),
                                                  {1e-3, 1e-3, 1e-4, 1e-4, 0},
                                                  {0, 0, 0, 0, nan}};
    refinePositions(state, normals, {});
    EXPECT_NEAR(state.now[2].row, 30, 1e-3);
    EXPECT_NEAR(state.now[3].row, 40, 1e-3);
    // Nothing at all to go by.
    PositionState dark = stateOf({{10, 10}, {20, 20}});
    refinePositions(dark, std::vector<PositionNormals>(2), {});
    EXPECT_EQ(dark.now, dark.start);
    EXPECT_THROW(refinePositions(dark, normals, {}), InternalError);
}

TEST(PositionFit, FindsRotationScaleStretchAndShear) {
    std::mt19937 generator(3);
    std::uniform_real_distribution<double> place(0, 300), noise(-0.05, 0.05);
    const double p = 1.013, q = 1.007, theta = 0.5 * kPi / 180, tanShear = std::tan(0.3 * kPi / 180);
    std::vector<PixelPosition> from, to;
    for (int i = 0; i < 200; ++i) {
        const double x = place(generator), y = place(generator);
        const double sheared = y + tanShear * x; // [[1, 0], [tan φ, 1]]
        from.push_back({y, x});
        to.push_back({q * (-std::sin(theta) * x + std::cos(theta) * sheared) + 3 + noise(generator),
                      p * (std::cos(theta) * x + std::sin(theta) * sheared) - 2 + noise(generator)});
    }
    for (std::size_t i = 0; i < to.size(); i += 20) to[i].row += 8; // lost frames
    const PositionFit fit = fitPositions(from, to);
    // Errors of ±0.05 px over 300 px and 200 frames: 0.03/(87·√200) = 2.4e-5, or 0.0014°; five times that.
    EXPECT_NEAR(fit.rotation_deg, 0.5, 0.007);
    EXPECT_NEAR(fit.shear_deg, 0.3, 0.01);
    EXPECT_NEAR(fit.scale, 1.01, 1.2e-4);
    EXPECT_NEAR(fit.stretch, 0.006 / 1.01, 2e-4);
    EXPECT_LT(fit.residual, 0.1);
    EXPECT_GT(fit.rms, 1);
}

TEST(PositionFit, OfALineKnowsTheShiftOnly) {
    const std::vector<PixelPosition> from = {{1, 1}, {2, 2}, {3, 3}, {4, 4}};
    const std::vector<PixelPosition> to = {{2, 1}, {3, 2}, {4, 3}, {5, 4}};
    const PositionFit fit = fitPositions(from, to);
    EXPECT_EQ(fit.rotation_deg, 0);
    EXPECT_EQ(fit.scale, 1);
    EXPECT_NEAR(fit.rms, 1, 1e-12);
    EXPECT_THROW((void)fitPositions(std::span(from).first(3), std::span(to).first(3)), DataError);
}

TEST(Partition, TilesHaveRoomForPositionsThatMove) {
    Problem problem;
    problem.geometry.size = 16;
    problem.frames = 2;
    problem.positions = {{8, 8}, {40, 8}};
    problem.order = makeFrameOrder(2, 0);
    problem.objectRows = 66, problem.objectCols = 34;
    problem.tileRoom = 8;
    partitionProblem(problem, 2, Partition::stripes, true);
    for (std::size_t frame = 0; frame < 2; ++frame) {
        const Region& tile = problem.tiles[static_cast<std::size_t>(problem.partition.rankOf[frame])];
        const auto row = static_cast<int>(problem.positions[frame].row);
        EXPECT_EQ(tile.row, row - 8);
        EXPECT_EQ(tile.row + tile.rows, std::min(66, row + 16 + 2 + 8));
        EXPECT_EQ(tile.col, 0);
        EXPECT_EQ(tile.cols, 34) << "not beyond the object";
    }
}

} // namespace
} // namespace ewald::ptycho
