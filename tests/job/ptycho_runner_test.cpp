// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/ptycho_runner.h"

#include "io/hdf5/hdf5.h"
#include "io/temporary_folder.h"
#include "job/ptychography/resume.h"
#include "sim/ptycho_simulator.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <regex>
#include <unistd.h>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

/// Remembers everything; may ask for a stop after an iteration.
struct Recorder : JobObserver {
    void onState(JobState state) noexcept override {
        const std::lock_guard lock(mutex);
        states.push_back(state);
        if (control && stopIn == state) control->requestStop(request);
    }
    void onLoss(const io::LossEntry& entry) noexcept override {
        const std::lock_guard lock(mutex);
        losses.push_back(entry);
        if (atStop && entry.iteration == stopAfter) atStop();
        if (control && entry.iteration == stopAfter) control->requestStop(request);
    }
    void onProgress(const Progress& p) noexcept override {
        const std::lock_guard lock(mutex);
        if (p.shares && p.state == JobState::running) shares = p.shares;
    }
    void onPlan(const JobPlan& p) noexcept override { plan = p; }
    void onPreview(std::shared_ptr<const Preview> p) noexcept override {
        const std::lock_guard lock(mutex);
        previews.push_back(std::move(p));
    }
    void onLog(LogLevel, const std::string& text) noexcept override {
        const std::lock_guard lock(mutex);
        log += text + "\n";
    }
    void onOutcome(const JobOutcome& o) noexcept override { outcome = o; }
    [[nodiscard]] double previewInterval_s() const noexcept override { return interval_s; }
    [[nodiscard]] std::size_t previewFrame() const noexcept override { return 5; }

    std::mutex mutex;
    std::vector<JobState> states;
    std::vector<io::LossEntry> losses;
    std::optional<TimeShares> shares; ///< of the time of the iterations, the newest
    std::vector<std::shared_ptr<const Preview>> previews;
    std::optional<JobPlan> plan;
    std::optional<JobOutcome> outcome;
    std::string log;
    double interval_s = 0;
    RunControl* control = nullptr;
    std::size_t stopAfter = 0;
    std::function<void()> atStop; ///< after that iteration
    std::optional<JobState> stopIn;
    StopRequest request = StopRequest::none;
};

class PtychoRunner : public testing::Test {
protected:
    static constexpr std::size_t kFrames = 61; // no multiple of any number of workers or of a batch

    static void SetUpTestSuite() {
        s_temporary = std::make_unique<const io::TemporaryFolder>();
        s_folder = s_temporary->path();
        sim::PtychoExperiment experiment;
        experiment.size = 32;
        experiment.frames = kFrames;
        experiment.modes = 2;
        experiment.deadPixels = 3;
        sim::writeCxi(s_folder / "scan.cxi", sim::simulatePtycho(experiment), false);
    }
    static void TearDownTestSuite() { s_temporary.reset(); }
    void SetUp() override {
        m_output = s_folder / (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".h5");
    }

    [[nodiscard]] JobDocument document(std::size_t iterations = 8) const {
        JobDocument job;
        job.inputFile = s_folder / "scan.cxi";
        job.outputFile = m_output;
        job.pipeline = {{"rpie", iterations, {}}};
        job.seed = 3;
        job.set("batch_size", "8");
        job.set("probe_modes", "2");
        job.set("initial_probe", "mean_pattern");
        job.set("checkpoint_every", "2");
        return job;
    }
    JobOutcome run(const JobDocument& job, const RunOptions& options = {}) { return run(job, m_recorder, options); }
    static JobOutcome run(const JobDocument& job, Recorder& recorder, const RunOptions& options = {}) {
        RunControl control;
        recorder.control = &control;
        JobOutcome outcome = runPtycho(job, recorder, control, options);
        recorder.control = nullptr;
        return outcome;
    }
    [[nodiscard]] fs::path checkpoint() const { return checkpointFile(m_output); }

    static inline std::unique_ptr<const io::TemporaryFolder> s_temporary;
    static fs::path s_folder;
    fs::path m_output;
    Recorder m_recorder;
};
fs::path PtychoRunner::s_folder;

std::string messageOf(const JobOutcome& outcome) { return outcome.error ? outcome.error->what() : "no error"; }

