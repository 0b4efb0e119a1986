// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run that is interrupted and continued gives the bits of one that is not, whatever the engine and the layout.
#include "physics/recover.h"

#include "ptycho/model/memory_need.h"
#include "ptycho/model/partition.h"
#include "ptycho/model/random.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

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

// What engines keep, with the names and sizes of states that earlier programs have saved (before engines declared what
// they keep): they have to be read for as long as there are such files.
struct KeptByEngine {
    const char* engine;
    std::map<std::string, double> values;
    std::map<std::string, char> arrays;         ///< o: like the object, p: like the probe, w: waves of all frames
    std::map<std::string, std::size_t> numbers; ///< how many
};

const std::vector<KeptByEngine>& keptByEngines() {
    static const std::vector<KeptByEngine> all = {
        {"epie", {{"step_decay", 0.9}}, {}, {{"step_decay", 2}}},
        {"rpie", {{"momentum", 0.9}}, {{"object_velocity", 'o'}}, {{"velocity_error", 1}}},
        {"lsqml", {}, {}, {}},
        {"ml",
         {},
         {{"ml_object_direction", 'o'},
          {"ml_object_gradient", 'o'},
          {"ml_probe_direction", 'p'},
          {"ml_probe_gradient", 'p'}},
         {{"ml_gradient", 3}}},
        {"lbfgs",
         {{"lbfgs_pairs", 2}},
         {{"lbfgs_object_gradient_0", 'o'},
          {"lbfgs_probe_gradient_0", 'p'},
          {"lbfgs_object_step_0", 'o'},
          {"lbfgs_object_step_1", 'o'},
          {"lbfgs_object_change_0", 'o'},
          {"lbfgs_object_change_1", 'o'},
          {"lbfgs_probe_step_0", 'p'},
          {"lbfgs_probe_step_1", 'p'},
          {"lbfgs_probe_change_0", 'p'},
          {"lbfgs_probe_change_1", 'p'}},
         {{"lbfgs_numbers", 5}}},
        {"dm", {}, {{"detector_waves", 'w'}}, {{"detector_wave_norm", 1}}},
        {"adam",
         {},
         {{"object_moment", 'o'}, {"object_squares", 'o'}, {"probe_moment", 'p'}, {"probe_squares", 'p'}},
         {{"moments", 2}, {"step_decay", 2}}},
        {"sgd", {}, {{"object_moment", 'o'}, {"probe_moment", 'p'}}, {{"moments", 2}, {"step_decay", 2}}}};
    return all;
}

class KeptStates : public testing::Test {
protected:
    static const Experiment& experiment() {
        static const Experiment made = [] {
            sim::PtychoExperiment e;
            e.size = 24;
            e.frames = 9;
            e.modes = 2;
            return makeExperiment(e);
        }();
        return made;
    }
    static std::size_t pixelsOf(char like) {
        const ptycho::Problem& problem = experiment().problem;
        const std::size_t wave = 2U * 24 * 24;
        return like == 'o' ? problem.objectRows * problem.objectCols : like == 'p' ? wave : problem.frames * wave;
    }
    static Outcome run(const std::vector<StageSettings>& pipeline, const Layout& layout = {},
                       const Interruption& interruption = {}) {
        return reconstruct(experiment(), roughStart(experiment(), 2), {}, pipeline, layout, {}, interruption);
    }
    static Outcome goOn(const Outcome& from, const std::vector<StageSettings>& pipeline) {
        return reconstruct(experiment(), from.estimate, {}, pipeline, {}, from.resume);
    }
};

TEST_F(KeptStates, HaveTheNamesAndSizesOfEarlierPrograms) {
    for (const KeptByEngine& kept : keptByEngines()) {
        SCOPED_TRACE(kept.engine);
        SavedState state = run({physics::stageOf(kept.engine, 6, kept.values)}).resume.state;
        std::erase_if(state.arrays, [](const auto& array) { return array.first.starts_with("best_"); });
        EXPECT_EQ(state.arrays.size(), kept.arrays.size());
        for (const auto& [name, like] : kept.arrays) {
            ASSERT_TRUE(state.arrays.contains(name)) << name;
            EXPECT_EQ(state.arrays.at(name).size(), pixelsOf(like)) << name;
        }
        for (const auto& [name, count] : kept.numbers) {
            ASSERT_TRUE(state.numbers.contains(name)) << name;
            EXPECT_EQ(state.numbers.at(name).size(), count) << name;
        }
    }
}

