// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/preprocess/preprocess.h"

#include "io/images/mask_file.h"
#include "io/memory_frames.h"
#include "io/result_file.h"
#include "io/scan_files.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <limits>
#include <mutex>

namespace ewald::io::test {
namespace {

Scan scanOf(std::shared_ptr<const StackSegment> frames) {
    Scan scan;
    scan.frames = stackOf(std::move(frames));
    scan.positions.resize(scan.frames->frameCount());
    scan.pixelHeight_m = 20e-6;
    scan.pixelWidth_m = 30e-6;
    return scan;
}

/// The counting frames of scan_files.h: frame · 1000 + row · 20 + column, 10 × 12.
Scan countingScan(std::size_t frames = kFrames) {
    const std::vector<std::uint16_t> values = countingFrames(frames);
    return scanOf(
        std::make_shared<MemoryFrames>(frames, kRows, kCols, std::vector<float>(values.begin(), values.end())));
}

Array<float, 2> prepared(const Scan& scan, const Preprocessing& settings, std::size_t which = 0) {
    return readPreparedFrame(scan, settings, planPreprocessing(scan, settings), which);
}

TEST(Preprocess, TheLargestSquareAroundTheMiddleIsTaken) {
    const Scan scan = countingScan();
    const PreparedLayout layout = planPreprocessing(scan, {});
    EXPECT_EQ(layout.size, 10U);
    EXPECT_EQ(layout.centreRow, 5);
    EXPECT_EQ(layout.centreCol, 6);
    EXPECT_EQ(layout.pixelHeight_m, 20e-6);
    EXPECT_EQ(layout.pixelWidth_m, 30e-6);
    EXPECT_EQ(layout.frameIndex.size(), kFrames);
    EXPECT_TRUE(hasNote(layout.notes, "not square"));
    const Array<float, 2> frame = readPreparedFrame(scan, {}, layout, 2);
    EXPECT_EQ(frame(0, 0), 2000 + 1); // row 0, columns 1 … 10
    EXPECT_EQ(frame(9, 9), 2000 + 9 * 20 + 10);
    EXPECT_EQ(frame(5, 5), 2000 + 5 * 20 + 6); // the middle of the frame is the middle of the cut-out
}

TEST(Preprocess, FramesThatTheScanDoesNotHaveAreNamed) {
    const Scan scan = countingScan(6);
    EXPECT_FALSE(hasNote(planPreprocessing(scan, {.leftOut = {1, 5}}).notes, "names frame"));
    EXPECT_TRUE(hasNote(planPreprocessing(scan, {.leftOut = {1, 6}}).notes,
                        "excluded_frames names frame 6, and the scan has 6 frames"));
    EXPECT_TRUE(hasNote(planPreprocessing(scan, {.keptIn = {9}}).notes, "included_frames names frame 9"));
    EXPECT_TRUE(hasNote(planPreprocessing(scan, {.maxFrames = 1}).notes, "no other that overlaps"));
}

TEST(Preprocess, AmplitudesHaveTheCentreInTheCorner) {
    const Scan scan = countingScan();
    const Preprocessing settings{.cropSize = 4};
    const PreparedLayout layout = planPreprocessing(scan, settings);
    const std::vector<std::size_t> which{5, 0, 3};
    std::vector<float> out(3 * 16);
    const FrameStatistics statistics = readAmplitudes(scan, settings, layout, which, out, RunControl{});
    for (std::size_t i = 0; i < 3; ++i) {
        const double base = 1000.0 * static_cast<double>(which[i]);
        // √ of the middle (row 5, column 6), its right and its upper neighbour, to float precision.
        EXPECT_FLOAT_EQ(out[i * 16], static_cast<float>(std::sqrt(base + 106)));
        EXPECT_FLOAT_EQ(out[i * 16 + 1], static_cast<float>(std::sqrt(base + 107)));
        EXPECT_FLOAT_EQ(out[i * 16 + 12], static_cast<float>(std::sqrt(base + 86)));
    }
    EXPECT_EQ(statistics.frames, 3U);
    // Rows 3 … 6 and columns 4 … 7: 16 · base + 4 · 20 · (3 + 4 + 5 + 6) + 4 · (4 + 5 + 6 + 7)
    EXPECT_EQ(statistics.frameCounts[1], 4 * 20 * 18 + 4 * 22);
    EXPECT_EQ(statistics.frameCounts[0], 16 * 5000 + 4 * 20 * 18 + 4 * 22);
    EXPECT_EQ(statistics.maxCount, 5000 + 6 * 20 + 7);
}

TEST(Preprocess, OddSidesKeepTheirMiddle) {
    const Scan scan = countingScan();
    const Array<float, 2> frame = prepared(scan, {.cropSize = 5});
    EXPECT_EQ(frame.extent(0), 5U);
    EXPECT_EQ(frame(2, 2), 106); // the middle of five is the third
    const Preprocessing settings{.cropSize = 5};
    std::vector<float> out(25);
    readAmplitudes(scan, settings, planPreprocessing(scan, settings), std::vector<std::size_t>{0}, out, RunControl{});
    EXPECT_FLOAT_EQ(out[0], std::sqrt(106.0F));
    EXPECT_FLOAT_EQ(out[24], std::sqrt(85.0F)); // up and left of the middle
}

TEST(Preprocess, FlipsAndTransposeKeepTheMiddleInTheMiddle) {
    const Scan scan = countingScan();
    const Array<float, 2> cols = prepared(scan, {.flipCols = true});
    EXPECT_EQ(cols(5, 5), 106);
    EXPECT_EQ(cols(5, 6), 105); // to the right is what was to the left
    EXPECT_EQ(cols(6, 5), 126);
    const Array<float, 2> rows = prepared(scan, {.flipRows = true});
    EXPECT_EQ(rows(5, 5), 106);
    EXPECT_EQ(rows(6, 5), 86);
    // Ten rows have five above the middle and four below; turned around, one is missing.
    EXPECT_TRUE(std::isnan(rows(0, 0)));
    EXPECT_EQ(rows(1, 5), 9 * 20 + 6);
    EXPECT_FALSE(hasNote(planPreprocessing(scan, {.flipRows = true}).notes, "beyond"));
    const Array<float, 2> transposed = prepared(scan, {.transpose = true});
    EXPECT_EQ(transposed(5, 5), 106);
    EXPECT_EQ(transposed(5, 6), 126);
    EXPECT_EQ(transposed(6, 5), 107);
    const PreparedLayout layout = planPreprocessing(scan, {.transpose = true});
    EXPECT_EQ(layout.pixelHeight_m, 30e-6);
    EXPECT_EQ(layout.centreRow, 6);
    // Flips act on the stored axes, before the transposition.
    const Array<float, 2> both = prepared(scan, {.flipCols = true, .transpose = true});
    EXPECT_EQ(both(5, 5), 106);
    EXPECT_EQ(both(6, 5), 105);
    EXPECT_EQ(both(5, 6), 126);
}

TEST(Preprocess, FramesWithTheCentreInTheCornerAreTurnedInsideOut) {
    Scan scan = countingScan();
    scan.framesAreCornerCentred = true;
    const Array<float, 2> frame = prepared(scan, {});
    EXPECT_EQ(frame(5, 5), 0); // stored (0, 0)
    EXPECT_EQ(frame(5, 6), 1);
    EXPECT_EQ(frame(6, 5), 20);
    EXPECT_EQ(frame(4, 5), 9 * 20); // one above is the last row
    const Preprocessing settings{.cropSize = 10};
    std::vector<float> out(100);
    readAmplitudes(scan, settings, planPreprocessing(scan, settings), std::vector<std::size_t>{1}, out, RunControl{});
    EXPECT_FLOAT_EQ(out[0], std::sqrt(1000.0F));
    EXPECT_FLOAT_EQ(out[1], std::sqrt(1001.0F));
}

TEST(Preprocess, StoredAmplitudesAreSquaredToCounts) {
    Scan scan = scanOf(std::make_shared<MemoryFrames>(1, 2, 2, std::vector<float>{0, 1, 2, 3}));
    scan.framesAreAmplitudes = true;
    const Array<float, 2> frame = prepared(scan, {});
    EXPECT_EQ(frame(1, 0), 4);
    EXPECT_EQ(frame(1, 1), 9);
    std::vector<float> out(4);
    readAmplitudes(scan, {}, planPreprocessing(scan, {}), std::vector<std::size_t>{0}, out, RunControl{});
    EXPECT_EQ(out[0], 3);
}

TEST(Preprocess, BinningSumsAndKeepsTheCentreInItsBin) {
    const Scan scan = countingScan();
    const Preprocessing settings{.binning = 2};
    const PreparedLayout layout = planPreprocessing(scan, settings);
    EXPECT_EQ(layout.size, 5U);
    EXPECT_EQ(layout.pixelHeight_m, 40e-6);
    const Array<float, 2> frame = readPreparedFrame(scan, settings, layout, 0);
    EXPECT_EQ(frame(0, 0), 2 + 3 + 22 + 23);     // rows 0–1, columns 2–3
    EXPECT_EQ(frame(2, 2), 86 + 87 + 106 + 107); // holds the middle (row 5, column 6)
    EXPECT_EQ(frame(4, 4), 170 + 171 + 190 + 191);
    EXPECT_EQ(std::count(layout.badPixels.begin(), layout.badPixels.end(), 1), 0);
    // A bin with a bad pixel is bad: stored (5, 6) is in bin (2, 2).
    Preprocessing masked = settings;
    masked.badPixels = {{5, 6}};
    const PreparedLayout withMask = planPreprocessing(scan, masked);
    EXPECT_EQ(std::count(withMask.badPixels.begin(), withMask.badPixels.end(), 1), 1);
    EXPECT_TRUE(std::isnan(readPreparedFrame(scan, masked, withMask, 0)(2, 2)));
}

TEST(Preprocess, WhatTheCropCutsBeyondTheEdgeIsMasked) {
    const Scan scan = countingScan();
    const Preprocessing settings{.cropSize = 8, .centreRow = 2, .centreCol = 10};
    const PreparedLayout layout = planPreprocessing(scan, settings);
    EXPECT_TRUE(hasNote(layout.notes, "beyond the frame", Severity::warning));
    const Array<float, 2> frame = readPreparedFrame(scan, settings, layout, 0);
    EXPECT_EQ(frame(4, 4), 2 * 20 + 10);
    EXPECT_TRUE(std::isnan(frame(1, 4))); // row −1
    EXPECT_EQ(frame(2, 5), 11);
    EXPECT_TRUE(std::isnan(frame(2, 6))); // column 12
    // 2 rows of 8 and, of the other six, 2 columns
    EXPECT_EQ(std::count(layout.badPixels.begin(), layout.badPixels.end(), 1), 16 + 12);
}

/// The whole of a frame that is not square, in the middle of a square whose other pixels are not measured.
TEST(Preprocess, AFrameThatIsNotSquareMayBeTakenWhole) {
    const Scan scan = countingScan(); // 10 x 12
    EXPECT_TRUE(hasNote(planPreprocessing(scan, {}).notes, "with crop_size=12 they are used whole", Severity::warning));
    const Preprocessing settings{.cropSize = 12};
    const PreparedLayout layout = planPreprocessing(scan, settings);
    const Array<float, 2> frame = readPreparedFrame(scan, settings, layout, 0);
    for (const std::size_t row : {0U, 11U}) EXPECT_TRUE(std::isnan(frame(row, 6))) << row;
    EXPECT_EQ(frame(6, 6), 5 * 20 + 6) << "the middle is the middle";
    EXPECT_EQ(frame(1, 0), 0);
    EXPECT_EQ(frame(10, 11), 9 * 20 + 11);
    EXPECT_EQ(std::count(layout.badPixels.begin(), layout.badPixels.end(), 1), 2 * 12);
    // Twice as large: three quarters are not measured, which is not the fault of a mask.
    EXPECT_FALSE(hasNote(planPreprocessing(scan, {.cropSize = 24}).notes, "check the mask"));
}

TEST(Preprocess, ThresholdActsAfterBinning) {
    const Scan scan = scanOf(
        std::make_shared<MemoryFrames>(1, 4, 4, std::vector<float>{1, 1, 3, 3, 1, 1, 3, 3, 0, 0, 5, 0, 0, 0, 0, 0}));
    const Array<float, 2> frame = prepared(scan, {.binning = 2, .countThreshold = 5});
    EXPECT_EQ(std::vector<float>(frame.begin(), frame.end()), (std::vector<float>{0, 12, 0, 5}));
}

TEST(Preprocess, OddValuesAreCountedAndLeftOutInTheirFrame) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInf = std::numeric_limits<float>::infinity();
    // Frame 0 is sound, 1 has NaN and ∞, 2 a negative count, 3 a saturated pixel, 4 is empty.
    const std::vector<float> values{4, 9, 16, 25, kNan, 9, kInf, 25, -3, 9, 16, 25, 4, 9, 16, 70000, 0, 0, 0, 0};
    const Scan scan = scanOf(std::make_shared<MemoryFrames>(5, 2, 2, values));
    const Preprocessing settings{.saturation = 70000};
    const PreparedLayout layout = planPreprocessing(scan, settings);
    std::vector<float> out(20);
    const std::vector<std::size_t> which{0, 1, 2, 3, 4};
    const FrameStatistics statistics = readAmplitudes(scan, settings, layout, which, out, RunControl{});
    EXPECT_EQ(statistics.notFinitePixels, 2U);
    EXPECT_EQ(statistics.negativePixels, 1U);
    EXPECT_EQ(statistics.framesWithSaturation, 1U);
    EXPECT_EQ(statistics.emptyFrames, 1U);
    EXPECT_EQ(statistics.frameCounts, (std::vector<double>{54, 34, 50, 29, 0}));
    EXPECT_EQ(statistics.maxCount, 25);
    EXPECT_DOUBLE_EQ(statistics.meanCounts, 167.0 / 5);
    EXPECT_TRUE(hasNote(statistics.notes, "2 values are not finite", Severity::warning));
    EXPECT_TRUE(hasNote(statistics.notes, "1 count is negative", Severity::warning));
    EXPECT_TRUE(hasNote(statistics.notes, "saturated", Severity::warning));
    EXPECT_TRUE(hasNote(statistics.notes, "are empty (first: 4). Beam lost?", Severity::warning));
    // Corner order of 2 × 2: stored (1,1), (1,0), (0,1), (0,0). Negative = masked.
    EXPECT_EQ(std::vector<float>(out.begin(), out.begin() + 4), (std::vector<float>{5, 4, 3, 2}));
    EXPECT_EQ(std::vector<float>(out.begin() + 4, out.begin() + 8), (std::vector<float>{5, -1, 3, -1}));
    EXPECT_EQ(out[11], 0);
    EXPECT_EQ(out[12], -1);
    // The mean leaves out what is bad in a frame, pixel by pixel.
    const Array<float, 2> mean = meanPattern(scan, settings, layout, 0, RunControl{});
    EXPECT_FLOAT_EQ(mean(0, 0), (4 + 0 + 4 + 0) / 4.0F);
    EXPECT_FLOAT_EQ(mean(1, 1), (25 + 25 + 25 + 0) / 4.0F);
}

TEST(Preprocess, AllFramesEmptyIsAnError) {
    const Scan scan = scanOf(std::make_shared<MemoryFrames>(3, 2, 2, std::vector<float>{}));
    const PreparedLayout layout = planPreprocessing(scan, {});
    FrameStatistics statistics;
    (void)meanPattern(scan, {}, layout, 0, RunControl{}, &statistics);
    EXPECT_TRUE(hasNote(statistics.notes, "all frames are empty", Severity::error));
}

TEST(Preprocess, MarkersOfUnsignedDetectorsAreGapsWhenTheyAreInEveryFrame) {
    // Pixel 0 is a gap, pixel 3 is saturated in frame 1 only.
    const std::vector<float> values{65535, 1, 2, 3, 65535, 1, 2, 65535, 65535, 1, 2, 3};
    const Scan scan = scanOf(std::make_shared<MemoryFrames>(3, 2, 2, values, PixelType::uint16));
    const PreparedLayout layout = planPreprocessing(scan, {});
    EXPECT_EQ(std::vector<int>(layout.badPixels.begin(), layout.badPixels.end()), (std::vector<int>{1, 0, 0, 0}));
    EXPECT_TRUE(hasNote(layout.notes, "largest value of uint16"));
    std::vector<float> out(12);
    const std::vector<std::size_t> which{0, 1, 2};
    const FrameStatistics statistics = readAmplitudes(scan, {}, layout, which, out, RunControl{});
    EXPECT_EQ(statistics.framesWithSaturation, 1U);
    EXPECT_EQ(out[4], -1);
    EXPECT_FLOAT_EQ(out[8], std::sqrt(3.0F));
}

TEST(Preprocess, NegativeMarkersOfSignedDetectorsAreGapsToo) {
    const std::vector<float> values{-1, 1, 2, -2, -1, 1, 2, 3};
    const Scan scan = scanOf(std::make_shared<MemoryFrames>(2, 2, 2, values, PixelType::int32));
    const PreparedLayout layout = planPreprocessing(scan, {});
    EXPECT_EQ(std::vector<int>(layout.badPixels.begin(), layout.badPixels.end()), (std::vector<int>{1, 0, 0, 0}));
    EXPECT_TRUE(hasNote(layout.notes, "negative counts"));
}

TEST(Preprocess, TheCentreOfMassIsFoundThroughFlips) {
    std::vector<float> values(2 * 16 * 20, 0.0F);
    for (const std::size_t f : {0U, 1U}) { // 3 × 3 spot around row 6, column 13
        for (std::size_t r = 5; r <= 7; ++r)
            for (std::size_t c = 12; c <= 14; ++c) values[f * 320 + r * 20 + c] = 100;
    }
    values[0] = 1e6F; // a hot pixel that is masked
    const Scan scan = scanOf(std::make_shared<MemoryFrames>(2, 16, 20, values));
    Preprocessing settings{.cropSize = 8, .autoCentre = true, .badPixels = {{0, 0}}};
    PreparedLayout layout = planPreprocessing(scan, settings);
    EXPECT_EQ(layout.centreRow, 6);
    EXPECT_EQ(layout.centreCol, 13);
    EXPECT_EQ(readPreparedFrame(scan, settings, layout, 0)(4, 4), 100);
    EXPECT_TRUE(hasNote(layout.notes, "row 6, column 13"));
    settings.flipRows = true;
    settings.transpose = true;
    layout = planPreprocessing(scan, settings);
    EXPECT_EQ(layout.centreRow, 13);
    EXPECT_EQ(layout.centreCol, 9);
    EXPECT_EQ(readPreparedFrame(scan, settings, layout, 0)(4, 4), 100);
    settings.centreCol = 5; // by hand: this axis only
    EXPECT_EQ(planPreprocessing(scan, settings).centreCol, 5);
    EXPECT_EQ(planPreprocessing(scan, settings).centreRow, 13);
}

TEST(Preprocess, FramesAreChosenByFirstStepAndNumber) {
    const Scan scan = countingScan();
    const Preprocessing settings{.firstFrame = 1, .frameStep = 2, .maxFrames = 2};
    const PreparedLayout layout = planPreprocessing(scan, settings);
    EXPECT_EQ(layout.frameIndex, (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(readPreparedFrame(scan, settings, layout, 1)(0, 0), 3001);
    EXPECT_THROW((void)planPreprocessing(scan, {.firstFrame = 6}), JobError);
    EXPECT_THROW((void)planPreprocessing(scan, {.frameStep = 0}), JobError);
    Scan fewer = countingScan();
    fewer.positions.resize(4); // frames without a position are not used
    EXPECT_EQ(planPreprocessing(fewer, {}).frameIndex.size(), 4U);
}

TEST(Preprocess, HalvesDivideTheChosenFramesAtRandom) {
    Scan scan = countingScan();
    for (const std::size_t first : {0U, 1U}) {
        const Preprocessing all{.firstFrame = first};
        Preprocessing half = all;
        half.half = ScanHalf::first;
        std::vector<std::size_t> both = planPreprocessing(scan, half).frameIndex;
        EXPECT_TRUE(std::ranges::is_sorted(both));
        EXPECT_EQ(planPreprocessing(scan, half).frameIndex, both) << "always the same";
        const std::size_t size = both.size();
        half.half = ScanHalf::second;
        const std::vector<std::size_t> second = planPreprocessing(scan, half).frameIndex;
        EXPECT_LE(size - second.size(), 1U);
        both.insert(both.end(), second.begin(), second.end());
        std::ranges::sort(both);
        EXPECT_EQ(both, planPreprocessing(scan, all).frameIndex);
    }
    EXPECT_THROW((void)planPreprocessing(scan, {.maxFrames = 1, .half = ScanHalf::second}), JobError);
}

TEST(Preprocess, ImpossibleSettingsAreRefusedByKey) {
    const Scan scan = countingScan();
    const auto keyOf = [&](const Preprocessing& settings) -> std::string {
        try {
            (void)planPreprocessing(scan, settings);
        } catch (const JobError& error) {
            EXPECT_FALSE(error.hint().empty());
            return error.where();
        }
        return {};
    };
    EXPECT_EQ(keyOf({.cropSize = 24}), ""); // of frames of 10 x 12
    EXPECT_EQ(keyOf({.cropSize = 25}), "crop_size");
    EXPECT_EQ(keyOf({.binning = 6}), "binning");
    EXPECT_EQ(keyOf({.binning = 0}), "binning");
    EXPECT_EQ(keyOf({.centreRow = 10}), "centre_row, centre_col");
    EXPECT_EQ(keyOf({.centreCol = std::nan("")}), "centre_row, centre_col");
    EXPECT_EQ(keyOf({.badPixels = {{10, 0}}}), "bad_pixels");
    Scan none;
    EXPECT_THROW((void)planPreprocessing(none, {}), DataError);
}

TEST(Preprocess, LargePrimeSidesAreNoted) {
    const Scan scan = scanOf(std::make_shared<MemoryFrames>(1, 38, 38, std::vector<float>{}));
    EXPECT_TRUE(hasNote(planPreprocessing(scan, {}).notes, "prime factor 19"));
    EXPECT_FALSE(hasNote(planPreprocessing(scan, {.cropSize = 36}).notes, "prime factor"));
}

TEST(Preprocess, EveryFrameIsReadOnceAndEveryChunkDecodedOnce) {
    auto source = std::make_shared<MemoryFrames>(100, 256, 256, std::vector<float>{});
    const Scan scan = scanOf(source);
    const PreparedLayout layout = planPreprocessing(scan, {});
    EXPECT_LE(source->m_read, 3U) << "a look for what marks gaps";
    source->m_read = 0;
    (void)meanPattern(scan, {}, layout, 0, RunControl{});
    EXPECT_EQ(source->m_read, 100U);
    for (const std::size_t step : {1U, 5U}) {
        auto chunked = std::make_shared<MemoryFrames>(100, 256, 256, std::vector<float>{});
        chunked->m_chunk = 25;
        const Scan other = scanOf(chunked);
        const Preprocessing every{.frameStep = step};
        const PreparedLayout ofEvery = planPreprocessing(other, every);
        chunked->m_read = chunked->m_unitsRead = 0;
        (void)meanPattern(other, every, ofEvery, 0, RunControl{});
        EXPECT_EQ(chunked->m_read, 100U / step);
        EXPECT_EQ(chunked->m_unitsRead, 4U);
    }
}

TEST(Preprocess, ProgressCountsEveryFrameAndStopEndsReading) {
    const Scan scan = scanOf(std::make_shared<MemoryFrames>(100, 256, 256, std::vector<float>{}));
    const PreparedLayout layout = planPreprocessing(scan, {});
    std::mutex mutex;
    std::size_t most = 0;
    RunControl control;
    (void)meanPattern(scan, {}, layout, 0, control, nullptr, [&](std::size_t done, std::size_t total) {
        const std::lock_guard lock(mutex);
        most = std::max(most, done);
        EXPECT_EQ(total, 100U);
    });
    EXPECT_EQ(most, 100U);
    const auto stopAfterFirst = [&](std::size_t, std::size_t) { control.requestStop(StopRequest::graceful); };
    EXPECT_THROW((void)meanPattern(scan, {}, layout, 0, control, nullptr, stopAfterFirst), StoppedError);
}

TEST(Preprocess, FramesThatCannotBeReadAreLeftOutUnlessTheyAreMost) {
    const auto source = std::make_shared<MemoryFrames>(10, 2, 2, std::vector<float>(40, 3.0F));
    source->m_broken = 3;
    const Scan scan = scanOf(source);
    const PreparedLayout layout = planPreprocessing(scan, {.autoCentre = true});
    FrameStatistics found;
    EXPECT_EQ(meanPattern(scan, {}, layout, 0, RunControl{}, &found), (Array<float, 2>({2, 2}, 3.0F)));
    EXPECT_EQ(found.unusable, (std::vector<UnusableFrame>{{3, FrameFault::unreadable}}));
    EXPECT_EQ(found.emptyFrames, 0U);
    EXPECT_TRUE(hasNote(found.notes, "1 of 10 frames cannot be read (first: 3)", Severity::warning));
    EXPECT_TRUE(hasNote(found.notes, "cannot read: memory frame 3", Severity::warning)) << found.notes.back().text;

    // For an engine it is masked everywhere. That it is wanted does not make it readable.
    std::vector<float> out(12, 7.0F);
    const std::vector<std::size_t> which{2, 3, 4};
    found = readAmplitudes(scan, {.keptIn = {3}}, layout, which, out, RunControl{});
    EXPECT_EQ(std::vector<float>(out.begin() + 4, out.begin() + 8), std::vector<float>(4, -1.0F));
    EXPECT_EQ(found.unusable, (std::vector<UnusableFrame>{{3, FrameFault::unreadable}}));

    source->m_brokenFrom = 6;
    EXPECT_NO_THROW((void)meanPattern(scan, {}, layout, 0, RunControl{}, &found));
    EXPECT_EQ(found.unusable.size(), 5U) << "half of them";
    source->m_brokenFrom = 5;
    const std::string error = dataErrorOf([&] { (void)meanPattern(scan, {}, layout, 0, RunControl{}); });
    EXPECT_TRUE(contains(error, "frame ")) << error;
}

TEST(Preprocess, EmptyAndMostlySaturatedFramesAreOfNoUse) {
    // Frame 0 is empty, 1 has two of four pixels saturated, 2 has three, 3 is sound; pixel (0, 0) of 4 and 5 is NaN.
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> values{0, 0, 0, 0, 90, 1, 90, 1, 90, 90, 90, 1, 1, 1, 1, 1, kNan, 1, 1, 1, kNan, 0, 0, 0};
    const Scan scan = scanOf(std::make_shared<MemoryFrames>(6, 2, 2, values));
    const PreparedLayout layout = planPreprocessing(scan, {});
    FrameStatistics found;
    (void)meanPattern(scan, {.saturation = 90}, layout, 0, RunControl{}, &found);
    EXPECT_EQ(found.unusable,
              (std::vector<UnusableFrame>{{0, FrameFault::empty}, {2, FrameFault::saturated}, {5, FrameFault::empty}}));
    (void)meanPattern(scan, {.saturation = 90, .keptIn = {0, 2}}, layout, 0, RunControl{}, &found);
    EXPECT_EQ(found.unusable, (std::vector<UnusableFrame>{{5, FrameFault::empty}}));
}

TEST(Preprocess, SamplesOfTheMeanSpanTheScan) {
    const Scan scan = countingScan();
    const PreparedLayout layout = planPreprocessing(scan, {});
    FrameStatistics statistics;
    // Frames 0, 2 and 5 of six.
    const Array<float, 2> mean = meanPattern(scan, {}, layout, 3, RunControl{}, &statistics);
    EXPECT_EQ(statistics.frames, 3U);
    EXPECT_FLOAT_EQ(mean(0, 0), 7000.0F / 3 + 1);
}

TEST(Preprocess, TheSameScanGivesTheSameBits) {
    std::vector<float> values(200 * 64 * 64);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(std::fmod(0.731 * static_cast<double>(i), 17.3));
    const Scan scan = scanOf(std::make_shared<MemoryFrames>(200, 64, 64, values));
    const PreparedLayout layout = planPreprocessing(scan, {});
    const Array<float, 2> first = meanPattern(scan, {}, layout, 0, RunControl{});
    for (int i = 0; i < 5; ++i) EXPECT_EQ(meanPattern(scan, {}, layout, 0, RunControl{}), first);
}

// ---- mask files --------------------------------------------------------------------------------------------------

class MaskFiles : public WithFolder {
protected:
    void writeBytes(const std::string& name, const std::string& bytes) const {
        std::ofstream(at(name), std::ios::binary) << bytes;
    }
    /// A NPY file of version 1 with the given element type and raw values.
    void writeNpy(const std::string& name, const std::string& descr, bool fortran, const std::string& shape,
                  const std::string& raw) const {
        std::string header = "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                             ", 'shape': " + shape + ", }";
        while ((10 + header.size() + 1) % 64 != 0) header += ' ';
        header += '\n';
        std::string bytes("\x93NUMPY\x01\x00", 8);
        bytes += static_cast<char>(header.size() % 256);
        bytes += static_cast<char>(header.size() / 256);
        writeBytes(name, bytes + header + raw);
    }
    /// An uncompressed TIFF of one strip, little- or big-endian.
    void writeTiffBytes(const std::string& name, bool bigEndian, std::uint32_t rows, std::uint32_t cols,
                        std::uint32_t bits, const std::string& raw, std::uint32_t samples = 1) const {
        std::string bytes = bigEndian ? "MM" : "II";
        const auto put = [&](std::uint32_t value, int width) {
            for (int i = 0; i < width; ++i)
                bytes += static_cast<char>(value >> (8 * (bigEndian ? width - 1 - i : i)) & 0xffU);
        };
        put(42, 2);
        put(8, 4);
        const std::vector<std::array<std::uint32_t, 3>> tags{
            // tag, type (3 = short, 4 = long), value
            {256, 4, cols},    {257, 4, rows}, {258, 3, bits},
            {259, 3, 1},       {262, 3, 1},    {273, 4, 8 + 2 + 9 * 12 + 4},
            {277, 3, samples}, {278, 4, rows}, {279, 4, static_cast<std::uint32_t>(raw.size())}};
        put(static_cast<std::uint32_t>(tags.size()), 2);
        for (const auto& [tag, type, value] : tags) {
            put(tag, 2);
            put(type, 2);
            put(1, 4);
            put(value, type == 3 ? 2 : 4);
            if (type == 3) put(0, 2);
        }
        put(0, 4);
        writeBytes(name, bytes + raw);
    }
    [[nodiscard]] std::vector<int> read(const std::string& name, const std::string& path = {}) const {
        const Array<std::uint8_t, 2> mask = readMaskFile(at(name), path);
        EXPECT_EQ(mask.shape(), (std::array<std::size_t, 2>{2, 3}));
        return {mask.begin(), mask.end()};
    }
    const std::vector<int> m_expected{0, 1, 0, 0, 0, 1}; // row 0: 0 1 0, row 1: 0 0 1
};

TEST_F(MaskFiles, NpyOfEveryKind) {
    writeNpy("bool.npy", "|b1", false, "(2, 3)", std::string("\0\1\0\0\0\1", 6));
    EXPECT_EQ(read("bool.npy"), m_expected);
    writeNpy("short.npy", "<i2", false, "(2, 3)", std::string("\0\0\0\1\0\0\0\0\0\0\2\0", 12));
    EXPECT_EQ(read("short.npy"), m_expected);
    // Big-endian floats: 0, 1, −0 (sign bit only), 0, 0, −1; minus zero is zero.
    writeNpy("float.npy", ">f4", false, "(2, 3)",
             std::string("\0\0\0\0\x3f\x80\0\0\x80\0\0\0\0\0\0\0\0\0\0\0\xbf\x80\0\0", 24));
    EXPECT_EQ(read("float.npy"), m_expected);
    writeNpy("fortran.npy", "|u1", true, "(2, 3)", std::string("\0\0\1\0\0\1", 6)); // columns first
    EXPECT_EQ(read("fortran.npy"), m_expected);
    writeNpy("flat.npy", "|u1", false, "(6,)", std::string(6, '\0'));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)read("flat.npy"); }), "expected an image"));
    writeNpy("cut.npy", "<f8", false, "(2, 3)", std::string(40, '\0'));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)read("cut.npy"); }), "truncated"));
    writeNpy("huge.npy", "<f8", false, "(4000000000, 4000000000)", "");
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)read("huge.npy"); }), "absurd"));
    writeNpy("objects.npy", "|O", false, "(2, 3)", "");
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)read("objects.npy"); }), "plain numbers"));
}

