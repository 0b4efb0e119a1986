// SPDX-License-Identifier: GPL-3.0-or-later
// When a half of a scan tells of a resolution: curves made by hand. How far a run with halves is.
#include "job/ptychography/run/half_scans.h"

#include "base/error.h"
#include "job/ptychography/results/verdict.h"
#include "job/queue/folder/complete_result.h"
#include "job/run/event_lines.h"
#include "ptycho_runner_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace ewald::job {
namespace {

/// 20 iterations that end at this error, each smaller by `fall` than the one before.
io::PtychoResult halfThatEndsAt(double error, double fall, double noiseFloor) {
    io::PtychoResult half;
    for (std::size_t i = 1; i <= 20; ++i) {
        io::LossEntry entry;
        entry.iteration = i;
        entry.engine = "rpie";
        entry.noiseFloor = noiseFloor;
        entry.fourierError = entry.running = error * std::pow(1 - fall, static_cast<double>(i) - 20);
        half.loss.push_back(entry);
    }
    return half;
}

TEST(HalfScans, AHalfAtItsNoiseLimitCountsThoughAllFramesEndBelowTheirs) {
    // Measured on 200 simulated frames: all end at 0.92 times the noise limit of 0.0071, halves at 1.2 times.
    EXPECT_EQ(whyNotConverged(halfThatEndsAt(0.00854, 0, 0.0071), 0.00654), "");
    EXPECT_EQ(whyNotConverged(halfThatEndsAt(0.00854, 0.01, 0.0071), 0.00654), "");
    EXPECT_NE(whyNotConverged(halfThatEndsAt(0.00930, 0, 0.0071), 0.00654), ""); // 1.31 times
}

TEST(HalfScans, AHalfFarAboveAllFramesIsRefused) {
    const std::string falling = whyNotConverged(halfThatEndsAt(0.031, 0.02, 0.01), 0.02);
    EXPECT_NE(falling.find("did not converge: it ends at a Fourier error of 0.031, all frames at 0.02"),
              std::string::npos)
        << falling;
    // Nothing that more iterations would change.
    const std::string flat = whyNotConverged(halfThatEndsAt(0.031, 0, 0.01), 0.02);
    EXPECT_EQ(flat.find("did not converge"), std::string::npos) << flat;
    EXPECT_NE(flat.find("a worse solution: at a Fourier error of 0.031, which falls no more, all frames at 0.02"),
              std::string::npos)
        << flat;
}

TEST(HalfScans, WithoutANoiseLimitAllFramesAreTheMeasure) {
    EXPECT_EQ(whyNotConverged(halfThatEndsAt(0.0259, 0, 0), 0.02), "");
    EXPECT_NE(whyNotConverged(halfThatEndsAt(0.0261, 0, 0), 0.02), "");
    EXPECT_EQ(whyNotConverged(io::PtychoResult(), 0.02), "") << "it has no error";
}

TEST(HalfScans, EachHalfIsAQuarterOfTheWay) {
    const RunPart all{0, 2}, first{1, 2}, second{2, 2};
    EXPECT_EQ(fractionDone(JobState::preparing, 0, 0, all), -1) << "nothing is known yet";
    EXPECT_EQ(fractionDone(JobState::reading, 90, 100, all), 0) << "iterations count";
    EXPECT_EQ(fractionDone(JobState::running, 10, 40, all), 0.125);
    EXPECT_EQ(fractionDone(JobState::saving, 40, 40, all), 0.5);
    EXPECT_EQ(fractionDone(JobState::preparing, 0, 0, first), 0.5);
    EXPECT_EQ(fractionDone(JobState::initialising, 5, 8, first), 0.5);
    EXPECT_EQ(fractionDone(JobState::paused, 20, 40, first), 0.625);
    EXPECT_EQ(fractionDone(JobState::reading, 50, 50, second), 0.75);
    EXPECT_EQ(fractionDone(JobState::running, 40, 40, second), 1);
    EXPECT_EQ(fractionDone(JobState::done, 40, 40, all), 1);
    // A run without halves counts what it does now.
    EXPECT_EQ(fractionDone(JobState::reading, 90, 100, {}), 0.9);
    EXPECT_EQ(fractionDone(JobState::running, 3, 0, {}), -1);
}

TEST(HalfScans, ThePlainestModelHasOneModeAndFixedPositions) {
    JobDocument job;
    job.inputFile = "/data/scan.cxi";
    job.pipeline = {Stage{"rpie", 10, {}}, Stage{"auto", 20, {}}};
    job.set("probe_modes", 3LL);
    job.set("refine_positions", true, 0);
    job.set("background", true, 1);
    job.set("batch_size", 7LL, 0);
    job.set("slices", 2LL);
    job.set("slice_spacing_m", 2e-6);
    const std::optional<JobDocument> plain = withPlainModel(job);
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->integer("probe_modes"), 1);
    for (std::size_t stage = 0; stage < 2; ++stage) {
        EXPECT_EQ(plain->stageValue(stage, "refine_positions"), ParameterValue(false)) << stage;
        EXPECT_EQ(plain->stageValue(stage, "background"), ParameterValue(false)) << stage;
    }
    EXPECT_EQ(plain->stageValue(1, "auto_positions"), ParameterValue(false));
    EXPECT_EQ(plain->stageValue(1, "auto_modes"), ParameterValue(1LL));
    EXPECT_FALSE(plain->pipeline[0].parameters.contains("auto_modes")) << "no parameter of rpie";
    EXPECT_EQ(plain->stageValue(0, "batch_size"), ParameterValue(7LL));
    EXPECT_EQ(plain->pipeline[0].iterations, 10U);
    EXPECT_EQ(plain->integer("slices"), 1);
    EXPECT_EQ(plain->real("slice_spacing_m"), 0);
    EXPECT_NO_THROW(validatePipeline(*plain));
    EXPECT_TRUE(ineffectiveParameters(*plain).empty()) << ineffectiveParameters(*plain).front();
    // A job with no more than that has nothing to gain by.
    EXPECT_FALSE(withPlainModel(*plain));
    JobDocument simple;
    simple.inputFile = "/data/scan.cxi";
    simple.pipeline = {Stage{"rpie", 10, {}}};
    EXPECT_FALSE(withPlainModel(simple));
}

