// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/integrate_runner.h"

#include "base/version.h"
#include "integration_files.h"
#include "io/integration_file.h"
#include "job/integration/sector_mean.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;
using test::kCols;
using test::kFrames;
using test::kRows;
using test::Recorder;

class IntegrateRunner : public test::IntegrateFixture {
protected:
    void SetUp() override {
        IntegrateFixture::SetUp();
        m_stack = m_folder / "frames.h5";
        test::putStack(m_stack, test::levelFrames());
    }
    fs::path m_stack;
};

bool allNan(const std::vector<float>& values) {
    return std::ranges::all_of(values, [](float v) { return std::isnan(v); });
}

TEST_F(IntegrateRunner, TheDefinitionSaysWhatIntensitiesAreCorrectedFor) {
    test::putStack(m_stack, test::levelFrames(), std::vector<double>(kFrames, 2.0));
    const auto applied = [&](const std::map<std::string, std::string>& settings) {
        JobDocument job = document(m_stack);
        for (const auto& [key, value] : settings) job.set(key, value);
        const JobOutcome outcome = run(job);
        EXPECT_FALSE(outcome.error) << outcome.error->what();
        const io::h5::File file = io::h5::File::open(job.outputFile);
        std::vector<double> flags;
        for (const char* name : {"solid_angle_applied", "polarization_applied", "monitor_applied"})
            flags.push_back(file.number("/entry/azint1d/" + std::string(name)).value_or(-1));
        return flags;
    };
    EXPECT_EQ(applied({{"solid_angle", "off"}, {"polarization_factor", "0.9"}}), (std::vector<double>{0, 1, 0}));
    EXPECT_EQ(applied({{"monitor", "/entry/monitor"}}), (std::vector<double>{1, 0, 1}));
}

TEST_F(IntegrateRunner, ALevelFrameGivesItsLevel) {
    JobDocument job = document(m_stack);
    job.set("solid_angle", "off");
    job.set("error_model", "poisson");
    const JobOutcome outcome = run(job);
    ASSERT_FALSE(outcome.error) << outcome.error->what();
    EXPECT_EQ(outcome.state, JobState::done);
    EXPECT_EQ(outcome.resultFile, job.outputFile.string());
    const io::IntegrationResult result(job.outputFile);
    EXPECT_TRUE(result.end().complete);
    EXPECT_EQ(result.axes().frames, kFrames);
    EXPECT_EQ(result.axes().unit, "q_nm^-1");
    const std::vector<double> count = numbers(job.outputFile, "count");
    ASSERT_EQ(count.size(), kFrames * 25) << "a pixel may be saturated in one of them";
    // Every pixel is counted once, however it is split (weights are in single precision).
    EXPECT_NEAR(std::accumulate(count.begin(), count.end(), 0.0), kFrames * kRows * kCols, 1e-2);
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
        const std::vector<float> intensity = result.intensity(frame);
        for (std::size_t bin = 0; bin < intensity.size(); ++bin) {
            if (count[bin] > 0)
                EXPECT_NEAR(intensity[bin], static_cast<double>(frame + 1), 4e-3);
            else
                EXPECT_TRUE(std::isnan(intensity[bin])) << "a bin without pixels has measured nothing";
        }
    }
    // Without splitting the error of a mean of N pixels of n counts is √(n/N); sharing pixels makes it smaller.
    const std::vector<float> errors = result.errors(8);
    for (std::size_t bin = 0; bin < errors.size(); ++bin) {
        if (count[bin] <= 0) continue;
        EXPECT_LE(errors[bin], std::sqrt(9.0 / count[bin]) * 1.0001);
        EXPECT_GT(errors[bin], std::sqrt(9.0 / count[bin]) * 0.3);
    }
    ASSERT_TRUE(m_recorder.plan);
    EXPECT_EQ(m_recorder.plan->frames, kFrames);
    EXPECT_EQ(m_recorder.plan->bins, 25U);
    EXPECT_EQ(m_recorder.states.front(), JobState::preparing);
    EXPECT_EQ(m_recorder.states.back(), JobState::done);
}

