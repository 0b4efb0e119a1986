// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/images/marked_pixels.h"

#include "base/error.h"
#include "base/pixel_type.h"
#include "io/memory_frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ewald::io::test {
namespace {

/// By hand: the largest number of a type; of unsigned types of 16 bits and signed ones of 32 and more the one below it.
struct Marker {
    PixelType type;
    std::optional<double> from;
    float most; ///< the largest count below it that single precision knows
};
constexpr Marker kMarkers[] = {{PixelType::uint8, 255, 254},
                               {PixelType::uint16, 65534, 65533},
                               {PixelType::uint32, 4294967294.0, 4294967040.0F},
                               {PixelType::uint64, 18446744073709551614.0, 18446742974197923840.0F},
                               {PixelType::int8, 127, 126},
                               {PixelType::int16, 32767, 32766},
                               {PixelType::int32, 2147483646, 2147483520.0F},
                               {PixelType::int64, 9223372036854775807.0, 9223371487098961920.0F},
                               {PixelType::float32, std::nullopt, 4e30F},
                               {PixelType::float64, std::nullopt, 4e30F}};

TEST(MarkedPixels, OneRuleServesFramesAndScans) {
    for (const auto& [type, from, most] : kMarkers) {
        SCOPED_TRACE(nameOf(type));
        EXPECT_EQ(markerOf(type), from);
        // A count in each frame that is just below the marker, and one that differs.
        const std::vector<float> values{1, most, 2, 3, 1, most, 4, 5};
        const auto stack = stackOf(std::make_shared<MemoryFrames>(2, 2, 2, values, type));
        EXPECT_EQ(stack->saturationValue(), from) << "a single frame";
        EXPECT_TRUE(findMarkedPixels(*stack, std::vector<std::size_t>{0, 1}, {}).mask.empty()) << "all frames";
        Scan scan;
        scan.frames = stack;
        scan.positions.resize(2);
        const Preprocessing settings;
        const PreparedLayout layout = planPreprocessing(scan, settings);
        EXPECT_EQ(readPreparedFrame(scan, settings, layout, 0)(0, 1), most) << "a frame of a scan";
    }
}

TEST(MarkedPixels, TheNumberOfTheFileIsLeftOut) {
    // −9 is no measurement: pixel 0 of frame 0, pixel 1 of all frames.
    StackContents contents;
    contents.notMeasured = -9;
    contents.frames.append(
        std::make_shared<MemoryFrames>(3, 2, 2, std::vector<float>{-9, -9, 2, 3, 1, -9, 2, 3, 1, -9, 2, 3}));
    Scan scan;
    scan.frames = makeStack(std::move(contents));
    scan.positions.resize(3);
    const Preprocessing settings;
    const PreparedLayout layout = planPreprocessing(scan, settings);
    const std::vector<std::uint8_t> expected{0, 1, 0, 0};
    EXPECT_TRUE(std::ranges::equal(layout.badPixels, expected));
    const Array<float, 2> first = readPreparedFrame(scan, settings, layout, 0);
    EXPECT_TRUE(std::isnan(first(0, 0)));
    EXPECT_TRUE(std::isnan(first(0, 1)));
    EXPECT_EQ(first(1, 0), 2);
    EXPECT_EQ(readPreparedFrame(scan, settings, layout, 1)(0, 0), 1);
}

TEST(MarkedPixels, TheWarningNamesWhatIsApplied) {
    // Pixel 1 has the largest value in frame 1, pixel 2 what the file calls saturated in frame 0.
    StackContents contents;
    contents.saturation = 1000;
    contents.frames.append(
        std::make_shared<MemoryFrames>(2, 2, 2, std::vector<float>{1, 2, 1500, 3, 1, 65535, 2, 3}, PixelType::uint16));
    Scan scan;
    scan.frames = makeStack(std::move(contents));
    scan.positions.resize(2);
    const auto warningOf = [&](const Preprocessing& settings) {
        FrameStatistics found;
        (void)meanPattern(scan, settings, planPreprocessing(scan, settings), 0, RunControl{}, &found);
        for (const Note& note : found.notes)
            if (note.text.find("saturated pixels") != std::string::npos) return note.text;
        return std::string();
    };
    EXPECT_EQ(warningOf({}), "2 of 2 frames have saturated pixels (≥ 1000 counts), ignored in those frames");
    EXPECT_EQ(warningOf({.saturation = 2000}),
              "1 of 2 frames have saturated pixels (≥ 2000 counts), ignored in those frames");
    // At least that many: nothing but the marker is left out, with and without a number of the job.
    for (const double saturation : {0.0, 1200.0})
        EXPECT_EQ(warningOf({.saturation = saturation, .keepSaturated = true}),
                  "1 of 2 frames have saturated pixels (≥ 65,534 counts), ignored in those frames");
    scan.framesAreAmplitudes = true; // √counts have no marker, and the file speaks of counts
    EXPECT_EQ(warningOf({}), "");
}

constexpr std::size_t kFlatSide = 20, kFlatPixels = kFlatSide * kFlatSide;

TEST(MarkedPixels, AFrameThatWasWrittenInPartIsNamed) {
    // Three frames of 7, 8, 9 counts in each pixel; the last one has none behind `end`, or before `begin`.
    const auto warningsOf = [](std::size_t begin, std::size_t end, std::size_t lastLit = kFlatPixels) {
        std::vector<float> values;
        for (std::size_t i = 0; i < 3 * kFlatPixels; ++i) {
            const std::size_t frame = i / kFlatPixels, pixel = i % kFlatPixels;
            const bool isCut = frame == 2 && (pixel < begin || pixel >= end);
            values.push_back(isCut || pixel >= lastLit ? 0.0F : static_cast<float>(7 + frame + pixel % 2));
        }
        const auto stack = stackOf(std::make_shared<MemoryFrames>(3, kFlatSide, kFlatSide, values));
        std::string text;
        for (const std::string& line : findMarkedPixels(*stack, std::vector<std::size_t>{0, 1, 2}, {}).warnings)
            text += line + "\n";
        return text;
    };
    const char* const kSaid = "1 frame holds no counts in the last rows, where others hold some (first: frame 2, from "
                              "about row 12 on): was it written to the end?";
    EXPECT_NE(warningsOf(0, 11 * kFlatSide + 3).find(kSaid), std::string::npos); // 11 rows and a piece of the next
    EXPECT_EQ(warningsOf(0, kFlatPixels), "");
    // 80 pixels of 9.5 counts are missing there, and 4 pixels beside the last row that is lit here.
    EXPECT_NE(warningsOf(0, 16 * kFlatSide).find("from about row 16 on"), std::string::npos);
    EXPECT_EQ(warningsOf(0, kFlatPixels - 4), "");
    EXPECT_EQ(warningsOf(8 * kFlatSide, 12 * kFlatSide), "") << "a third of the pixels: it is a dark frame";
    EXPECT_EQ(warningsOf(0, kFlatPixels, 10 * kFlatSide), "") << "no frame has counts there";
    EXPECT_EQ(warningsOf(0, 0), "") << "of frames without any count the run tells";
}

TEST(MarkedPixels, TheFirstFrameIsReadOnce) {
    const auto frames =
        std::make_shared<MemoryFrames>(3, 1, 2, std::vector<float>{4, 5, 6, 7, 8, 9}, PixelType::uint16);
    const std::vector<std::size_t> looked{1, 2};
    EXPECT_EQ(findMarkedPixels(*stackOf(frames), looked, {}).first, (std::vector<float>{6, 7}));
    EXPECT_EQ(frames->m_read, 2U);
    frames->m_broken = 1;
    EXPECT_TRUE(findMarkedPixels(*stackOf(frames), looked, {}).first.empty()) << "not another frame in its place";
}

/// What marks a gap in every frame, by type; a pixel that holds it in one frame only is none.
TEST(MarkedPixels, AreFoundByTheTypeOfTheFrames) {
    struct Case {
        PixelType type;
        float mark;
        bool one, two; ///< found in one frame, in two
    };
    const Case cases[] = {{PixelType::uint8, 255, true, true},
                          {PixelType::uint8, 254, false, false},
                          {PixelType::uint16, 65535, true, true},
                          {PixelType::uint16, 65534, true, true},
                          {PixelType::int8, 127, true, true},
                          {PixelType::int16, 32767, true, true},
                          {PixelType::int32, -1, true, true},
                          {PixelType::int16, -2, true, true},
                          {PixelType::float32, -1, true, true},
                          {PixelType::float32, 1e10F, false, false},
                          {PixelType::float32, 4294967295.0F, true, true},
                          {PixelType::uint16, 65533, false, false},
                          {PixelType::int8, 126, false, false},
                          {PixelType::uint32, 65534, false, true},
                          {PixelType::uint32, 65535, false, true}};
    for (const Case& of : cases) {
        SCOPED_TRACE(std::string(nameOf(of.type)) + " " + std::to_string(of.mark));
        const std::vector<float> values{of.mark, 1, 2, of.mark, of.mark, 1, 2, 3};
        const auto stack = stackOf(std::make_shared<MemoryFrames>(2, 2, 2, values, of.type));
        const auto found = [&](std::vector<std::size_t> looked, const Array<std::uint8_t, 2>& known) {
            const MarkedPixels marked = findMarkedPixels(*stack, looked, known);
            EXPECT_EQ(marked.lines.empty(), marked.mask.empty());
            return std::vector<int>(marked.mask.begin(), marked.mask.end());
        };
        EXPECT_EQ(found({0}, {}), of.one ? (std::vector<int>{1, 0, 0, 1}) : std::vector<int>());
        EXPECT_EQ(found({0, 1}, {}), of.two ? (std::vector<int>{1, 0, 0, 0}) : std::vector<int>());
        EXPECT_TRUE(found({0, 1}, Array<std::uint8_t, 2>({2, 2}, 1)).empty()) << "they are left out anyhow";
    }
}

/// Two pixels of sixteen hold a mark, one is a hot pixel with a count that repeats by chance, the rest varies up to 40.
TEST(MarkedPixels, OneLargeNumberInAllFramesIsNoCount) {
    struct Case {
        PixelType type;
        float first, second; ///< what two pixels hold in both frames
        bool found[2];
    };
    const Case cases[] = {{PixelType::float32, 1e10F, 1e10F, {true, true}},
                          {PixelType::float32, 1e10F, 41, {true, false}},
                          {PixelType::uint16, 32767, 32767, {true, true}},
                          {PixelType::uint16, 401, 400, {true, false}}, // ten times as much
                          {PixelType::uint16, 41, 41, {false, false}},  // counts repeat
                          {PixelType::float32, 40, 40, {false, false}}};
    for (const Case& of : cases) {
        SCOPED_TRACE(std::string(nameOf(of.type)) + " " + std::to_string(of.first));
        std::vector<float> values;
        for (const int frame : {0, 1})
            for (int i = 0; i < 16; ++i)
                values.push_back(i == 0   ? of.first
                                 : i == 1 ? of.second
                                          : static_cast<float>(i == 2 ? 7 : 40 - i * frame));
        const auto stack = stackOf(std::make_shared<MemoryFrames>(2, 4, 4, values, of.type));
        const MarkedPixels both = findMarkedPixels(*stack, std::vector<std::size_t>{0, 1}, {});
        EXPECT_TRUE(both.lines.empty());
        const bool any = of.found[0] || of.found[1];
        ASSERT_EQ(both.mask.empty(), !any);
        EXPECT_EQ(both.warnings.size(), any ? 1U : 0U);
        for (std::size_t i = 0; any && i < 16; ++i) EXPECT_EQ(both.mask.data()[i] != 0, i < 2 && of.found[i]) << i;
        // One frame alone cannot tell, nor can frames that are all alike.
        EXPECT_TRUE(findMarkedPixels(*stack, std::vector<std::size_t>{0}, {}).mask.empty());
        EXPECT_TRUE(findMarkedPixels(*stack, std::vector<std::size_t>{0, 0}, {}).mask.empty());
    }
    // Above the counts by less than ten times: several pixels with one number of a thousand and more.
    std::vector<float> values;
    for (const int frame : {0, 1})
        for (int i = 0; i < 16; ++i) values.push_back(i < 2 ? 2000.0F : static_cast<float>(1500 - i - frame));
    const MarkedPixels marked =
        findMarkedPixels(*stackOf(std::make_shared<MemoryFrames>(2, 4, 4, values)), std::vector<std::size_t>{0, 1}, {});
    EXPECT_EQ(std::ranges::count(marked.mask, 1), 2);
}

/// Pixels that are saturated in all frames are left to the rule of saturated pixels: those of 900 and 901 here.
TEST(MarkedPixels, OneNumberOfSaturatedPixelsIsACount) {
    std::vector<float> values;
    for (const int frame : {0, 1})
        for (int i = 0; i < 16; ++i)
            values.push_back(i < 2    ? 900.0F + static_cast<float>(i)
                             : i == 2 ? 800
                                      : static_cast<float>(40 - i * frame));
    const std::vector<std::size_t> both{0, 1};
    const auto plain = stackOf(std::make_shared<MemoryFrames>(2, 4, 4, values));
    EXPECT_EQ(std::ranges::count(findMarkedPixels(*plain, both, {}).mask, 1), 3);
    EXPECT_EQ(std::ranges::count(findMarkedPixels(*plain, both, {}, 900).mask, 1), 1);
    EXPECT_EQ(std::ranges::count(findMarkedPixels(*plain, both, {}, 902).mask, 1), 3);
    StackContents contents;
    contents.saturation = 900;
    contents.frames.append(std::make_shared<MemoryFrames>(2, 4, 4, values));
    const auto stating = makeStack(std::move(contents));
    EXPECT_EQ(std::ranges::count(findMarkedPixels(*stating, both, {}).mask, 1), 1);
    EXPECT_EQ(std::ranges::count(findMarkedPixels(*stating, both, {}, 800).mask, 1), 0) << "the job's counts";
    // And at_least uses them.
    Scan scan;
    scan.frames = plain;
    scan.positions.resize(2);
    Preprocessing settings;
    settings.saturation = 900;
    settings.keepSaturated = true;
    const PreparedLayout layout = planPreprocessing(scan, settings);
    EXPECT_EQ(readPreparedFrame(scan, settings, layout, 0)(0, 0), 900);
    EXPECT_EQ(layout.badPixels(0, 1), 0);
    EXPECT_EQ(layout.badPixels(0, 2), 1);
}

/// A marker of 12 bits below the brightest pixels: 16 pixels of 400 share it, and few others repeat.
TEST(MarkedPixels, ALargeNumberThatManyPixelsShareIsNoCount) {
    for (const std::size_t sharing : {16U, 15U}) {
        std::vector<float> values;
        for (const int frame : {0, 1, 2})
            for (std::size_t i = 0; i < 400; ++i) {
                const bool repeats = i < sharing + 10; // ten others, each with a number of its own
                values.push_back(i < sharing ? 4095.0F : static_cast<float>(2000 + 10 * i + (repeats ? 0 : 3 * frame)));
            }
        const MarkedPixels marked = findMarkedPixels(*stackOf(std::make_shared<MemoryFrames>(3, 20, 20, values)),
                                                     std::vector<std::size_t>{0, 1, 2}, {});
        EXPECT_EQ(std::ranges::count(marked.mask, 1), sharing == 16 ? 16 : 0);
    }
}

TEST(MarkedPixels, AFrameThatCannotBeReadDoesNotCount) {
    const auto frames =
        std::make_shared<MemoryFrames>(3, 1, 2, std::vector<float>{255, 1, 255, 255, 7, 9}, PixelType::uint8);
    frames->m_broken = 2;
    const MarkedPixels marked = findMarkedPixels(*stackOf(frames), std::vector<std::size_t>{0, 1, 2}, {});
    EXPECT_EQ(std::vector<int>(marked.mask.begin(), marked.mask.end()), (std::vector<int>{1, 0}));
    EXPECT_THROW((void)findMarkedPixels(*stackOf(frames), std::vector<std::size_t>{2}, {}), DataError);
}

/// A single frame of 16 pixels with counts from 2 to 15, two of which hold something else.
TEST(MarkedPixels, WhatMayBeAMarkIsNamed) {
    const auto lookAt = [](float first, float second, PixelType type, std::optional<double> saturation = {}) {
        std::vector<float> values{first, second};
        for (int i = 2; i < 16; ++i) values.push_back(static_cast<float>(i));
        return findMarkedPixels(*stackOf(std::make_shared<MemoryFrames>(1, 4, 4, values, type)),
                                std::vector<std::size_t>{0}, {}, saturation);
    };
    const auto expectNamed = [&](const MarkedPixels& found, const std::string& words) {
        EXPECT_TRUE(found.mask.empty()) << "they may be counts";
        ASSERT_EQ(found.warnings.size(), words.empty() ? 0U : 1U);
        if (!words.empty()) {
            EXPECT_TRUE(found.warnings[0].starts_with(words)) << found.warnings[0];
        }
    };
    expectNamed(lookAt(65535, 65535, PixelType::uint32), "2 pixels hold 65535 in some");
    expectNamed(lookAt(65535, 65535, PixelType::float32), "2 pixels hold 65535 in some");
    expectNamed(lookAt(1048575, 1048575, PixelType::uint32), "2 pixels hold 1048575 in some");
    expectNamed(lookAt(1e10F, 1e10F, PixelType::float32), "2 pixels hold 1");
    expectNamed(lookAt(65535, 65536, PixelType::uint32), "");
    expectNamed(lookAt(65535, 15, PixelType::uint32), ""); // a single hot pixel, or a peak
    expectNamed(lookAt(15, 15, PixelType::uint32), "");
    expectNamed(lookAt(65535, 65535, PixelType::uint32, 65535), ""); // left out as saturated
}

/// Three frames of 4 x 4 pixels that vary, two pixels of which hold one number in the second frame only.
TEST(MarkedPixels, WhatMarksAPartOfTheFramesIsNamed) {
    const auto lookAt = [](float mark, float other, PixelType type) {
        std::vector<float> values;
        for (const int frame : {0, 1, 2})
            for (int i = 0; i < 16; ++i)
                values.push_back(frame == 1 && i < 2 ? (i == 0 ? mark : other) : static_cast<float>(5 + i + frame));
        return findMarkedPixels(*stackOf(std::make_shared<MemoryFrames>(3, 4, 4, values, type)),
                                std::vector<std::size_t>{0, 1, 2}, {});
    };
    for (const PixelType type : {PixelType::float32, PixelType::int32}) {
        const MarkedPixels found = lookAt(-1, -1, type);
        EXPECT_TRUE(found.mask.empty());
        ASSERT_EQ(found.warnings.size(), 1U);
        EXPECT_TRUE(found.warnings[0].starts_with("2 pixels hold -1 in some")) << found.warnings[0];
        EXPECT_TRUE(lookAt(-1, -3, type).warnings.empty()) << "a dark image was subtracted";
    }
    EXPECT_EQ(lookAt(65535, 65535, PixelType::uint32).warnings.size(), 1U);
    EXPECT_TRUE(lookAt(-1, 7, PixelType::float32).warnings.empty()) << "one pixel";
}

/// Three frames of 4 x 4 pixels, two of which hold a negative number that changes.
TEST(MarkedPixels, NumbersFarBelowAllCountsAreNamed) {
    const auto warningsOf = [](float low, float count) {
        std::vector<float> values;
        for (const int frame : {1, 2, 3})
            for (int i = 0; i < 16; ++i)
                values.push_back(i < 2 ? low * static_cast<float>(frame) * (i == 0 ? 1 : 1.125F)
                                       : count + static_cast<float>(i));
        return findMarkedPixels(*stackOf(std::make_shared<MemoryFrames>(3, 4, 4, values)),
                                std::vector<std::size_t>{0, 1, 2}, {})
            .warnings;
    };
    ASSERT_EQ(warningsOf(-1e10F, 100).size(), 1U);
    EXPECT_TRUE(warningsOf(-1e10F, 100)[0].starts_with("2 pixels hold numbers down to -3"))
        << warningsOf(-1e10F, 100)[0];
    EXPECT_EQ(warningsOf(-2000, 100).size(), 1U);
    EXPECT_TRUE(warningsOf(-300, 100).empty()) << "noise of a dark image that was subtracted";
    EXPECT_TRUE(warningsOf(-2000, 5000).empty());
}

/// Signed counts from which a dark was subtracted are counts; at most two numbers in a frame and four in all are marks.
TEST(MarkedPixels, DifferentNegativeNumbersOfASignedTypeAreCounts) {
    const auto found = [](const std::vector<float>& values, std::size_t frames, const Array<std::uint8_t, 2>& known) {
        const auto stack = stackOf(std::make_shared<MemoryFrames>(frames, 2, 3, values, PixelType::int32));
        return findMarkedPixels(*stack, frames == 1 ? std::vector<std::size_t>{0} : std::vector<std::size_t>{0, 1},
                                known);
    };
    const auto masked = [&](const std::vector<float>& values, std::size_t frames) {
        const MarkedPixels marked = found(values, frames, {});
        EXPECT_EQ(marked.warnings.empty(), !marked.mask.empty());
        return std::ranges::count(marked.mask, 1);
    };
    EXPECT_EQ(masked({-1, -2, -2, 4, 5, 6}, 1), 3);
    EXPECT_EQ(masked({-1, -2, -3, 4, 5, 6}, 1), 0);
    EXPECT_EQ(masked({-1, -2, 3, 4, 5, 6, -3, -4, 7, 8, 5, 6}, 2), 2);
    EXPECT_EQ(masked({-1, -2, -1, 4, 5, 6, -3, -4, -5, 8, 5, 6}, 2), 0);
    EXPECT_EQ(found({-1, -2, -3, 4, 5, 6}, 1, {}).warnings[0],
              "3 pixels hold different negative numbers in every frame looked at, and are counted: if they are not "
              "measured, mask them");
    Array<std::uint8_t, 2> known({2, 3}, 0);
    known(0, 2) = 1;
    EXPECT_TRUE(found({-1, -2, -3, 4, 5, 6}, 1, known).warnings.empty()) << "what is masked is no third number";
}

/// Numbers at the end of single precision mark pixels, frame by frame, like numbers that are not finite.
TEST(MarkedPixels, TheEndOfSinglePrecisionIsNoCount) {
    EXPECT_TRUE(isMeasured(3.4e38));
    EXPECT_TRUE(isMeasured(-3.4e38));
    for (const double value : {3.4028234663852886e38, -3.4028234663852886e38, 1e39, -HUGE_VAL, std::nan("")})
        EXPECT_FALSE(isMeasured(value)) << value;
    Scan scan;
    const float end = std::numeric_limits<float>::max();
    scan.frames = stackOf(std::make_shared<MemoryFrames>(2, 2, 2, std::vector<float>{1, 2, 3, 4, 3, end, 5, 6}));
    scan.positions.resize(2);
    const Preprocessing settings;
    const PreparedLayout layout = planPreprocessing(scan, settings);
    EXPECT_TRUE(std::isnan(readPreparedFrame(scan, settings, layout, 1)(0, 1)));
}

/// Gaps and dead pixels of detectors of DECTRIS in one frame of floating-point numbers.
TEST(MarkedPixels, GapsAndDeadPixelsOfOneFrameHaveTwoNumbers) {
    const auto masked = [](std::vector<float> values) {
        const MarkedPixels found = findMarkedPixels(*stackOf(std::make_shared<MemoryFrames>(1, 2, 3, values)),
                                                    std::vector<std::size_t>{0}, {});
        return std::ranges::count(found.mask, 1);
    };
    EXPECT_EQ(masked({-1, -1, -2, 4, 5, 6}), 3);
    EXPECT_EQ(masked({-1, -1, -3, 4, 5, 6}), 0);
    EXPECT_EQ(masked({-1, -1.5F, -2, 4, 5, 6}), 0);
    EXPECT_EQ(masked({-2, 4, 5, 6, 7, 8}), 0) << "one alone";
}

/// Two frames of 4 x 4 pixels with a peak of 30,000 to 40,000 counts of 16 bits.
TEST(MarkedPixels, UnsignedCountsInSignedNumbersAreNamed) {
    const auto warningsOf = [](float low, float high, PixelType type) {
        std::vector<float> values;
        for (const float frame : {0.0F, 1.0F})
            for (int i = 0; i < 16; ++i)
                values.push_back(i < 3   ? low + static_cast<float>(i) + frame
                                 : i < 6 ? high + static_cast<float>(i) - frame
                                         : 100 + static_cast<float>(i));
        return findMarkedPixels(*stackOf(std::make_shared<MemoryFrames>(2, 4, 4, values, type)),
                                std::vector<std::size_t>{0, 1}, {})
            .warnings;
    };
    // 40,000 counts are 40,000 - 65,536 = -25,536 in 16 signed bits.
    for (const PixelType type : {PixelType::int16, PixelType::int32, PixelType::float32}) {
        SCOPED_TRACE(nameOf(type));
        const std::vector<std::string> warnings = warningsOf(-25536, 30000, type);
        ASSERT_FALSE(warnings.empty());
        EXPECT_TRUE(warnings[0].starts_with("3 pixels hold different numbers down to -25536 beside counts up to 30005"))
            << warnings[0];
        EXPECT_NE(warnings[0].find("unsigned counts of 16 bits"), std::string::npos);
    }
    ASSERT_FALSE(warningsOf(-100, 100, PixelType::int8).empty());
    EXPECT_NE(warningsOf(-100, 100, PixelType::int8)[0].find("unsigned counts of 8 bits"), std::string::npos);
    const auto isSaid = [&](float low, float high, PixelType type) {
        const std::vector<std::string> warnings = warningsOf(low, high, type);
        return std::ranges::any_of(
            warnings, [](const std::string& line) { return line.find("unsigned counts") != std::string::npos; });
    };
    EXPECT_FALSE(isSaid(-5000, 30000, PixelType::int16)) << "a dark that was subtracted";
    EXPECT_FALSE(isSaid(-25536, 300, PixelType::int16)) << "numbers that mark pixels";
    EXPECT_FALSE(isSaid(-25536, 100000, PixelType::int32)) << "more than 16 bits, and less than 32";
    EXPECT_FALSE(isSaid(-25535.5F, 30000, PixelType::float32)) << "no counts";
}

/// One frame of 8 x 8 pixels, `shared` of which hold the largest number.
TEST(MarkedPixels, TheEndOfACamerasRangeIsNamed) {
    const auto isSaid = [](float largest, int shared) {
        std::vector<float> values;
        for (int i = 0; i < 64; ++i)
            values.push_back(i < shared ? largest : std::floor(0.9F * largest) - static_cast<float>(17 * i));
        const std::vector<std::string> warnings =
            findMarkedPixels(*stackOf(std::make_shared<MemoryFrames>(1, 8, 8, values, PixelType::uint16)),
                             std::vector<std::size_t>{0}, {})
                .warnings;
        return std::ranges::any_of(warnings, [](const std::string& line) {
            return line.find("if the camera is saturated there") != std::string::npos;
        });
    };
    EXPECT_TRUE(isSaid(16383, 4)) << "14 bits";
    EXPECT_FALSE(isSaid(16383, 3));
    EXPECT_TRUE(isSaid(5000, 8)) << "too many for chance";
    EXPECT_FALSE(isSaid(5000, 4));
    EXPECT_FALSE(isSaid(16383, 40)) << "a frame of one level";
}

/// One frame of 8 x 8 pixels of 100 counts and more, of which the first ones hold other numbers.
std::string highestWarning(const std::vector<float>& first, PixelType type = PixelType::uint16) {
    std::vector<float> values = first;
    while (values.size() < 64) values.push_back(100 + static_cast<float>(values.size()));
    const std::vector<std::string> warnings =
        findMarkedPixels(*stackOf(std::make_shared<MemoryFrames>(1, 8, 8, values, type)), std::vector<std::size_t>{0},
                         {})
            .warnings;
    for (const char* part : {"the gain", "negative differences"})
        for (const std::string& line : warnings)
            if (line.find(part) != std::string::npos) return part;
    return "";
}

// -3 is 65533 in 16 bits.
TEST(MarkedPixels, NegativeDifferencesInUnsignedNumbersAreNamed) {
    std::vector<float> wrapped{65533, 65532, 65531, 65530, 65533, 65520, 65532, 65533};
    EXPECT_EQ(highestWarning(wrapped), "negative differences");
    EXPECT_EQ(highestWarning(wrapped, PixelType::uint32), "") << "counts like others";
    EXPECT_EQ(highestWarning(std::vector<float>(8, 65533)), "") << "one number may be a camera's end";
    wrapped.push_back(30000);
    EXPECT_EQ(highestWarning(wrapped), "") << "counts go on to the end";
    wrapped.resize(7);
    EXPECT_EQ(highestWarning(wrapped), "") << "a few hot pixels";
}

// Gain 0: below 2^14; gain 1: its bit, 2^14; gain 2: both bits.
TEST(MarkedPixels, BitsOfTheGainAreNamed) {
    std::vector<float> raw;
    for (int i = 0; i < 8; ++i) raw.push_back(static_cast<float>(16384 + 5000 + i));
    EXPECT_EQ(highestWarning(raw), "");
    for (int i = 0; i < 8; ++i) raw.push_back(static_cast<float>(49152 + 4000 + i));
    EXPECT_EQ(highestWarning(raw), "the gain");
    raw.push_back(40000);
    EXPECT_EQ(highestWarning(raw), "") << "the detector has no such gain";
}

} // namespace
} // namespace ewald::io::test
