// SPDX-License-Identifier: GPL-3.0-or-later
//
// Positions that are wrong by what stages are wrong by: refined, in every model, the same on any number of ranks.
#include "base/units.h"
#include "physics/case_names.h"
#include "physics/recover.h"
#include "ptycho/iteration/position_search.h"
#include "ptycho/model/positions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ewald::physics {
namespace {

using ptycho::StageSettings;
using ptycho::Subpixel;

StageSettings refining(const std::string& engine, std::size_t iterations, std::size_t start = 5,
                       double batchSize = 32) {
    StageSettings s = stageOf(engine, iterations, {{"batch_size", engine == "epie" ? 1 : batchSize}});
    s.refinePositions = true;
    s.positionStart = start;
    return s;
}

/// Moves every position by a normal error of `deviation` pixels along each axis; with room around all windows.
void disturb(Experiment& x, double deviation, unsigned seed = 4) {
    std::mt19937 generator(seed);
    std::normal_distribution<double> error(0, deviation);
    for (PixelPosition& p : x.problem.positions) {
        p.row += std::clamp(error(generator), -4.0, 4.0);
        p.col += std::clamp(error(generator), -4.0, 4.0);
    }
    double row = 1e9, col = 1e9, lastRow = 0, lastCol = 0;
    for (const PixelPosition& p : x.problem.positions) row = std::min(row, p.row), col = std::min(col, p.col);
    const double margin = 8;
    for (PixelPosition& p : x.problem.positions) {
        p.row += margin - row, p.col += margin - col;
        lastRow = std::max(lastRow, p.row), lastCol = std::max(lastCol, p.col);
    }
    const auto n = static_cast<double>(x.problem.geometry.size);
    x.problem.objectRows = static_cast<std::size_t>(std::ceil(lastRow) + n + margin) + 2;
    x.problem.objectCols = static_cast<std::size_t>(std::ceil(lastCol) + n + margin) + 2;
    x.problem.objectRoom = x.problem.tileRoom = 8;
}

/// 1.4826 · median distance from the true positions, after the best affine map: shift, and what a probe's phase ramp
/// and the object's scale can hide.
double residual(const Experiment& x, const std::vector<PixelPosition>& found) {
    return ptycho::fitPositions(x.data.pixelPositions, found).residual;
}

std::vector<PixelPosition> positionsOf(const Outcome& outcome, std::size_t frames) {
    const std::vector<double>& saved = outcome.resume.state.numbers.at(kSavedPositions);
    std::vector<PixelPosition> positions;
    for (std::size_t i = 0; i < frames; ++i) positions.push_back({saved[4 * i], saved[4 * i + 1]});
    return positions;
}

class RefinedPositions : public testing::TestWithParam<std::tuple<std::string, Subpixel>> {};

TEST_P(RefinedPositions, ComeBackToTheTruth) {
    const auto [engine, subpixel] = GetParam();
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 120;
    e.photonsPerFrame = 2e6;
    Experiment x = makeExperiment(e);
    disturb(x, 1);
    ptycho::ModelSettings model;
    model.subpixel = subpixel;
    const auto start = roughStart(x, 1);
    StageSettings fixed = refining(engine, 60);
    fixed.refinePositions = false;
    const Outcome without = reconstruct(x, start, model, {fixed});
    const Outcome with = reconstruct(x, start, model, {refining(engine, 60)});
    const double before = residual(x, x.problem.positions);
    const double after = residual(x, positionsOf(with, e.frames));
    RecordProperty("residual", std::to_string(after));
    std::printf("residual %.3f -> %.3f px, error %.5f -> %.5f\n", before, after, without.error(), with.error());
    // The reference calculation (200 frames of 104², 60 iterations) ends at 0.16 px; whole pixels cannot do better than
    // a third of one.
    EXPECT_LT(after, subpixel == Subpixel::nearest ? 0.5 : 0.2);
    EXPECT_LT(with.error(), 0.6 * without.error());
}

INSTANTIATE_TEST_SUITE_P(Models, RefinedPositions,
                         testing::Combine(testing::Values("epie", "rpie", "lsqml", "ml", "dm"),
                                          testing::Values(Subpixel::bilinear, Subpixel::fourier)),
                         nameOfEngine);

/// One frame is wrong and all else true: its steps lead back, along both axes and in both directions. A step is shorter
/// than the way, because the phases at the detector are free to follow the wrong position.
TEST(PositionStep, LeadsBackToTheTruth) {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 40;
    e.photonsPerFrame = 1e9; // next to no noise
    for (const double focus : {0.0, 0.5}) {
        e.focusToSample_m = focus;
        const Experiment exact = makeExperiment(e);
        const ptycho::Estimate truth = {exact.data.object, exact.data.probe};
        for (const auto& [row, col] :
             {std::pair(0.3, 0.2), std::pair(-0.3, 0.2), std::pair(0.2, -0.3), std::pair(-0.2, -0.3)}) {
            Experiment x = exact;
            x.problem.objectRoom = x.problem.tileRoom = 8;
            const std::size_t frame = 17;
            x.problem.positions[frame].row += row, x.problem.positions[frame].col += col;
            StageSettings s = refining("rpie", 25, 0);
            s.updateObject = s.updateProbe = false;
            const ptycho::ModelSettings model = exactModel();
            const Outcome after = reconstruct(x, truth, model, {s});
            const PixelPosition found = positionsOf(after, e.frames)[frame];
            const PixelPosition known = exact.data.pixelPositions[frame];
            // A fortieth of the way is the mean of all moves, which is left out: 0.0075 px. Measured up to 0.01.
            EXPECT_NEAR(found.row, known.row, 0.02) << row << ", " << col << ", focus " << focus;
            EXPECT_NEAR(found.col, known.col, 0.02) << row << ", " << col << ", focus " << focus;
        }
    }
}

/// Positions that are turned by 0.5° and 1.01 times as far apart, with room around all windows.
void turnAndScale(Experiment& x) {
    const double angle = 0.5 * kPi / 180;
    for (PixelPosition& p : x.problem.positions)
        p = {1.01 * (std::cos(angle) * p.row - std::sin(angle) * p.col),
             1.01 * (std::sin(angle) * p.row + std::cos(angle) * p.col)};
    disturb(x, 0);
}

/// Turned and scaled: the object has to be moved along with the positions, or they do not get there.
TEST(PositionsInCommon, RotationAndScaleAreFound) {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 120;
    e.photonsPerFrame = 1e7;
    Experiment x = makeExperiment(e);
    turnAndScale(x);
    const ptycho::ModelSettings model = exactModel();
    const ptycho::PositionFit before = ptycho::fitPositions(x.data.pixelPositions, x.problem.positions);
    EXPECT_NEAR(before.scale, 1.01, 1e-6);
    for (const std::string engine : {"rpie", "lsqml", "ml"}) {
        const Outcome outcome = reconstruct(x, roughStart(x, 1), model, {refining(engine, 100)});
        const ptycho::PositionFit fit = ptycho::fitPositions(x.data.pixelPositions, positionsOf(outcome, e.frames));
        std::printf("%s: %.4f° and %.5f are left, residual %.3f px\n", engine.c_str(), fit.rotation_deg, fit.scale,
                    fit.residual);
        // Without moving the object: 0.1° and 0.003. Measured at most 0.012° and 1.7e-4.
        EXPECT_NEAR(fit.rotation_deg, 0, 0.02) << engine;
        EXPECT_NEAR(fit.scale, 1, 3e-4) << engine;
        EXPECT_LT(fit.residual, 0.05) << engine;
    }
}

/// 24 counts a pixel, most of them in few: amplitudes lie below what is expected, which pulls the scale. Counts that
/// are not whole are taken as they are.
TEST(PositionsInCommon, FewCountsDoNotPullTheScale) {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 144;
    e.photonsPerFrame = 1e5;
    Experiment x = makeExperiment(e);
    turnAndScale(x);
    Experiment taken = x;
    for (float& counts : taken.data.frames) counts *= 1.0001F;
    const ptycho::ModelSettings model = exactModel();
    const auto found = [&](const Experiment& experiment, const StageSettings& stage) {
        const Outcome outcome = reconstruct(experiment, roughStart(experiment, 1), model, {stage});
        const auto fit = ptycho::fitPositions(x.data.pixelPositions, positionsOf(outcome, e.frames));
        std::printf("%.4f° and %.5f are left\n", fit.rotation_deg, fit.scale);
        return fit;
    };
    for (const std::string engine : {"rpie", "lsqml"}) {
        const auto whole = found(x, refining(engine, 80));
        // Measured: at most 0.046° and 4.4e-4, and 3.9e-3 with the bias.
        EXPECT_NEAR(whole.rotation_deg, 0, 0.08) << engine;
        EXPECT_NEAR(whole.scale, 1, 1e-3) << engine;
        EXPECT_LT(std::abs(whole.scale - 1), 0.4 * std::abs(found(taken, refining(engine, 80)).scale - 1)) << engine;
    }
    StageSettings plan = stageOf("auto", 200, {{"auto_modes", 1}});
    plan.refinePositions = true;
    const auto planned = found(x, plan);
    EXPECT_NEAR(planned.rotation_deg, 0, 0.08);
    EXPECT_NEAR(planned.scale, 1, 1e-3);
}

/// Frames that end more than a pixel from where they were, beside the shift of most.
std::size_t lostFrames(const Experiment& x, const std::vector<PixelPosition>& found) {
    std::vector<double> rows, cols;
    for (std::size_t i = 0; i < found.size(); ++i) {
        rows.push_back(found[i].row - x.data.pixelPositions[i].row);
        cols.push_back(found[i].col - x.data.pixelPositions[i].col);
    }
    const double row = medianOf(rows), col = medianOf(cols);
    std::size_t lost = 0;
    for (std::size_t i = 0; i < found.size(); ++i) lost += std::hypot(rows[i] - row, cols[i] - col) > 1 ? 1 : 0;
    return lost;
}

/// Errors beyond the reach of the gradient.
TEST(PositionSearch, LosesFewerFramesThanTheGradient) {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 120;
    e.photonsPerFrame = 2e6;
    Experiment x = makeExperiment(e);
    disturb(x, 2, 5);
    for (const std::string engine : {"rpie", "lsqml"}) {
        StageSettings s = refining(engine, 100);
        const Outcome gradient = reconstruct(x, roughStart(x, 1), {}, {s});
        s.positionMethod = ptycho::PositionMethod::search;
        const Outcome search = reconstruct(x, roughStart(x, 1), {}, {s});
        s.positionMethod = ptycho::PositionMethod::both;
        const Outcome both = reconstruct(x, roughStart(x, 1), {}, {s});
        const auto lost = [&](const Outcome& outcome) { return lostFrames(x, positionsOf(outcome, e.frames)); };
        const auto left = [&](const Outcome& outcome) { return residual(x, positionsOf(outcome, e.frames)); };
        std::printf("%s: gradient %zu lost, %.3f px, error %.5f; search %zu, %.3f, %.5f; both %zu, %.3f, %.5f\n",
                    engine.c_str(), lost(gradient), left(gradient), gradient.error(), lost(search), left(search),
                    search.error(), lost(both), left(both), both.error());
        // Measured: 9 of 120, 3 and 2; 0.008, 0.004 and 0.005; 0.05, 0.24 and 0.13 px or less.
        EXPECT_GE(lost(gradient), 6U) << engine;
        EXPECT_LE(lost(search), 4U) << engine;
        EXPECT_LE(lost(both), 4U) << engine;
        EXPECT_LT(both.error(), 0.75 * gradient.error()) << engine;
        EXPECT_LT(left(both), 0.2) << engine;
        EXPECT_LT(left(both), left(search)) << engine;
    }
}

/// Whole engines, layouts and a break are those of the gradient; the trials are what is new.
TEST(PositionSearch, SameBitsOnAnyNumberOfRanksAndAfterABreak) {
    sim::PtychoExperiment e;
    e.size = 24;
    e.frames = 61;
    e.modes = 2;
    Experiment x = makeExperiment(e);
    disturb(x, 1);
    const auto start = roughStart(x, 2);
    for (const Subpixel subpixel : {Subpixel::nearest, Subpixel::fourier})
        for (const std::string engine : {"epie", "rpie", "lsqml", "ml", "dm"}) {
            ptycho::ModelSettings model;
            model.subpixel = subpixel;
            StageSettings s = refining(engine, 13, 1, 7); // six iterations of search, of which three move positions
            s.positionMethod = ptycho::PositionMethod::both;
            const Outcome one = reconstruct(x, start, model, {s});
            const auto positions = positionsOf(one, e.frames);
            const auto same = [&](const Outcome& other, const char* name) {
                EXPECT_EQ(positionsOf(other, e.frames), positions) << name << ", " << engine;
                EXPECT_EQ(other.estimate.object, one.estimate.object) << name << ", " << engine;
            };
            same(reconstruct(x, start, model, {s}, {.ranks = 3}), "3 ranks");
            same(reconstruct(x, start, model, {s},
                             {.ranks = 3,
                              .partition = ptycho::Partition::tiles,
                              .tiled = true,
                              .foreign = true,
                              .streamed = true,
                              .framesAtOnce = 2}),
                 "tiled and streamed");
            const Outcome half = reconstruct(x, start, model, {s}, {}, {}, {.checkpointAfter = 4, .failAfter = 5});
            same(reconstruct(x, half.estimate, model, {s}, {.ranks = 2}, half.resume), "after a break");
        }
}

TEST(PositionSearch, ReachesNoFurtherThanPositionsMayGo) {
    StageSettings s = refining("rpie", 105);
    s.positionLimit_px = 6;
    EXPECT_TRUE(ptycho::planPositions(s, 0).gradient);
    s.positionMethod = ptycho::PositionMethod::search;
    EXPECT_TRUE(ptycho::planPositions(s, 0).search);
    EXPECT_NEAR(ptycho::planPositions(s, 0).radius_px, 6, 1e-9);
    EXPECT_EQ(ptycho::planPositions(s, 1).radius_px, 0) << "the object follows";
    EXPECT_LT(ptycho::planPositions(s, 30).radius_px, 3.2);
    EXPECT_NEAR(ptycho::planPositions(s, 80).radius_px, 0.2, 1e-9);
    EXPECT_FALSE(ptycho::planPositions(s, 80).gradient);
    s.positionMethod = ptycho::PositionMethod::both;
    EXPECT_TRUE(ptycho::planPositions(s, 49).search);
    EXPECT_TRUE(ptycho::planPositions(s, 50).gradient);
    EXPECT_FALSE(ptycho::planPositions(s, 50).search);
}

TEST(PositionInvariance, SameBitsOnAnyNumberOfRanks) {
    sim::PtychoExperiment e;
    e.size = 24;
    e.frames = 61;
    e.modes = 2;
    Experiment x = makeExperiment(e);
    disturb(x, 1);
    const auto start = roughStart(x, 2);
    for (const Subpixel subpixel : {Subpixel::nearest, Subpixel::bilinear, Subpixel::fourier})
        for (const std::string engine : {"epie", "rpie", "lsqml", "ml", "dm"}) {
            ptycho::ModelSettings model;
            model.subpixel = subpixel;
            const StageSettings s = refining(engine, 6, 1, 7);
            const Outcome one = reconstruct(x, start, model, {s});
            const auto positions = positionsOf(one, e.frames);
            EXPECT_NE(positions, x.problem.positions);
            const auto same = [&](const Layout& layout, const char* name) {
                const Outcome many = reconstruct(x, start, model, {s}, layout);
                EXPECT_EQ(positionsOf(many, e.frames), positions) << name;
                EXPECT_EQ(many.estimate.object, one.estimate.object) << name;
                EXPECT_EQ(many.estimate.probe, one.estimate.probe) << name;
            };
            same({.ranks = 2}, "2 ranks");
            same({.ranks = 8}, "8 ranks");
            same({.ranks = 3, .partition = ptycho::Partition::tiles, .tiled = true}, "tiled");
            same({.ranks = 5, .partition = ptycho::Partition::clusters, .tiled = true}, "clusters");
            same({.foreign = true, .streamed = true, .framesAtOnce = 3}, "streamed");
            same({.ranks = 3,
                  .partition = ptycho::Partition::tiles,
                  .tiled = true,
                  .foreign = true,
                  .streamed = true,
                  .framesAtOnce = 2},
                 "tiled and streamed");
        }
}

TEST(PositionResume, GoesOnWithTheSameBits) {
    sim::PtychoExperiment e;
    e.size = 24;
    e.frames = 61;
    Experiment x = makeExperiment(e);
    disturb(x, 1);
    const auto start = roughStart(x, 1);
    for (const std::string engine : {"rpie", "lsqml", "ml", "dm"}) {
        const StageSettings s = refining(engine, 12, 2);
        const Outcome whole = reconstruct(x, start, {}, {s});
        const Outcome half = reconstruct(x, start, {}, {s}, {}, {}, {.checkpointAfter = 7, .failAfter = 9});
        const Outcome rest = reconstruct(x, half.estimate, {}, {s}, {.ranks = 2}, half.resume);
        EXPECT_EQ(rest.estimate.object, whole.estimate.object);
        EXPECT_EQ(positionsOf(rest, e.frames), positionsOf(whole, e.frames));
    }
}

/// Positions have moved in the latest iteration only, from which the run goes back: also one that was stopped after it.
TEST(PositionResume, TheBestStateHasThePositionsOfBefore) {
    sim::PtychoExperiment e;
    e.size = 32;
    e.frames = 61;
    Experiment x = makeExperiment(e);
    disturb(x, 1);
    const auto start = roughStart(x, 1);
    std::size_t wentBack = 0;
    for (const std::size_t first : {2, 3, 4, 5, 6, 7}) {
        StageSettings s = refining("rpie", first + 4, first, 16);
        for (const char* key : {"object_step", "probe_step"}) s.set(key, 2); // too long
        for (const char* key : {"object_alpha", "probe_alpha"}) s.set(key, 0.001);
        const Outcome whole = reconstruct(x, start, {}, {s});
        const Outcome stopped =
            reconstruct(x, start, {}, {s}, {}, {}, {.checkpointAfter = first + 1, .failAfter = first + 2});
        const Outcome rest = reconstruct(x, stopped.estimate, {}, {s}, {}, stopped.resume);
        EXPECT_TRUE(rest.estimate.object == whole.estimate.object) << first;
        EXPECT_EQ(positionsOf(rest, e.frames), positionsOf(whole, e.frames)) << first;
        wentBack += rest.warnings.empty() ? 0 : 1;
    }
    EXPECT_GT(wentBack, 0U) << "else nothing is tested";
}

TEST(PositionRoom, WithoutItPositionsStayAndThatIsSaid) {
    sim::PtychoExperiment e;
    e.size = 24;
    e.frames = 31;
    Experiment x = makeExperiment(e);
    disturb(x, 1);
    x.problem.tileRoom = 0;
    const Layout tiled{.ranks = 3, .partition = ptycho::Partition::tiles, .tiled = true};
    const Outcome outcome = reconstruct(x, roughStart(x, 1), {}, {refining("rpie", 3, 0)}, tiled);
    EXPECT_FALSE(outcome.resume.state.numbers.contains(kSavedPositions));
    ASSERT_EQ(outcome.warnings.size(), 1U);
    EXPECT_NE(outcome.warnings[0].find("cut into tiles"), std::string::npos);
}

/// Switched on while it runs, with the room that the object has.
TEST(PositionChange, MayBeginInMidRun) {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 80;
    Experiment x = makeExperiment(e);
    disturb(x, 1);
    StageSettings off = refining("rpie", 60, 0);
    off.refinePositions = false;
    const StageSettings on = refining("rpie", 40, 0);
    StageSettings done = off;
    done.iterations = 20;
    const Outcome outcome =
        reconstruct(x, roughStart(x, 1), {}, {off}, {}, {}, {.changeAfter = 20, .changed = {done, on}});
    ASSERT_EQ(outcome.reports.size(), 60U);
    // The model at the change is the one before: nothing jumps.
    EXPECT_LT(outcome.reports[20].fourierError, 1.05 * outcome.reports[19].fourierError);
    EXPECT_LT(outcome.error(), 0.7 * outcome.reports[19].fourierError);
}

} // namespace
} // namespace ewald::physics
