// SPDX-License-Identifier: GPL-3.0-or-later
//
// A probe that changes from frame to frame: found, of use, and the same on any number of ranks.
#include "physics/recover.h"

#include "ptycho/model/memory_need.h"
#include "ptycho/model/partition.h"
#include "ptycho/model/variable_probe.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace ewald::physics {
namespace {

using ptycho::StageSettings;
using ptycho::Subpixel;

/// Bright enough that five per cent of change show: the floor of the noise is 6.7e-5 and of the drift, 0.05²/12 = 2e-4
/// of the light, the amplitudes leave a tenth unexplained.
sim::PtychoExperiment drifting(double drift, double change = 0) {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 144;
    e.photonsPerFrame = 2e7;
    e.probeDrift = drift;
    e.probeChange = change;
    return e;
}

StageSettings varying(const std::string& engine, std::size_t iterations, std::size_t modes, double batchSize = 16) {
    StageSettings s = stageOf(engine, iterations, {{"batch_size", engine == "epie" ? 1 : batchSize}});
    s.variableProbeModes = modes;
    return s;
}

/// Interpolation would leave more than the drift.
/// Correlation of the true weights with the found ones.
double correlation(const std::vector<double>& truth, std::size_t of, std::size_t j, const std::vector<double>& found,
                   std::size_t count, std::size_t k) {
    const std::size_t frames = truth.size() / of;
    double a = 0, b = 0, ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < frames; ++i)
        a += truth[i * of + j] / static_cast<double>(frames), b += found[i * count + k] / static_cast<double>(frames);
    for (std::size_t i = 0; i < frames; ++i) {
        const double x = truth[i * of + j] - a, y = found[i * count + k] - b;
        ab += x * y, aa += x * x, bb += y * y;
    }
    return aa > 0 && bb > 0 ? std::abs(ab) / std::sqrt(aa * bb) : 0;
}

class ADrift : public testing::TestWithParam<std::string> {};

/// The target: five per cent of drift, and the error of a run without it.
TEST_P(ADrift, IsFoundAndTheErrorIsThatOfASteadyBeam) {
    constexpr std::size_t kIterations = 120;
    const Experiment steady = makeExperiment(drifting(0)), x = makeExperiment(drifting(0.05));
    const auto start = roughStart(x, 1);
    const Outcome best = reconstruct(steady, start, exactModel(), {varying(GetParam(), kIterations, 0)});
    const Outcome without = reconstruct(x, start, exactModel(), {varying(GetParam(), kIterations, 0)});
    const Outcome with = reconstruct(x, start, exactModel(), {varying(GetParam(), kIterations, 1)});
    const double found =
        correlation(x.data.probeWeights, 1, 0, with.resume.state.numbers.at(kSavedVariableWeights), 1, 0);
    const double phases[] = {phaseError(best.estimate.object, steady.data.object, 34),
                             phaseError(without.estimate.object, x.data.object, 34),
                             phaseError(with.estimate.object, x.data.object, 34)};
    std::printf(
        "%s: error %.3e steady, %.3e drifting, %.3e with a variable probe (floor %.2e); phase %.4f, %.4f, %.4f; "
        "weights correlate by %.3f\n",
        GetParam().c_str(), best.figures.fourierError, without.figures.fourierError, with.figures.fourierError,
        with.figures.noiseFloor, phases[0], phases[1], phases[2], found);
    EXPECT_LT(with.figures.fourierError, 1.2 * best.figures.fourierError);
    EXPECT_LT(phases[2], phases[1]);
    EXPECT_GT(found, 0.9);
}

INSTANTIATE_TEST_SUITE_P(Engines, ADrift, testing::Values("rpie", "lsqml", "ml"));

/// Two changes at once, one that drifts and one that shakes: two modes leave less than one, and one less than none.
TEST(VariableProbe, TwoModesFindTwoChanges) {
    const Experiment x = makeExperiment(drifting(0.1, 0.05));
    const auto start = roughStart(x, 1);
    double last = 1;
    for (const std::size_t modes : {0, 1, 2}) {
        const Outcome outcome = reconstruct(x, start, exactModel(), {varying("rpie", 80, modes)});
        std::printf("%zu modes: error %.3e (floor %.2e)\n", modes, outcome.figures.fourierError,
                    outcome.figures.noiseFloor);
        EXPECT_LT(outcome.figures.fourierError, 0.9 * last);
        last = outcome.figures.fourierError;
        if (modes < 2) continue;
        const std::vector<double>& found = outcome.resume.state.numbers.at(kSavedVariableWeights);
        for (std::size_t j = 0; j < 2; ++j) // whichever is the stronger
            EXPECT_GT(std::max(correlation(x.data.probeWeights, 2, j, found, 2, 0),
                               correlation(x.data.probeWeights, 2, j, found, 2, 1)),
                      0.8)
                << j;
    }
}

sim::PtychoExperiment small() {
    sim::PtychoExperiment e;
    e.size = 24;
    e.frames = 61; // no multiple of a batch or of any number of ranks
    e.modes = 2;
    e.probeDrift = 0.3;
    return e;
}

StageSettings smallStage(const std::string& engine, std::size_t iterations) {
    StageSettings s = varying(engine, iterations, 2, 7);
    s.variableProbeStart = 1;
    s.variableProbeSmoothing = 5;
    return s;
}