TEST_F(PtychoRunner, KeepsNothingOfARunWithoutAnIteration) {
    m_recorder.request = StopRequest::graceful;
    for (const JobState state : {JobState::initialising, JobState::running}) {
        m_recorder.stopIn = state;
        const JobOutcome outcome = run(document());
        EXPECT_EQ(outcome.state, JobState::stopped) << messageOf(outcome);
        EXPECT_EQ(outcome.resultFile, "");
        EXPECT_FALSE(fs::exists(m_output)) << toString(state); // the initial guess is no result
    }
    // What it was to go on from stays.
    m_recorder.stopIn.reset();
    ASSERT_EQ(run(document(3)).state, JobState::done);
    m_recorder.stopIn = JobState::initialising;
    RunOptions again;
    again.continueResult = true;
    EXPECT_EQ(run(document(), again).resultFile, "");
    EXPECT_EQ(io::readResult(m_output).loss.size(), 3U);
}

TEST_F(PtychoRunner, GoesFromScanToResult) {
    const JobDocument job = document();
    const JobOutcome outcome = run(job);
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    EXPECT_EQ(outcome.resultFile, m_output.string());
    EXPECT_EQ(m_recorder.states, (std::vector{JobState::preparing, JobState::reading, JobState::initialising,
                                              JobState::running, JobState::saving, JobState::done}));
    ASSERT_TRUE(m_recorder.outcome);
    ASSERT_TRUE(m_recorder.plan);
    EXPECT_EQ(m_recorder.plan->frames, kFrames);
    EXPECT_FALSE(fs::exists(checkpoint()));

    const io::PtychoResult result = io::readResult(m_output);
    EXPECT_TRUE(result.complete);
    ASSERT_EQ(result.loss.size(), 8U);
    std::vector<io::LossEntry> losses = result.loss;
    EXPECT_NE(losses.back().fourierError, m_recorder.losses.back().fourierError) << "at the end that of what was saved";
    EXPECT_NE(m_recorder.log.find("verdict: Fourier error "), std::string::npos) << m_recorder.log;
    losses.back().fourierError = losses.back().running;
    losses.back().llk = m_recorder.losses.back().llk;
    EXPECT_GT(losses.front().noiseFloor, 0);
    for (const io::LossEntry& entry : losses) EXPECT_EQ(entry.noiseFloor, losses.front().noiseFloor) << "of the frames";
    EXPECT_EQ(losses, m_recorder.losses);
    EXPECT_EQ(result.frameCounts.size(), kFrames);
    EXPECT_LT(result.loss.back().fourierError, result.loss.front().fourierError);
    EXPECT_EQ(result.object.extent(1), m_recorder.plan->objectRows);
    ASSERT_EQ(result.positions.size(), kFrames);
    for (std::size_t i = 0; i < kFrames; ++i) {
        // Metres to pixels and back: nothing is lost but the last digits of a double.
        EXPECT_NEAR(result.positions[i].x, result.initialPositions[i].x, 1e-15);
        EXPECT_NEAR(result.positions[i].y, result.initialPositions[i].y, 1e-15);
        EXPECT_EQ(result.frameIndex[i], i);
    }
    // Its own job does the same again.
    JobDocument again = parseJob(result.job, "result");
    EXPECT_EQ(again.inputFile, job.inputFile);
    again.outputFile += ".again";
    Recorder second;
    ASSERT_EQ(run(again, second).state, JobState::done);
    const io::PtychoResult repeated = io::readResult(again.outputFile);
    EXPECT_EQ(repeated.object, result.object); // bit for bit
    EXPECT_EQ(repeated.probe, result.probe);
}

TEST_F(PtychoRunner, SaysWhatItsTimeGoesInto) {
    JobDocument job = document(400); // long enough for a few reports
    job.set("checkpoint_every", "0");
    ASSERT_EQ(run(job).state, JobState::done);
    ASSERT_TRUE(m_recorder.shares);
    const PhaseTimes one = m_recorder.shares->fraction;
    EXPECT_NEAR(one.total(), 1, 1e-9);
    EXPECT_GT(one[Phase::frames], 0.2);
    EXPECT_GT(one[Phase::update], 0.01);
    EXPECT_EQ(one[Phase::transfer], 0);
    EXPECT_EQ(m_recorder.shares->slowest, -1) << "it is alone";
    m_output = s_folder / "two.h5";
    job.outputFile = m_output;
    job.set("devices", "cpu:2");
    Recorder recorder;
    ASSERT_EQ(run(job, recorder).state, JobState::done);
    ASSERT_TRUE(recorder.shares);
    const PhaseTimes two = recorder.shares->fraction;
    EXPECT_NEAR(two.total(), 1, 1e-9);
    EXPECT_GT(two[Phase::communication], 0);
    EXPECT_LE(recorder.shares->waitingForSlowest, two[Phase::communication]);
    EXPECT_GE(recorder.shares->slowest, 0);
}

