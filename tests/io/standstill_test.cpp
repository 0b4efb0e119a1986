// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a scan at one place: a stage that stands still, or a list of positions that was filled up.
#include "io/memory_frames.h"
#include "io/preprocess/preprocess.h"
#include "io/scan_files.h"

namespace ewald::io::test {
namespace {

/// One frame at each of the places, which are given as numbers of steps.
Scan scanAt(const std::vector<int>& places) {
    Scan scan;
    const std::vector<std::uint16_t> values = countingFrames(places.size());
    scan.frames = stackOf(
        std::make_shared<MemoryFrames>(places.size(), kRows, kCols, std::vector<float>(values.begin(), values.end())));
    for (const int place : places) scan.positions.push_back({1e-6 * place, -2e-6 * place});
    scan.pixelHeight_m = scan.pixelWidth_m = 30e-6;
    return scan;
}

TEST(Standstill, TheLastFramesAtOnePlaceAreNamed) {
    const Scan scan = scanAt({1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0});
    EXPECT_TRUE(hasNote(planPreprocessing(scan, {}).notes,
                        "frames 6 to 10 all have the same position: the stage stood still, or positions were no longer "
                        "recorded; leave them out with excluded_frames=6-10 or max_frames=6",
                        Severity::warning));
    EXPECT_FALSE(hasNote(planPreprocessing(scan, {.maxFrames = 6}).notes, "same position"));
    EXPECT_FALSE(hasNote(planPreprocessing(scan, {.leftOut = {6, 7, 8, 9, 10}}).notes, "same position"));
    // Numbers are those of the scan, whatever is left out before.
    EXPECT_TRUE(hasNote(planPreprocessing(scan, {.firstFrame = 2}).notes,
                        "frames 6 to 10 all have the same position: the stage stood still, or positions were no longer "
                        "recorded; leave them out with excluded_frames=6-10 or max_frames=4"));
}

TEST(Standstill, PositionsThatRepeatByPlanAreNoStandstill) {
    for (const std::vector<int>& places :
         {std::vector{1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3}, std::vector{1, 2, 3, 4, 5, 5, 5},
          std::vector{1, 2, 3, 1, 2, 3, 1, 2, 3}, std::vector(10, 1), std::vector{1}})
        EXPECT_FALSE(hasNote(planPreprocessing(scanAt(places), {}).notes, "same position"));
}

} // namespace
} // namespace ewald::io::test
