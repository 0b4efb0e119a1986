// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/live_changes.h"

#include "base/error.h"
#include "compute/memory_link.h"
#include "io/temporary_folder.h"
#include "job/document/settings.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "sim/ptycho_simulator.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

JobDocument jobOf(const std::vector<Stage>& pipeline) {
    JobDocument job;
    job.pipeline = pipeline;
    return job;
}

Stage rpie(std::size_t iterations, double step) { return {"rpie", iterations, {{"object_step", step}}}; }

std::string refusal(LiveChanges& changes, const JobDocument& wanted) {
    try {
        changes.ask(wanted);
    } catch (const JobError& error) {
        return error.what();
    }
    return "";
}

TEST(SplicedPipeline, IsWhatWasDoneAndThenWhatIsWanted) {
    using Pipeline = std::vector<Stage>;
    const Pipeline past = {rpie(4, 1), rpie(6, 0.5)};
    EXPECT_EQ(splicedPipeline(past, past, 5), past);
    EXPECT_EQ(splicedPipeline(past, {{"rpie", 4, {}}, rpie(6, 0.5)}, 0), past) << "1 is the default";
    EXPECT_EQ(splicedPipeline(past, {rpie(4, 1), rpie(6, 0.2)}, 7), (Pipeline{rpie(4, 1), rpie(3, 0.5), rpie(3, 0.2)}));
    EXPECT_EQ(splicedPipeline(past, {rpie(4, 1), rpie(9, 0.5)}, 7), (Pipeline{rpie(4, 1), rpie(9, 0.5)}));
    EXPECT_EQ(splicedPipeline(past, {rpie(4, 1), rpie(6, 0.2)}, 2), (Pipeline{rpie(4, 1), rpie(6, 0.2)}));
    EXPECT_EQ(splicedPipeline(past, {rpie(5, 1)}, 7), (Pipeline{rpie(4, 1), rpie(3, 0.5)})) << "nothing more is wanted";
    EXPECT_EQ(splicedPipeline(past, {{"dm", 20, {}}}, 4), (Pipeline{rpie(4, 1), {"dm", 16, {}}}));
    EXPECT_EQ(withLength(past, 12), (Pipeline{rpie(4, 1), rpie(8, 0.5)}));
    EXPECT_EQ(withLength(past, 3), (Pipeline{rpie(3, 1)}));
}

TEST(ChangesBetween, NamesWhatIsDifferentFromThereOn) {
    const JobDocument before = jobOf({rpie(4, 1), rpie(6, 0.5)});
    const auto texts = [&](const JobDocument& after, std::size_t done) {
        std::vector<std::string> lines;
        for (const io::ParameterChange& change : changesBetween(before, after, done)) {
            EXPECT_EQ(change.iteration, done);
            lines.push_back(describe(change));
        }
        return lines;
    };
    using Lines = std::vector<std::string>;
    EXPECT_EQ(texts(before, 2), Lines());
    EXPECT_EQ(texts(jobOf({rpie(4, 2), rpie(6, 0.5)}), 4), Lines()) << "of the past";
    EXPECT_EQ(texts(jobOf({rpie(4, 2), rpie(6, 0.5)}), 3), Lines{"Object step 1 → 2"});
    EXPECT_EQ(texts(jobOf({rpie(4, 1), {"epie", 6, {}}}), 3), Lines{"engine rpie → epie"});
    EXPECT_EQ(texts(jobOf({rpie(4, 1), rpie(16, 0.5)}), 10), Lines{"iterations 10 → 20"});
    EXPECT_EQ(texts(jobOf({rpie(4, 1), rpie(16, 0.25)}), 10), (Lines{"Object step 0.5 → 0.25", "iterations 10 → 20"}));
    EXPECT_EQ(texts(jobOf({rpie(4, 1), rpie(6, 0.5), {"dm", 3, {}}}), 3), (Lines{"dm 3 added", "iterations 10 → 13"}));
    EXPECT_EQ(texts(jobOf({rpie(4, 1)}), 3), (Lines{"rpie 6 left out", "iterations 10 → 4"}));
    EXPECT_EQ(texts(jobOf({rpie(7, 1), rpie(3, 0.5)}), 3), Lines{"stage rpie 4 → rpie 7"}) << "as long as before";
    EXPECT_EQ(texts(jobOf({rpie(7, 1), rpie(6, 0.5)}), 3), (Lines{"stage rpie 4 → rpie 7", "iterations 10 → 13"}));
    EXPECT_EQ(texts(jobOf({rpie(4, 1), rpie(4, 0.5), {"epie", 2, {}}}), 5),
              (Lines{"stage rpie 6 → rpie 4", "epie 2 added"}));
    JobDocument modes = before;
    modes.set("probe_modes", "3");
    modes.set("checkpoint_every", "50");
    modes.set("devices", "cpu:2"); // the numbers do not depend on it
    EXPECT_EQ(texts(modes, 3), (Lines{"Probe modes 1 → 3", "Checkpoint every 10 → 50 iterations"}));
}