TEST_F(PtychoRunner, SeveralWorkersGiveTheSame) {
    ASSERT_EQ(run(document()).state, JobState::done);
    const io::PtychoResult one = io::readResult(m_output);
    JobDocument job = document();
    job.outputFile += ".3";
    job.set("devices", "cpu:3");
    Recorder recorder;
    const JobOutcome outcome = run(job, recorder);
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    const io::PtychoResult three = io::readResult(job.outputFile);
    EXPECT_EQ(three.devices.size(), 3U);
    EXPECT_EQ(three.object, one.object) << "sums are exact, so that their order does not show";
    EXPECT_EQ(three.probe, one.probe);
}

TEST_F(PtychoRunner, FramesThatDoNotFitIntoMemoryGoToAFile) {
    ASSERT_EQ(run(document()).state, JobState::done);
    JobDocument job = document();
    job.outputFile += ".small";
    job.set("memory_limit_gb", "0.00045"); // the object with its sums and the frames take 0.25 MB each, at least
    Recorder recorder;
    const JobOutcome outcome = run(job, recorder);
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    EXPECT_NE(recorder.log.find("frames are kept in a file"), std::string::npos) << recorder.log;
    EXPECT_NE(recorder.plan->memorySummary.find("frames are kept in a file"), std::string::npos);
    EXPECT_EQ(io::readResult(job.outputFile).object, io::readResult(m_output).object);
}

TEST_F(PtychoRunner, AnAllocationThatFailsMakesThePlanSmallerAndTheJobGoesOn) {
    // Some six windows wide: tiles of less save more than what their neighbours send and get takes.
    sim::PtychoExperiment experiment;
    experiment.size = 16;
    experiment.frames = 900;
    experiment.modes = 2;
    sim::writeCxi(s_folder / "wide.cxi", sim::simulatePtycho(experiment), false);
    JobDocument job = document();
    job.inputFile = s_folder / "wide.cxi";
    ASSERT_EQ(run(job).state, JobState::done);
    const double object_bytes = 48.0 * static_cast<double>(m_recorder.plan->objectRows * m_recorder.plan->objectCols);
    job.outputFile += ".tiled";
    job.set("devices", "cpu:2");
    // Room for the object, its sums and two copies, but not for the probe's beside them; the plan is made to know
    // nothing of it.
    job.set("memory_limit_gb", std::to_string(2 * (object_bytes + 10e3) / 1e9));
    RunOptions options;
    options.believedFree_bytes = 1e12;
    Recorder recorder;
    const JobOutcome outcome = run(job, recorder, options);
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    EXPECT_NE(recorder.log.find("trying a smaller plan"), std::string::npos) << recorder.log;
    EXPECT_NE(recorder.log.find("cut into tiles"), std::string::npos) << recorder.log;
    const io::PtychoResult result = io::readResult(job.outputFile);
    EXPECT_EQ(result.object, io::readResult(m_output).object);
    EXPECT_EQ(result.loss.size(), 8U) << "the first try has left nothing behind";

    job.outputFile += ".none";
    job.set("memory_limit_gb", "0.0001");
    const JobOutcome none = run(job, recorder, options);
    EXPECT_EQ(none.state, JobState::failed);
    EXPECT_NE(messageOf(none).find("out of memory"), std::string::npos) << messageOf(none);
    EXPECT_FALSE(fs::exists(job.outputFile));
}

TEST_F(PtychoRunner, NothingIsOverwrittenWithoutBeingToldTo) {
    std::ofstream(m_output) << "precious";
    const JobOutcome refused = run(document());
    EXPECT_EQ(refused.state, JobState::failed);
    EXPECT_NE(messageOf(refused).find("exists already"), std::string::npos);
    EXPECT_EQ(fs::file_size(m_output), 8U);
    EXPECT_EQ(m_recorder.losses.size(), 0U); // said before the work, not after
    RunOptions overwrite;
    overwrite.overwrite = true;
    Recorder second;
    EXPECT_EQ(run(document(), second, overwrite).state, JobState::done);
    EXPECT_TRUE(io::readResult(m_output).complete);
}

