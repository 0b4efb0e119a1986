// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run that is interrupted and continued gives the bits of one that is not, whatever the engine and the layout.
#include "physics/recover.h"

#include "ptycho/model/random.h"

#include <gtest/gtest.h>

#include <string>

namespace ewald::physics {
namespace {

using ptycho::StageSettings;
using ptycho::Subpixel;

constexpr std::size_t kIterations = 7;

struct Engine {
    const char* name;
    std::string kind;
    double momentum;
    double decay = 1;
};
const Engine kEngines[] = {{"epie", "epie", 0},
                           {"rpie", "rpie", 0},
                           {"rpie_momentum", "rpie", 0.9},
                           {"lsqml", "lsqml", 0},
                           {"ml", "ml", 0},
                           {"lbfgs", "lbfgs", 0},
                           {"auto", "auto", 0},
                           {"dm", "dm", 0},
                           {"raar", "raar", 0},
                           {"ap", "ap", 0},
                           {"adam", "adam", 0.9, 0.9},
                           {"sgd", "sgd", 0.5}};

StageSettings stageOf(const Engine& engine, std::size_t iterations) {
    return physics::stageOf(
        engine.kind, iterations,
        {{"momentum", engine.momentum}, {"step_decay", engine.decay}, {"batch_size", engine.kind == "epie" ? 1 : 5}});
}

class Resume : public testing::TestWithParam<std::tuple<Engine, std::size_t, bool>> {
protected:
    static const Experiment& experiment(bool nearField) {
        static const std::array<Experiment, 2> both = [] {
            sim::PtychoExperiment e;
            e.size = 24;
            e.frames = 31; // no multiple of a batch or of any number of ranks
            e.modes = 2;
            std::array<Experiment, 2> made{makeExperiment(e), {}};
            e.focusToSample_m = 0.5;
            made[1] = makeExperiment(e);
            return made;
        }();
        return both[nearField ? 1 : 0];
    }

    static const std::vector<Layout>& layouts() {
        static const std::vector<Layout> all = {{},
                                                {.foreign = true, .streamed = true, .framesAtOnce = 4},
                                                {.ranks = 3, .partition = ptycho::Partition::tiles, .tiled = true},
                                                {.ranks = 2,
                                                 .partition = ptycho::Partition::tiles,
                                                 .tiled = true,
                                                 .foreign = true,
                                                 .streamed = true,
                                                 .framesAtOnce = 2},
                                                {.ranks = 2, .spooled = true}};
        return all;
    }

