// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs that diverge, and figures of merit.
#include "physics/recover.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ewald::physics {
namespace {

using ptycho::StageSettings;

const Experiment& divergingScan() {
    static const Experiment x = [] {
        sim::PtychoExperiment e;
        e.size = 32;
        e.frames = 61;
        e.photonsPerFrame = 1e5;
        return makeExperiment(e);
    }();
    return x;
}

/// Steps that are too long.
StageSettings wild() {
    return stageOf("rpie", 30,
                   {{"batch_size", 16},
                    {"object_step", 2},
                    {"probe_step", 2},
                    {"object_alpha", 0.001},
                    {"probe_alpha", 0.001},
                    {"momentum", 0.9}});
}

double lowestError(const Outcome& outcome) {
    double lowest = 1;
    for (const auto& report : outcome.reports) lowest = std::min(lowest, report.fourierError);
    return lowest;
}

TEST(Divergence, ShorterStepsFromTheBestStateRescueTheRun) {
    const Experiment& x = divergingScan();
    const auto start = roughStart(x, 1);
    const Outcome one = reconstruct(x, start, {}, {wild()});
    ASSERT_FALSE(one.divergedFrom);
    EXPECT_LT(one.reports.back().step, 1);
    EXPECT_FALSE(one.warnings.empty());
    for (const std::string& line : one.warnings) EXPECT_NE(line.find("back to the state"), std::string::npos) << line;
    EXPECT_LT(one.figures.fourierError, 1.5 * lowestError(one)) << "no good state is lost";

    // Every rank decides alike, and so does a run that goes on after it went back.
    for (const bool tiled : {false, true}) {
        const Layout layout{.ranks = 3, .partition = ptycho::Partition::tiles, .tiled = tiled};
        const Outcome many = reconstruct(x, start, {}, {wild()}, layout);
        EXPECT_TRUE(many.estimate.object == one.estimate.object);
        EXPECT_TRUE(many.estimate.probe == one.estimate.probe);
        for (const std::size_t at : {4, 11, 19}) {
            const Outcome failed =
                reconstruct(x, start, {}, {wild()}, layout, {}, {.checkpointAfter = at, .failAfter = at + 1});
            const Outcome rest = reconstruct(x, failed.estimate, {}, {wild()}, {}, failed.resume);
            EXPECT_TRUE(rest.estimate.object == one.estimate.object) << at;
            EXPECT_EQ(rest.reports.back().step, one.reports.back().step) << at;
        }
    }
}

TEST(Divergence, WhatCannotBeRescuedEndsWithTheBestState) {
    const Experiment& x = divergingScan();
    StageSettings s = wild();
    for (const char* key : {"object_step", "probe_step"}) s.set(key, 0.5);
    s.objectAmplitudeMin = 50; // 2500 times the light
    const Outcome outcome = reconstruct(x, roughStart(x, 1), {}, {s});
    ASSERT_TRUE(outcome.divergedFrom);
    EXPECT_LT(outcome.reports.size(), 25U) << "it ends there";
    EXPECT_LT(*outcome.divergedFrom, outcome.reports.size());
}

/// Small batches with the defaults of the table: no worse than large ones in twice the iterations.
TEST(Divergence, DefaultsOfSmallBatchesAreSafe) {
    const Experiment& x = divergingScan();
    const auto start = roughStart(x, 1);
    StageSettings s = stageOf("rpie", 40);
    const Outcome large = reconstruct(x, start, {}, {s});
    s.iterations = 80;
    for (const double batch : {1, 2, 4}) {
        s.set("batch_size", batch);
        const Outcome small = reconstruct(x, start, {}, {s});
        EXPECT_EQ(small.reports.back().step, 1) << batch;
        EXPECT_LE(small.figures.fourierError, 1.01 * large.figures.fourierError) << batch; // noise of the batches
    }
}

/// The truth explains the frames but for their noise: all figures are at the limit, to the accuracy of 61 frames.
TEST(Figures, AreOneAtTheNoiseLimit) {
    for (const double photons : {1e3, 1e4, 1e6}) { // 1, 10 and 1000 a pixel
        sim::PtychoExperiment e;
        e.size = 32;
        e.frames = 61;
        e.photonsPerFrame = photons;
        e.deadPixels = 3;
        const Experiment x = makeExperiment(e);
        ptycho::ModelSettings model;
        model.subpixel = ptycho::Subpixel::fourier; // the simulator's
        StageSettings still;
        still.iterations = 1;
        still.updateObject = still.updateProbe = false;
        const Outcome truth = reconstruct(x, {x.data.object, x.data.probe}, model, {still});
        EXPECT_NEAR(truth.figures.llk, 1, 0.03) << photons;
        EXPECT_NEAR(truth.figures.fourierError / truth.figures.noiseFloor, 1, 0.03) << photons;
        // Nothing was changed on the way: what the iteration saw is what is left.
        EXPECT_EQ(truth.figures.fourierError, truth.error());
        EXPECT_EQ(truth.figures.llk, truth.reports.back().llk);
    }
}

TEST(Figures, AreThoseOfTheEstimate) {
    const Experiment& x = divergingScan();
    StageSettings s;
    s.iterations = 3;
    const Outcome outcome = reconstruct(x, roughStart(x, 1), {}, {s});
    EXPECT_NE(outcome.figures.fourierError, outcome.error()) << "that was before the last updates";
    StageSettings still;
    still.iterations = 1;
    still.updateObject = still.updateProbe = false;
    const Outcome again = reconstruct(x, outcome.estimate, {}, {still});
    EXPECT_EQ(again.error(), outcome.figures.fourierError);
    for (const int ranks : {2, 5}) {
        const Outcome many = reconstruct(x, roughStart(x, 1), {}, {s}, {.ranks = ranks});
        EXPECT_EQ(many.figures.fourierError, outcome.figures.fourierError);
        EXPECT_EQ(many.figures.llk, outcome.figures.llk);
        EXPECT_EQ(many.figures.noiseFloor, outcome.figures.noiseFloor);
    }
}

} // namespace
} // namespace ewald::physics