/// What was put in the place of the result while its continuation ran is not overwritten.
TEST_F(PtychoRunner, AContinuationDoesNotReplaceAForeignFile) {
    ASSERT_EQ(run(document()).state, JobState::done);
    RunOptions resume;
    resume.continueResult = true;
    JobDocument longer = document();
    longer.pipeline.back().iterations += 3;
    Recorder second;
    second.stopAfter = io::readResult(m_output).loss.size() + 1;
    second.atStop = [this] {
        fs::remove(m_output);
        std::ofstream(m_output) << "precious";
    };
    const JobOutcome outcome = run(longer, second, resume);
    EXPECT_EQ(outcome.state, JobState::failed);
    EXPECT_EQ(fs::file_size(m_output), 8U);
    EXPECT_NE(messageOf(outcome).find("exists already"), std::string::npos) << messageOf(outcome);
    // With the foreign file in its place from the start there is nothing to continue.
    Recorder third;
    EXPECT_EQ(run(longer, third, resume).state, JobState::failed);
    EXPECT_EQ(fs::file_size(m_output), 8U);
}

TEST_F(PtychoRunner, AGracefulStopSavesAndCanBeContinued) {
    m_recorder.stopAfter = 3;
    m_recorder.request = StopRequest::graceful;
    const JobOutcome stopped = run(document());
    ASSERT_EQ(stopped.state, JobState::stopped);
    ASSERT_TRUE(stopped.error);
    EXPECT_EQ(stopped.error->kind(), ErrorKind::stopped);
    const io::PtychoResult partial = io::readResult(m_output);
    EXPECT_FALSE(partial.complete);
    EXPECT_GE(partial.loss.size(), 3U);
    EXPECT_LT(partial.loss.size(), 8U);

    // The same command again neither overwrites nor pretends.
    Recorder second;
    EXPECT_NE(messageOf(run(document(), second)).find("stopped after"), std::string::npos);

    RunOptions resume;
    resume.continueResult = true;
    Recorder third;
    const JobOutcome outcome = run(document(), third, resume);
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    const io::PtychoResult whole = io::readResult(m_output);
    EXPECT_TRUE(whole.complete);
    ASSERT_EQ(whole.loss.size(), 8U);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(whole.loss[i].iteration, i + 1);
    for (std::size_t i = 1; i < 8; ++i) EXPECT_GT(whole.loss[i].time_s, whole.loss[i - 1].time_s);
    EXPECT_FALSE(fs::exists(checkpoint()));

    // Complete: nothing is left to do, unless more iterations are asked for.
    Recorder fourth;
    EXPECT_NE(messageOf(run(document(), fourth, resume)).find("nothing is left"), std::string::npos);
    Recorder fifth;
    EXPECT_EQ(run(document(10), fifth, resume).state, JobState::done);
    EXPECT_EQ(io::readResult(m_output).loss.size(), 10U);
}

/// The object of another scan, or on another grid, is no beginning of this one, though it has the same size.
TEST_F(PtychoRunner, OnlyTheOwnScanGoesOnInAResult) {
    ASSERT_EQ(run(document()).state, JobState::done);
    const auto before = io::readResult(m_output).object;
    RunOptions resume;
    resume.continueResult = true;
    JobDocument other = document(12);
    other.inputFile = s_folder / "another.cxi";
    fs::copy_file(s_folder / "scan.cxi", other.inputFile, fs::copy_options::overwrite_existing);
    Recorder first;
    EXPECT_NE(messageOf(run(other, first, resume)).find("the result is one of another scan"), std::string::npos);
    for (const auto& [key, value] :
         {std::pair{"distance_m", "1.5"}, {"position_rotation_deg", "1"}, {"binning", "2"}}) {
        JobDocument changed = document(12);
        changed.set(key, value);
        Recorder recorder;
        const std::string message = messageOf(run(changed, recorder, resume));
        EXPECT_NE(message.find("the result was made with " + std::string(key)), std::string::npos) << message;
    }
    EXPECT_EQ(io::readResult(m_output).object, before);
    // The same scan where it has been moved to is the same.
    fs::create_directories(s_folder / "moved");
    JobDocument moved = document(9);
    moved.inputFile = s_folder / "moved" / "scan.cxi";
    fs::copy_file(s_folder / "scan.cxi", moved.inputFile, fs::copy_options::overwrite_existing);
    Recorder last;
    EXPECT_EQ(run(moved, last, resume).state, JobState::done);
}