/// What its model consists of is said in the table, beside the parameter.
TEST(HalfScans, ThePlainestModelIsThatOfTheTable) {
    std::vector<std::string> keys;
    for (const ParameterDef& def : parameterTable()) {
        if (!def.plain) continue;
        keys.push_back(def.key);
        EXPECT_NO_THROW(checkValue(def, *def.plain)) << def.key;
    }
    std::ranges::sort(keys);
    EXPECT_EQ(keys, (std::vector<std::string>{"auto_detector", "auto_modes", "auto_positions", "background",
                                              "frame_intensities", "object_modes", "probe_modes", "refine_positions",
                                              "slice_spacing_m", "slices", "variable_probe_modes"}));
}

TEST(HalfScans, PlainHalvesThatCannotBeComparedAreAnAnswer) {
    HalfResults halves;
    for (io::PtychoResult& half : halves.halves) {
        half.object = Array<Complex, 3>({1, 32, 32});
        half.probe = Array<Complex, 4>({1, 1, 16, 16});
        half.objectPixelHeight_m = half.objectPixelWidth_m = 1e-8;
    }
    halves.halves[1].objectPixelWidth_m = 2e-8;
    EXPECT_THROW(static_cast<void>(compareHalves(halves)), DataError);
    const ResultComparison found = comparePlainHalves(halves);
    EXPECT_NE(found.noResolution, "");
    EXPECT_TRUE(found.frc.frc.empty());
}

/// A result whose object is noise: with this and no other image it has something in common.
io::PtychoResult resultOf(const Array<Complex, 2>& object, const JobDocument& job) {
    io::PtychoResult result;
    result.object = Array<Complex, 3>({1, object.extent(0), object.extent(1)}, {object.begin(), object.end()});
    result.probe = Array<Complex, 4>({1, 1, 16, 16}, 1);
    result.objectPixelHeight_m = result.objectPixelWidth_m = 1e-8;
    result.job = toJson(job, true);
    return result;
}

/// Halves that have hardly found the object agree with the twin of the other one as much as with the other one, by
/// chance. Only positions that are turned as well make twins.
TEST(HalfScans, ResultsOfTheSameOrientationAreNoTwins) {
    Array<Complex, 2> object({48, 48});
    std::mt19937 random(5); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same image in every run
    std::normal_distribution<float> part;
    for (Complex& value : object) value = {2 + part(random), part(random)};
    JobDocument job, turned;
    job.inputFile = turned.inputFile = "/data/scan.cxi";
    job.pipeline = turned.pipeline = {Stage{"rpie", 10, {}}};
    turned.set("flip_position_x", true);
    turned.set("flip_position_y", true);
    JobDocument half = halfOf(job, 0);
    const io::PtychoResult a = resultOf(object, halfOf(job, 1)), twin = resultOf(ptycho::twinOf(object), half);
    const ResultComparison found = compareResults(a, twin);
    EXPECT_FALSE(found.alignment.twin);
    EXPECT_LT(found.alignment.correlation, 0.95);
    const ResultComparison ofTurned = compareResults(a, resultOf(ptycho::twinOf(object), halfOf(turned, 0)));
    EXPECT_TRUE(ofTurned.alignment.twin);
    EXPECT_GT(ofTurned.alignment.correlation, 0.99);
    half.inputFile = "/data/other.cxi"; // whose positions may be the other way round
    EXPECT_TRUE(compareResults(a, resultOf(ptycho::twinOf(object), half)).alignment.twin);
}

