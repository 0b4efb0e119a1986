// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/setup/memory_plan.h"

#include "base/phrase.h"

#include <gtest/gtest.h>

namespace ewald::job {
namespace {

/// Two ranks: 100 bytes of frames, an object of 80 (50 as a tile), a probe of 10, 5 for each frame in work.
MemoryQuestion question() {
    MemoryQuestion q;
    ptycho::MemoryNeed need;
    need.framePixels = 100, need.object = 80, need.probe = 10, need.perFrame = 5;
    q.replicated.assign(2, need);
    need.object = 50;
    q.tiled.assign(2, need);
    q.batch = 8;
    q.frames = kernels::FrameType::counts8;
    return q;
}

/// Free memory so that `usable` remains after the planner has taken a tenth off.
MemoryBudget gpus(double usable, double computer = 1e6) {
    return {{{usable / 0.9, false}, {usable / 0.9, false}}, computer};
}

MemoryPlan choose(const MemoryQuestion& q, const MemoryBudget& budget) {
    const auto plans = memoryPlans(q, budget);
    return plans[firstThatFits(plans)];
}

TEST(MemoryPlan, TakesTilesFirstWhereTheyAreFaster) {
    MemoryQuestion q = question();
    q.prefersTiles = true;
    const MemoryPlan ample = choose(q, gpus(80 + 10 + 100 + 8 * 5 + 1));
    EXPECT_TRUE(ample.tiled);
    EXPECT_EQ(ample.frames, FrameStorage::resident);
    q.mayTile = false;
    EXPECT_FALSE(choose(q, gpus(80 + 10 + 100 + 8 * 5 + 1)).tiled);
}

TEST(MemoryPlan, TakesTheFastestThatFits) {
    const MemoryPlan ample = choose(question(), gpus(80 + 10 + 100 + 8 * 5 + 1));
    EXPECT_FALSE(ample.tiled);
    EXPECT_EQ(ample.frames, FrameStorage::resident);
    EXPECT_EQ(ample.framesAtOnce, 0U);
    EXPECT_EQ(ample.largestRank_bytes, 190);

    const MemoryPlan fewAtOnce = choose(question(), gpus(80 + 10 + 100 + 3 * 5 + 1));
    EXPECT_FALSE(fewAtOnce.tiled);
    EXPECT_EQ(fewAtOnce.framesAtOnce, 3U) << "a batch in pieces comes before anything slower";

    const MemoryPlan tiled = choose(question(), gpus(50 + 10 + 100 + 8 * 5 + 1 - 20));
    EXPECT_TRUE(tiled.tiled);
    EXPECT_EQ(tiled.frames, FrameStorage::resident);

    const MemoryPlan streamed = choose(question(), gpus(120));
    EXPECT_FALSE(streamed.tiled);
    EXPECT_EQ(streamed.frames, FrameStorage::streamed);

    const MemoryPlan both = choose(question(), gpus(75));
    EXPECT_TRUE(both.tiled);
    EXPECT_EQ(both.frames, FrameStorage::streamed);
    EXPECT_EQ(both.framesAtOnce, 3U);
    EXPECT_TRUE(both.fits);
}

TEST(MemoryPlan, SaysWhatHadToBeFitted) {
    EXPECT_EQ(fittingOf(choose(question(), gpus(80 + 10 + 100 + 8 * 5 + 1)).reason), "");
    const MemoryPlan fewAtOnce = choose(question(), gpus(80 + 10 + 100 + 3 * 5 + 1));
    EXPECT_EQ(fittingOf(fewAtOnce.reason), "fitted into memory: 3 of the 8 frames of a batch at a time");
    EXPECT_NE(fewAtOnce.reason.find("for worker 0"), std::string::npos) << "and why: " << fewAtOnce.reason;
    const std::string all = choose(question(), gpus(75)).reason;
    const std::string fitted = "fitted into memory: the object is cut into tiles, frames are sent to the devices batch "
                               "by batch, 3 of the 8 frames of a batch at a time";
    EXPECT_EQ(fittingOf(all), fitted);
    EXPECT_EQ(all.substr(0, fitted.size()), fitted);
    EXPECT_EQ(fittingOf(takeParts(withParts(all))), fitted) << "also in another process";
    MemoryQuestion q = question();
    q.prefersTiles = true;
    EXPECT_EQ(fittingOf(choose(q, gpus(80 + 10 + 100 + 8 * 5 + 1)).reason), "") << "faster tiles are no makeshift";
    EXPECT_EQ(fittingOf(choose(question(), gpus(20)).reason), "") << "it does not fit at all";
}

TEST(MemoryPlan, SaysWhenNothingFitsAndTriesTheSmallest) {
    const MemoryPlan smallest = choose(question(), gpus(20));
    EXPECT_FALSE(smallest.fits);
    EXPECT_TRUE(smallest.tiled);
    EXPECT_EQ(smallest.frames, FrameStorage::spooled);
    EXPECT_EQ(smallest.framesAtOnce, 1U);
}

TEST(MemoryPlan, FramesThatTheComputerCannotHoldGoToTheDisk) {
    MemoryBudget computer{{{0, true}, {0, true}}, 300};
    const MemoryPlan plan = choose(question(), computer); // 2 × (100 + 80 + 10) = 380, tiled 320, of 270
    EXPECT_EQ(plan.frames, FrameStorage::spooled);
    EXPECT_FALSE(plan.tiled);
    EXPECT_NE(plan.reason.find("are free in the computer"), std::string::npos) << plan.reason;
    computer.computer_bytes = 360;
    EXPECT_TRUE(choose(question(), computer).tiled);
    computer.computer_bytes = 0;
    EXPECT_EQ(choose(question(), computer).frames, FrameStorage::resident) << "unknown: hope for the best";
}

TEST(MemoryPlan, ALimitOfTheJobIsSaidToBeOne) {
    MemoryBudget budget{{{0, true}, {0, true}}, 40e6, 40e6}; // much more is free
    MemoryQuestion q = question();
    for (auto* needs : {&q.replicated, &q.tiled})
        for (ptycho::MemoryNeed& need : *needs) need.object *= 1e6;
    const std::string tooLittle = choose(q, budget).reason;
    EXPECT_NE(tooLittle.find("the limit is 40 MB (memory_limit_gb); a tenth is left to"), std::string::npos)
        << tooLittle;
    EXPECT_EQ(tooLittle.find("are free"), std::string::npos) << tooLittle;
    EXPECT_NE(tooLittle.find("it does not fit, and no plan needs less"), std::string::npos) << tooLittle;
    budget.computer_bytes = 30e6; // less than the limit is free
    const std::string less = choose(q, budget).reason;
    EXPECT_NE(less.find("the limit is 40 MB (memory_limit_gb), 30 MB are free in the computer"), std::string::npos)
        << less;
    budget.computer_bytes = budget.limit_bytes = 120e6; // 2 × 50 and a little for tiles, of 108
    const std::string tiles = choose(q, budget).reason;
    EXPECT_NE(tiles.find("the limit is 120 MB (memory_limit_gb)"), std::string::npos) << tiles;
    EXPECT_EQ(tiles.find("no plan needs less"), std::string::npos) << tiles;
}

/// Frames that are sent to the device take the room of a batch there, and so do the difference map's waves.
TEST(MemoryPlan, WhatIsStreamedNeedsRoomForABatch) {
    MemoryQuestion q = question();
    const MemoryPlan wholeBatch = choose(q, gpus(80 + 10 + 8 * 5 + 1));
    EXPECT_EQ(wholeBatch.frames, FrameStorage::streamed);
    EXPECT_EQ(wholeBatch.framesAtOnce, 8U);
    for (auto* needs : {&q.replicated, &q.tiled})
        for (ptycho::MemoryNeed& need : *needs) need.perWave = 20, need.waves = 400;
    const MemoryPlan waves = choose(q, gpus(80 + 10 + 4 * (5 + 20) + 1));
    EXPECT_EQ(waves.frames, FrameStorage::streamed);
    EXPECT_EQ(waves.framesAtOnce, 4U);
    EXPECT_EQ(waves.largestRank_bytes, 80 + 10);
    // They are kept in the computer's memory, also when frames are in a file.
    EXPECT_FALSE(choose(q, gpus(80 + 10 + 4 * (5 + 20) + 1, (2 * 400 - 1) / 0.9)).fits);
    EXPECT_EQ(choose(q, gpus(80 + 10 + 4 * (5 + 20) + 1, (2 * 400 + 1) / 0.9)).frames, FrameStorage::spooled);
    EXPECT_EQ(choose(q, gpus(80 + 10 + 400 + 100 + 8 * 5 + 1)).frames, FrameStorage::resident);
}

/// A plan says which types of frames it has room for, beyond the one that is expected.
TEST(MemoryPlan, KnowsTheWidestFramesThatFit) {
    using kernels::FrameType;
    const auto widest = [](FrameType expected, double computer) {
        MemoryQuestion q = question();
        q.frames = expected;
        MemoryBudget budget{{{0, true}, {0, true}}, computer / 0.9};
        return choose(q, budget);
    };
    // 2 × (80 + 10) for object and probe, and 2 × 100 pixels.
    EXPECT_EQ(widest(FrameType::counts8, 2 * 90 + 4 * 200 + 1).widest, FrameType::amplitudes);
    EXPECT_EQ(widest(FrameType::counts8, 2 * 90 + 4 * 200 - 1).widest, FrameType::counts16);
    EXPECT_EQ(widest(FrameType::counts8, 2 * 90 + 2 * 200 - 1).widest, FrameType::counts8);
    EXPECT_EQ(widest(FrameType::counts8, 2 * 90 + 2 * 200 - 1).frames, FrameStorage::resident);
    EXPECT_EQ(widest(FrameType::counts16, 2 * 90 + 2 * 200 - 1).tiled, true);
    EXPECT_EQ(widest(FrameType::amplitudes, 2 * 50 + 4 * 200 - 1).frames, FrameStorage::spooled);
    EXPECT_EQ(widest(FrameType::counts8, 10).widest, FrameType::amplitudes) << "after the last plan there is no other";
    EXPECT_EQ(widest(FrameType::counts8, 2 * 90 + 200 + 1).largestRank_bytes, 190);
    EXPECT_EQ(widest(FrameType::counts16, 2 * 90 + 400 + 1).largestRank_bytes, 290);
}

TEST(MemoryPlan, ObeysTheDocument) {
    MemoryQuestion q = question();
    q.mayReplicate = false;
    EXPECT_TRUE(choose(q, gpus(1000)).tiled);
    q = question();
    q.mayTile = false;
    EXPECT_FALSE(choose(q, gpus(75)).tiled);
    q = question();
    q.mayReplicate = false;
    q.tiled.clear(); // one rank: nothing to cut
    EXPECT_FALSE(choose(q, gpus(1000)).tiled);
}

TEST(MemoryPlan, EachPlanIsSmallerOrSlowerThanTheOneBefore) {
    const auto plans = memoryPlans(question(), gpus(1000));
    ASSERT_EQ(plans.size(), 6U);
    for (std::size_t i = 1; i < plans.size(); ++i)
        if (plans[i].frames == plans[i - 1].frames) {
            EXPECT_LT(plans[i].largestRank_bytes, plans[i - 1].largestRank_bytes);
        }
    EXPECT_EQ(firstThatFits(plans), 0U);
}

} // namespace
} // namespace ewald::job