/// Frames of ten counts everywhere with a cross of gaps.
template <class Number>
void putCross(const fs::path& file, Number mark) {
    std::vector<Number> values;
    for (std::size_t f = 0; f < 3; ++f)
        for (std::size_t r = 0; r < kRows; ++r)
            for (std::size_t c = 0; c < kCols; ++c) values.push_back(r == 20 || c == 30 ? mark : Number{10});
    io::h5::File open = io::h5::File::create(file);
    open.write<Number>("/entry/data/data", values, {3, kRows, kCols});
    open.close();
}

TEST_F(IntegrateRunner, WhatTheFramesMarkAsGapsIsLeftOut) {
    const std::vector<std::pair<const char*, std::function<void()>>> cases{
        {"uint8", [&] { putCross<std::uint8_t>(m_stack, 255); }},
        {"uint16 but one", [&] { putCross<std::uint16_t>(m_stack, 65534); }},
        {"uint32", [&] { putCross<std::uint32_t>(m_stack, 4294967295U); }},
        {"uint32 but one", [&] { putCross<std::uint32_t>(m_stack, 4294967294U); }},
        {"int32", [&] { putCross<std::int32_t>(m_stack, 2147483647); }},
        {"negative", [&] { putCross<std::int32_t>(m_stack, -1); }},
        {"float", [&] { putCross<float>(m_stack, -1); }}};
    for (const auto& [name, put] : cases) {
        SCOPED_TRACE(name);
        put();
        const auto furthestFromTen = [&](const char* mask) {
            JobDocument job = document(m_stack);
            job.set("solid_angle", "off");
            job.set("file_mask", mask);
            m_recorder.log.clear();
            const JobOutcome outcome = run(job);
            EXPECT_FALSE(outcome.error) << outcome.error->what();
            const std::vector<double> count = numbers(job.outputFile, "count");
            const std::vector<float> intensity = io::IntegrationResult(job.outputFile).intensity(1);
            double furthest = 0;
            for (std::size_t bin = 0; bin < intensity.size(); ++bin)
                if (count[bin] > 0) furthest = std::max(furthest, std::abs(static_cast<double>(intensity[bin]) - 10));
            return furthest;
        };
        EXPECT_LT(furthestFromTen("on"), 1e-3);
        EXPECT_NE(m_recorder.log.find("107 pixels hold"), std::string::npos) << m_recorder.log; // 61 + 47 − 1
        EXPECT_GT(furthestFromTen("off"), 0.1) << "unless the user wants them counted";
    }
}

TEST_F(IntegrateRunner, ThresholdsTakePixelsFrameByFrameAndAreCounted) {
    // Ten counts everywhere but for five dead pixels of ±1e10, which change places from frame to frame.
    std::vector<float> values(3 * kRows * kCols, 10);
    for (std::size_t f = 0; f < 3; ++f)
        for (std::size_t i = 0; i < 5; ++i) values[f * kRows * kCols + 100 + 200 * i + f] = i < 2 ? -1e10F : 1e10F;
    io::h5::File open = io::h5::File::create(m_stack);
    open.write<float>("/entry/data/data", values, {3, kRows, kCols});
    open.close();
    JobDocument job = document(m_stack);
    job.set("solid_angle", "off");
    job.set("split", "no");
    job.set("lowest_counts", "-1000");
    job.set("saturation", "1000000");
    const JobOutcome outcome = run(job);
    ASSERT_FALSE(outcome.error) << outcome.error->what();
    for (const float value : io::IntegrationResult(job.outputFile).intensities(0, 3))
        EXPECT_TRUE(std::isnan(value) || std::abs(value - 10) < 1e-5F) << value;
    const std::vector<double> count = numbers(job.outputFile, "count");
    EXPECT_DOUBLE_EQ(std::accumulate(count.begin(), count.end(), 0.0), 3.0 * (kRows * kCols - 5));
    EXPECT_NE(m_recorder.log.find("the lower threshold -1000 takes 2 of 2867 pixels of frame 0"), std::string::npos)
        << m_recorder.log;
    EXPECT_NE(m_recorder.log.find("takes 3 of 2867 pixels of frame 0"), std::string::npos) << m_recorder.log;
    EXPECT_NE(problemOf(job, {{"lowest_counts", "1000000"}}).find("no counts between them"), std::string::npos);
}