TEST_F(PtychoRunner, AnInterruptedRunContinuesBitForBit) {
    JobDocument uninterrupted = document();
    uninterrupted.outputFile += ".whole";
    Recorder whole;
    ASSERT_EQ(run(uninterrupted, whole).state, JobState::done);

    // An abort is as near to kill -9 as one process can test: nothing is saved at the end.
    m_recorder.stopAfter = 5;
    m_recorder.request = StopRequest::abort;
    EXPECT_EQ(run(document()).state, JobState::stopped);
    EXPECT_FALSE(fs::exists(m_output));
    ASSERT_TRUE(fs::exists(checkpoint()));

    Recorder second;
    ASSERT_EQ(run(document(), second).state, JobState::done);
    EXPECT_NE(second.log.find("continues after iteration 4"), std::string::npos) << second.log;
    const io::PtychoResult expected = io::readResult(uninterrupted.outputFile);
    const io::PtychoResult result = io::readResult(m_output);
    EXPECT_EQ(result.object, expected.object);
    EXPECT_EQ(result.probe, expected.probe);
    ASSERT_EQ(result.loss.size(), 8U);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(result.loss[i].fourierError, expected.loss[i].fourierError) << i;
    EXPECT_FALSE(fs::exists(checkpoint()));
}

/// Two modes, which a result shows orthogonalised, and waves, which only a saved state has.
TEST_F(PtychoRunner, ALongerRunOfAResultGivesTheBitsOfOneRun) {
    for (const char* engine : {"epie", "rpie", "dm"}) {
        const auto of = [&](std::size_t iterations, const char* name) {
            JobDocument job = document(iterations);
            job.pipeline = {{engine, iterations, {}}};
            job.set("orthogonalise_every", "0");
            job.outputFile = s_folder / (std::string(engine) + name);
            return job;
        };
        Recorder recorder;
        ASSERT_EQ(run(of(7, "_whole.h5"), recorder).state, JobState::done);
        ASSERT_EQ(run(of(3, "_parts.h5"), recorder).state, JobState::done);
        RunOptions resume;
        resume.continueResult = true;
        Recorder second;
        ASSERT_EQ(run(of(7, "_parts.h5"), second, resume).state, JobState::done);
        EXPECT_EQ(second.log.find("begin anew"), std::string::npos) << second.log;
        const io::PtychoResult whole = io::readResult(s_folder / (std::string(engine) + "_whole.h5"));
        const io::PtychoResult parts = io::readResult(s_folder / (std::string(engine) + "_parts.h5"));
        EXPECT_EQ(parts.object, whole.object) << engine;
        EXPECT_EQ(parts.probe, whole.probe) << engine;
    }
}

TEST_F(PtychoRunner, WavesThatAreTooLargeAreNotSavedWhichIsSaidBefore) {
    JobDocument job = document();
    job.pipeline = {{"rpie", 4, {}}, {"dm", 5, {}}};
    Recorder whole;
    ASSERT_EQ(run(job, whole).state, JobState::done);
    EXPECT_EQ(whole.log.find("state_limit_gb"), std::string::npos) << whole.log;
    const io::PtychoResult expected = io::readResult(m_output);
    EXPECT_GT(io::readResult(m_output, io::ResultContent::withState).state.arrays.count("detector_waves"), 0U);

    job.outputFile += ".small";
    job.set("state_limit_gb", "0.0001");
    Recorder stopped;
    stopped.stopAfter = 7; // two iterations of dm are lost, but no bit
    stopped.request = StopRequest::abort;
    EXPECT_EQ(run(job, stopped).state, JobState::stopped);
    EXPECT_NE(stopped.log.find("more than state_limit_gb allows"), std::string::npos) << stopped.log;
    Recorder rest;
    ASSERT_EQ(run(job, rest).state, JobState::done);
    EXPECT_NE(rest.log.find("continues after iteration 4"), std::string::npos) << rest.log;
    const io::PtychoResult result = io::readResult(job.outputFile);
    EXPECT_EQ(result.object, expected.object);
    EXPECT_EQ(result.probe, expected.probe);
    EXPECT_EQ(io::readResult(job.outputFile, io::ResultContent::withState).state.arrays.count("detector_waves"), 0U);
}

