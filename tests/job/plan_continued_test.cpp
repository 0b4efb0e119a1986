// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/result_file.h"
#include "io/temporary_folder.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "sim/ptycho_simulator.h"

#include <gtest/gtest.h>

#include <string>

namespace ewald::job {
namespace {

struct Log : JobObserver {
    void onLog(LogLevel, const std::string& line) noexcept override { text += line + "\n"; }
    std::string text;
};

// A plan that has ended by itself makes the iterations that are asked for afterwards, all of them.
TEST(PlanContinued, GoesOnForAsLongAsItIsAskedTo) {
    const io::TemporaryFolder folder;
    sim::PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = 40;
    sim::writeCxi(folder.path() / "scan.cxi", sim::simulatePtycho(experiment), false);
    JobDocument job;
    job.inputFile = folder.path() / "scan.cxi";
    job.outputFile = folder.path() / "result.h5";
    const auto run = [&](std::size_t iterations, Log& log) {
        job.pipeline = {{"auto", iterations, {}}};
        RunControl control;
        RunOptions options;
        options.continueResult = true;
        EXPECT_EQ(runPtycho(job, log, control, options).state, JobState::done) << log.text;
        return io::readResult(job.outputFile).loss.size();
    };
    Log first, second;
    const std::size_t done = run(400, first);
    ASSERT_LT(done, 400U) << "it ends by itself";
    EXPECT_EQ(run(done + 7, second), done + 7);
    EXPECT_NE(second.text.find("goes on for as long as it was asked to"), std::string::npos) << second.text;
}

} // namespace
} // namespace ewald::job