TEST(LiveChanges, AcceptsWhatTheTableSaysIsLive) {
    const JobDocument running = jobOf({rpie(10, 1)});
    LiveChanges changes(running);
    EXPECT_FALSE(changes.take());
    JobDocument wanted = running;
    wanted.set("object_step", "0.5");
    wanted.set("checkpoint_every", "5");
    wanted.pipeline.push_back({"epie", 5, {}});
    EXPECT_EQ(refusal(changes, wanted), "");
    JobDocument newer = wanted;
    newer.set("object_step", "0.25");
    EXPECT_EQ(refusal(changes, newer), "");
    EXPECT_EQ(changes.take(), newer) << "the newest";
    EXPECT_FALSE(changes.take()) << "once";

    for (const char* key : {"probe_modes", "mask_file", "crop_size", "devices", "subpixel"}) {
        JobDocument other = running;
        other.set(key, std::string(key) == "subpixel" ? "nearest" : std::string(key) == "devices" ? "cpu:2" : "64");
        EXPECT_NE(refusal(changes, other).find(key), std::string::npos) << key;
    }
    JobDocument bad = running;
    bad.pipeline[0].parameters["object_step"] = 50.0;
    EXPECT_NE(refusal(changes, bad).find("object_step"), std::string::npos);
    bad = running;
    bad.pipeline[0].parameters["object_stepp"] = 1.0;
    EXPECT_NE(refusal(changes, bad), "");
    bad = running;
    bad.pipeline = {{"dm", 10, {}}};
    EXPECT_NE(refusal(changes, bad).find("dm"), std::string::npos) << "its waves need memory that was not planned";
    bad.pipeline.clear();
    EXPECT_NE(refusal(changes, bad), "");
    EXPECT_FALSE(changes.take()) << "what was refused is not handed on";

    LiveChanges planned(jobOf({{"dm", 5, {}}, rpie(10, 1)}));
    EXPECT_EQ(refusal(planned, jobOf({{"dm", 8, {}}, rpie(10, 1)})), "") << "memory for its waves is there";
}

/// Operations rely on what is checked before a run: a change is checked in the same way.
TEST(LiveChanges, ACombinationThatNoRunMayBeginWithIsRefused) {
    JobDocument running = jobOf({rpie(10, 1)});
    running.set("fly_points", "3");
    LiveChanges changes(running);
    JobDocument wanted = running;
    wanted.set("variable_probe_modes", "1");
    EXPECT_NE(refusal(changes, wanted), "") << "each frame has several probes then";
    wanted = running;
    wanted.set("object_step", "0.5");
    EXPECT_EQ(refusal(changes, wanted), "");
    running = jobOf({rpie(10, 1)});
    running.set("slices", "2");
    running.set("slice_spacing_m", "1e-6");
    running.set("energy_keV", "8");
    LiveChanges ofSlices(running);
    wanted = running;
    wanted.set("refine_positions", "true");
    EXPECT_NE(refusal(ofSlices, wanted), "");
}

/// The object has room for the moves that were allowed when it was made, and the plan has tried its modes.
TEST(LiveChanges, WhatARunHasBeenMadeForDoesNotChangeInIt) {
    const JobDocument running = jobOf({{"auto", 10, {}}});
    LiveChanges changes(running);
    for (const char* key : {"position_limit", "auto_modes"}) {
        JobDocument wanted = running;
        wanted.set(key, "7");
        EXPECT_NE(refusal(changes, wanted).find(key), std::string::npos) << key;
        EXPECT_EQ(withLiveParts(running, wanted), running) << "a window does not even ask for it";
        EXPECT_EQ(changedInNewRun(running.pipeline, wanted.pipeline)->key, key);
    }
    EXPECT_EQ(changedInNewRun(running.pipeline, running.pipeline), nullptr);
}

