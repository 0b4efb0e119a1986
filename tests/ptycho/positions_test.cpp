// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/positions.h"

#include "base/error.h"
#include "base/units.h"
#include "ptycho/model/object_map.h"
#include "ptycho/model/partition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace ewald::ptycho {
namespace {

using compute::PositionNormals;

PositionState stateOf(std::vector<PixelPosition> start) { return {start, start, {}, {}, 0}; }

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

/// A scan of 5 × 5 frames around the origin.
std::vector<PixelPosition> grid() {
    std::vector<PixelPosition> places;
    for (int i = 0; i < 25; ++i) places.push_back({10.0 * (i / 5) - 20, 10.0 * (i % 5) - 20});
    return places;
}

/// Passes over positions that are scaled and turned, of which steps see a hundredth, with some noise in common.
PositionState afterPasses(int passes, double scale, double rotation, double noise, int* moves = nullptr) {
    PositionState state = stateOf(grid());
    std::mt19937 generator(5);
    std::normal_distribution<double> error(0, noise);
    for (int pass = 0; pass < passes; ++pass) {
        const CommonMotion::Parts& done = state.common.total;
        const double s = 0.01 * (scale - done[0]) + error(generator);
        const double r = 0.01 * (rotation - done[1]) + error(generator);
        std::vector<PositionNormals> normals;
        for (const PixelPosition& p : state.now)
            normals.push_back(normalsFor(s * p.row - r * p.col, r * p.row + s * p.col, 1e6, 0, 1e6));
        const auto map = refinePositions(state, normals, {.together = true, .window_px = 32});
        if (map && moves) ++*moves;
    }
    return state;
}

/// Turned and scaled positions, of which each step sees little: what has been seen after a move says how little.
TEST(PositionsInCommon, AreFoundAlthoughStepsSeeLittleOfThem) {
    const PositionState state = afterPasses(90, 0.01, -0.008, 1e-6);
    const PositionFit fit = fitPositions(state.start, state.now);
    EXPECT_NEAR(fit.scale, 1.01, 2e-4);
    EXPECT_NEAR(fit.rotation_deg * kPi / 180, -0.008, 2e-4);
    EXPECT_NEAR(fit.stretch, 0, 2e-4);
    EXPECT_LT(fit.residual, 1e-3) << "nothing else moves";
}

/// The slope of what steps say is what they see of the rest, whatever that is: no more than a few moves are needed, and
/// they do not go beyond.
TEST(PositionsInCommon, TakeFewMovesWhateverStepsSee) {
    for (const double seen : {0.003, 0.01, 0.03, 0.1}) {
        int moves = 0;
        double farthest = 0;
        PositionState state = stateOf(grid());
        for (int pass = 0; pass < 40; ++pass) {
            const double s = seen * (0.01 - state.common.total[0]);
            std::vector<PositionNormals> normals;
            for (const PixelPosition& p : state.now) normals.push_back(normalsFor(s * p.row, s * p.col, 1e6, 0, 1e6));
            if (refinePositions(state, normals, {.together = true, .window_px = 32})) ++moves;
            farthest = std::max(farthest, state.common.total[0]);
        }
        EXPECT_NEAR(state.common.total[0], 0.01, 2e-4) << seen;
        EXPECT_TRUE(state.common.settled()) << seen;
        EXPECT_LE(moves, 5) << seen;
        if (seen < 0.02) {
            EXPECT_LT(farthest, 0.0102) << seen;
        }
    }
}

/// Held, it is left out of what frames do, and not done.
TEST(PositionsInCommon, HeldNothingIsDone) {
    PositionState state = stateOf(grid());
    std::vector<PositionNormals> normals;
    for (const PixelPosition& p : state.now) normals.push_back(normalsFor(1e-3 * p.row, 1e-3 * p.col, 1e6, 0, 1e6));
    for (int pass = 0; pass < 20; ++pass)
        EXPECT_FALSE(refinePositions(state, normals, {.together = true, .hold = true, .window_px = 32}));
    EXPECT_EQ(state.common, CommonMotion{});
    for (std::size_t i = 0; i < state.now.size(); ++i) EXPECT_NEAR(state.now[i].row, state.start[i].row, 1e-9);
}

TEST(PositionsInCommon, NoiseMovesNothing) {
    int moves = 0;
    const PositionState state = afterPasses(100, 0, 0, 2e-5, &moves);
    EXPECT_LT(moves, 6) << "of 25 looks, three standard errors of four passes";
    EXPECT_NEAR(fitPositions(state.start, state.now).scale, 1, 5e-4);
}

/// What frames do alone is not multiplied.
TEST(PositionsInCommon, AStepOfOneFrameIsItsOwn) {
    PositionState apart = stateOf(grid()), together = stateOf(grid());
    std::vector<PositionNormals> normals(25, normalsFor(0, 0, 1e6, 0, 1e6));
    normals[7] = normalsFor(0.2, 0, 1e6, 0, 1e6);
    normals[17] = normalsFor(-0.2, 0, 1e6, 0, 1e6);
    for (int pass = 0; pass < 2; ++pass) { // before the first look
        refinePositions(apart, normals, {});
        refinePositions(together, normals, {.together = true, .window_px = 32});
    }
    EXPECT_GT(apart.now[7].row - apart.start[7].row, 0.2);
    EXPECT_NEAR(together.now[7].row, apart.now[7].row, 0.1 * 0.6);
    // The rest is what these two have in common, the wrong way round: it is left out.
    EXPECT_LT(std::abs(together.now[0].row - together.start[0].row), 0.1);
}

/// Of 192 simulated frames with errors of 2 pixels, a few that were lost made up a rotation of 1e-4 a pass where there
/// was none. By least squares, the frame in the corner would add −4e-3 to the scale.
TEST(PositionsInCommon, ALostFrameDoesNotPullThem) {
    PositionState state = stateOf(grid());
    std::vector<PositionNormals> normals;
    for (const PixelPosition& p : state.now) normals.push_back(normalsFor(1e-3 * p.row, 1e-3 * p.col, 1e6, 0, 1e6));
    normals[0] = normalsFor(1, 1, 1e6, 0, 1e6); // at (-20, -20)
    refinePositions(state, normals, {.together = true, .window_px = 32});
    // Its weight is 1.345 · 1.48 · 0.02 px / 1.4 px.
    EXPECT_NEAR(state.common.last[0], 1e-3, 0.2e-3);
    EXPECT_NEAR(state.common.last[1], 0, 0.2e-3);
}

/// The object moves around the middles of the windows, positions are those of their corners.
TEST(PositionsInCommon, TheObjectMovesAroundTheMiddleOfWindows) {
    PositionState state = stateOf(grid());
    std::optional<ObjectMap> map;
    for (int pass = 0; pass < 3; ++pass) {
        EXPECT_FALSE(map); // the first look comes after three passes
        std::vector<PositionNormals> normals;
        for (const PixelPosition& p : state.now) normals.push_back(normalsFor(1e-3 * p.row, 1e-3 * p.col, 1e6, 0, 1e6));
        map = refinePositions(state, normals, {.together = true, .window_px = 32});
    }
    ASSERT_TRUE(map);
    EXPECT_NEAR(map->centre.row, 16, 1e-9);
    EXPECT_NEAR(map->centre.col, 16, 1e-9);
    EXPECT_NEAR(map->rowRow, 1 + 0.1 / 8, 1e-9); // of a move whose length is not known
    const PixelPosition middle = (*map)({state.start[3].row + 16, state.start[3].col + 16});
    EXPECT_NEAR(state.now[3].row, middle.row - 16, 1e-6);
    EXPECT_NEAR(state.now[3].col, middle.col - 16, 1e-6);
}

TEST(PositionsInCommon, NoFurtherThanPositionsMayGo) {
    PositionState state = stateOf(grid());
    const double reach = std::hypot(20, 20), limit_px = 0.2;
    for (int pass = 0; pass < 200; ++pass) {
        const double s = 0.03 * (0.01 - state.common.total[0]); // 0.28 px at the farthest frame
        std::vector<PositionNormals> normals;
        for (const PixelPosition& p : state.now) normals.push_back(normalsFor(s * p.row, s * p.col, 1e6, 0, 1e6));
        const double before = state.common.total[0];
        const auto map = refinePositions(state, normals, {.limit_px = limit_px, .together = true, .window_px = 32});
        EXPECT_LE(state.common.total[0], limit_px / reach + 1e-12);
        EXPECT_EQ(map.has_value(), state.common.total[0] != before) << "the object moves where positions do";
    }
}

/// What a search ended with.
struct Search {
    PositionState state;
    double farthest = 0; ///< scale
    std::vector<std::string> lines;
};

/// Steps that say of the scale what a function says of the pass and of what has been done; beside it a rotation of
/// 0.008, of which they see 3 %.
Search searched(const std::function<double(int, double)>& said, int heldFrom) {
    Search search{stateOf(grid()), 0, {}};
    PositionState& state = search.state;
    for (int pass = 0; pass < 220; ++pass) {
        const double s = said(pass, state.common.total[0]), r = 0.03 * (0.008 - state.common.total[1]);
        std::vector<PositionNormals> normals;
        for (const PixelPosition& p : state.now)
            normals.push_back(normalsFor(s * p.row - r * p.col, s * p.col + r * p.row, 1e6, 0, 1e6));
        const CommonMotion before = state.common;
        refinePositions(state, normals, {.together = true, .hold = pass >= heldFrom, .window_px = 128});
        for (std::string& line : undeterminedSince(before, state.common)) search.lines.push_back(std::move(line));
        search.farthest = std::max(search.farthest, state.common.total[0]);
    }
    return search;
}

/// Steps that say the same whatever has been done come from a model that is wrong in some other way: on the measured
/// star, scale and rotation ran away and the axes were "0.88° from a right angle".
TEST(PositionsInCommon, WhatMovesDoNotChangeIsUndeterminedAndTakenBack) {
    for (const int heldFrom : {25, 200}) { // at the end of a run, or in its midst
        const auto [state, farthest, lines] = searched([](int, double) { return 1e-5; }, heldFrom);
        EXPECT_GT(farthest, 2e-3) << "it was tried";
        EXPECT_EQ(state.common.total[0], 0) << "or its rounding would be taken back in each pass";
        EXPECT_NEAR(state.common.total[1], 0.008, 2e-4);
        EXPECT_EQ(state.common.undetermined, (CommonMotion::Parts{1, 0, 0, 0}));
        EXPECT_TRUE(state.common.converges(0) && state.common.converges(1));
        ASSERT_EQ(lines.size(), 1U);
        EXPECT_NE(lines[0].find("scale"), std::string::npos);
        // What else the passes left: steps of frames by themselves, and rounding of positions, 1e-6.
        EXPECT_NEAR(fitPositions(state.start, state.now).scale, 1, 2e-4);
    }
}

/// What fades by itself looks as if moves had lessened it; but least was missing after the first of them, which are
/// short: 0.04 pixels at the farthest frame.
TEST(PositionsInCommon, WhatFadesByItselfIsTakenBack) {
    for (const int heldFrom : {25, 200}) {
        const auto [state, farthest, lines] =
            searched([](int pass, double) { return 5e-5 / (1 + pass / 30.0); }, heldFrom);
        EXPECT_GT(farthest, 4e-3) << "it was tried";
        EXPECT_EQ(state.common.total[0], 0);
        EXPECT_NEAR(state.common.total[1], 0.008, 2e-4);
        EXPECT_NEAR(fitPositions(state.start, state.now).scale, 1, 2e-4);
        ASSERT_EQ(lines.size(), 1U);
        EXPECT_NE(lines[0].find("scale"), std::string::npos);
    }
}

/// Steps see 2 % of a missing scale of 0.01, and later say more and more whatever is done, as they do where another
/// part has been taken back beside it. In a simulated scan of 200 frames, all of the rotation that had been found was
/// taken back for that.
TEST(PositionsInCommon, WhatHasBeenFoundStaysWhereStepsRunAwayLater) {
    for (const int heldFrom : {70, 200}) {
        const auto [state, farthest, lines] = searched(
            [](int pass, double done) { return 0.02 * (0.01 - done) + 4e-6 * std::max(0, pass - 30); }, heldFrom);
        EXPECT_GT(farthest, 0.0125) << "it went too far";
        EXPECT_NEAR(state.common.total[0], 0.01, 5e-4); // where least was missing: before steps ran away
        EXPECT_EQ(state.common.undetermined[0], 1);
        EXPECT_TRUE(state.common.converges(0)) << "or it would be taken back in each pass";
        EXPECT_TRUE(lines.empty()) << "it is not left as in the file";
        EXPECT_NEAR(fitPositions(state.start, state.now).scale, 1.01, 7e-4);
    }
}

/// After a divergence, too: the part does not go on to where the file has it.
TEST(PositionsInCommon, WhatWentBackToTheBestPlaceStaysThereAfterADivergence) {
    PositionState state =
        searched([](int pass, double done) { return 0.02 * (0.01 - done) + 4e-6 * std::max(0, pass - 30); }, 70).state;
    const double total = state.common.total[0];
    ASSERT_NEAR(total, 0.01, 5e-4);
    ASSERT_EQ(state.common.undetermined[0], 1);
    state.common.beginAnew();
    for (int pass = 0; pass < 20; ++pass)
        refinePositions(state, std::vector(25, normalsFor(0, 0, 1e6, 0, 1e6)), {.together = true, .window_px = 128});
    EXPECT_EQ(state.common.total[0], total);
}

/// A part that leads nowhere does not end the search for another one that becomes less.
TEST(CommonMotion, IsNearedByAnyPartThatConverges) {
    CommonMotion motion;
    motion.slopes = {1, 1, 1, 1};
    motion.moves = {4, 4, 4, 4};
    motion.total = {0.01, 0, 0.001, 0};
    motion.lastMove = {1e-3, 0, 1e-3, 0};
    motion.most_px = {1, 0, 0.1, 0};
    motion.left_px = {0.4, 0, 0.1, 0};
    EXPECT_TRUE(motion.converges(0));
    EXPECT_FALSE(motion.converges(2));
    EXPECT_TRUE(motion.nears());
    motion.left_px[0] = 0.6; // more than half of what was missing
    EXPECT_FALSE(motion.nears());
    motion.left_px[0] = 0.005; // nothing worth a move
    EXPECT_TRUE(motion.converges(0));
    EXPECT_FALSE(motion.nears());
}

/// A move after which steps say no more than their noise was right, though its slope is not certain: it stays.
TEST(PositionsInCommon, AMoveAfterWhichStepsAreSilentStays) {
    PositionState state = stateOf(grid());
    for (int pass = 0; pass < 40; ++pass) {
        const bool moved = state.common.total[1] != 0;
        const double r = (moved ? 0 : 8e-5) + (pass % 2 == 0 ? 3e-5 : -3e-5);
        std::vector<PositionNormals> normals;
        for (const PixelPosition& p : state.now) normals.push_back(normalsFor(-r * p.col, r * p.row, 1e6, 0, 1e6));
        const CommonMotion before = state.common;
        refinePositions(state, normals, {.together = true, .hold = pass >= 25, .window_px = 128});
        EXPECT_TRUE(undeterminedSince(before, state.common).empty());
    }
    EXPECT_EQ(state.common.slopes[1], 0) << "or it is another case";
    EXPECT_NEAR(state.common.total[1], 30 * 8e-5, 30 * 2e-5); // the first gain, of a mean with noise
}

TEST(PositionsInCommon, GoOnFromTheirNumbers) {
    const CommonMotion motion = afterPasses(23, 0.01, 0.002, 1e-6).common;
    EXPECT_EQ(CommonMotion::from(motion.numbers()), motion);
    std::vector<double> numbers = motion.numbers();
    numbers.resize(numbers.size() - 8); // of programs that took all back
    const std::optional<CommonMotion> earlier = CommonMotion::from(numbers);
    ASSERT_TRUE(earlier);
    EXPECT_EQ(earlier->total, motion.total);
    EXPECT_EQ(earlier->best, CommonMotion::Parts{});
    EXPECT_FALSE(CommonMotion::from(std::vector<double>(3)));
    EXPECT_NE(motion, CommonMotion{});
}

/// After the run had to go back.
TEST(PositionsInCommon, BeginAnewWithoutWhatTheyKnow) {
    CommonMotion motion = afterPasses(40, 0.01, 0.002, 1e-6).common;
    const CommonMotion before = motion;
    motion.beginAnew();
    EXPECT_NE(motion, before);
    EXPECT_EQ(motion.gain, CommonMotion::Parts{});
    EXPECT_EQ(motion.looks, CommonMotion::Parts{});
    EXPECT_EQ(motion.total, before.total);
}

TEST(ObjectMap, MovesWhatIsInTheObject) {
    const auto wave = [](double row, double col) {
        return std::polar(1 + 0.3 * std::sin(0.5 * row + 0.2 * col), 0.4 * std::cos(0.3 * row - 0.6 * col));
    };
    Array<Complex, 2> object({60, 70});
    for (std::size_t r = 0; r < 60; ++r)
        for (std::size_t c = 0; c < 70; ++c)
            object(r, c) = Complex(wave(static_cast<double>(r), static_cast<double>(c)));
    const ObjectMap map = objectMapOf({0.01, 0.02, -0.005, 0.01}, {30, 30});
    const Array<Complex, 2> there = moved(object, map);
    const PixelPosition from{20.0, 41.0};
    const PixelPosition to = map(from);
    EXPECT_NEAR(to.row, 30 + (1 + 0.01 + 0.005) * -10 + (0.01 - 0.02) * 11, 1e-12);
    EXPECT_NEAR(to.col, 30 + (0.01 + 0.02) * -10 + (1 + 0.01 - 0.005) * 11, 1e-12);
    const PixelPosition back = map.inverse()(to);
    EXPECT_NEAR(back.row, from.row, 1e-12);
    EXPECT_NEAR(back.col, from.col, 1e-12);
    double largest = 0;
    for (std::size_t r = 8; r < 52; ++r)
        for (std::size_t c = 8; c < 62; ++c) {
            const PixelPosition p = map.inverse()({static_cast<double>(r), static_cast<double>(c)});
            largest = std::max(largest, std::abs(std::complex<double>(there(r, c)) - wave(p.row, p.col)));
        }
    EXPECT_LT(largest, 3e-3);
    const Array<Complex, 2> same = moved(object, objectMapOf({}, {30, 30}));
    for (std::size_t i = 0; i < same.size(); ++i) ASSERT_NEAR(std::abs(same.span()[i] - object.span()[i]), 0, 1e-6);
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
