// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of a scan that hold no counts from a row on, and that planning has not looked at.
#include "io/result_file.h"
#include "io/temporary_folder.h"
#include "job/ptycho_files.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "sim/ptycho_simulator.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ewald::job {
namespace {

struct Warnings : JobObserver {
    void onLog(LogLevel level, const std::string& text) noexcept override {
        if (level == LogLevel::warning) lines += text + '\n';
    }
    std::string lines;
};

class RestsOfScans : public testing::Test {
protected:
    /// Warnings of a run over 25 frames of 32 x 32 pixels; those that are named hold zeros from row 18 on, two rows
    /// behind the middle.
    std::string warningsOf(const std::vector<std::size_t>& cut) {
        sim::PtychoExperiment experiment;
        experiment.size = 32;
        experiment.frames = 25;
        sim::PtychoDataset data = sim::simulatePtycho(experiment);
        for (const std::size_t frame : cut) std::ranges::fill(data.frames.slab(frame).subspan(18 * 32), 0.0F);
        sim::writeCxi(m_folder.path() / "scan.cxi", data, true);
        JobDocument job;
        job.inputFile = m_folder.path() / "scan.cxi";
        job.outputFile = m_folder.path() / "result.h5";
        job.pipeline = {{"rpie", 1, {}}};
        job.set("initial_probe", "gaussian");
        job.set("devices", "cpu:2");
        Warnings warnings;
        RunControl control;
        const JobOutcome outcome = runPtycho(job, warnings, control, {.overwrite = true});
        EXPECT_EQ(outcome.state, JobState::done) << (outcome.error ? outcome.error->what() : "");
        EXPECT_EQ(io::readResult(job.outputFile).frameIndex.size(), 25U) << "they are used as they are";
        return warnings.lines;
    }

    io::TemporaryFolder m_folder;
};

// The first, the thirteenth and the last frame are looked at while planning.
TEST_F(RestsOfScans, AreNamedWithFrameAndRow) {
    const std::string cut = warningsOf({7, 9});
    EXPECT_NE(
        cut.find("2 frames hold no counts in the last rows, where others hold some (first: frame 7, from about row "
                 "18 on): were they written to the end?"),
        std::string::npos)
        << cut;
    const std::string whole = warningsOf({});
    EXPECT_EQ(whole.find("in the last rows"), std::string::npos) << whole;
}

} // namespace
} // namespace ewald::job
