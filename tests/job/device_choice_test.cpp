// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/device_choice.h"

#include "job/devices/ptycho_case.h"
#include "ptycho/engines/engines.h"

#include <gtest/gtest.h>

namespace ewald::job {
namespace {

SharedWork workOf(const ptycho::EngineKind& engine, std::size_t frames, std::size_t size) {
    PtychoBenchCase c;
    c.frames = frames, c.size = size;
    SharedWork work{benchProblem(c), {}, {}};
    work.pipeline = [&engine](std::size_t) { return std::vector{ptycho::StageSettings(engine, 10)}; };
    return work;
}

const ModelledGpu& h200() { return modelledGpus().front(); }

TEST(DeviceChoice, TakesWhatTakesTheLeastTime) {
    EXPECT_EQ(fastestOf({{1, 1.0}, {2, 0.6}, {4, 0.5}}), 4U);
    EXPECT_EQ(fastestOf({{1, 1.0}, {2, 0.6}, {4, 0.595}}), 2U) << "more has to be worth it";
    EXPECT_EQ(fastestOf({{1, 1.0}, {2, 1.6}, {3, 1.5}}), 1U);
    EXPECT_EQ(warningOfTooMany({{1, 1.0}, {2, 1.6}, {3, 1.5}}),
              "3 GPUs would be slower than 1 for this scan: larger batches, tiles, or the ML engine would help");
    EXPECT_EQ(warningOfTooMany({{1, 1.0}, {2, 0.6}, {4, 0.5}}), "");
    EXPECT_EQ(warningOfTooMany({{1, 1.0}, {2, 1.01}}), "") << "no difference to speak of";
}

TEST(DeviceChoice, PredictsForPowersOfTwoAndAll) {
    const auto seconds = predictShared(h200(), workOf(ptycho::rpieKind(), 64, 32), 6);
    std::vector<std::size_t> counts;
    for (const auto& [devices, time] : seconds) {
        counts.push_back(devices);
        EXPECT_GT(time, 0) << devices;
    }
    EXPECT_EQ(counts, (std::vector<std::size_t>{1, 2, 4, 6}));
    EXPECT_GT(seconds.at(6), seconds.at(1)) << "mini-batches of a small scan";
}

/// A large scan is counted in part: the rest takes as long.
TEST(DeviceChoice, ExtendsAPartToTheWhole) {
    const SharedWork large = workOf(ptycho::rpieKind(), 320, 32); // ten batches of 32, of which four are counted
    const double part = predictShared(h200(), large, 1).at(1);
    PtychoBenchCase c;
    c.frames = 320, c.size = 32;
    const double whole = 10 * predict(h200(), c, *ptychoTraffic(c, {1, false, h200().cacheOfPieces()})).seconds();
    EXPECT_NEAR(part / whole, 1, 0.02);
}

/// One sum an iteration is little beside the frames of a large scan, one a mini-batch is not.
TEST(DeviceChoice, SeveralArePaidForByAnEngineThatSumsOnce) {
    const auto ml = predictShared(h200(), workOf(ptycho::mlKind(), 1000, 256), 2);
    EXPECT_EQ(fastestOf(ml), 2U) << ml.at(1) << ' ' << ml.at(2);
    ModelledGpu slow = h200();
    slow.link = linkThroughHost();
    const auto rpie = predictShared(slow, workOf(ptycho::rpieKind(), 1000, 256), 2);
    EXPECT_EQ(fastestOf(rpie), 1U) << rpie.at(1) << ' ' << rpie.at(2);
}

TEST(DeviceChoice, KnowsWhatAutomaticPlansUsuallyDo) {
    for (const ptycho::EngineKind* engine : {&ptycho::automaticKind(), &ptycho::lbfgsKind()})
        EXPECT_GT(predictShared(h200(), workOf(*engine, 64, 32), 1).at(1), 0) << engine->name;
}

} // namespace
} // namespace ewald::job
