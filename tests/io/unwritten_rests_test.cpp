// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/images/unwritten_rests.h"

#include "memory_frames.h"
#include "scan_files.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace ewald::io {
namespace {

/// What comes after ten frames of 100 counts in each of ten parts.
UnwrittenRests after(const std::vector<std::vector<double>>& parts, std::size_t likeOthers = 10) {
    UnwrittenRests rests;
    auto add = [&, frame = std::size_t{0}](const std::vector<double>& counts) mutable {
        std::vector<double> course;
        for (const double count : counts) course.push_back(count + (course.empty() ? 0 : course.back()));
        rests.add(frame++, course);
    };
    for (std::size_t i = 0; i < likeOthers; ++i) add(std::vector<double>(10, 100.0));
    for (const std::vector<double>& counts : parts) add(counts);
    rests.finish();
    return rests;
}

TEST(UnwrittenRests, AreThoseWhereAHundredCountsAreMissing) {
    const UnwrittenRests cut = after({{90, 110, 95, 105, 0, 0, 0, 0, 0, 0}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}});
    EXPECT_EQ(cut.count(), 1U);
    EXPECT_EQ(cut.first(), 10U);
    EXPECT_DOUBLE_EQ(cut.end(), 0.4);
    // Of the eleven frames a share of (10 · 0.5 + 1)/11 is before the middle: of n counts there n · 5/6 are behind.
    EXPECT_EQ(after({{23, 23, 23, 23, 23, 0, 0, 0, 0, 0}}).count(), 0U) << "96 are missing";
    EXPECT_EQ(after({{25, 25, 25, 25, 25, 0, 0, 0, 0, 0}}).count(), 1U) << "104 are missing";
    EXPECT_EQ(after({{0, 0, 0, 500, 0, 0, 0, 0, 0, 0}}).count(), 0U) << "a spot";
    EXPECT_EQ(after({{100, 100, 0, 0, 0, 0, 0, 0, 0, 0}}).count(), 0U) << "too little to compare";
    EXPECT_EQ(after({{100, 100, 100, 0, 0, 0, 0, 0, 0, 3}}).count(), 0U) << "some behind";
    const std::vector<double> marked{100, 100, 100, 1e37, 100, 100, 100, 100, 100, 100};
    EXPECT_EQ(after(std::vector<std::vector<double>>(10, marked)).count(), 0U) << "a sum that has lost the others";
    EXPECT_EQ(after({std::vector<double>(10, 0.0), std::vector<double>(10, NAN), {}}).count(), 0U);
    std::vector<std::vector<double>> beam(10, {50, 50, 50, 50, 3000, 200, 0, 0, 0, 0}); // with and without scattering
    beam.push_back({0, 0, 0, 0, 3000, 0, 0, 0, 0, 0});
    EXPECT_EQ(after(beam, 0).count(), 0U);
    beam.back() = {50, 50, 50, 50, 3000, 0, 0, 0, 0, 0};
    EXPECT_EQ(after(beam, 0).count(), 1U);
    const std::vector<double> shaded{100, 100, 100, 100, 100, 100, 100, 100, 0, 0};
    EXPECT_EQ(after(std::vector<std::vector<double>>(10000, shaded), 0).count(), 0U) << "in no frame";
}

/// Twelve frames of 64 x 64 pixels with ten counts each, of which the eighth holds none from row 40 on.
TEST(UnwrittenRests, AreNamedOfPreparedFramesByStoredRows) {
    constexpr std::size_t kSide = 64, kFrames = 12, kCut = 7;
    std::vector<float> values(kFrames * kSide * kSide, 10);
    std::fill_n(values.begin() + (kCut * kSide + 40) * kSide, 24 * kSide, 0.0F);
    Scan scan;
    scan.frames = test::stackOf(std::make_shared<test::MemoryFrames>(kFrames, kSide, kSide, values));
    scan.positions.resize(kFrames);
    const auto rowOf = [&](const Preprocessing& settings) {
        const PreparedLayout layout = planPreprocessing(scan, settings);
        std::vector<std::size_t> all(kFrames);
        std::iota(all.begin(), all.end(), std::size_t{0});
        const FrameStatistics found = readCounts(
            scan, settings, layout, all, [](std::size_t, std::span<const float>) {}, RunControl());
        for (const Note& note : found.notes) {
            const std::string words = "1 frame holds no counts in the last rows, where others hold some (first: frame "
                                      "7, from about row ";
            if (note.text.starts_with(words) && UnwrittenRests::isLine(note.text))
                return std::stoi(note.text.substr(words.size()));
        }
        return -1;
    };
    EXPECT_EQ(rowOf({}), 40);
    EXPECT_EQ(rowOf({.transpose = true}), 40);
    // Two rows are a part, and the 63 rows that are left of reversed ones are divided anew.
    EXPECT_NEAR(rowOf({.flipRows = true}), 40, 1);
    EXPECT_NEAR(rowOf({.flipCols = true, .transpose = true}), 40, 1);
    EXPECT_NEAR(rowOf({.cropSize = 48}), 40, 1);
    EXPECT_NEAR(rowOf({.binning = 2}), 40, 1);
    EXPECT_EQ(rowOf({.cropSize = 16}), -1) << "too few rows to divide";
    scan.framesAreCornerCentred = true;
    EXPECT_EQ(rowOf({}), 40);
    std::fill_n(values.begin() + (kCut * kSide + 40) * kSide, 24 * kSide, 10.0F);
    scan.frames = test::stackOf(std::make_shared<test::MemoryFrames>(kFrames, kSide, kSide, values));
    EXPECT_EQ(rowOf({}), -1) << "all are whole";
}

} // namespace
} // namespace ewald::io
