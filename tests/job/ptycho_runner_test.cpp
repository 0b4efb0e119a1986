// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/run/ptycho_runner.h"

#include "io/hdf5/hdf5.h"
#include "ptycho_runner_fixture.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <regex>
#include <unistd.h>

namespace ewald::job {
namespace {

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
    RunRecorder second;
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
    RunRecorder recorder;
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
    RunRecorder recorder;
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
    RunRecorder recorder;
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
    RunRecorder recorder;
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
    RunRecorder second;
    EXPECT_EQ(run(document(), second, overwrite).state, JobState::done);
    EXPECT_TRUE(io::readResult(m_output).complete);
}

TEST_F(PtychoRunner, PreviewsComeWhenAskedFor) {
    ASSERT_EQ(run(document()).state, JobState::done);
    EXPECT_TRUE(m_recorder.previews.empty());
    JobDocument job = document();
    job.outputFile += ".seen";
    job.set("preview_interval_s", "0.0001");
    RunRecorder watched;
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
    RunRecorder next;
    const JobOutcome outcome = run(job, next);
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    EXPECT_LT(next.losses.front().fourierError, 1.2 * m_recorder.losses.back().fourierError);
}

TEST_F(PtychoRunner, EndsWithOneLineForBadInput) {
    const auto problem = [&](auto change) {
        JobDocument job = document();
        change(job);
        RunRecorder recorder;
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
        RunRecorder recorder;
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
    struct Impatient : RunRecorder {
        explicit Impatient(RunControl& c) : control(c) {}
        void onPreview(std::shared_ptr<const Preview> preview) noexcept override {
            control.requestStop(StopRequest::graceful);
            RunRecorder::onPreview(std::move(preview));
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
TEST_F(PtychoRunner, TheResultSaysWhetherItIsOfTheNearField) {
    for (const bool nearField : {false, true}) {
        JobDocument job = document(2);
        if (nearField) job.set("focus_to_sample_m", "0.5");
        const JobOutcome outcome = run(job, {.overwrite = true});
        ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
        EXPECT_EQ(io::readResult(m_output).nearField, nearField);
    }
}

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
