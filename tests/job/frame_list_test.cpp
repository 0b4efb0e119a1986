// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/frame_list.h"

#include "base/error.h"
#include "io/temporary_folder.h"
#include "job/ptycho_runner.h"
#include "job/settings.h"
#include "sim/ptycho_simulator.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ewald::job {
namespace {

using Frames = std::vector<std::size_t>;

Frames parse(const std::string& text) { return parseFrameList(text, "excluded_frames"); }

TEST(FrameList, NumbersAndRanges) {
    EXPECT_EQ(parse(""), Frames());
    EXPECT_EQ(parse(" 3"), Frames{3});
    EXPECT_EQ(parse("17-20, 3,18"), (Frames{3, 17, 18, 19, 20}));
    EXPECT_EQ(parse("0 - 2 ,"), (Frames{0, 1, 2}));
    for (const char* text : {"a", "3;4", "4-2", "-1", "3-", "3 4", "99999999999999999999", "0-99999999", ",", "1.5"})
        EXPECT_THROW(static_cast<void>(parse(text)), JobError) << text;
    EXPECT_EQ(frameListText({}), "");
    EXPECT_EQ(frameListText({20, 3, 18, 17, 19, 17}), "3, 17-20");
    EXPECT_EQ(frameListText({1, 2}), "1-2");
    for (const char* text : {"0", "0-5, 7", "1, 3, 5-9"}) EXPECT_EQ(frameListText(parse(text)), text);
}

TEST(FrameList, ExcludedFramesAreNotReconstructed) {
    const io::TemporaryFolder folder;
    sim::PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = 25;
    sim::writeCxi(folder.path() / "scan.cxi", sim::simulatePtycho(experiment), false);
    JobDocument job;
    job.inputFile = folder.path() / "scan.cxi";
    job.outputFile = folder.path() / "result.h5";
    job.pipeline = {{"rpie", 2, {}}};
    job.set("initial_probe", "gaussian");
    job.set("excluded_frames", "0, 5-7");
    job.set("frame_step", "2");
    job.set("max_frames", "4");
    JobObserver silent;
    RunControl control;
    const JobOutcome outcome = runPtycho(job, silent, control);
    ASSERT_EQ(outcome.state, JobState::done) << outcome.error->what();
    const io::PtychoResult result = io::readResult(job.outputFile);
    EXPECT_EQ(result.frameIndex, (Frames{2, 4, 8, 10}));
    EXPECT_EQ(parseJob(result.job, "result").text("excluded_frames"), "0, 5-7");

    job.outputFile = folder.path() / "none.h5";
    job.set("excluded_frames", "0-24");
    const JobOutcome none = runPtycho(job, silent, control);
    ASSERT_TRUE(none.error);
    EXPECT_NE(std::string(none.error->what()).find("all frames are left out"), std::string::npos) << none.error->what();
    job.set("excluded_frames", "0-2x");
    EXPECT_THROW(validateJob(job), JobError);
}

class Heard : public JobObserver {
public:
    void onLog(LogLevel level, const std::string& text) noexcept override {
        if (level == LogLevel::warning) log += text + '\n';
    }
    void onStatistics(const io::FrameStatistics& statistics) noexcept override { found = statistics; }
    std::string log;
    io::FrameStatistics found;
};

class UnusableFrames : public ::testing::Test {
protected:
    void SetUp() override {
        sim::PtychoExperiment experiment;
        experiment.size = 32;
        experiment.frames = 25;
        sim::PtychoDataset data = sim::simulatePtycho(experiment);
        for (const std::size_t frame : {0, 3}) std::ranges::fill(data.frames.slab(frame), 0.0F);
        std::ranges::fill(data.frames.slab(24), 2e6F);
        sim::writeCxi(m_folder.path() / "scan.cxi", data, false);
    }
    io::PtychoResult run(const std::string& excluded, const std::string& included, std::size_t iterations = 2,
                         bool continued = false) {
        JobDocument job;
        job.inputFile = m_folder.path() / "scan.cxi";
        job.outputFile = m_folder.path() / "result.h5";
        job.pipeline = {{"rpie", iterations, {}}};
        job.set("initial_probe", "gaussian");
        job.set("devices", "cpu:2");
        job.set("saturation", "1.5e6");
        job.set("excluded_frames", excluded);
        job.set("included_frames", included);
        m_heard = {};
        RunControl control;
        const JobOutcome outcome =
            runPtycho(job, m_heard, control, {.overwrite = !continued, .continueResult = continued});
        EXPECT_EQ(outcome.state, JobState::done) << (outcome.error ? outcome.error->what() : "");
        return io::readResult(job.outputFile);
    }

    io::TemporaryFolder m_folder;
    Heard m_heard;
};

TEST_F(UnusableFrames, AreLeftOutAsIfTheyHadBeenNamed) {
    const io::PtychoResult named = run("0, 3, 24", "");
    EXPECT_EQ(m_heard.log.find("left out"), std::string::npos) << m_heard.log;
    const io::PtychoResult found = run("", "");
    EXPECT_NE(m_heard.log.find("left out: 0, 3 (empty); 24 (mostly saturated or not finite);"), std::string::npos)
        << m_heard.log;
    EXPECT_EQ(m_heard.found.unusable,
              (std::vector<io::UnusableFrame>{
                  {0, io::FrameFault::empty}, {3, io::FrameFault::empty}, {24, io::FrameFault::saturated}}));
    EXPECT_EQ(m_heard.found.frames, 22U);
    EXPECT_EQ(found.frameIndex.size(), 22U);
    EXPECT_EQ(found.frameIndex, named.frameIndex);
    EXPECT_EQ(found.object, named.object) << "the same bits";
    EXPECT_EQ(found.loss.back().running, named.loss.back().running);
}

TEST_F(UnusableFrames, AreKeptInWhereTheJobSaysSo) {
    const io::PtychoResult result = run("", "3, 24");
    EXPECT_EQ(result.frameIndex.size(), 24U);
    EXPECT_EQ(result.frameIndex.front(), 1U);
    EXPECT_TRUE(m_heard.log.find("left out: 0 (empty);") != std::string::npos) << m_heard.log;
}

TEST_F(UnusableFrames, StayLeftOutWhenTheResultIsContinued) {
    const io::PtychoResult whole = run("", "", 4);
    const io::PtychoResult half = run("", "", 2);
    const io::PtychoResult continued = run("", "", 4, true);
    EXPECT_EQ(m_heard.log.find("left out: "), std::string::npos) << "they are not read again: " << m_heard.log;
    EXPECT_EQ(continued.frameIndex, half.frameIndex);
    EXPECT_EQ(continued.object, whole.object);
}

} // namespace
} // namespace ewald::job