/// Whether positions are refined may change from one run of an object to the next.
TEST(ModelSettings, TheObjectHasRoomForPositionsWhetherTheyMoveOrNot) {
    JobDocument job = jobOf({rpie(10, 1)});
    job.set("position_limit", "10");
    const std::size_t still = modelSettingsOf(job).objectMargin;
    job.set("refine_positions", "true");
    EXPECT_EQ(modelSettingsOf(job).objectMargin, still);
    EXPECT_EQ(still, 13U) << "three pixels more";
}

/// Asks for something after an iteration, on the thread that computes: the change comes for certain after that one.
struct Asker : JobObserver {
    void onLoss(const io::LossEntry& entry) noexcept override {
        losses.push_back(entry);
        if (mailbox && entry.iteration == askAfter) mailbox->ask(wanted);
        if (control && entry.iteration == abortAfter) control->requestStop(StopRequest::abort);
    }
    void onChanges(const std::vector<io::ParameterChange>& came) noexcept override {
        changes.insert(changes.end(), came.begin(), came.end());
    }
    void onDecision(const io::Decision& decision) noexcept override { decisions.push_back(decision); }
    void onLog(LogLevel, const std::string& text) noexcept override { log += text + "\n"; }
    LiveChanges* mailbox = nullptr;
    JobDocument wanted;
    std::size_t askAfter = 0;
    std::size_t abortAfter = 0;
    RunControl* control = nullptr;
    std::vector<io::LossEntry> losses;
    std::vector<io::ParameterChange> changes;
    std::vector<io::Decision> decisions;
    std::string log;
};

class LiveRun : public testing::Test {
protected:
    static void SetUpTestSuite() {
        sim::PtychoExperiment experiment;
        experiment.size = 32;
        experiment.frames = 31; // no multiple of any number of workers or of a batch
        experiment.modes = 2;
        sim::writeCxi(folder() / "scan.cxi", sim::simulatePtycho(experiment), false);
    }
    static const fs::path& folder() {
        static const io::TemporaryFolder made;
        return made.path();
    }

    JobDocument document(const char* name, const std::string& engine = "rpie") {
        JobDocument job;
        job.inputFile = folder() / "scan.cxi";
        job.outputFile = folder() / (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + name);
        job.pipeline = {{engine, 8, {}}};
        job.set("initial_probe", "gaussian");
        job.set("probe_modes", "2");
        job.set("devices", "cpu:1");
        job.set("checkpoint_every", "100");
        if (engine == "rpie") job.set("momentum", "0.5");
        return job;
    }
    /// As a person changes it in the middle.
    static JobDocument changed(const JobDocument& job) {
        JobDocument wanted = job;
        wanted.set("probe_support", "0.9");
        if (job.pipeline[0].engine == "dm") {
            wanted.set("dm_relaxation", "0.5");
        } else {
            wanted.set("object_step", "0.4");
            wanted.set("batch_size", "5");
        }
        return wanted;
    }
    /// What comes to the same: stages that have the change from the beginning.
    static JobDocument planned(const JobDocument& job, std::size_t after) {
        JobDocument two = job;
        two.pipeline = {job.pipeline[0], changed(job).pipeline[0]};
        two.pipeline[0].iterations = after;
        two.pipeline[1].iterations -= after;
        return two;
    }

    JobOutcome run(const JobDocument& job, Asker& asker, RunOptions options = {}) {
        RunControl control;
        LiveChanges mailbox(job);
        asker.control = &control;
        asker.mailbox = options.changes = &mailbox;
        const JobOutcome outcome = runPtycho(job, asker, control, options);
        asker.mailbox = nullptr;
        return outcome;
    }
    JobOutcome run(const JobDocument& job, const RunOptions& options = {}) {
        Asker silent;
        return run(job, silent, options);
    }
    static void expectSame(const fs::path& file, const fs::path& expectedFile) {
        const io::PtychoResult result = io::readResult(file), expected = io::readResult(expectedFile);
        EXPECT_EQ(result.object, expected.object);
        EXPECT_EQ(result.probe, expected.probe);
        ASSERT_EQ(result.loss.size(), expected.loss.size());
        for (std::size_t i = 0; i < result.loss.size(); ++i)
            EXPECT_EQ(result.loss[i].fourierError, expected.loss[i].fourierError) << i;
    }
};