TEST_F(PtychoRunner, ARunThatDivergesSavesItsBestStateAndFails) {
    JobDocument job = document(40);
    job.set("object_amplitude_min", "50"); // 2500 times the light, whatever the engine does
    const JobOutcome outcome = run(job);
    EXPECT_EQ(outcome.state, JobState::failed);
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->kind(), ErrorKind::data);
    EXPECT_NE(messageOf(outcome).find("diverged"), std::string::npos) << messageOf(outcome);
    EXPECT_EQ(outcome.resultFile, m_output.string());
    const io::PtychoResult result = io::readResult(m_output);
    EXPECT_FALSE(result.complete);
    EXPECT_LT(result.loss.size(), 20U);
    EXPECT_LT(result.loss.back().step, 1) << "recorded";
    EXPECT_NE(m_recorder.log.find("back to the state after iteration"), std::string::npos) << m_recorder.log;
    ASSERT_FALSE(result.decisions.empty());
    EXPECT_NE(result.decisions.front().text.find("back to the state after iteration"), std::string::npos);
    EXPECT_NE(result.decisions.back().text.find("however short the steps are"), std::string::npos);
    for (const io::Decision& decision : result.decisions) EXPECT_LE(decision.iteration, result.loss.size());
}

TEST_F(PtychoRunner, ACheckpointOfAnotherJobIsNotUsed) {
    m_recorder.stopAfter = 5;
    m_recorder.request = StopRequest::abort;
    run(document());
    ASSERT_TRUE(fs::exists(checkpoint()));
    JobDocument other = document();
    other.set("object_alpha", "0.5");
    Recorder second;
    ASSERT_EQ(run(other, second).state, JobState::done);
    EXPECT_NE(second.log.find("is not used"), std::string::npos) << second.log;
    EXPECT_EQ(second.losses.front().iteration, 1U);
    EXPECT_EQ(second.losses.size(), 8U);
}

TEST_F(PtychoRunner, ADamagedCheckpointIsNotUsed) {
    std::ofstream(checkpoint()) << "rubbish";
    ASSERT_EQ(run(document()).state, JobState::done);
    EXPECT_NE(m_recorder.log.find("not usable"), std::string::npos) << m_recorder.log;
}

TEST_F(PtychoRunner, PreviewsComeWhenAskedFor) {
    ASSERT_EQ(run(document()).state, JobState::done);
    EXPECT_TRUE(m_recorder.previews.empty());
    JobDocument job = document();
    job.outputFile += ".seen";
    job.set("preview_interval_s", "0.0001");
    Recorder watched;
    watched.interval_s = 1e-4;
    ASSERT_EQ(run(job, watched).state, JobState::done);
    ASSERT_FALSE(watched.previews.empty());
    const Preview& last = *watched.previews.back();
    EXPECT_EQ(last.iteration, 8U);
    EXPECT_EQ(last.probe.extent(0), 2U);
    EXPECT_EQ(last.positions.size(), kFrames);
    EXPECT_EQ(last.frame, 5U);
    ASSERT_EQ(last.modelled.size(), last.measured.size()) << "the last one as well, however short the run was";
    EXPECT_GT(*std::max_element(last.modelled.begin(), last.modelled.end()), 0);
    EXPECT_NEAR(last.modePower[0] + last.modePower[1], 1, 1e-6);
    EXPECT_GE(last.modePower[0], last.modePower[1]);
    // The measured pattern of frame 5 has its centre in the middle and its dead pixels marked.
    const sim::PtychoDataset truth = [] {
        sim::PtychoExperiment experiment;
        experiment.size = 32;
        experiment.frames = kFrames;
        experiment.modes = 2;
        experiment.deadPixels = 3;
        return sim::simulatePtycho(experiment);
    }();
    std::size_t masked = 0;
    for (std::size_t row = 0; row < 32; ++row)
        for (std::size_t col = 0; col < 32; ++col) {
            const float measured = last.measured(row, col);
            if (std::isnan(measured))
                ++masked;
            else
                EXPECT_NEAR(measured, truth.frames(5, row, col), 1e-3F * (1 + measured));
        }
    EXPECT_EQ(masked, 3U);
}

TEST_F(PtychoRunner, AnEarlierResultIsAGoodStart) {
    ASSERT_EQ(run(document(20)).state, JobState::done);
    JobDocument job = document(2);
    job.outputFile += ".next";
    job.set("initial_probe", m_output.string());
    job.set("initial_object", m_output.string());
    Recorder next;
    const JobOutcome outcome = run(job, next);
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    EXPECT_LT(next.losses.front().fourierError, 1.2 * m_recorder.losses.back().fourierError);
}

