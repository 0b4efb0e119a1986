// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/frame_feed.h"

#include "base/error.h"
#include "compute/communication/communicator.h"
#include "compute/devices/device.h"
#include "ptycho/model/partition.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <numeric>
#include <vector>

namespace ewald::ptycho {
namespace {

constexpr std::size_t kFrameSize = 4;
constexpr std::size_t kFrames = 6;

/// Six frames in a row, in the order of their numbers; each has its number as the counts of all pixels. They are not
/// at whole pixels: row 3.25, columns 2.75 to 27.75.
Problem problemOf(int ranks) {
    Problem problem;
    problem.geometry.size = kFrameSize;
    for (std::size_t i = 0; i < kFrames; ++i) problem.positions.push_back({3.25, 2.75 + 5 * static_cast<double>(i)});
    problem.frames = kFrames;
    problem.order.permutation = {0, 1, 2, 3, 4, 5};
    problem.objectRows = 12, problem.objectCols = 40;
    partitionProblem(problem, ranks, Partition::interleaved, false);
    return problem;
}

/// Gives `problem` the frames of a rank, and runs `body` with its feed; on memory that the processor shares.
void withFeed(Problem problem, int ranks, compute::Interpolation interpolation,
              const std::function<void(FrameFeed&, int rank)>& body) {
    compute::runRanks(ranks, [&](compute::Communicator& communicator) {
        const auto queue = compute::makeQueue({"cpu", 1});
        Problem mine = problem;
        const auto& numbers = mine.partition.framesOf[static_cast<std::size_t>(communicator.rank())];
        mine.measured = std::make_shared<FrameStore>(numbers.size(), kFrameSize * kFrameSize, "");
        for (std::size_t i = 0; i < numbers.size(); ++i)
            mine.measured->put(i, std::vector<float>(kFrameSize * kFrameSize, static_cast<float>(numbers[i])));
        compute::PtychoModel model;
        model.size = static_cast<int>(kFrameSize);
        model.objectRows = static_cast<int>(mine.objectRows), model.objectCols = static_cast<int>(mine.objectCols);
        model.interpolation = interpolation;
        const FieldSpace fields(mine, model, *queue, communicator);
        const PositionState positions{mine.positions, mine.positions, {}};
        FrameFeed feed(mine, model, fields, positions, *queue, communicator.rank());
        body(feed, communicator.rank());
    });
}

// Bilinear: whole pixels below, and the rest as a fraction; nearest: whole pixels; a Fourier shift goes either way.
TEST(FrameFeed, SplitsPositionsAsTheInterpolationNeedsThem) {
    struct Expected {
        compute::Interpolation interpolation;
        int row, col;
        float rowRest, colRest;
    };
    for (const Expected& expected : {Expected{compute::Interpolation::bilinear, 3, 2, 0.25F, 0.75F},
                                     Expected{compute::Interpolation::nearest, 3, 3, 0, 0},
                                     Expected{compute::Interpolation::fourierShift, 3, 3, 0.25F, -0.25F}})
        withFeed(problemOf(1), 1, expected.interpolation, [&](FrameFeed& feed, int) {
            const std::vector<int> frames = {0, 5};
            compute::FrameStep step;
            feed.put(step, frames);
            for (const int frame : {0, 5}) {
                const FramePlace& place = step.places[frame];
                EXPECT_EQ(place.row, expected.row);
                EXPECT_EQ(place.col, expected.col + 5 * frame);
                EXPECT_EQ(place.dRow, expected.rowRest);
                EXPECT_EQ(place.dCol, expected.colRest);
            }
        });
}

// Frames 1, 3 and 5 are those of the second of two ranks. A batch that begins with the fifth frame goes on with the
// first; what it touches is from the window of frame 0 (columns 2 to 6) to that of frame 5 (27 to 31).
TEST(FrameFeed, GivesEachRankItsFramesOfABatchAndWhatAllTouch) {
    withFeed(problemOf(2), 2, compute::Interpolation::bilinear, [](FrameFeed& feed, int rank) {
        ASSERT_EQ(feed.count(), 3U);
        EXPECT_EQ(feed.numberOf(1), rank == 0 ? 2U : 3U);
        const LocalBatch batch = feed.localBatch({4, 3});
        const std::vector<int> frames(batch.frames.begin(), batch.frames.end());
        EXPECT_EQ(frames, rank == 0 ? (std::vector<int>{2, 0}) : (std::vector<int>{2}));
        EXPECT_EQ(batch.region.row, 3);
        EXPECT_EQ(batch.region.rows, 5);
        EXPECT_EQ(batch.region.col, 2);
        EXPECT_EQ(batch.region.cols, 30);
        EXPECT_EQ(feed.everything().frames.size(), 3U);
    });
}

TEST(FrameFeed, CutsAListIntoPiecesOfWhatAStepMayHave) {
    Problem problem = problemOf(1);
    problem.framesAtOnce = 4;
    withFeed(problem, 1, compute::Interpolation::bilinear, [](FrameFeed& feed, int) {
        std::vector<int> frames(kFrames);
        std::iota(frames.begin(), frames.end(), 0);
        const std::vector<FramePiece> pieces = feed.pieces(frames);
        ASSERT_EQ(pieces.size(), 2U);
        EXPECT_EQ(pieces[0].first, 0U);
        EXPECT_EQ(pieces[0].frames.size(), 4U);
        EXPECT_EQ(pieces[1].first, 4U);
        EXPECT_EQ(pieces[1].frames.size(), 2U);
        EXPECT_EQ(pieces[1].frames.front(), 4);
        EXPECT_EQ(feed.pieces(frames, 1).size(), kFrames);
        EXPECT_TRUE(feed.pieces({}).empty());
    });
}

TEST(FrameFeed, RefusesAPositionBesideTheObject) {
    Problem problem = problemOf(1);
    problem.positions.back().col = 35; // the window reaches to column 39, which an interpolation reads beyond
    EXPECT_NO_THROW(withFeed(problem, 1, compute::Interpolation::bilinear, [](FrameFeed&, int) {}));
    problem.positions.back().col = 36;
    EXPECT_THROW(withFeed(problem, 1, compute::Interpolation::bilinear, [](FrameFeed&, int) {}), InternalError);
}

} // namespace
} // namespace ewald::ptycho
