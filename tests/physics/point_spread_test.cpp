// SPDX-License-Identifier: GPL-3.0-or-later
//
// Frames whose pixels count light of others, as behind a scintillator or with a source of a finite size: against the
// simulator's own blur, in every engine without stored waves, the same on any number of ranks.
#include "physics/recover.h"

#include <gtest/gtest.h>

namespace ewald::physics {
namespace {

using ptycho::StageSettings;
using ptycho::Subpixel;

class PointSpread : public testing::TestWithParam<std::string> {};

TEST_P(PointSpread, ReachesTheFloorWhereSharpPixelsStall) {
    sim::PtychoExperiment e;
    e.size = 48;
    e.frames = 100;
    e.photonsPerFrame = 1e6;
    e.blur_px = 0.7;
    const Experiment sharp = makeExperiment(e);
    Experiment x = sharp;
    x.problem.pointSpread_px = e.blur_px;
    const ptycho::Estimate start = roughStart(x, 1);
    const StageSettings s = stageOf(GetParam(), 60, {{"batch_size", GetParam() == "epie" ? 1 : 16}});
    const Outcome with = reconstruct(x, start, exactModel(), {s}),
                  without = reconstruct(sharp, start, exactModel(), {s});
    const auto aboveFloor = [](const Outcome& o) { return o.figures.fourierError / o.figures.noiseFloor; };
    const double phase = phaseError(with.estimate.object, x.data.object, 34);
    const double phaseWithout = phaseError(without.estimate.object, x.data.object, 34);
    std::printf("%s: error/floor %.2f with, %.2f without the point spread; phase %.4f, %.4f rad\n", GetParam().c_str(),
                aboveFloor(with), aboveFloor(without), phase, phaseWithout);
    EXPECT_LT(aboveFloor(with), 2);
    EXPECT_GT(aboveFloor(without), 3 * aboveFloor(with));
    EXPECT_LT(phase, 0.5 * phaseWithout);
}

INSTANTIATE_TEST_SUITE_P(Engines, PointSpread, testing::Values("epie", "rpie", "lsqml", "ml", "lbfgs", "adam"));

/// From half and from one and a half of it.
TEST_P(PointSpread, IsFoundBesideObjectAndProbe) {
    sim::PtychoExperiment e;
    e.size = 48;
    e.frames = 100;
    e.photonsPerFrame = 1e6;
    e.blur_px = 0.7;
    Experiment x = makeExperiment(e);
    x.problem.fitsPointSpread = true;
    const ptycho::Estimate start = roughStart(x, 1);
    const StageSettings s = stageOf(GetParam(), 80, {{"batch_size", GetParam() == "epie" ? 1 : 16}});
    for (const double part : {0.5, 1.5}) {
        x.problem.pointSpread_px = part * e.blur_px;
        const Outcome found = reconstruct(x, start, exactModel(), {s});
        const double sigma = found.resume.state.number(kSavedPointSpread, 0);
        std::printf("%s: from %.2f px to %.3f of %.2f px, error/floor %.2f\n", GetParam().c_str(),
                    x.problem.pointSpread_px, sigma, e.blur_px, found.figures.fourierError / found.figures.noiseFloor);
        EXPECT_NEAR(sigma, e.blur_px, 0.05 * e.blur_px);
    }
}

/// In the near field the detector's edges are those of the array.
TEST(PointSpreadNearField, ReachesTheFloor) {
    sim::PtychoExperiment e;
    e.size = 48;
    e.frames = 64;
    e.photonsPerFrame = 1e6;
    e.focusToSample_m = 0.5;
    e.blur_px = 0.7;
    const Experiment sharp = makeExperiment(e);
    Experiment x = sharp;
    x.problem.pointSpread_px = e.blur_px;
    const ptycho::Estimate start = roughStart(x, 1);
    const StageSettings s = stageOf("lsqml", 60, {{"batch_size", 16}});
    const Outcome with = reconstruct(x, start, exactModel(), {s}),
                  without = reconstruct(sharp, start, exactModel(), {s});
    std::printf("near field: error/floor %.2f with, %.2f without the point spread\n",
                with.figures.fourierError / with.figures.noiseFloor,
                without.figures.fourierError / without.figures.noiseFloor);
    // Smooth patterns say less of it: measured 0.97 and 1.05 times the floor.
    EXPECT_LT(with.figures.fourierError, 0.95 * without.figures.fourierError);
}

/// Two modes and a background, with coarse pixels and along a path, too.
Experiment everything(std::size_t oversampling, std::size_t flyPoints) {
    sim::PtychoExperiment e;
    e.size = 24 / oversampling;
    e.frames = 47;
    e.modes = 2;
    e.oversampling = oversampling;
    e.flyPoints = flyPoints;
    e.blur_px = 0.6;
    Experiment x = makeExperiment(e);
    x.problem.pointSpread_px = 0.8 * e.blur_px;
    x.problem.fitsPointSpread = true;
    return x;
}

StageSettings fitting(const std::string& engine, std::size_t iterations) {
    StageSettings s = stageOf(engine, iterations, {{"batch_size", engine == "epie" ? 1 : 7}});
    s.background = true;
    s.frameIntensities = true;
    return s;
}

TEST(PointSpreadInvariance, SameBitsOnAnyNumberOfRanks) {
    for (const auto& [oversampling, points] : {std::pair<std::size_t, std::size_t>{1, 1}, {2, 1}, {1, 3}}) {
        const Experiment x = everything(oversampling, points);
        const ptycho::Estimate start = roughStart(x, 2);
        for (const Subpixel subpixel : {Subpixel::bilinear, Subpixel::fourier})
            for (const std::string engine : {"epie", "rpie", "lsqml", "ml", "lbfgs", "adam"}) {
                SCOPED_TRACE(engine + ", oversampling " + std::to_string(oversampling));
                ptycho::ModelSettings model;
                model.subpixel = subpixel;
                const StageSettings s = fitting(engine, 7);
                const Outcome one = reconstruct(x, start, model, {s});
                const auto same = [&](const Layout& layout, const char* name) {
                    const Outcome many = reconstruct(x, start, model, {s}, layout);
                    EXPECT_EQ(many.estimate.object, one.estimate.object) << name;
                    EXPECT_EQ(many.estimate.probe, one.estimate.probe) << name;
                    EXPECT_EQ(many.figures.fourierError, one.figures.fourierError) << name;
                    EXPECT_EQ(many.resume.state.numbers.at(kSavedPointSpread),
                              one.resume.state.numbers.at(kSavedPointSpread))
                        << name;
                };
                same({.ranks = 2}, "2 ranks");
                same({.ranks = 8}, "8 ranks");
                same({.ranks = 3, .partition = ptycho::Partition::tiles, .tiled = true}, "tiled");
                same({.foreign = true, .streamed = true, .framesAtOnce = 3}, "streamed");
                same({.ranks = 3,
                      .partition = ptycho::Partition::clusters,
                      .tiled = true,
                      .foreign = true,
                      .streamed = true,
                      .framesAtOnce = 2},
                     "tiled and streamed");
            }
    }
}

TEST(PointSpreadResume, GoesOnWithTheSameBits) {
    const Experiment x = everything(1, 1);
    const ptycho::Estimate start = roughStart(x, 2);
    for (const std::string engine : {"rpie", "lsqml", "ml", "adam"}) {
        const StageSettings s = fitting(engine, 12);
        const Outcome whole = reconstruct(x, start, {}, {s});
        const Outcome half = reconstruct(x, start, {}, {s}, {}, {}, {.checkpointAfter = 8, .failAfter = 10});
        const Outcome rest = reconstruct(x, half.estimate, {}, {s}, {.ranks = 2}, half.resume);
        EXPECT_EQ(rest.estimate.object, whole.estimate.object) << engine;
        EXPECT_EQ(rest.estimate.probe, whole.estimate.probe) << engine;
        const double sigma = whole.resume.state.number(kSavedPointSpread, 0);
        EXPECT_EQ(rest.resume.state.number(kSavedPointSpread, 1), sigma) << engine;
        EXPECT_NE(sigma, x.problem.pointSpread_px) << engine << ": nothing was fitted";
    }
}

} // namespace
} // namespace ewald::physics