    /// `whole` against a run that was interrupted in one layout and is continued in another.
    static void expectSame(const Outcome& whole, const Outcome& first, const Outcome& rest) {
        EXPECT_TRUE(rest.estimate.object == whole.estimate.object);
        EXPECT_TRUE(rest.estimate.probe == whole.estimate.probe);
        const std::size_t done = first.resume.iteration;
        ASSERT_EQ(rest.reports.size() + done, whole.reports.size());
        for (std::size_t i = 0; i < rest.reports.size(); ++i) {
            const ptycho::IterationReport& mine = rest.reports[i];
            const ptycho::IterationReport& theirs = whole.reports[done + i];
            EXPECT_EQ(mine.iteration, theirs.iteration);
            EXPECT_EQ(mine.fourierError, theirs.fourierError);
            EXPECT_EQ(mine.loss, theirs.loss);
            EXPECT_EQ(mine.llk, theirs.llk);
        }
    }
};

TEST_P(Resume, AnyInterruptionGivesTheBitsOfAWholeRun) {
    const auto [engine, modes, nearField] = GetParam();
    const Experiment& x = experiment(nearField);
    const auto start = roughStart(x, modes);
    ptycho::Random random(11, std::string(engine.name).size() + 10 * modes + (nearField ? 5 : 0));
    for (std::size_t i = 0; i < layouts().size(); ++i) {
        ptycho::ModelSettings model;
        model.subpixel = std::array{Subpixel::nearest, Subpixel::bilinear, Subpixel::fourier}[random.below(3)];
        StageSettings stage = stageOf(engine, kIterations);
        stage.centreProbeEvery = random.below(3);
        stage.orthogonaliseEvery = random.below(3);
        stage.fixProbePower = random.below(2) == 1;
        stage.updateProbeAfter = random.below(4);
        const Outcome whole = reconstruct(x, start, model, {stage});
        const Layout& before = layouts()[i];
        const Layout& after = layouts()[random.below(layouts().size())];
        const std::size_t at = 1 + random.below(kIterations - 2);
        SCOPED_TRACE("layout " + std::to_string(i) + ", after iteration " + std::to_string(at));

        const Outcome stopped = reconstruct(x, start, model, {stage}, before, {}, {.stopAfter = at});
        EXPECT_GE(stopped.resume.iteration, at);
        EXPECT_LE(stopped.resume.iteration, at + 1) << "it ends with the iteration in hand";
        expectSame(whole, stopped, reconstruct(x, stopped.estimate, model, {stage}, after, stopped.resume));

        const Interruption failure{.checkpointAfter = at, .failAfter = at + 1 + random.below(kIterations - at)};
        const Outcome failed = reconstruct(x, start, model, {stage}, before, {}, failure);
        EXPECT_EQ(failed.resume.iteration, at);
        expectSame(whole, failed, reconstruct(x, failed.estimate, model, {stage}, after, failed.resume));
    }
}

TEST_P(Resume, AFinishedStageIsMadeLonger) {
    const auto [engine, modes, nearField] = GetParam();
    const Experiment& x = experiment(nearField);
    const auto start = roughStart(x, modes);
    const Outcome whole = reconstruct(x, start, {}, {stageOf(engine, kIterations)});
    const Outcome half = reconstruct(x, start, {}, {stageOf(engine, 3)});
    expectSame(whole, half, reconstruct(x, half.estimate, {}, {stageOf(engine, kIterations)}, {}, half.resume));
}

TEST_P(Resume, AStageOfTheSameEngineGoesOnFromTheOneBefore) {
    const auto [engine, modes, nearField] = GetParam();
    const Experiment& x = experiment(nearField);
    const auto start = roughStart(x, modes);
    StageSettings second = stageOf(engine, 4);
    if (second.has("batch_size")) second.set("batch_size", 6);
    const std::vector<StageSettings> pipeline = {stageOf(engine, 3), second};
    const Outcome whole = reconstruct(x, start, {}, pipeline);
    for (const std::size_t at : {2, 3, 4}) { // before, at and behind the border
        const Outcome stopped = reconstruct(x, start, {}, pipeline, {}, {}, {.stopAfter = at});
        EXPECT_TRUE(stopped.stopped);
        expectSame(whole, stopped, reconstruct(x, stopped.estimate, {}, pipeline, {}, stopped.resume));
        const Outcome failed =
            reconstruct(x, start, {}, pipeline, {}, {}, {.checkpointAfter = at, .failAfter = at + 1});
        expectSame(whole, failed, reconstruct(x, failed.estimate, {}, pipeline, {}, failed.resume));
    }
}

/// A pipeline that is changed while it runs, on every layout, against one that had the change from the beginning.
TEST_P(Resume, AChangeInTheMiddleGivesTheBitsOfTwoStages) {
    const auto [engine, modes, nearField] = GetParam();
    const Experiment& x = experiment(nearField);
    const auto start = roughStart(x, modes);
    StageSettings before = stageOf(engine, kIterations);
    StageSettings after =
        physics::stageOf(engine.kind, kIterations - 3,
                         {{"batch_size", 7}, {"object_step", 0.4}, {"dm_relaxation", 0.5}, {"momentum", 0.5}});
    after.probeSupport = 0.8;
    std::vector<StageSettings> planned = {before, after};
    planned[0].iterations = 3;
    const Outcome whole = reconstruct(x, start, {}, planned);
    EXPECT_FALSE(whole.estimate.object == reconstruct(x, start, {}, {before}).estimate.object) << "it has an effect";
    for (const Layout& layout : layouts()) {
        SCOPED_TRACE(std::to_string(layout.ranks) + " ranks");
        const Outcome changed = reconstruct(x, start, {}, {before}, layout, {}, {.changeAfter = 3, .changed = planned});
        expectSame(whole, {}, changed);
        // The state that the change began with is enough to go on from.
        ASSERT_EQ(changed.atChange.iteration, 3U);
        const Outcome rest = reconstruct(x, changed.estimateAtChange, {}, planned, layout, changed.atChange);
        for (const std::string& warning : rest.warnings)
            EXPECT_EQ(warning.find("begin anew"), std::string::npos) << warning;
        EXPECT_TRUE(rest.estimate.object == whole.estimate.object);
        EXPECT_TRUE(rest.estimate.probe == whole.estimate.probe);
    }
}

TEST_P(Resume, APipelineMayBecomeShorterOrGoOnWithAnotherEngine) {
    const auto [engine, modes, nearField] = GetParam();
    const Experiment& x = experiment(nearField);
    const auto start = roughStart(x, modes);
    const StageSettings first = stageOf(engine, 3);
    const Outcome shorter =
        reconstruct(x, start, {}, {stageOf(engine, kIterations)}, {}, {}, {.changeAfter = 3, .changed = {first}});
    expectSame(reconstruct(x, start, {}, {first}), {}, shorter);
    EXPECT_FALSE(shorter.stopped);
    const std::vector<StageSettings> two = {first, stageOf(kEngines[engine.kind == "epie" ? 1 : 0], 2)};
    const Outcome other =
        reconstruct(x, start, {}, {stageOf(engine, kIterations)}, {}, {}, {.changeAfter = 3, .changed = two});
    expectSame(reconstruct(x, start, {}, two), {}, other);
}

INSTANTIATE_TEST_SUITE_P(Engines, Resume,
                         testing::Combine(testing::ValuesIn(kEngines), testing::Values(1, 3), testing::Bool()),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param).name) + "_modes" +
                                    std::to_string(std::get<1>(info.param)) +
                                    (std::get<2>(info.param) ? "_near" : "_far");
                         });

/// Without the waves the difference map begins anew, and says so.
TEST(ResumeWithoutWaves, IsSaid) {
    sim::PtychoExperiment e;
    e.size = 24;
    e.frames = 9;
    const Experiment x = makeExperiment(e);
    const auto start = roughStart(x, 1);
    const StageSettings stage = stageOf(Engine{"dm", "dm", 0}, 4);
    Outcome failed = reconstruct(x, start, {}, {stage}, {}, {}, {.checkpointAfter = 2, .failAfter = 3});
    ASSERT_NE(failed.resume.state.array("detector_waves"), nullptr);
    EXPECT_EQ(failed.resume.state.array("detector_waves")->size(), 9U * 24 * 24);
    failed.resume.state.arrays.erase("detector_waves");
    const Outcome whole = reconstruct(x, start, {}, {stage});
    const Outcome rest = reconstruct(x, failed.estimate, {}, {stage}, {}, failed.resume);
    EXPECT_FALSE(rest.estimate.object == whole.estimate.object) << "otherwise the waves need not be saved";
    ASSERT_EQ(rest.warnings.size(), 1U);
    EXPECT_NE(rest.warnings.front().find("begin anew"), std::string::npos);
}

} // namespace
} // namespace ewald::physics