TEST_F(IntegrateRunner, ACakesMeanIsThePatternWithoutSectors) {
    test::putStack(m_stack, test::levelFrames(1, 7));
    JobDocument job = document(m_stack);
    job.set("error_model", "poisson");
    job.set("radial_range", "5, 40");
    job.set("split", "no");
    ASSERT_FALSE(run(job).error);
    const std::vector<float> pattern = io::IntegrationResult(job.outputFile).intensity(0);
    const std::vector<float> errors = io::IntegrationResult(job.outputFile).errors(0);
    job.set("npt_azim", "7"); // the frame fills its sectors unevenly
    ASSERT_FALSE(run(job).error);
    const io::IntegrationResult cake(job.outputFile);
    const std::vector<float> mean = meanOverSectors(cake.intensity(0), cake.weights(0), 25);
    const std::vector<float> meanErrors = meanOverSectors(cake.errors(0), cake.weights(0), 25, true);
    for (std::size_t bin = 0; bin < 25; ++bin) {
        EXPECT_EQ(std::isnan(mean[bin]), std::isnan(pattern[bin])) << bin;
        if (std::isnan(pattern[bin])) continue;
        EXPECT_NEAR(mean[bin], pattern[bin], 1e-4 * pattern[bin]) << bin; // rounding of single precision
        EXPECT_NEAR(meanErrors[bin], errors[bin], 1e-4 * errors[bin]) << bin;
    }
}

TEST_F(IntegrateRunner, WorkersAndGroupsChangeNoBit) {
    test::putStack(m_stack, test::levelFrames(kFrames, 7));
    for (const char* model : {"poisson", "azimuthal"}) {
        std::map<std::string, std::vector<double>> first;
        const std::vector<std::pair<const char*, const char*>> ways{{"1", "0"}, {"2", "0"}, {"3", "0"},
                                                                    {"8", "0"}, {"1", "1"}, {"3", "5"}};
        for (const auto& [workers, batch] : ways) {
            JobDocument job = document(m_stack);
            job.set("error_model", model);
            job.set("polarization_factor", "0.95");
            job.set("workers", workers);
            job.set("batch", batch);
            ASSERT_FALSE(run(job).error);
            for (const char* name : {"intensity", "errors", "sum_signal", "sum_variance", "sum_normalization"}) {
                const std::vector<double> values = numbers(job.outputFile, name);
                const auto [place, isFirst] = first.emplace(name, values);
                EXPECT_TRUE(isFirst || place->second == values) << name << " with " << workers << " workers, " << model;
            }
        }
        // Later frames are brighter: the order is that of the file.
        const std::vector<double>& signal = first["sum_signal"];
        for (std::size_t f = 1; f < kFrames; ++f) EXPECT_GT(signal[f * 25 + 12], signal[(f - 1) * 25 + 12]);
    }
}

