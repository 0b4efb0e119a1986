// SPDX-License-Identifier: GPL-3.0-or-later
//
// The orientation of measured scans, shown to the program in all eight ways: frames are flipped first and transposed
// then, which is undone by the same flips and swap of the positions.
#include "job/ptychography/results/find_orientation.h"

#include "base/error.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace ewald {
namespace {

namespace fs = std::filesystem;
using ptycho::Orientation;

fs::path file(const char* name) { return fs::path(EWALD_SHARED_DIR) / "data/ptycho" / name; }

job::JobDocument documentOf(const fs::path& scan, Orientation shown) {
    job::JobDocument document;
    document.inputFile = scan;
    document.setText("devices", "cpu");
    document.setText("flip_rows", shown.flipRow ? "true" : "false");
    document.setText("flip_cols", shown.flipCol ? "true" : "false");
    document.setText("transpose", shown.swap ? "true" : "false");
    return document;
}

TEST(Orientation, OfTheNearFieldIsFoundInAllEightWays) {
    const fs::path scan = file("petra3_nearfield/PETRAIII_P25_Near_Field_Ptycho.cxi");
    if (!fs::exists(scan)) GTEST_SKIP() << "the measured near-field scan is not beside this checkout";
    for (const Orientation shown : ptycho::allOrientations()) {
        job::JobDocument document = documentOf(scan, shown);
        document.setText("focus_to_sample_m", "3.65e-3");
        RunControl control;
        const auto answer = job::findOrientation(document, {.frames = 96, .iterations = 20}, control);
        EXPECT_EQ(answer.trials.front().orientation, shown) << shown.swap << shown.flipRow << shown.flipCol;
        EXPECT_TRUE(answer.clear);
        EXPECT_FALSE(answer.twin) << "nothing is ambiguous in the near field";
        EXPECT_GT(answer.margin, 2); // measured: 2.7
    }
}

TEST(Orientation, OfTheStarIsFoundInAllEightWaysUpToItsTwin) {
    const fs::path scan = file("siemens_star/siemens_star.cxi");
    if (!fs::exists(scan)) GTEST_SKIP() << "the measured Siemens star is not beside this checkout";
    for (const Orientation shown : ptycho::allOrientations()) {
        RunControl control;
        const auto answer = job::findOrientation(documentOf(scan, shown), {.frames = 96, .iterations = 20}, control);
        const Orientation found = answer.trials.front().orientation;
        EXPECT_TRUE(found == shown || (answer.twin && *answer.twin == shown))
            << shown.swap << shown.flipRow << shown.flipCol << ": found " << found.swap << found.flipRow
            << found.flipCol;
        EXPECT_TRUE(answer.clear) << answer.margin;
    }
}

TEST(Orientation, SearchStopsAtOnce) {
    const fs::path scan = file("siemens_star/siemens_star.cxi");
    if (!fs::exists(scan)) GTEST_SKIP() << "the measured Siemens star is not beside this checkout";
    RunControl control;
    std::size_t trials = 0;
    const auto stopAfterOne = [&](std::span<const ptycho::OrientationTrial> done, std::size_t count) {
        EXPECT_EQ(count, 8U);
        trials = done.size();
        control.requestStop(StopRequest::graceful);
    };
    EXPECT_THROW(
        (void)job::findOrientation(documentOf(scan, {}), {.frames = 16, .iterations = 1}, control, stopAfterOne),
        StoppedError);
    EXPECT_EQ(trials, 1U);
}

} // namespace
} // namespace ewald
