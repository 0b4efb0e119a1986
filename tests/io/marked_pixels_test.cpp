// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/marked_pixels.h"

#include "base/error.h"
#include "io/memory_frames.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace ewald::io::test {
namespace {

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

TEST(MarkedPixels, AFrameThatCannotBeReadDoesNotCount) {
    const auto frames =
        std::make_shared<MemoryFrames>(3, 1, 2, std::vector<float>{255, 1, 255, 255, 7, 9}, PixelType::uint8);
    frames->m_broken = 2;
    const MarkedPixels marked = findMarkedPixels(*stackOf(frames), std::vector<std::size_t>{0, 1, 2}, {});
    EXPECT_EQ(std::vector<int>(marked.mask.begin(), marked.mask.end()), (std::vector<int>{1, 0}));
    EXPECT_THROW((void)findMarkedPixels(*stackOf(frames), std::vector<std::size_t>{2}, {}), DataError);
}

} // namespace
} // namespace ewald::io::test
