// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that were stopped, interrupted or ended early, and those that go on from them.
#include "job/ptychography/run/resume.h"
#include "ptycho_runner_fixture.h"

#include <fstream>

namespace ewald::job {
namespace {

/// What was put in the place of the result while its continuation ran is not overwritten.
TEST_F(PtychoRunner, AContinuationDoesNotReplaceAForeignFile) {
    ASSERT_EQ(run(document()).state, JobState::done);
    RunOptions resume;
    resume.continueResult = true;
    JobDocument longer = document();
    longer.pipeline.back().iterations += 3;
    RunRecorder second;
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
    RunRecorder third;
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
    RunRecorder second;
    EXPECT_NE(messageOf(run(document(), second)).find("stopped after"), std::string::npos);

    RunOptions resume;
    resume.continueResult = true;
    RunRecorder third;
    const JobOutcome outcome = run(document(), third, resume);
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    const io::PtychoResult whole = io::readResult(m_output);
    EXPECT_TRUE(whole.complete);
    ASSERT_EQ(whole.loss.size(), 8U);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(whole.loss[i].iteration, i + 1);
    for (std::size_t i = 1; i < 8; ++i) EXPECT_GT(whole.loss[i].time_s, whole.loss[i - 1].time_s);
    EXPECT_FALSE(fs::exists(checkpoint()));

    // Complete: nothing is left to do, unless more iterations are asked for.
    RunRecorder fourth;
    EXPECT_NE(messageOf(run(document(), fourth, resume)).find("nothing is left"), std::string::npos);
    RunRecorder fifth;
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
    RunRecorder first;
    EXPECT_NE(messageOf(run(other, first, resume)).find("the result is one of another scan"), std::string::npos);
    for (const auto& [key, value] :
         {std::pair{"distance_m", "1.5"}, {"position_rotation_deg", "1"}, {"binning", "2"}}) {
        JobDocument changed = document(12);
        changed.set(key, value);
        RunRecorder recorder;
        const std::string message = messageOf(run(changed, recorder, resume));
        EXPECT_NE(message.find("the result was made with " + std::string(key)), std::string::npos) << message;
    }
    // Nothing was typed then: it was that of the file, and not 0.
    JobDocument typed = document(12);
    typed.set("energy_keV", "1.5");
    RunRecorder second;
    EXPECT_NE(messageOf(run(typed, second, resume))
                  .find("made with energy_keV of the file, and the run cannot go on with 1.5 keV"),
              std::string::npos);
    EXPECT_EQ(io::readResult(m_output).object, before);
    // The same scan where it has been moved to is the same.
    fs::create_directories(s_folder / "moved");
    JobDocument moved = document(9);
    moved.inputFile = s_folder / "moved" / "scan.cxi";
    fs::copy_file(s_folder / "scan.cxi", moved.inputFile, fs::copy_options::overwrite_existing);
    RunRecorder last;
    EXPECT_EQ(run(moved, last, resume).state, JobState::done);
}

TEST_F(PtychoRunner, AnInterruptedRunContinuesBitForBit) {
    JobDocument uninterrupted = document();
    uninterrupted.outputFile += ".whole";
    RunRecorder whole;
    ASSERT_EQ(run(uninterrupted, whole).state, JobState::done);

    // An abort is as near to kill -9 as one process can test: nothing is saved at the end.
    m_recorder.stopAfter = 5;
    m_recorder.request = StopRequest::abort;
    EXPECT_EQ(run(document()).state, JobState::stopped);
    EXPECT_FALSE(fs::exists(m_output));
    ASSERT_TRUE(fs::exists(checkpoint()));

    RunRecorder second;
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

/// Modes that begin with as much power as the first raise the error, which is no divergence: the run converges, and
/// ends lower.
TEST_F(PtychoRunner, AResultGoesOnWithMoreModes) {
    const auto with = [&](std::size_t iterations, const char* modes) {
        JobDocument job = document(iterations);
        job.set("probe_modes", modes);
        job.set("extra_mode_power", "1");
        return job;
    };
    ASSERT_EQ(run(with(30, "1")).state, JobState::done);
    const io::PtychoResult before = io::readResult(m_output);
    RunOptions resume;
    resume.continueResult = true;
    RunRecorder recorder;
    ASSERT_EQ(run(with(60, "3"), recorder, resume).state, JobState::done);
    EXPECT_EQ(recorder.log.find("diverges"), std::string::npos) << recorder.log;
    const io::PtychoResult result = io::readResult(m_output);
    ASSERT_EQ(result.probe.shape()[1], 3U);
    ASSERT_EQ(result.loss.size(), 60U);
    EXPECT_GT(result.loss[30].fourierError, 2 * before.loss.back().fourierError) << "else this test says nothing";
    EXPECT_LT(result.loss.back().fourierError, before.loss.back().fourierError);
}

/// An engine that has chosen the number of modes keeps it, until a person asks for another one.
TEST_F(PtychoRunner, ModesThatWereChosenStayUnlessOthersAreAskedFor) {
    ASSERT_EQ(run(document(6)).state, JobState::done);
    io::PtychoResult chosen = io::readResult(m_output, io::ResultContent::withState);
    ASSERT_EQ(chosen.probe.shape()[1], 2U);
    JobDocument before = parseJob(chosen.job, "result");
    before.set("probe_modes", "1"); // it has found two where one was asked for
    chosen.job = toJson(before, true);
    chosen.state.numbers[kSavedModes] = {2};
    RunOptions resume;
    resume.continueResult = true;
    for (const auto& [asked, modes] : {std::pair{"1", 2U}, std::pair{"3", 3U}}) {
        io::writeResult(m_output, chosen, true);
        JobDocument job = document(9);
        job.set("probe_modes", asked);
        RunRecorder recorder;
        ASSERT_EQ(run(job, recorder, resume).state, JobState::done) << recorder.log;
        EXPECT_EQ(io::readResult(m_output).probe.shape()[1], modes) << asked;
    }
}

/// What was saved of positions, beam and probe belongs to the frames that it was saved of.
TEST_F(PtychoRunner, AResultOfOtherFramesGoesOnWithoutWhatItSavedOfEachFrame) {
    const auto of = [&](std::size_t iterations, const char* excluded, const char* start) {
        JobDocument job = document(iterations);
        job.set("refine_positions", "true");
        job.set("position_start", "0");
        job.set("frame_intensities", "true");
        job.set("variable_probe_modes", "1");
        job.set("variable_probe_start", start);
        job.set("excluded_frames", excluded);
        return job;
    };
    ASSERT_EQ(run(of(8, "30", "0")).state, JobState::done);
    const io::PtychoResult before = io::readResult(m_output, io::ResultContent::withState);
    ASSERT_TRUE(before.state.numbers.contains(kSavedVariableWeights)) << "else this test says nothing";
    RunOptions resume;
    resume.continueResult = true;
    RunRecorder recorder; // as many frames; the probe is refined much later, and would stay as it was saved
    ASSERT_EQ(run(of(9, "31", "100"), recorder, resume).state, JobState::done) << recorder.log;
    const io::PtychoResult after = io::readResult(m_output);
    EXPECT_EQ(before.frameIndex[30], 31U);
    EXPECT_EQ(after.frameIndex[30], 30U);
    EXPECT_TRUE(after.probeWeights.empty() || after.probeWeights(30, 1) != before.probeWeights(30, 1));
}

/// As many frames of another part of the sample: the object would lie a step aside.
TEST_F(PtychoRunner, AResultOfAnotherPlaceDoesNotGoOn) {
    const JobDocument job = document(3);
    ASSERT_EQ(run(job).state, JobState::done);
    io::PtychoResult result = io::readResult(m_output, io::ResultContent::withState);
    result.objectOriginX_m += 3 * result.objectPixelWidth_m;
    io::writeResult(m_output, result, true);
    RunOptions resume;
    resume.continueResult = true;
    RunRecorder recorder;
    const JobOutcome outcome = run(document(5), recorder, resume);
    EXPECT_EQ(outcome.state, JobState::failed);
    EXPECT_NE(messageOf(outcome).find("begins at another place"), std::string::npos) << messageOf(outcome);
}

/// A checkpoint that is further than the job asks for is saved as it is, with all that its run has kept.
TEST_F(PtychoRunner, ACheckpointWithNothingLeftToDoKeepsItsState) {
    JobDocument job = document(8);
    job.set("refine_positions", "true");
    job.set("position_start", "0");
    m_recorder.stopAfter = 7;
    m_recorder.request = StopRequest::abort;
    ASSERT_EQ(run(job).state, JobState::stopped);
    ASSERT_TRUE(fs::exists(checkpoint()));
    JobDocument shorter = job;
    shorter.pipeline[0].iterations = 4;
    RunRecorder recorder;
    ASSERT_EQ(run(shorter, recorder).state, JobState::done) << recorder.log;
    const io::PtychoResult result = io::readResult(m_output, io::ResultContent::withState);
    EXPECT_TRUE(result.state.numbers.contains(kSavedPositions));
    EXPECT_TRUE(result.state.numbers.contains("stage"));
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
        RunRecorder recorder;
        ASSERT_EQ(run(of(7, "_whole.h5"), recorder).state, JobState::done);
        ASSERT_EQ(run(of(3, "_parts.h5"), recorder).state, JobState::done);
        RunOptions resume;
        resume.continueResult = true;
        RunRecorder second;
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
    RunRecorder whole;
    ASSERT_EQ(run(job, whole).state, JobState::done);
    EXPECT_EQ(whole.log.find("state_limit_gb"), std::string::npos) << whole.log;
    const io::PtychoResult expected = io::readResult(m_output);
    EXPECT_GT(io::readResult(m_output, io::ResultContent::withState).state.arrays.count("detector_waves"), 0U);

    job.outputFile += ".small";
    job.set("state_limit_gb", "0.0001");
    RunRecorder stopped;
    stopped.stopAfter = 7; // two iterations of dm are lost, but no bit
    stopped.request = StopRequest::abort;
    EXPECT_EQ(run(job, stopped).state, JobState::stopped);
    EXPECT_NE(stopped.log.find("more than state_limit_gb allows"), std::string::npos) << stopped.log;
    RunRecorder rest;
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
    RunRecorder second;
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

} // namespace
} // namespace ewald::job
