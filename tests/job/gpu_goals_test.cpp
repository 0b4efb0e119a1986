// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the model (job/devices/gpu_model.h) has to say about speed: goals that are reached, and for those that are not,
// what has been reached, so that it does not become less. Ratios of the model within 20 %, times within 35 %.
#include "job/devices/device_choice.h"
#include "job/devices/ptycho_case.h"
#include "job/ptychography/setup/automatic_batch.h"
#include "ptycho/engines/engines.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ewald::job {
namespace {

const ModelledGpu& gpuOf(const std::string& name) { return *modelledGpu(name); }

PtychoBenchCase caseOf(std::size_t frames, std::size_t size, std::size_t batch, std::size_t modes = 1) {
    PtychoBenchCase c;
    c.frames = frames, c.size = size, c.batchSize = batch, c.modes = modes;
    return c;
}
double seconds(const char* gpu, const PtychoBenchCase& c, DeviceShare share = {}) {
    share.cacheBytes = gpuOf(gpu).cacheOfPieces();
    return predict(gpuOf(gpu), c, *ptychoTraffic(c, share)).seconds();
}
/// Thousand million pixels and modes a second.
double rate(const char* gpu, const PtychoBenchCase& c) {
    return static_cast<double>(c.frames * c.size * c.size * c.modes) / seconds(gpu, c) / 1e9;
}
TEST(GpuGoals, OneH200) {
    const std::size_t batch = automaticBatch(2000, 128, 1, 32);
    EXPECT_EQ(batch, 256U);
    EXPECT_GE(rate("H200", caseOf(2000, 128, batch)), 21); // the goal: 15
    EXPECT_GE(rate("H200", caseOf(400, 256, 32)), 18);     // the goals from here on
    EXPECT_GE(rate("H200", caseOf(400, 256, 400)), 22);
    EXPECT_GE(rate("H200", caseOf(400, 256, 32, 3)), 26);
}

/// All frames at once take no longer than the best mini-batches, though their waves are larger than the cache.
TEST(GpuGoals, AFullBatchIsAsFastAsTheBestOne) {
    for (const char* gpu : {"L40S", "RTX 4090"}) {
        double best = 0;
        for (const std::size_t batch : {32U, 64U, 100U, 200U})
            best = std::max(best, rate(gpu, caseOf(400, 256, batch)));
        EXPECT_GE(rate(gpu, caseOf(400, 256, 400)), 0.9 * best) << gpu;
    }
}

/// With the whole object on each or tiles of it, whichever is faster.
double best(const char* gpu, const PtychoBenchCase& c, std::size_t devices) {
    return std::min(seconds(gpu, c, {devices, false}), seconds(gpu, c, {devices, true}));
}
double bestSpeedup(const char* gpu, const PtychoBenchCase& c, std::size_t devices) {
    return seconds(gpu, c) / best(gpu, c, devices);
}

/// No goal is reached: 1.8, 3.2 and 5.5 times as fast as one on NVLink (now 1.48, 2.13 and 2.68), with the automatic
/// batch 1.6, 2.6 and 4 (1.26, 1.53 and 1.55 with the batch for eight); PCIe: 1.5, 2.3 and 3.5 (1.05, 1.14 and 0.98
/// with all frames at once).
TEST(GpuGoals, SeveralAreNotSlowerThanTheyWere) {
    const PtychoBenchCase whole = caseOf(400, 256, 400);
    EXPECT_LE(best("H200", whole, 2), 0.80e-3);
    EXPECT_LE(best("H200", whole, 4), 0.56e-3);
    EXPECT_LE(best("H200", whole, 8), 0.45e-3);
    EXPECT_GE(bestSpeedup("H200", whole, 2), 1.45);
    EXPECT_GE(bestSpeedup("H200", whole, 4), 2.1);
    EXPECT_GE(bestSpeedup("H200", whole, 8), 2.6);
    const PtychoBenchCase quarter = caseOf(400, 256, automaticBatch(400, 256, 8, 32));
    EXPECT_GE(bestSpeedup("H200", quarter, 2), 1.22);
    EXPECT_GE(bestSpeedup("H200", quarter, 4), 1.5);
    EXPECT_GE(bestSpeedup("H200", quarter, 8), 1.5);
    EXPECT_GE(bestSpeedup("L40S", whole, 2), 1.02);
    EXPECT_GE(bestSpeedup("L40S", whole, 4), 1.1);
    EXPECT_GE(bestSpeedup("L40S", whole, 8), 0.95);
}

/// Neighbours' sums take a third and less of the time where they go from device to device in tiles: through the
/// hosts, with a wait in each mini-batch, tiles took 2.1 ms on four L40S, and 1.9 ms on eight H200.
TEST(GpuGoals, TilesAreAChoice) {
    const PtychoBenchCase whole = caseOf(400, 256, 400);
    EXPECT_LE(seconds("L40S", whole, {4, true}), 0.52 * seconds("L40S", whole, {4, false}));
    EXPECT_LE(seconds("H200", whole, {8, true}), 0.45e-3);
    SharedWork work{benchProblem(whole), {}, {}};
    work.pipeline = [](std::size_t) {
        std::vector<ptycho::StageSettings> stages{ptycho::StageSettings(ptycho::rpieKind(), 100)};
        stages.front().set("batch_size", 400);
        return stages;
    };
    EXPECT_TRUE(tilesPay(gpuOf("L40S"), work, 4));
    EXPECT_FALSE(tilesPay(gpuOf("H200"), work, 2)) << "a difference of less than a twentieth";
    EXPECT_FALSE(tilesPay(gpuOf("L40S"), work, 1));
    work.mayTile = false;
    EXPECT_FALSE(tilesPay(gpuOf("L40S"), work, 4)) << "not allowed";
    EXPECT_EQ(fastestOf(predictShared(gpuOf("L40S"), work, 4)), 1U) << "of whole objects";
}

/// Never below one in any automatic choice.
TEST(GpuGoals, TheAutomaticChoiceIsNeverSlowerThanOne) {
    for (const ModelledGpu& gpu : modelledGpus())
        for (const auto& [frames, size] : {std::pair<std::size_t, std::size_t>{400, 256}, {2000, 128}, {100, 64}})
            for (const ptycho::EngineKind* engine :
                 {&ptycho::rpieKind(), &ptycho::lsqmlKind(), &ptycho::mlKind(), &ptycho::automaticKind()}) {
                SharedWork work{benchProblem(caseOf(frames, size, 32)), {}, {}};
                work.pipeline = [engine](std::size_t) { return std::vector{ptycho::StageSettings(*engine, 100)}; };
                const auto times = predictShared(gpu, work, 8);
                EXPECT_LE(times.at(fastestOf(times)), times.at(1)) << gpu.name << ' ' << engine->name << ' ' << frames;
            }
}

/// A large scan in small batches: what is summed are the frames, not the object around them.
TEST(GpuGoals, ALargeScanSumsWhatItsBatchesTouch) {
    const PtychoBenchCase c = caseOf(1000, 64, 16);
    ptycho::Problem problem = benchProblem(c);
    constexpr double kApart = 12; // windows, as if there were that many more frames
    problem.objectRows = problem.objectCols = 0;
    for (PixelPosition& p : problem.positions) {
        p = {kApart * p.row, kApart * p.col};
        problem.objectRows = std::max(problem.objectRows, static_cast<std::size_t>(p.row) + c.size + 4);
        problem.objectCols = std::max(problem.objectCols, static_cast<std::size_t>(p.col) + c.size + 4);
    }
    const auto traffic = ptychoTraffic(c, problem, {2, false});
    ASSERT_TRUE(traffic);
    const auto batches = static_cast<double>(traffic->batches);
    const double windows = batches * 16 * 65 * 65, probe = batches * 24 * 64 * 64;
    const double object = (static_cast<double>(traffic->iteration.bytesReduced) - probe) / 24; // pixels
    EXPECT_LE(object, 2.1 * windows) << "tiles at the edges of windows";
    EXPECT_LE(object, 0.1 * batches * static_cast<double>(problem.objectRows * problem.objectCols));
}

} // namespace
} // namespace ewald::job