TEST_F(PtychoRunner, EndsWithOneLineForBadInput) {
    const auto problem = [&](auto change) {
        JobDocument job = document();
        change(job);
        Recorder recorder;
        const JobOutcome outcome = run(job, recorder);
        EXPECT_EQ(outcome.state, JobState::failed);
        EXPECT_FALSE(fs::exists(m_output));
        EXPECT_EQ(messageOf(outcome).find('\n'), std::string::npos);
        return messageOf(outcome);
    };
    EXPECT_NE(problem([](JobDocument& j) { j.inputFile = "/no/such/scan.cxi"; }).find("no such file"),
              std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.outputFile = "/no/such/folder/r.h5"; }).find("/no/such/folder"),
              std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.set("devices", "toaster"); }).find("toaster"), std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.set("crop_size", "4096"); }), "no error");
    EXPECT_NE(problem([](JobDocument& j) { j.set("first_frame", "1000"); }), "no error");
    EXPECT_NE(problem([](JobDocument& j) { j.set("initial_probe", "/no/such/probe.h5"); }).find("no such file"),
              std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.set("mask_file", "/no/such/mask.npy"); }).find("mask.npy"),
              std::string::npos);
    EXPECT_NE(problem([](JobDocument& j) { j.set("count_threshold", "1e9"); }).find("empty"), std::string::npos);
}

TEST_F(PtychoRunner, AGuessThatIsNotThereIsRefusedBeforeFramesAreRead) {
    io::h5::File::create(s_folder / "nothing.h5").close();
    for (const std::string& value : {std::string("/no/such/file.h5"), (s_folder / "nothing.h5").string()}) {
        JobDocument job = document();
        job.set("initial_probe", value);
        Recorder recorder;
        EXPECT_EQ(run(job, recorder).state, JobState::failed);
        EXPECT_EQ(std::count(recorder.states.begin(), recorder.states.end(), JobState::reading), 0) << value;
    }
}

TEST_F(PtychoRunner, TheSearchForTheFocusReportsItsProgress) {
    m_recorder.interval_s = 0.001;
    ASSERT_EQ(run(document()).state, JobState::done);
    // How it ended, and not only how it began.
    const std::regex last("finding the probe: distance ([0-9]+) of \\1, best ");
    EXPECT_TRUE(std::regex_search(m_recorder.log, last)) << m_recorder.log;
    EXPECT_NE(m_recorder.log.find("from the focus"), std::string::npos) << m_recorder.log;
    ASSERT_FALSE(m_recorder.previews.empty());
    const Preview& first = *m_recorder.previews.front();
    EXPECT_EQ(first.iteration, 0U);
    EXPECT_TRUE(first.object.empty());
    ASSERT_EQ(first.probe.extent(0), 1U);
    EXPECT_EQ(first.probe.extent(1), first.windowPixels);
    EXPECT_GT(std::norm(first.probe(0, first.windowPixels / 2, first.windowPixels / 2)), 0) << "centre in the middle";
}

TEST_F(PtychoRunner, AStopEndsTheSearchForTheFocusWithoutAResult) {
    /// Asks for a stop as soon as the search has reported.
    struct Impatient : Recorder {
        explicit Impatient(RunControl& c) : control(c) {}
        void onPreview(std::shared_ptr<const Preview> preview) noexcept override {
            control.requestStop(StopRequest::graceful);
            Recorder::onPreview(std::move(preview));
        }
        RunControl& control;
    };
    RunControl control;
    Impatient recorder(control);
    recorder.interval_s = 0.001;
    const JobDocument job = document();
    const JobOutcome outcome = runPtycho(job, recorder, control);
    EXPECT_EQ(outcome.state, JobState::stopped);
    EXPECT_TRUE(outcome.resultFile.empty());
    EXPECT_FALSE(std::filesystem::exists(job.outputFile));
    EXPECT_EQ(std::ranges::count(recorder.states, JobState::running), 0);
    EXPECT_EQ(recorder.log.find("finding the probe"), std::string::npos) << recorder.log;
}

