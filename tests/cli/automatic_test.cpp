// SPDX-License-Identifier: GPL-3.0-or-later
#include "folder_fixture.h"
#include "io/result_file.h"
#include "process.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace ewald::cli {
namespace {

/// Whoever chooses nothing gets the automatic plan, which says what it decides.
class AutomaticPlan : public WithFolder<> {};

TEST_F(AutomaticPlan, IsWhatACommandWithoutAnEngineRuns) {
    ASSERT_EQ(
        runCli({"simulate", "ptycho", "-o", file("scan.cxi"), "--size", "64", "--frames", "120", "--photons", "1e6"})
            .code,
        0);
    // Not by runCli(), which names an engine.
    Process run({"-c", std::string(EWALD_CLI) + " ptycho " + file("scan.cxi") + " -o " + file("r.h5") +
                           " --iterations 60 --devices cpu:2"},
                "/bin/sh");
    const Finished finished = finish(run);
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const io::PtychoResult result = io::readResult(file("r.h5"), io::ResultContent::withState);
    ASSERT_FALSE(result.loss.empty());
    for (const io::LossEntry& entry : result.loss) EXPECT_EQ(entry.engine, "auto");
    EXPECT_NE(finished.output.find("automatic plan: LSQML from here on, positions move"), std::string::npos)
        << finished.output;
    // The simulated beam is coherent: it has one mode, and nothing is left for the others.
    EXPECT_LT(result.probe.extent(1), 4U);
    EXPECT_NE(finished.output.find("of 4 probe modes"), std::string::npos) << finished.output;
    EXPECT_TRUE(result.state.numbers.contains(kSavedPositions));
    // The positions of the file are exact: nothing is said of a scale or a rotation.
    EXPECT_EQ(finished.output.find("in common: "), std::string::npos) << finished.output;
    // The verdict is the end of it, and the same in the result.
    ASSERT_FALSE(result.verdict.empty());
    for (const std::string& line : result.verdict)
        EXPECT_NE(finished.output.find("note: verdict: " + line), std::string::npos) << line;
    EXPECT_NE(result.verdict.front().find("× the noise limit"), std::string::npos) << result.verdict.front();
    // It goes on from there, with the modes that were left; the plan may be at its end, and then does one iteration.
    Process more({"-c", std::string(EWALD_CLI) + " ptycho " + file("scan.cxi") + " -o " + file("r.h5") +
                            " --resume --iterations 63"},
                 "/bin/sh");
    const Finished longer = finish(more);
    ASSERT_EQ(longer.code, 0) << longer.errors;
    const io::PtychoResult further = io::readResult(file("r.h5"));
    EXPECT_GT(further.loss.size(), result.loss.size());
    EXPECT_EQ(further.probe.extent(1), result.probe.extent(1));
}

} // namespace
} // namespace ewald::cli