TEST_F(IntegrateRunner, AFrameThatCannotBeReadIsReportedAndTheRestGoesOn) {
    JobDocument job = document(m_stack);
    ASSERT_FALSE(run(job).error);
    const io::IntegrationResult whole(job.outputFile);
    const std::vector<float> expected = whole.intensities(0, kFrames);
    test::damageFrame(m_stack, 17);
    job.outputFile = m_folder / "damaged.h5";
    const JobOutcome outcome = run(job);
    ASSERT_FALSE(outcome.error) << outcome.error->what();
    const io::IntegrationResult result(job.outputFile);
    for (std::size_t f = 0; f < kFrames; ++f) {
        if (f == 17) {
            EXPECT_TRUE(allNan(result.intensity(f)));
            continue;
        }
        const std::vector<float> row = result.intensity(f);
        EXPECT_TRUE(std::equal(row.begin(), row.end(), expected.begin() + static_cast<std::ptrdiff_t>(f * 25))) << f;
    }
    ASSERT_EQ(m_recorder.failed.size(), 1U);
    EXPECT_EQ(m_recorder.failed[0].first, 17U);
    for (const char* part : {"frames.h5", "/entry/data/data", "17"})
        EXPECT_NE(m_recorder.failed[0].second.find(part), std::string::npos) << m_recorder.failed[0].second;
    ASSERT_EQ(result.end().failedFrames.size(), 1U);
    EXPECT_EQ(result.end().failedFrames[0], m_recorder.failed[0]);
    // Who opens the file later learns of it, too.
    ASSERT_EQ(result.end().warnings.size(), 1U);
    EXPECT_TRUE(result.end().warnings[0].starts_with("1 of 37 frames could not be read")) << result.end().warnings[0];
    // … and of all that was said.
    ASSERT_FALSE(result.end().log.empty());
    for (const io::StoredLogLine& line : result.end().log)
        EXPECT_NE(m_recorder.log.find(line.text + "\n"), std::string::npos) << line.text;
    EXPECT_TRUE(std::ranges::any_of(result.end().log, [&](const io::StoredLogLine& line) {
        return line.level == LogLevel::warning && line.text == result.end().warnings[0] && line.time.ends_with('Z');
    }));
    EXPECT_EQ(result.end().version, version());
    EXPECT_TRUE(result.end().complete) << "as the job asked for it";
    EXPECT_EQ(outcome.state, JobState::done);
    EXPECT_FALSE(outcome.lacking);
    EXPECT_TRUE(whole.end().warnings.empty());

    job.outputFile = m_folder / "strict.h5";
    job.set("stop_on_bad_frame", "true");
    const JobOutcome strict = run(job);
    ASSERT_TRUE(strict.error);
    EXPECT_EQ(strict.error->kind(), ErrorKind::data);
    EXPECT_NE(std::string(strict.error->what()).find("frame 17"), std::string::npos) << strict.error->what();
    EXPECT_FALSE(fs::exists(job.outputFile));
}

/// The file ends within the chunks, as after a copy that was interrupted: what is behind the cut is missing in the
/// result.
TEST_F(IntegrateRunner, AnInputThatIsCutOffMakesNoCompleteResult) {
    std::uint64_t end = 0; // of the last chunk that is left
    {
        const auto open = io::h5::File::open(m_stack, io::h5::Soundness::whatThereIs);
        const io::h5::StoredChunk chunk = io::h5::storageOf(open, open.dataset("/entry/data/data")).chunks.at(29);
        end = chunk.address + chunk.bytes;
    }
    fs::resize_file(m_stack, end + 5);
    JobDocument job = document(m_stack);
    const JobOutcome outcome = run(job);
    ASSERT_FALSE(outcome.error) << outcome.error->what();
    ASSERT_TRUE(outcome.lacking);
    EXPECT_NE(std::string(outcome.lacking->what()).find("the last 7 of 37 frames are not there"), std::string::npos)
        << outcome.lacking->what();
    const io::IntegrationResult result(job.outputFile);
    EXPECT_FALSE(result.end().complete);
    EXPECT_EQ(result.axes().frames, 30U);
    // Frames before the cut are all there is to ask for.
    job.set("max_frames", "30");
    EXPECT_FALSE(run(job).lacking);
    EXPECT_TRUE(io::IntegrationResult(job.outputFile).end().complete);
}

