// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/position_moves.h"

#include <gtest/gtest.h>

namespace ewald::job {
namespace {

TEST(PositionMoves, AreOfAllFramesWhereOneHasMoved) {
    const std::vector<ScanPosition> initial{{1e-6, 2e-6}, {3e-6, 4e-6}, {5e-6, 6e-6}};
    std::vector<ScanPosition> refined = initial;
    refined[1] = {3e-6 + 3e-9, 4e-6 - 4e-9};
    const std::vector<PositionMove> moves = positionMoves(initial, refined, {10, 12, 14}, 1e-8);
    ASSERT_EQ(moves.size(), 3U);
    EXPECT_EQ(moves[1], (PositionMove{12, initial[1], refined[1]}));
    EXPECT_EQ(positionMoves(initial, refined, {}, 1e-8)[2].frame, 2U);
    const MoveFigures figures = moveFigures(moves);
    EXPECT_NEAR(figures.longest_m, 5e-9, 1e-18);
    EXPECT_EQ(figures.median_m, 0);
    EXPECT_EQ(figures.percentile95_m, figures.longest_m);
}

TEST(PositionMoves, NothingOfRoundingOrOfOtherFrames) {
    const std::vector<ScanPosition> initial{{1e-6, 2e-6}, {3e-6, 4e-6}};
    std::vector<ScanPosition> refined = initial;
    refined[0].x += 1e-20;
    EXPECT_TRUE(positionMoves(initial, refined, {}, 1e-8).empty());
    EXPECT_TRUE(positionMoves(initial, {{1e-6, 2e-6}}, {}, 1e-8).empty());
    EXPECT_TRUE(moveFigures({}).lengths_m.empty());
}

} // namespace
} // namespace ewald::job
