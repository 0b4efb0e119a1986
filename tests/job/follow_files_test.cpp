// SPDX-License-Identifier: GPL-3.0-or-later
//
// Integrations of files that are still being written.
#include "../io/growing_file.h"
#include "integration_files.h"
#include "io/integration_file.h"
#include "job/integration/pattern_preview.h"

#include <cmath>
#include <thread>

namespace ewald::job {
namespace {

using namespace std::chrono_literals;
using io::test::GrowingFile;
namespace fs = std::filesystem;

/// Frame f holds f + 1 in all pixels, and so do all bins of its pattern: nothing is corrected.
class FollowFiles : public test::IntegrateFixture {
protected:
    [[nodiscard]] fs::path scan() const { return m_folder / "scan.h5"; }
    [[nodiscard]] JobDocument following(double patience_s = 3600) const {
        JobDocument job = document(scan());
        job.set("solid_angle", "false");
        job.set("follow", "true");
        job.set("follow_patience_s", std::to_string(patience_s));
        job.set("preview_interval_s", "0.01");
        return job;
    }
    [[nodiscard]] GrowingFile writer() const {
        return GrowingFile(scan(), GrowingFile::Format::swmr, test::kRows, test::kCols);
    }
    void begin(const JobDocument& job) {
        m_recorder.interval_s = 0.01;
        m_thread =
            std::jthread([this, job] { m_outcome = runIntegrate(job, m_recorder, m_control, {.overwrite = true}); });
    }
    const JobOutcome& end() {
        m_thread.join();
        return m_outcome;
    }
    [[nodiscard]] std::size_t framesDone() {
        const std::lock_guard lock(m_recorder.mutex);
        return m_recorder.preview ? m_recorder.preview->framesDone : 0;
    }
    /// The time limit of the test ends what never comes.
    void waitForFrames(std::size_t frames) {
        while (framesDone() < frames) std::this_thread::sleep_for(2ms);
    }
    void expectLevels(std::size_t frames) const {
        const io::IntegrationResult result(m_folder / "out.h5");
        ASSERT_EQ(result.axes().frames, frames);
        for (std::size_t f = 0; f < frames; ++f) {
            const std::vector<float> counts = result.counts(f);
            const std::vector<float> pattern = result.intensity(f);
            for (std::size_t bin = 0; bin < pattern.size(); ++bin) {
                if (counts[bin] > 0) {
                    EXPECT_FLOAT_EQ(pattern[bin], static_cast<float>(f + 1)) << f << " " << bin;
                }
            }
        }
    }
    [[nodiscard]] bool isComplete() const { return io::IntegrationResult(m_folder / "out.h5").end().complete; }

    RunControl m_control;
    JobOutcome m_outcome;
    std::jthread m_thread;
};

TEST_F(FollowFiles, FramesAreIntegratedAsTheyComeUntilTheFileIsClosed) {
    GrowingFile file = writer();
    file.append(3);
    begin(following());
    waitForFrames(3);
    file.append(1);
    waitForFrames(4);
    file.append(400); // more than the heat map has rows
    waitForFrames(404);
    {
        const std::lock_guard lock(m_recorder.mutex);
        EXPECT_EQ(m_recorder.preview->frames, 404U);
        EXPECT_EQ(m_recorder.preview->framesPerRow, 2U);
    }
    file.append(2);
    file.close();
    const JobOutcome& outcome = end();
    EXPECT_EQ(outcome.state, JobState::done) << (outcome.error ? outcome.error->what() : "");
    expectLevels(406);
    EXPECT_TRUE(isComplete());
    EXPECT_TRUE(io::IntegrationResult(m_folder / "out.h5").end().warnings.empty());
}

TEST_F(FollowFiles, AStopSavesWhatIsThere) {
    GrowingFile file = writer();
    file.append(5);
    begin(following());
    waitForFrames(5);
    m_control.requestStop(StopRequest::graceful);
    const JobOutcome& outcome = end();
    EXPECT_EQ(outcome.state, JobState::stopped);
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->problem(),
              "stopped by request after the 5 frames that were there, whose patterns are saved");
    expectLevels(5);
    EXPECT_FALSE(isComplete());
}

TEST_F(FollowFiles, AnAbortKeepsNothing) {
    GrowingFile file = writer();
    file.append(5);
    begin(following());
    waitForFrames(5);
    m_control.requestStop(StopRequest::abort);
    EXPECT_EQ(end().state, JobState::stopped);
    EXPECT_FALSE(fs::exists(m_folder / "out.h5"));
}

TEST_F(FollowFiles, AWriterThatHasGoneIsWaitedForAsLongAsThePatienceLasts) {
    GrowingFile file = writer();
    file.append(5);
    begin(following(0.1));
    const JobOutcome& outcome = end();
    EXPECT_EQ(outcome.state, JobState::done) << (outcome.error ? outcome.error->what() : "");
    expectLevels(5);
    EXPECT_FALSE(isComplete());
    EXPECT_NE(m_recorder.log.find("taken for the end of the scan: its writer has it open"), std::string::npos)
        << m_recorder.log;
}

TEST_F(FollowFiles, NoMoreFramesThanAreWanted) {
    GrowingFile file = writer();
    file.append(3);
    JobDocument job = following();
    job.set("max_frames", "7");
    begin(job);
    waitForFrames(3);
    file.append(20);
    EXPECT_EQ(end().state, JobState::done); // although the file is not closed
    expectLevels(7);
}

TEST_F(FollowFiles, ACompleteFileIsIntegratedAsWithoutIt) {
    {
        GrowingFile file = writer();
        file.append(6);
    }
    begin(following());
    EXPECT_EQ(end().state, JobState::done);
    expectLevels(6);
    EXPECT_TRUE(isComplete());
}

TEST_F(FollowFiles, WhatNeedsAllFramesFromTheBeginningIsRefused) {
    GrowingFile file = writer();
    file.append(2);
    JobDocument job = following();
    job.set("arm_position", "/entry/arm");
    begin(job);
    const JobOutcome& outcome = end();
    ASSERT_TRUE(outcome.error);
    EXPECT_NE(std::string(outcome.error->what()).find("detector arm"), std::string::npos) << outcome.error->what();
}

TEST(GrowingPreview, RowsAreMergedWhereTheHeatMapIsFull) {
    io::IntegrationAxes axes;
    axes.radial = {1, 2};
    axes.frames = 2;
    PatternPreview preview(axes);
    azint::FrameResult result;
    result.count = {1, 1};
    result.sumNormalization = {1, 1};
    const auto add = [&](std::size_t row) {
        result.intensity = {static_cast<float>(row), 10};
        result.sumSignal = {static_cast<double>(row), 10};
        preview.add(row, result, result.intensity, {});
    };
    add(0);
    add(1);
    axes.frames = 600; // of at most 256 rows: 4 frames a row
    preview.grow();
    for (std::size_t row = 2; row < 600; ++row) add(row);
    const auto made = preview.make();
    EXPECT_EQ(made->framesPerRow, 4U);
    ASSERT_EQ(made->waterfall.extent(0), 150U);
    EXPECT_FLOAT_EQ(made->waterfall(0, 0), 1.5F); // of 0, 1, 2, 3
    EXPECT_FLOAT_EQ(made->waterfall(149, 0), 597.5F);
    EXPECT_FLOAT_EQ(made->waterfall(149, 1), 10);
    EXPECT_EQ(made->framesDone, 600U);
}

} // namespace
} // namespace ewald::job