void expectSame(const Outcome& mine, const Outcome& theirs, const std::string& what) {
    EXPECT_EQ(mine.estimate.object, theirs.estimate.object) << what;
    EXPECT_EQ(mine.estimate.probe, theirs.estimate.probe) << what;
    ASSERT_TRUE(theirs.resume.state.numbers.contains(kSavedVariableWeights)) << what;
    EXPECT_EQ(mine.resume.state.numbers.at(kSavedVariableWeights),
              theirs.resume.state.numbers.at(kSavedVariableWeights))
        << what;
    EXPECT_EQ(mine.resume.state.arrays.at(kSavedVariableModes), theirs.resume.state.arrays.at(kSavedVariableModes))
        << what;
    EXPECT_EQ(mine.figures.fourierError, theirs.figures.fourierError) << what;
}

TEST(VariableProbeInvariance, SameBitsOnAnyNumberOfRanksAndInAnyMemory) {
    const Experiment x = makeExperiment(small());
    const auto start = roughStart(x, 2);
    for (const Subpixel subpixel : {Subpixel::nearest, Subpixel::bilinear, Subpixel::fourier})
        for (const std::string engine : {"epie", "rpie", "lsqml", "ml", "adam"}) {
            ptycho::ModelSettings model;
            model.subpixel = subpixel;
            StageSettings s = smallStage(engine, 6);
            s.probeSupport = 0.9; // what is done to the probe is done to its changes
            s.fixProbePower = true;
            const Outcome one = reconstruct(x, start, model, {s});
            const auto same = [&](const Layout& layout, const std::string& name) {
                expectSame(reconstruct(x, start, model, {s}, layout), one, engine + ", " + name);
            };
            for (const int ranks : {2, 3, 8}) same({.ranks = ranks}, std::to_string(ranks) + " ranks");
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

/// Beside positions, background and beam that are fitted, with a loss that gives no normal equations on its way, in the
/// near field.
TEST(VariableProbeInvariance, TogetherWithAllThatIsFitted) {
    for (const bool nearField : {false, true}) {
        sim::PtychoExperiment e = small();
        if (nearField) e.focusToSample_m = 0.5;
        const Experiment x = makeExperiment(e);
        const auto start = roughStart(x, 2);
        for (const double loss : {0.0, 1.0}) {
            StageSettings s = smallStage("lsqml", 8);
            s.set("loss", loss);
            s.refinePositions = s.background = s.frameIntensities = true;
            const Outcome one = reconstruct(x, start, {}, {s});
            expectSame(reconstruct(x, start, {}, {s}, {.ranks = 3}), one, "3 ranks");
            expectSame(reconstruct(x, start, {}, {s}, {.foreign = true, .streamed = true, .framesAtOnce = 3}), one,
                       "streamed");
        }
    }
}

TEST(VariableProbeResume, GoesOnWithTheSameBits) {
    const Experiment x = makeExperiment(small());
    const auto start = roughStart(x, 2);
    for (const std::string engine : {"epie", "rpie", "lsqml", "ml", "adam"})
        for (const std::size_t at : {1, 2, 5}) { // before it begins, in its first iteration, later
            const StageSettings s = smallStage(engine, 8);
            const Outcome whole = reconstruct(x, start, {}, {s});
            const Outcome failed =
                reconstruct(x, start, {}, {s}, {.ranks = 2}, {}, {.checkpointAfter = at, .failAfter = at + 1});
            expectSame(reconstruct(x, failed.estimate, {}, {s}, {.ranks = 3}, failed.resume), whole, engine);
        }
}

/// The allocator's figures against memoryNeed().
TEST(VariableProbe, TakesTheMemoryThatIsPlanned) {
    const Experiment x = makeExperiment(small());
    const Layout layout{.foreign = true, .amplitudes = true};
    double planned[2], allocated[2];
    for (const std::size_t modes : {0, 4}) {
        StageSettings s = smallStage("rpie", 3);
        s.variableProbeModes = modes;
        const std::size_t at = modes > 0 ? 1 : 0;
        allocated[at] = static_cast<double>(reconstruct(x, roughStart(x, 1), {}, {s}, layout).allocated.front());
        ptycho::Problem problem = x.problem;
        ptycho::partitionProblem(problem, 1, ptycho::Partition::interleaved, false);
        const ptycho::MemoryNeed need = ptycho::memoryNeed(problem, 0, {}, {s});
        planned[at] = need.object + need.probe;
    }
    EXPECT_GT(allocated[1], allocated[0]);
    EXPECT_GE(planned[1] - planned[0], allocated[1] - allocated[0]);
    EXPECT_LE(planned[1] - planned[0], 1.1 * (allocated[1] - allocated[0])); // weights of streamed frames
}

/// A stage without a variable probe has one probe for all frames again; one with fewer modes keeps the strongest.
TEST(VariableProbe, FollowsTheStages) {
    const Experiment x = makeExperiment(small());
    const StageSettings two = smallStage("rpie", 4);
    StageSettings one = two, none = two;
    one.variableProbeModes = 1, none.variableProbeModes = 0;
    const auto weights = [&](const std::vector<StageSettings>& pipeline) {
        const Outcome outcome = reconstruct(x, roughStart(x, 1), {}, pipeline);
        const auto found = outcome.resume.state.numbers.find(kSavedVariableWeights);
        return found == outcome.resume.state.numbers.end() ? std::size_t{0} : found->second.size();
    };
    EXPECT_EQ(weights({two}), 2 * x.problem.frames);
    EXPECT_EQ(weights({two, one}), x.problem.frames);
    EXPECT_EQ(weights({one, two}), 2 * x.problem.frames);
    EXPECT_EQ(weights({two, none}), 0U);
}

} // namespace
} // namespace ewald::physics