TEST_F(LiveRun, AChangeWhileItRunsGivesTheBitsOfPlannedStagesOnAnyNumberOfWorkers) {
    for (const std::string engine : {"rpie", "epie", "dm"}) {
        const JobDocument expected = planned(document("_planned.h5", engine), 3);
        ASSERT_EQ(run(expected, {.overwrite = true}).state, JobState::done);
        for (const char* devices : {"cpu:1", "cpu:3"}) {
            JobDocument job = document("_live.h5", engine);
            job.set("devices", devices);
            Asker asker;
            asker.askAfter = 3;
            asker.wanted = changed(job);
            ASSERT_EQ(run(job, asker, {.overwrite = true}).state, JobState::done);
            SCOPED_TRACE(engine + " on " + devices);
            expectSame(job.outputFile, expected.outputFile);

            // Recorded: as an event, in the log, in the result; and its document makes the same again.
            const io::PtychoResult result = io::readResult(job.outputFile);
            EXPECT_GE(asker.changes.size(), 2U);
            EXPECT_EQ(asker.changes, result.changes);
            EXPECT_EQ(asker.changes.front().iteration, 3U);
            EXPECT_NE(asker.log.find("after iteration 3: Probe support 0 → 0.9"), std::string::npos) << asker.log;
            JobDocument again = parseJob(result.job, "result");
            EXPECT_EQ(again.pipeline.size(), 2U);
            again.outputFile = document("_again.h5").outputFile;
            ASSERT_EQ(run(again, {.overwrite = true}).state, JobState::done);
            expectSame(again.outputFile, expected.outputFile);
        }
    }
}

TEST_F(LiveRun, ProcessesChangeInTheSameIteration) {
    const JobDocument expected = planned(document("_planned.h5"), 3);
    ASSERT_EQ(run(expected).state, JobState::done);
    const JobDocument job = document("_live.h5");
    std::string log;
    compute::runProcesses(2, [&](compute::ProcessGroup& group) {
        RunControl control;
        LiveChanges mailbox(job);
        Asker asker;
        asker.mailbox = &mailbox;
        asker.askAfter = 3;
        asker.wanted = changed(job);
        // What others are asked for does not count.
        if (!group.isFirst()) mailbox.ask(planned(job, 5));
        RunOptions options;
        options.processes = &group;
        options.changes = &mailbox;
        EXPECT_EQ(runPtycho(job, asker, control, options).state, JobState::done);
    });
    expectSame(job.outputFile, expected.outputFile);
}

TEST_F(LiveRun, ChangesBeforeTheFirstIterationAndAtTheBorderOfAStageAreTaken) {
    JobDocument job = document("_live.h5");
    LiveChanges mailbox(job);
    mailbox.ask(changed(job));
    Asker asker;
    RunControl control;
    RunOptions options;
    options.changes = &mailbox;
    ASSERT_EQ(runPtycho(job, asker, control, options).state, JobState::done);
    JobDocument expected = changed(document("_planned.h5"));
    ASSERT_EQ(run(expected).state, JobState::done);
    expectSame(job.outputFile, expected.outputFile);
    EXPECT_EQ(asker.changes.front().iteration, 0U);

    JobDocument two = planned(document("_border.h5"), 4);
    Asker atBorder;
    atBorder.askAfter = 4;
    atBorder.wanted = two;
    atBorder.wanted.set("object_step", ParameterValue(0.7), 1);
    ASSERT_EQ(run(two, atBorder).state, JobState::done);
    two = atBorder.wanted;
    two.outputFile = document("_border_planned.h5").outputFile;
    ASSERT_EQ(run(two).state, JobState::done);
    expectSame(document("_border.h5").outputFile, two.outputFile);
}

