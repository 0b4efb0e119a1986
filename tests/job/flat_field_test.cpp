// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of flat fields that are no factors around 1, or hold none in some pixels.
#include "integration_files.h"
#include "io/images/image_export.h"

#include <gtest/gtest.h>

namespace ewald::job {
namespace {

using test::kCols;
using test::kRows;

class FlatField : public test::IntegrateFixture {
protected:
    /// The largest and the smallest intensity of frames of 3 counts everywhere, divided by a flat field.
    std::pair<float, float> rangeWith(const Array<float, 2>& flat) {
        const test::fs::path stack = m_folder / "frames.h5", image = m_folder / "flat.tif";
        test::putStack(stack, std::vector<std::uint16_t>(2 * kRows * kCols, 3));
        io::writeTiff(image, flat, true);
        JobDocument job = document(stack);
        job.set("solid_angle", "off");
        job.set("flat_file", image.string());
        m_recorder.log.clear();
        const JobOutcome outcome = run(job);
        EXPECT_FALSE(outcome.error) << outcome.error->what();
        std::pair<float, float> range(INFINITY, -INFINITY);
        for (const double value : numbers(job.outputFile, "intensity"))
            if (std::isfinite(value))
                range = {std::min(range.first, static_cast<float>(value)),
                         std::max(range.second, static_cast<float>(value))};
        return range;
    }
    bool says(const std::string& text) const { return m_recorder.log.find(text) != std::string::npos; }
};

TEST_F(FlatField, OfCountsIsNamed) {
    // 3 / 5000
    const auto [least, most] = rangeWith(Array<float, 2>({kRows, kCols}, 5000.0F));
    EXPECT_NEAR(least, 6e-4, 1e-9);
    EXPECT_NEAR(most, 6e-4, 1e-9);
    EXPECT_TRUE(says("the flat field is about 5000, and all counts are divided by it")) << m_recorder.log;
    EXPECT_NEAR(rangeWith(Array<float, 2>({kRows, kCols}, 1.5F)).second, 2, 1e-6);
    EXPECT_FALSE(says("the flat field")) << m_recorder.log;
}

TEST_F(FlatField, WithoutAPositiveNumberLeavesPixelsOut) {
    Array<float, 2> flat({kRows, kCols}, 1.0F);
    flat(3, 4) = 0, flat(5, 6) = -2, flat(7, 8) = NAN;
    const auto [least, most] = rangeWith(flat);
    EXPECT_NEAR(least, 3, 1e-6);
    EXPECT_NEAR(most, 3, 1e-6);
    EXPECT_TRUE(says("holds no positive number in 3 pixels, which are left out")) << m_recorder.log;
}

} // namespace
} // namespace ewald::job
