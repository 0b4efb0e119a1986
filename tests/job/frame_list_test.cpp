// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/frame_list.h"

#include "base/error.h"
#include "io/temporary_folder.h"
#include "job/document/settings.h"
#include "job/ptychography/run/ptycho_runner.h"
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

} // namespace
} // namespace ewald::job