TEST_F(MaskFiles, TiffOfEveryKind) {
    writeTiffBytes("byte.tif", false, 2, 3, 8, std::string("\0\1\0\0\0\xff", 6));
    EXPECT_EQ(read("byte.tif"), m_expected);
    writeTiffBytes("short.tif", true, 2, 3, 16, std::string("\0\0\1\0\0\0\0\0\0\0\0\2", 12));
    EXPECT_EQ(read("short.tif"), m_expected);
    writeTiffBytes("bit.tif", false, 2, 3, 1, std::string("\x40\x20", 2)); // 010 and 001, each row in a byte
    EXPECT_EQ(read("bit.tif"), m_expected);
    writeTiff(at("float.tif"), Array<float, 2>({2, 3}, std::vector<float>{0, 1, 0, 0, 0, 0.5F}), false);
    EXPECT_EQ(read("float.tif"), m_expected);
    writeTiffBytes("rgb.tif", false, 2, 3, 8, std::string(18, '\0'), 3);
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)read("rgb.tif"); }), "3 values a pixel"));
    writeTiffBytes("cut.tif", false, 2000, 3000, 16, "no");
    EXPECT_FALSE(dataErrorOf([&] { (void)read("cut.tif"); }).empty());
}

TEST_F(MaskFiles, Hdf5ByPathOrTheOnlyImage) {
    h5::File file = h5::File::create(at("mask.h5"));
    put<std::int32_t>(file, "/entry/pixel_mask", {0, 4, 0, 0, 0, -1}, {2, 3});
    put<float>(file, "/entry/flat", {1, 1, 1, 1, 1, 1}, {2, 3});
    put<float>(file, "/stack", std::vector<float>(12), {2, 2, 3});
    file.close();
    EXPECT_EQ(read("mask.h5", "/entry/pixel_mask"), m_expected);
    EXPECT_EQ(read("mask.h5::/entry/pixel_mask"), m_expected);
    EXPECT_EQ(read("mask.h5::/entry/pixel_mask", "entry/pixel_mask"), m_expected) << "both say the same";
    const std::string both = dataErrorOf([&] { (void)read("mask.h5::/entry/pixel_mask", "/entry/flat"); });
    EXPECT_TRUE(contains(both, "the address names the dataset /entry/pixel_mask, mask_path names /entry/flat")) << both;
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)read("mask.h5?path=/stack&slice=1"); }), "a part of a dataset"));
    EXPECT_EQ(read("mask.h5"), m_expected); // two images, one of them called mask
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)read("mask.h5", "/stack"); }), "(2, 2, 3)"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)read("mask.h5", "/mask"); }), "/mask"));
}