class HalvesRun : public PtychoRunner {};

TEST_F(HalvesRun, AResolutionIsKeptInTheResultThatItIsOf) {
    const JobOutcome outcome = run(document(6));
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    const io::PtychoResult before = io::readResult(outcome.resultFile, io::ResultContent::withState);
    ResultComparison found;
    found.frc.frequency = {1e6, 2e6, 3e6};
    found.frc.frc = {0.9, 0.6, 0.1};
    found.frc.halfBit = {0.4, 0.4, 0.4};
    found.frc.oneBit = {0.7, 0.7, 0.7};
    found.frc.nyquist = 3e6;
    found.frc.halfBitResolution_m = 2.1e-7;
    keepResolution(outcome.resultFile, found, finalError(before));
    const io::PtychoResult after = io::readResult(outcome.resultFile, io::ResultContent::withState);
    ASSERT_TRUE(after.frc);
    EXPECT_EQ(after.frc->frc, found.frc.frc);
    EXPECT_EQ(figuresOf(after).resolution_m, 2.1e-7);
    EXPECT_EQ(after.object, before.object);
    EXPECT_EQ(after.probe, before.probe);
    EXPECT_EQ(after.job, before.job);
    EXPECT_EQ(after.loss.size(), before.loss.size());
    EXPECT_EQ(after.state.numbers, before.state.numbers);
    EXPECT_EQ(after.verdict, verdictOn(after)) << "it names the resolution";
    // Halves of a reconstruction that is not there any more.
    ASSERT_EQ(run(document(8), {.overwrite = true, .resume = false}).state, JobState::done);
    EXPECT_THROW(keepResolution(outcome.resultFile, found, finalError(before)), DataError);
    EXPECT_FALSE(io::readResult(outcome.resultFile).frc);
}

/// A process that was killed while the halves were reconstructed has not done what its job asks for.
TEST_F(HalvesRun, AResultWhoseHalvesAreMissingIsNotComplete) {
    const JobOutcome outcome = run(document(3));
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    EXPECT_TRUE(queue::isCompleteResult(outcome.resultFile)) << "it asked for none";
    io::PtychoResult result = io::readResult(outcome.resultFile, io::ResultContent::withState);
    JobDocument job = parseJob(result.job, "result");
    job.set("halves", "true");
    result.job = toJson(job, true);
    io::writeResult(outcome.resultFile, result, true);
    EXPECT_FALSE(queue::isCompleteResult(outcome.resultFile));
    ResultComparison found;
    found.noResolution = "the objects are not correlated";
    keepResolution(outcome.resultFile, found, finalError(result));
    EXPECT_TRUE(queue::isCompleteResult(outcome.resultFile)) << "there is an answer, if none";
}

TEST_F(HalvesRun, WhatAnotherProcessReadsOfItGoesForward) {
    struct Reader : JobObserver {
        void onProgress(const Progress& progress) noexcept override { all.push_back(progress); }
        std::vector<Progress> all;
    } reader;
    EventWriter writer([&reader](const std::string& line) { static_cast<void>(readEvent(line, reader)); });
    JobDocument job = document(10);
    job.set("halves", "true");
    RunControl control;
    const JobOutcome outcome = runPtycho(job, writer, control);
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    std::vector<std::size_t> halves;
    double furthest = 0;
    for (const Progress& progress : reader.all) {
        EXPECT_EQ(progress.part.halves, 2U) << toString(progress.state);
        if (halves.empty() || halves.back() != progress.part.half) halves.push_back(progress.part.half);
        const double fraction = fractionDone(progress);
        if (fraction < 0) {
            EXPECT_EQ(progress.part.half, 0U) << "known from the first half on";
            continue;
        }
        EXPECT_GE(fraction, furthest) << toString(progress.state) << " of half " << progress.part.half;
        furthest = fraction;
    }
    // The end is that of the run of all frames.
    EXPECT_EQ(halves, (std::vector<std::size_t>{0, 1, 2, 0}));
    EXPECT_EQ(reader.all.back().state, JobState::done);
    EXPECT_EQ(reader.all.back().done, 10U);
    EXPECT_EQ(furthest, 1);
}

TEST_F(HalvesRun, TheReasonWhyThereIsNoResolutionIsAmongTheFigures) {
    JobDocument job = document(2);
    job.set("halves", "true");
    job.set("max_frames", "2");
    const JobOutcome outcome = run(job);
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    EXPECT_LT(outcome.figures.resolution_m, 0);
    EXPECT_NE(outcome.figures.noResolution, "");
    EXPECT_NE(m_recorder.log.find(outcome.figures.noResolution), std::string::npos) << m_recorder.log;
}

} // namespace
} // namespace ewald::job