TEST_F(IntegrateRunner, WithoutAnyReadableFrameThereIsNoResult) {
    for (std::size_t f = 0; f < kFrames; ++f) test::damageFrame(m_stack, f);
    const JobDocument job = document(m_stack);
    const JobOutcome outcome = run(job);
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->kind(), ErrorKind::data);
    EXPECT_FALSE(fs::exists(job.outputFile));
    EXPECT_EQ(m_recorder.failed.size(), kFrames);
}

TEST_F(IntegrateRunner, AStopKeepsWhatIsDoneAndAnAbortNothing) {
    test::damageFrame(m_stack, 3);
    JobDocument job = document(m_stack);
    job.set("workers", "1");
    job.set("batch", "1");
    m_recorder.request = StopRequest::graceful; // asked for when the damaged frame is reported
    const JobOutcome stopped = run(job);
    EXPECT_EQ(stopped.state, JobState::stopped);
    ASSERT_TRUE(stopped.error);
    EXPECT_EQ(stopped.error->kind(), ErrorKind::stopped);
    const io::IntegrationResult result(job.outputFile);
    EXPECT_FALSE(result.end().complete);
    EXPECT_EQ(result.axes().frames, kFrames);
    EXPECT_FALSE(allNan(result.intensity(2)));
    EXPECT_TRUE(allNan(result.intensity(kFrames - 1)));

    job.outputFile = m_folder / "aborted.h5";
    Recorder aborting;
    aborting.request = StopRequest::abort;
    const JobOutcome aborted = run(job, aborting);
    EXPECT_EQ(aborted.state, JobState::stopped);
    EXPECT_FALSE(fs::exists(job.outputFile));
    // Nothing half-written stays in the folder either.
    for (const auto& entry : fs::directory_iterator(m_folder)) EXPECT_NE(entry.path().extension(), ".part");
}

TEST_F(IntegrateRunner, TheMonitorDividesEachFrame) {
    std::vector<double> monitor(kFrames, 2.0);
    monitor[4] = 8;
    monitor[5] = 0; // the shutter was closed
    test::putStack(m_stack, test::levelFrames(), monitor);
    JobDocument job = document(m_stack);
    job.set("solid_angle", "off");
    job.set("monitor", "/entry/monitor");
    ASSERT_FALSE(run(job).error);
    const io::IntegrationResult result(job.outputFile);
    EXPECT_NEAR(result.intensity(3)[10], 4.0 / 2, 1e-5);
    EXPECT_NEAR(result.intensity(4)[10], 5.0 / 8, 1e-5);
    EXPECT_TRUE(allNan(result.intensity(5)));
    ASSERT_EQ(m_recorder.failed.size(), 1U);
    EXPECT_NE(m_recorder.failed[0].second.find("monitor"), std::string::npos);
}

TEST_F(IntegrateRunner, FramesCanBeChosen) {
    JobDocument job = document(m_stack);
    job.set("solid_angle", "off");
    job.set("first_frame", "5");
    job.set("frame_step", "3");
    job.set("max_frames", "4");
    ASSERT_FALSE(run(job).error);
    EXPECT_EQ(numbers(job.outputFile, "frame"), (std::vector<double>{5, 8, 11, 14}));
    const io::IntegrationResult result(job.outputFile);
    EXPECT_NEAR(result.intensity(3)[10], 15, 1e-4);
    EXPECT_EQ(result.axes().firstFrame, 5U);
    EXPECT_EQ(result.axes().frameStep, 3U);
}