TEST_F(LiveRun, AnotherBorderBetweenStagesIsTakenWhereTheTotalStays) {
    JobDocument job = planned(document("_live.h5"), 4);
    Asker asker;
    asker.askAfter = 2;
    asker.wanted = planned(document(""), 6);
    ASSERT_EQ(run(job, asker).state, JobState::done);
    const JobDocument expected = planned(document("_planned.h5"), 6);
    ASSERT_EQ(run(expected).state, JobState::done);
    expectSame(job.outputFile, expected.outputFile);
    ASSERT_EQ(asker.changes.size(), 1U);
    EXPECT_EQ(asker.changes[0].key, "stage");
    EXPECT_EQ(asker.changes[0].from, "rpie 4");
    EXPECT_EQ(asker.changes[0].to, "rpie 6");
}

/// Of the output, too, a checkpoint brings back what had changed, not what it was before.
TEST_F(LiveRun, ACheckpointGoesOnWithTheOutputThatIsAskedForNow) {
    JobDocument job = document(".h5");
    job.set("checkpoint_every", "2");
    job.set("state_limit_gb", "3");
    Asker crashed;
    crashed.askAfter = 3;
    crashed.wanted = job;
    crashed.wanted.set("preview_interval_s", "7");
    crashed.abortAfter = 5;
    EXPECT_EQ(run(job, crashed).state, JobState::stopped);
    job.set("checkpoint_every", "3");
    Asker rest;
    ASSERT_EQ(run(job, rest).state, JobState::done) << rest.log;
    EXPECT_NE(rest.log.find("continues after iteration 4"), std::string::npos) << rest.log;
    const JobDocument used = parseJob(io::readResult(job.outputFile).job, "result");
    EXPECT_EQ(used.integer("checkpoint_every"), 3);
    EXPECT_EQ(used.real("preview_interval_s"), 7) << "changed while it ran";
}

/// What a run has decided goes on with it, from a checkpoint as from a result that was stopped.
TEST_F(LiveRun, DecisionsAreKeptByWhatGoesOn) {
    JobDocument job = document("_whole.h5", "auto");
    job.pipeline[0].iterations = 100; // positions are looked at for 60 in the second part
    Asker whole;
    ASSERT_EQ(run(job, whole).state, JobState::done) << whole.log;
    ASSERT_GE(whole.decisions.size(), 3U) << whole.log;
    EXPECT_EQ(whole.decisions[0].iteration, 0U);
    EXPECT_EQ(io::readResult(job.outputFile).decisions, whole.decisions);
    // Maximum likelihood begins.
    const auto last = std::ranges::find_if(whole.decisions, [](const io::Decision& decision) {
        return decision.text.find("Maximum likelihood from here on") != std::string::npos;
    });
    ASSERT_NE(last, whole.decisions.end()) << whole.log;
    const std::size_t second = last->iteration;
    ASSERT_GT(second, whole.decisions[1].iteration);

    // Killed in the middle of the second part, and after the last one has begun.
    for (const std::size_t at : {second - 2, second + 2}) {
        job.outputFile = folder() / ("decisions" + std::to_string(at) + ".h5");
        job.set("checkpoint_every", "1");
        Asker crashed;
        crashed.abortAfter = at;
        EXPECT_EQ(run(job, crashed).state, JobState::stopped);
        ASSERT_TRUE(fs::exists(checkpointFile(job.outputFile)));
        Asker rest;
        ASSERT_EQ(run(job, rest).state, JobState::done) << rest.log;
        EXPECT_NE(rest.log.find("continues after iteration"), std::string::npos) << rest.log;
        EXPECT_EQ(rest.decisions, whole.decisions) << "those of its past first";
        EXPECT_EQ(io::readResult(job.outputFile).decisions, whole.decisions);
    }

    // Of another engine, and with more iterations: what was decided before stays there.
    job.outputFile = folder() / "decisions_longer.h5";
    job.pipeline[0].iterations = second + 1;
    ASSERT_EQ(run(job).state, JobState::done);
    const std::vector<io::Decision> before = io::readResult(job.outputFile).decisions;
    ASSERT_GE(before.size(), 2U); // as of the whole run, until its last fifth begins
    EXPECT_EQ(before[1], whole.decisions[1]);
    job.pipeline.push_back({"rpie", 2, {}});
    Asker longer;
    ASSERT_EQ(run(job, longer, {.continueResult = true}).state, JobState::done) << longer.log;
    EXPECT_EQ(longer.decisions, before);
    EXPECT_EQ(io::readResult(job.outputFile).decisions, longer.decisions);
}

