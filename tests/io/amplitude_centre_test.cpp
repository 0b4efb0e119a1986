// SPDX-License-Identifier: GPL-3.0-or-later
// The centre of patterns that are stored as amplitudes.
#include "memory_frames.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ewald::io::test {
namespace {

/// A spot of amplitude 10 around row 6, column 13, and a hot pixel of amplitude 200: 40,000 counts.
TEST(AmplitudeCentre, PixelsThatARunMasksDoNotPullIt) {
    std::vector<float> values(2 * 16 * 20, 0.0F);
    for (const std::size_t frame : {0U, 1U}) {
        for (std::size_t r = 5; r <= 7; ++r)
            for (std::size_t c = 12; c <= 14; ++c) values[frame * 320 + r * 20 + c] = 10;
        values[frame * 320] = 200;
    }
    Scan scan;
    scan.frames = stackOf(std::make_shared<MemoryFrames>(2, 16, 20, values));
    scan.positions.resize(2);
    scan.pixelHeight_m = scan.pixelWidth_m = 20e-6;
    scan.framesAreAmplitudes = true;
    const auto centreOf = [&](double saturation) {
        const PreparedLayout layout =
            planPreprocessing(scan, {.cropSize = 8, .autoCentre = true, .saturation = saturation});
        return std::pair(layout.centreRow, layout.centreCol);
    };
    EXPECT_EQ(centreOf(10000), std::pair(6.0, 13.0)) << "of counts, which are the squares";
    EXPECT_NE(centreOf(0), std::pair(6.0, 13.0)) << "nothing says that it is no count";
}

} // namespace
} // namespace ewald::io::test