/// Whatever is missing: the engine begins anew, and says so.
TEST_F(KeptStates, SayWhenSomethingIsMissing) {
    for (const KeptByEngine& kept : keptByEngines()) {
        const std::vector<StageSettings> pipeline = {physics::stageOf(kept.engine, 6, kept.values)};
        const Outcome whole = run(pipeline);
        const Outcome half = run(pipeline, {}, {.checkpointAfter = 5, .failAfter = 6});
        EXPECT_TRUE(goOn(half, pipeline).warnings.empty()) << kept.engine;
        for (const auto& [name, like] : kept.arrays) {
            Outcome damaged = half;
            damaged.resume.state.arrays.erase(name);
            const Outcome rest = goOn(damaged, pipeline);
            ASSERT_EQ(rest.warnings.size(), 1U) << name;
            EXPECT_NE(rest.warnings.front().find("begin anew"), std::string::npos) << name;
            EXPECT_FALSE(rest.estimate.object == whole.estimate.object) << name << " need not be saved";
        }
    }
}

/// Of the oldest steps: a stage that remembers fewer goes on from a state of one that remembered more.
TEST_F(KeptStates, ListsLeaveOutTheOldest) {
    const auto stage = [](std::size_t iterations, double pairs) {
        return physics::stageOf("lbfgs", iterations, {{"lbfgs_pairs", pairs}});
    };
    const Outcome half = run({stage(6, 4)});
    ASSERT_EQ(half.resume.state.numbers.at("lbfgs_numbers").size(), 3U + 4);
    const Outcome whole = run({stage(6, 4), stage(3, 2)}); // a change in the middle drops them from memory
    EXPECT_EQ(goOn(half, {stage(9, 2)}).estimate.object, whole.estimate.object);
    EXPECT_FALSE(run({stage(9, 4)}).estimate.object == whole.estimate.object) << "they have an effect";
}

/// Steps that became shorter are whole again in a stage without step_decay, interrupted or not.
TEST_F(KeptStates, ADecayEndsWithItsStage) {
    const auto stage = [](std::size_t iterations, double decay) {
        return physics::stageOf("rpie", iterations, {{"step_decay", decay}, {"batch_size", 3}});
    };
    const std::vector<StageSettings> pipeline = {stage(25, 0.5), stage(3, 1)};
    const Outcome first = run({pipeline.front()});
    ASSERT_LT(first.resume.state.numbers.at("step_decay").front(), 1) << "it has begun";
    const Outcome whole = run(pipeline);
    const Outcome stopped = run(pipeline, {}, {.checkpointAfter = 26, .failAfter = 27});
    EXPECT_EQ(goOn(stopped, pipeline).estimate.object, whole.estimate.object);
}

/// Bytes of what is declared, counted by hand: the allocator hands them out, and the plan has those of the object.
TEST_F(KeptStates, TakeTheMemoryThatIsDeclared) {
    struct Case {
        const char* engine;
        std::map<std::string, double> values;
        double objects, probes;
    };
    const auto measured = [](StageSettings stage) {
        stage.orthogonaliseEvery = 0; // which some do not
        const auto allocated = static_cast<double>(run({stage}, {.foreign = true}).allocated.front());
        ptycho::Problem problem = experiment().problem;
        ptycho::partitionProblem(problem, 1, ptycho::Partition::interleaved, false);
        return std::pair{allocated, ptycho::memoryNeed(problem, 0, {}, {stage}).object};
    };
    const auto [plain, plainPlan] = measured(physics::stageOf("rpie", 2));
    for (const Case& c :
         {Case{"rpie", {{"momentum", 0.5}}, 2, 0}, Case{"ml", {}, 4, 4},
          Case{"lbfgs", {{"lbfgs_pairs", 3}}, 4 + 2 * 3, 4 + 2 * 3}, Case{"adam", {}, 2, 2}, Case{"sgd", {}, 1, 1}}) {
        SCOPED_TRACE(c.engine);
        const auto [allocated, planned] = measured(physics::stageOf(c.engine, 2, c.values));
        const double objects = sizeof(Complex) * c.objects * static_cast<double>(pixelsOf('o'));
        const double probes = sizeof(Complex) * c.probes * static_cast<double>(pixelsOf('p'));
        EXPECT_EQ(planned - plainPlan, objects);
        EXPECT_GE(allocated - plain, objects + probes);
        // Beside them, two numbers a frame for the length of a step.
        EXPECT_LE(allocated - plain, objects + probes + 9 * 2 * sizeof(double));
    }
}

} // namespace
} // namespace ewald::physics