TEST_F(PtychoRunner, TheFingerprintKnowsWhatDecidesTheNumbers) {
    const JobDocument job = document();
    const std::string mine = jobFingerprint(job);
    const auto changed = [&](auto change) {
        JobDocument other = job;
        change(other);
        return jobFingerprint(other) != mine;
    };
    EXPECT_FALSE(changed([](JobDocument& j) { j.outputFile = "/elsewhere/r.h5"; }));
    EXPECT_FALSE(changed([](JobDocument& j) { j.set("devices", "cpu:4"); }));
    EXPECT_FALSE(changed([](JobDocument& j) { j.set("checkpoint_every", "7"); }));
    EXPECT_FALSE(changed([](JobDocument& j) { j.pipeline.back().iterations = 99; }));
    EXPECT_FALSE(changed([](JobDocument& j) { j.set("object_step", "1.0"); })); // its default, written out
    EXPECT_TRUE(changed([](JobDocument& j) { j.seed = 4; }));
    EXPECT_TRUE(changed([](JobDocument& j) { j.set("probe_modes", "3"); }));
    EXPECT_TRUE(changed([](JobDocument& j) { j.set("batch_size", "9"); }));
    EXPECT_TRUE(changed([](JobDocument& j) { j.pipeline.insert(j.pipeline.begin(), Stage{"dm", 5, {}}); }));
    const fs::path copy = s_folder / "copy.cxi";
    fs::copy_file(job.inputFile, copy);
    JobDocument onCopy = job;
    onCopy.inputFile = copy;
    const std::string before = jobFingerprint(onCopy);
    fs::last_write_time(copy, fs::last_write_time(copy) + std::chrono::seconds(5));
    EXPECT_NE(jobFingerprint(onCopy), before);
}

/// The same frames as images, the positions in a table: the same reconstruction, to the bit.
TEST_F(PtychoRunner, FramesAndPositionsOfOtherFilesGiveTheSameResult) {
    JobDocument job = document();
    ASSERT_FALSE(run(job).error);
    const io::Scan scan = io::openScan(job.inputFile);
    const auto reader = scan.frames->makeReader();
    std::ofstream table(s_folder / "positions.csv");
    table.precision(17);
    table << "y,x\n";
    for (std::size_t f = 0; f < kFrames; ++f) {
        table << scan.positions[f].y << ',' << scan.positions[f].x << '\n';
        std::vector<float> numbers(scan.frames->rows() * scan.frames->cols());
        reader->readNumbers(f, numbers);
        std::string header =
            "{\nByteOrder = LowByteFirst ;\nDataType = FloatValue ;\nDim_1 = " + std::to_string(scan.frames->cols()) +
            " ;\nDim_2 = " + std::to_string(scan.frames->rows()) + " ;\n";
        header.resize(510, ' ');
        header += "}\n";
        std::ofstream image(s_folder / ("image_" + std::to_string(f) + ".edf"), std::ios::binary);
        image << header;
        image.write(reinterpret_cast<const char*>(numbers.data()),
                    static_cast<std::streamsize>(numbers.size() * sizeof(float)));
    }
    table.close();
    job.inputFile = s_folder / "image_*.edf";
    job.mapping = io::ImportMapping{};
    job.mapping->positionsFile = "positions.csv";
    job.mapping->positionX = "x";
    job.mapping->positionY = "y";
    job.mapping->energyUnit = "m";
    job.mapping->energyValue = scan.wavelength_m;
    job.mapping->distanceValue = scan.distance_m;
    job.mapping->pixelSizeValue = scan.pixelWidth_m;
    job.outputFile = s_folder / "images.h5";
    // What the mask of the CXI file leaves out is named here.
    std::string pixels;
    for (std::size_t i = 0; i < scan.badPixels.size(); ++i)
        if (scan.badPixels.data()[i] != 0)
            pixels += (pixels.empty() ? "" : ";") + std::to_string(i / scan.badPixels.extent(1)) + "," +
                      std::to_string(i % scan.badPixels.extent(1));
    if (!pixels.empty()) job.set("bad_pixels", pixels);
    const JobOutcome outcome = run(job);
    ASSERT_FALSE(outcome.error) << messageOf(outcome);
    EXPECT_EQ(io::readResult(job.outputFile).object, io::readResult(m_output).object);
}

TEST_F(PtychoRunner, AnInitialGuessThatIsNotThereIsRefusedBeforeFramesAreRead) {
    for (const char* choice : {"file", "/nowhere/probe.h5"}) {
        JobDocument job = document();
        job.set("initial_probe", choice);
        m_recorder.states.clear();
        const JobOutcome outcome = run(job);
        ASSERT_TRUE(outcome.error) << choice;
        EXPECT_EQ(outcome.error->kind(), ErrorKind::data);
        EXPECT_EQ(std::ranges::count(m_recorder.states, JobState::reading), 0) << choice;
        EXPECT_EQ(m_recorder.log.find("read 61 frames"), std::string::npos) << choice;
    }
}

} // namespace
} // namespace ewald::job