TEST_F(LiveRun, ACheckpointGoesOnWithWhatHasChanged) {
    const JobDocument expected = planned(document("_planned.h5"), 3);
    ASSERT_EQ(run(expected).state, JobState::done);
    // Checkpoints lie at the change itself, or behind it.
    for (const char* every : {"100", "5"}) {
        JobDocument job = document(every);
        job.set("checkpoint_every", every);
        Asker crashed;
        crashed.askAfter = 3;
        crashed.wanted = changed(job);
        crashed.abortAfter = 6;
        EXPECT_EQ(run(job, crashed).state, JobState::stopped);
        ASSERT_TRUE(fs::exists(checkpointFile(job.outputFile)));
        Asker rest; // the command of the beginning
        ASSERT_EQ(run(job, rest).state, JobState::done) << rest.log;
        EXPECT_NE(rest.log.find("continues after iteration"), std::string::npos) << rest.log;
        EXPECT_EQ(rest.changes, crashed.changes) << "the history is there again";
        expectSame(job.outputFile, expected.outputFile);
        EXPECT_EQ(io::readResult(job.outputFile).changes, crashed.changes);

        // With more iterations than before.
        fs::remove(job.outputFile);
        EXPECT_EQ(run(job, crashed).state, JobState::stopped);
        JobDocument longer = job;
        longer.pipeline.back().iterations = 10;
        Asker more;
        ASSERT_EQ(run(longer, more).state, JobState::done);
        EXPECT_EQ(more.losses.back().iteration, 10U);
        EXPECT_EQ(more.changes.back().key, "iterations");
    }
}

/// Momentum takes memory of the size of the object, which the plan of the job as it was asked for has not.
TEST_F(LiveRun, AChangeThatNeedsTooMuchMemoryGoesOnInASmallerPlanFromItsCheckpoint) {
    JobDocument job = document("_live.h5");
    job.set("momentum", "0");
    job.set("devices", "cpu:2");
    RunOptions options;
    options.overwrite = true;
    options.believedFree_bytes = 1e12;
    // The least that the job takes as it was asked for, within a tenth.
    const auto fits = [&](double limit_bytes) {
        job.set("memory_limit_gb", std::to_string(limit_bytes / 1e9));
        Asker trial;
        EXPECT_EQ(run(job, trial, options).state, JobState::done) << trial.log;
        return trial.log.find("trying a smaller plan") == std::string::npos;
    };
    double limit_bytes = 1.5e6;
    ASSERT_TRUE(fits(limit_bytes));
    while (fits(0.9 * limit_bytes)) limit_bytes *= 0.9;
    fs::remove(job.outputFile);
    job.set("memory_limit_gb", std::to_string(limit_bytes / 1e9));

    Asker asker;
    asker.askAfter = 3;
    asker.wanted = job;
    asker.wanted.set("momentum", "0.5");
    ASSERT_EQ(run(job, asker, options).state, JobState::done) << asker.log;
    EXPECT_NE(asker.log.find("trying a smaller plan"), std::string::npos) << asker.log;
    EXPECT_NE(asker.log.find("continues after iteration 3"), std::string::npos) << asker.log;
    EXPECT_EQ(asker.changes.size(), 1U) << "not once more";

    JobDocument expected = document("_planned.h5");
    expected.pipeline = {job.pipeline[0], asker.wanted.pipeline[0]};
    expected.pipeline[0].iterations = 3;
    expected.pipeline[1].iterations = 5;
    ASSERT_EQ(run(expected).state, JobState::done);
    expectSame(job.outputFile, expected.outputFile);
}

TEST_F(LiveRun, TheNumberOfIterationsIsLive) {
    JobDocument job = document("_short.h5");
    Asker asker;
    asker.askAfter = 3;
    asker.wanted = job;
    asker.wanted.pipeline[0].iterations = 2;
    EXPECT_EQ(run(job, asker).state, JobState::done) << "it ends, and is complete";
    EXPECT_EQ(io::readResult(job.outputFile).loss.size(), 3U);
    EXPECT_TRUE(io::readResult(job.outputFile).complete);
    job = document("_long.h5");
    asker.wanted.pipeline[0].iterations = 11;
    EXPECT_EQ(run(job, asker).state, JobState::done);
    EXPECT_EQ(io::readResult(job.outputFile).loss.size(), 11U);
}

