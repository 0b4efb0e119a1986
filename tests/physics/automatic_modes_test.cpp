// SPDX-License-Identifier: GPL-3.0-or-later
//
// With how many probe modes the automatic plan goes on, and what is saved between two of its parts.
#include "physics/recover.h"
#include "ptycho/model/probe_algebra.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace ewald::physics {
namespace {

using ptycho::StageSettings;

sim::PtychoExperiment small() {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 120;
    e.photonsPerFrame = 1e6;
    return e;
}

ptycho::ModelSettings automaticModel() {
    ptycho::ModelSettings model;
    model.subpixel = ptycho::Subpixel::automatic;
    return model;
}

StageSettings plan(std::size_t iterations) {
    StageSettings stage = stageOf("auto", iterations);
    stage.refinePositions = true;
    return stage;
}

std::size_t modesOf(const Outcome& outcome) { return outcome.estimate.probe.extent(0); }

/// The iterations after which something was decided in such words; 0: never.
std::size_t decidedAfter(const Outcome& outcome, const std::string& words) {
    const auto found = std::ranges::find_if(
        outcome.decisions, [&](const auto& decision) { return decision.second.find(words) != std::string::npos; });
    return found == outcome.decisions.end() ? 0 : found->first;
}

constexpr const char* kMoving = "positions move";
constexpr const char* kSharpening = "Maximum likelihood from here on";
constexpr const char* kSeeking = "what all positions have in common is looked for";

TEST(AutomaticModes, BeginsWithThoseThatAreKnownAndTriesTheOthersAfterThreeIterations) {
    sim::PtychoExperiment e = small();
    e.modes = 2;
    const Experiment x = makeExperiment(e);
    const auto modesAfter = [&](const ptycho::Estimate& start, std::size_t iterations) {
        return modesOf(reconstruct(x, start, automaticModel(), {plan(200)}, {}, {}, {.stopAfter = iterations}));
    };
    EXPECT_EQ(modesAfter(roughStart(x, 4), 2), 1U) << "nothing is known of modes with 2 % of the power";
    EXPECT_EQ(modesAfter(roughStart(x, 4), 4), 4U);
    ptycho::Estimate two = roughStart(x, 1); // as of a file with two modes
    two.probe = ptycho::makeProbeModes(ptycho::makeProbeModes(two.probe, 2, 0.2, 1), 4, 0.02, x.problem.meanPhotons);
    EXPECT_EQ(modesAfter(two, 2), 2U);
    EXPECT_EQ(modesAfter(two, 4), 4U);
    EXPECT_EQ(modesAfter(roughStart(x, 5), 2), 5U) << "more than the plan's own were asked for";
    const Outcome whole = reconstruct(x, roughStart(x, 4), automaticModel(), {plan(200)});
    EXPECT_EQ(modesOf(whole), 2U);
    EXPECT_LT(whole.figures.fourierError, 1.1 * whole.figures.noiseFloor);
}

// Three modes with 1, 1/4 and 1/9 of the power, and two with 1 and 1/4: what is there is found, whatever modes are
// raised to when positions begin to move.
TEST(AutomaticModes, HaveTheirPowerAtTheEnd) {
    for (const std::size_t modes : {2U, 3U}) {
        sim::PtychoExperiment e = small();
        e.modes = modes;
        const Experiment x = makeExperiment(e);
        const Outcome outcome = reconstruct(x, roughStart(x, 4), automaticModel(), {plan(200)});
        EXPECT_EQ(modesOf(outcome), modes);
        Array<Complex, 3> found = outcome.estimate.probe, truth = x.data.probe;
        const std::vector<double> has = ptycho::orthogonalise(found), had = ptycho::orthogonalise(truth);
        for (std::size_t mode = 0; mode < std::min(has.size(), had.size()); ++mode) {
            std::printf("%zu of %zu: %.3f of %.3f\n", mode + 1, modes, has[mode], had[mode]);
            EXPECT_NEAR(has[mode], had[mode], 0.02) << mode; // as asked of the gold balls
        }
    }
}

// A pause shows the iteration before, with its own modes, also where the one that pauses has begun by leaving some out.
TEST(AutomaticModes, APauseShowsTheModesOfItsIteration) {
    sim::PtychoExperiment e = small();
    e.modes = 2;
    const Experiment x = makeExperiment(e);
    const Outcome outcome = reconstruct(x, roughStart(x, 4), automaticModel(), {plan(30)}, {}, {}, {.pauses = true});
    ASSERT_GT(outcome.paused.size(), 10U);
    std::vector<std::size_t> modes;
    for (const ptycho::Estimate& shown : outcome.paused) {
        modes.push_back(shown.probe.extent(0));
        double power = 0;
        for (const Complex value : shown.probe) power += std::norm(std::complex<double>(value));
        EXPECT_NEAR(power / x.problem.meanPhotons, 1, 0.2) << modes.size();
    }
    EXPECT_EQ(*std::ranges::max_element(modes), 4U);
    EXPECT_EQ(modes.back(), 2U) << "some were left out on the way";
}

// Positions that are off by 1.5 pixels along each axis look like a beam of several modes, which have more than 3 % of
// the power when positions begin to move, and take away 15 to 23 % of what the error has above the noise limit (six
// seeds). Two iterations with them tell that: positions move after five instead of nine.
TEST(AutomaticModes, AreLeftOutWhereTheyMakeUpForPositions) {
    sim::PtychoExperiment e = small();
    e.size = 96;
    e.frames = 200;
    e.positionError_px = 1.5;
    const Experiment x = withPositionsAsTold(makeExperiment(e), 8);
    const Outcome begun = reconstruct(x, roughStart(x, 4), automaticModel(), {plan(16)});
    const std::size_t moving = decidedAfter(begun, kMoving);
    ASSERT_GT(moving, 0U);
    EXPECT_EQ(moving, 5U);
    EXPECT_EQ(decidedAfter(begun, "more modes hardly lower the error"), moving);
    EXPECT_EQ(decidedAfter(begun, "of what is above the noise limit"), moving);
    EXPECT_EQ(modesOf(begun), 1U);
}

// The next part shifts the probe exactly, which the object of the first part is not made for: until the next iteration
// has been done with it, that model would have an error that is several times as large.
TEST(AutomaticModes, WhatIsSavedAfterTheLastIterationOfAPartIsAsGoodAsThatHasMadeIt) {
    const Experiment x = makeExperiment(small());
    const auto run = [&](const Interruption& interruption) {
        return reconstruct(x, roughStart(x, 4), automaticModel(), {plan(200)}, {}, {}, interruption);
    };
    const Outcome whole = run({});
    const std::size_t last = decidedAfter(whole, kMoving);
    ASSERT_GT(last, 0U);
    const Outcome stopped = run({.stopAfter = last});
    ASSERT_EQ(stopped.reports.size(), last);
    std::printf("%.4g, the iteration %.4g\n", stopped.figures.fourierError, stopped.error());
    // The error of an iteration is that on the way; with the same modes, that of its end is lower.
    EXPECT_LT(stopped.figures.fourierError, 1.02 * stopped.error());
}

// The error rises while what positions have in common is looked for: a run that ends in the middle of it would be worse
// than one that never began. With more iterations it is looked for.
TEST(AutomaticModes, TooFewIterationsForASearchAreSpentOtherwise) {
    sim::PtychoExperiment e = small();
    e.positionError_px = 1;
    const Experiment x = withPositionsAsTold(makeExperiment(e), 8);
    const auto run = [&](std::size_t iterations, const ptycho::ResumePoint& resume, const ptycho::Estimate& from) {
        return reconstruct(x, from, automaticModel(), {plan(iterations)}, {}, resume);
    };
    const std::size_t seeking = decidedAfter(run(200, {}, roughStart(x, 4)), kSeeking);
    ASSERT_GT(seeking, 0U);
    const std::size_t few = seeking + 20;
    const Outcome ended = run(few, {}, roughStart(x, 4));
    EXPECT_EQ(decidedAfter(ended, kSeeking), 0U);
    EXPECT_GT(decidedAfter(ended, "iterations are too few to look for"), 0U);
    EXPECT_LE(ended.error(), ended.reports[seeking].fourierError);
    ptycho::ResumePoint asked = ended.resume;
    asked.state.numbers.erase(kSavedEnd); // as where more is wanted than it needed
    const Outcome more = run(200, asked, ended.estimate);
    EXPECT_EQ(decidedAfter(more, kSeeking), ended.reports.size());
    EXPECT_EQ(decidedAfter(more, "it was over"), 0U);
}

TEST(AutomaticModes, BitsAreTheSameOnAnyLayoutAndAfterABreakAroundEachDecision) {
    sim::PtychoExperiment e = small();
    e.size = 32;
    e.frames = 40;
    e.modes = 2;
    e.positionError_px = 1;
    Experiment x = withPositionsAsTold(makeExperiment(e), 8);
    const auto run = [&](const Layout& layout, const ptycho::ResumePoint& resume, const ptycho::Estimate* from,
                         const Interruption& interruption) {
        return reconstruct(x, from ? *from : roughStart(x, 4), automaticModel(), {plan(110)}, layout, resume,
                           interruption);
    };
    const Outcome whole = run({}, {}, nullptr, {});
    const std::size_t moving = decidedAfter(whole, kMoving), sharpening = decidedAfter(whole, kSharpening),
                      seeking = decidedAfter(whole, kSeeking);
    ASSERT_GT(moving, 4U);
    // Maximum likelihood comes before the search as well, which takes longer and brings less.
    ASSERT_GT(sharpening, moving + 1);
    ASSERT_GT(seeking, sharpening + 1);
    ASSERT_LT(seeking + 1, whole.reports.size());
    // Left in the middle of the first iteration of a part, and of others.
    for (const std::size_t after : {std::size_t{3}, moving, moving + 1, sharpening, seeking}) {
        const Outcome left = run({}, {}, nullptr, {.stopAfter = after});
        ASSERT_TRUE(left.stopped);
        ASSERT_EQ(left.resume.iteration, after);
        const Outcome other = run({}, left.resume, &left.estimate, {});
        EXPECT_EQ(other.estimate.object, whole.estimate.object) << after;
        EXPECT_EQ(other.decisions.size() + left.decisions.size(), whole.decisions.size()) << after;
    }
    const Layout layouts[] = {{.ranks = 3}, {.ranks = 2, .partition = ptycho::Partition::tiles, .tiled = true}};
    for (const Layout& layout : layouts) {
        SCOPED_TRACE(layout.tiled);
        EXPECT_EQ(run(layout, {}, nullptr, {}).estimate.object, whole.estimate.object);
        for (const std::size_t after : {std::size_t{2}, std::size_t{3}, std::size_t{4}, moving, moving + 1, sharpening,
                                        sharpening + 2, sharpening + 6, seeking, seeking + 1}) {
            const Outcome half = run(layout, {}, nullptr, {.checkpointAfter = after, .failAfter = after + 1});
            ASSERT_EQ(half.resume.iteration, after);
            const Outcome other = run({}, half.resume, &half.estimate, {});
            EXPECT_EQ(other.estimate.object, whole.estimate.object) << after;
            EXPECT_EQ(other.estimate.probe, whole.estimate.probe) << after;
        }
    }
}

} // namespace
} // namespace ewald::physics