TEST_F(IntegrateRunner, FlipsAreThoseOfTheFrames) {
    std::vector<std::uint16_t> frames = test::levelFrames(2, 11);
    test::putStack(m_stack, frames);
    JobDocument job = document(m_stack);
    job.set("flip_rows", "true");
    job.set("flip_cols", "true");
    job.set("npt_azim", "8");
    ASSERT_FALSE(run(job).error);
    const std::vector<double> flipped = numbers(job.outputFile, "intensity");
    for (std::size_t f = 0; f < 2; ++f) {
        const auto first = frames.begin() + static_cast<std::ptrdiff_t>(f * kRows * kCols);
        std::reverse(first, first + static_cast<std::ptrdiff_t>(kRows * kCols)); // both axes at once
    }
    test::putStack(m_stack, frames);
    job.set("flip_rows", "false");
    job.set("flip_cols", "false");
    ASSERT_FALSE(run(job).error);
    const std::vector<double> plain = numbers(job.outputFile, "intensity");
    ASSERT_EQ(plain.size(), 2U * 8 * 25);
    // The same pixels in another order: sums differ by their rounding.
    for (std::size_t i = 0; i < plain.size(); ++i) {
        EXPECT_EQ(std::isnan(flipped[i]), std::isnan(plain[i])) << i; // no pixel
        EXPECT_TRUE(std::isnan(plain[i]) || std::abs(flipped[i] - plain[i]) < 1e-5 * (1 + plain[i])) << i;
    }
}

TEST_F(IntegrateRunner, PreviewsShowTheNewestPatternAndAllSoFar) {
    JobDocument job = document(m_stack);
    job.set("solid_angle", "off");
    m_recorder.interval_s = 1e-6;
    ASSERT_FALSE(run(job).error);
    ASSERT_TRUE(m_recorder.preview);
    const IntegrationPreview& last = *m_recorder.preview;
    EXPECT_EQ(last.framesDone, kFrames);
    EXPECT_EQ(last.row, kFrames - 1);
    EXPECT_EQ(last.unit, "q_nm^-1");
    ASSERT_EQ(last.intensity.size(), 25U);
    EXPECT_NEAR(last.intensity[10], kFrames, 1e-3);
    ASSERT_EQ(last.waterfall.shape(), (std::array<std::size_t, 2>{kFrames, 25}));
    EXPECT_NEAR(last.waterfall(6, 10), 7, 1e-4);
}

TEST_F(IntegrateRunner, NothingIsOverwrittenWithoutBeingToldTo) {
    const JobDocument job = document(m_stack);
    ASSERT_FALSE(run(job, {}).error);
    const JobOutcome again = run(job, {});
    ASSERT_TRUE(again.error);
    EXPECT_EQ(again.error->kind(), ErrorKind::data);
    EXPECT_NE(std::string(again.error->what()).find("exists already"), std::string::npos);
    RunOptions resume;
    resume.continueResult = true; // there is nothing to continue in an integration
    EXPECT_TRUE(run(job, resume).error);
    EXPECT_FALSE(run(job).error);
}

TEST_F(IntegrateRunner, AResultCanBeRunAgainFromItsOwnJob) {
    JobDocument job = document(m_stack);
    job.set("radial_range", "5, 20");
    job.set("error_model", "poisson");
    ASSERT_FALSE(run(job).error);
    JobDocument again = parseJob(io::IntegrationResult(job.outputFile).end().job, "result");
    again.outputFile = m_folder / "again.h5";
    ASSERT_FALSE(run(again).error);
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    for (const char* name : {"intensity", "errors"})
        EXPECT_TRUE(std::ranges::equal(numbers(again.outputFile, name), numbers(job.outputFile, name), same)) << name;
}

TEST_F(IntegrateRunner, OutliersAreLeftOutOnRequest) {
    std::vector<std::uint16_t> frames = test::levelFrames(1);
    frames[20 * kCols + 20] = 60000; // a spot
    test::putStack(m_stack, frames);
    JobDocument job = document(m_stack);
    job.set("solid_angle", "off");
    job.set("split", "no");
    ASSERT_FALSE(run(job).error);
    const auto largest = [&] { return std::ranges::max(numbers(job.outputFile, "intensity")); };
    EXPECT_GT(largest(), 100);
    for (const char* way : {"median", "sigma_clip", "quantile"}) {
        job.set("rejection", way);
        ASSERT_FALSE(run(job).error);
        EXPECT_NEAR(largest(), 1, 1e-5) << way;
    }
}

} // namespace
} // namespace ewald::job