TEST_F(MaskFiles, OtherFilesAreRefusedInWords) {
    writeBytes("mask.txt", "0 1 0");
    EXPECT_TRUE(
        contains(dataErrorOf([&] { (void)readMaskFile(at("mask.txt")); }), "no file of images that Ewald knows"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)readMaskFile(at("none.npy")); }), "no such file"));
    writeNpy("fits.npy", "|u1", false, "(1, 2)", std::string(2, '\1'));
    EXPECT_TRUE(
        contains(dataErrorOf([&] { (void)read("fits.npy", "/mask"); }), "the dataset /mask is named of a file"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)readMaskFile(m_folder); }), "folder"));
}

TEST_F(MaskFiles, AMaskIsAddedAndHasToFit) {
    Scan scan = countingScan();
    scan.badPixels = Array<std::uint8_t, 2>({kRows, kCols});
    scan.badPixels(5, 6) = 1;
    std::string raw(kRows * kCols, '\0');
    raw[5 * kCols + 7] = 1;
    writeNpy("fits.npy", "|u1", false, "(10, 12)", raw);
    Preprocessing settings;
    settings.maskFile = at("fits.npy");
    settings.badPixels = {{4, 6}};
    const PreparedLayout layout = planPreprocessing(scan, settings);
    EXPECT_EQ(layout.badPixels(5, 5), 1);
    EXPECT_EQ(layout.badPixels(5, 6), 1);
    EXPECT_EQ(layout.badPixels(4, 5), 1);
    EXPECT_EQ(std::count(layout.badPixels.begin(), layout.badPixels.end(), 1), 3);
    writeNpy("other.npy", "|u1", false, "(12, 10)", raw);
    settings.maskFile = at("other.npy");
    const std::string error = dataErrorOf([&] { (void)planPreprocessing(scan, settings); });
    EXPECT_TRUE(contains(error, "12 × 10") && contains(error, "10 × 12") && contains(error, "other.npy")) << error;
    writeNpy("all.npy", "|u1", false, "(10, 12)", std::string(kRows * kCols, '\1'));
    settings.maskFile = at("all.npy");
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)planPreprocessing(scan, settings); }), "every pixel is masked"));
}

} // namespace
} // namespace ewald::io::test
