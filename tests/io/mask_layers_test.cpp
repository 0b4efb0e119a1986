// SPDX-License-Identifier: GPL-3.0-or-later
// Masks with one layer a frame.
#include "io/frame_stack.h"
#include "stack_files.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>

namespace ewald::io::test {
namespace {

class MaskLayers : public WithFolder {};

/// HAS_SIGNAL (0x1000) of one frame hides no bad pixel (0x1) of another, whichever comes first.
TEST_F(MaskLayers, WhatIsBadInOneFrameIsLeftOutOfAll) {
    constexpr std::uint32_t kHasSignal = 0x1000, kInvalid = 0x1;
    h5::File file = h5::File::create(at("a.cxi"));
    put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
    std::vector<std::uint32_t> mask(kFrames * kRows * kCols);
    const auto set = [&](std::size_t frame, std::size_t pixel, std::uint32_t bits) {
        mask[frame * kRows * kCols + pixel] = bits;
    };
    set(0, 3, kHasSignal), set(2, 3, kInvalid);
    set(0, 4, kInvalid), set(2, 4, kHasSignal);
    set(0, 5, kHasSignal), set(1, 5, kHasSignal);
    put(file, "/entry_1/data_1/mask", mask, {kFrames, kRows, kCols});
    file.close();
    const auto stack = openOne(at("a.cxi"));
    ASSERT_EQ(stack->mask.size(), kRows * kCols);
    EXPECT_NE(stack->mask.data()[3], 0);
    EXPECT_NE(stack->mask.data()[4], 0);
    EXPECT_EQ(stack->mask.data()[5], 0) << "it has signal";
    EXPECT_EQ(std::count_if(stack->mask.begin(), stack->mask.end(), [](std::uint8_t bad) { return bad != 0; }), 2);
}

/// What one file of a list leaves out is left out of all, in whatever order: that is said.
TEST_F(MaskLayers, AMaskOfSomeFilesIsSaid) {
    const auto putFile = [&](const char* name, std::optional<std::size_t> bad) {
        h5::File file = h5::File::create(at(name));
        put(file, "/entry/data/data", countingFrames(2), {2, kRows, kCols});
        std::vector<std::uint32_t> mask(kRows * kCols);
        if (bad) mask[*bad] = 1;
        if (bad) put(file, "/entry/instrument/detector/pixel_mask", mask, {kRows, kCols});
        file.close();
        return at(name);
    };
    const fs::path with = putFile("with.h5", 7), without = putFile("without.h5", std::nullopt);
    for (const std::vector<fs::path>& files : {std::vector{with, without}, std::vector{without, with}}) {
        const auto stack = openMany(files);
        ASSERT_EQ(stack->mask.size(), kRows * kCols);
        EXPECT_EQ(stack->mask.data()[7], 1);
        EXPECT_TRUE(hasNote(stack->notes,
                            "some files of the list have a mask and others, such as without.h5, have none",
                            Severity::warning));
    }
    EXPECT_FALSE(hasNote(openMany({with, with})->notes, "have a mask"));
    EXPECT_FALSE(hasNote(openMany({without, without})->notes, "have a mask"));
}

} // namespace
} // namespace ewald::io::test