TEST_F(LiveRun, AResultThatIsContinuedWithOtherParametersKeepsItsHistory) {
    const JobDocument expected = planned(document("_planned.h5"), 3);
    ASSERT_EQ(run(expected).state, JobState::done);
    JobDocument job = document("_parts.h5");
    job.pipeline[0].iterations = 3;
    ASSERT_EQ(run(job).state, JobState::done);
    JobDocument rest = changed(document("_parts.h5"));
    Asker asker;
    ASSERT_EQ(run(rest, asker, {.continueResult = true}).state, JobState::done) << asker.log;
    expectSame(rest.outputFile, expected.outputFile);
    const io::PtychoResult result = io::readResult(rest.outputFile);
    EXPECT_EQ(parseJob(result.job, "result").pipeline.size(), 2U);
    ASSERT_FALSE(result.changes.empty());
    EXPECT_EQ(result.changes.back().key, "iterations");
    EXPECT_TRUE(std::ranges::any_of(result.changes, [](const auto& c) { return c.key == "object_step"; }));
    for (const io::ParameterChange& change : result.changes) EXPECT_EQ(change.iteration, 3U);
}

TEST_F(LiveRun, AStateIsKeptAtAChangeToGoBackTo) {
    const JobDocument unchanged = document("_unchanged.h5");
    ASSERT_EQ(run(unchanged).state, JobState::done);
    const fs::path states = folder() / "states";
    fs::create_directory(states);
    JobDocument job = document("_live.h5");
    Asker asker;
    asker.askAfter = 3;
    asker.wanted = changed(job);
    ASSERT_EQ(run(job, asker, {.keptStates = states}).state, JobState::done);
    ASSERT_TRUE(fs::exists(keptStateFile(states, 3)));

    JobDocument back = document("_back.h5");
    Asker second;
    ASSERT_EQ(run(back, second, {.startFrom = keptStateFile(states, 3)}).state, JobState::done) << second.log;
    EXPECT_EQ(second.losses[3].iteration, 4U);
    EXPECT_NE(second.log.find("goes back to iteration 3"), std::string::npos) << second.log;
    expectSame(back.outputFile, unchanged.outputFile);
    EXPECT_TRUE(io::readResult(back.outputFile).changes.empty()) << "nothing has changed in this history";

    // No more than so many are kept, the newest.
    for (std::size_t i = 0; i < 2 * kMostKeptStates; ++i) {
        JobDocument next = document("_many.h5");
        asker.askAfter = 1 + i % 7;
        asker.wanted = changed(next);
        ASSERT_EQ(run(next, asker, {.overwrite = true, .keptStates = states}).state, JobState::done);
        fs::rename(keptStateFile(states, asker.askAfter), states / (std::to_string(i) + ".h5"));
    }
    EXPECT_LE(std::distance(fs::directory_iterator(states), {}), static_cast<std::ptrdiff_t>(kMostKeptStates));
}

TEST_F(LiveRun, AResultGoesOnWithAnotherNumberOfModesInTheSameFile) {
    JobDocument job = document(".h5");
    job.pipeline[0].iterations = 4;
    ASSERT_EQ(run(job).state, JobState::done);
    const double before = io::readResult(job.outputFile).loss.back().fourierError;
    for (const char* modes : {"3", "1"}) {
        job.set("probe_modes", modes);
        job.pipeline[0].iterations += 4;
        Asker asker;
        ASSERT_EQ(run(job, asker, {.continueResult = true}).state, JobState::done) << asker.log;
        const io::PtychoResult result = io::readResult(job.outputFile);
        EXPECT_EQ(result.probe.extent(1), static_cast<std::size_t>(std::stoi(modes)));
        EXPECT_EQ(result.loss.size(), job.pipeline[0].iterations) << "one curve";
        EXPECT_TRUE(std::ranges::any_of(result.changes, [](const auto& c) { return c.key == "probe_modes"; }));
        EXPECT_LT(result.loss[4].fourierError, 3 * before) << "it goes on from what it had";
    }
}

} // namespace
} // namespace ewald::job
