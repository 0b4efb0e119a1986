// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of images that an Eiger writes into its data files.
#include "io/frame_stack.h"
#include "stack_files.h"

#include <gtest/gtest.h>
#include <utility>

namespace ewald::io::test {
namespace {

/// Data files of 4, 4 and 2 frames, with the numbers that an Eiger writes into them, counted from 1.
class ImageNumbers : public WithFolder {
protected:
    struct Part {
        std::size_t first; ///< of the counting frames
        std::size_t frames;
        double low, high;
        int link;
    };
    std::shared_ptr<const FrameStack> open(const std::vector<Part>& parts) {
        h5::File master = h5::File::create(at("s_master.h5"));
        for (const Part& part : parts) {
            const std::string name = "data_00000" + std::to_string(part.link);
            putFrames(at("s_" + name + ".h5"), "/entry/data/data", part.first, part.frames);
            const h5::Handle file(H5Fopen(at("s_" + name + ".h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
            const h5::Handle data(H5Dopen2(file.id(), "/entry/data/data", H5P_DEFAULT));
            const h5::Handle space(H5Screate(H5S_SCALAR));
            for (const auto& [key, value] : {std::pair("image_nr_low", part.low), {"image_nr_high", part.high}}) {
                const h5::Handle made(
                    H5Acreate2(data.id(), key, H5T_NATIVE_DOUBLE, space.id(), H5P_DEFAULT, H5P_DEFAULT));
                H5Awrite(made.id(), H5T_NATIVE_DOUBLE, &value);
            }
            master.externalLink("/entry/data/" + name, "s_" + name + ".h5", "/entry/data/data");
        }
        master.close();
        return openOne(at("s_master.h5"));
    }
};

TEST_F(ImageNumbers, ThatFitSayNothing) {
    const auto stack = open({{0, 4, 1, 4, 1}, {4, 4, 5, 8, 2}, {8, 2, 9, 10, 3}});
    expectCountingStack(*stack, 10);
    EXPECT_TRUE(stack->notes.empty());
}

TEST_F(ImageNumbers, AFirstLinkThatIsLeftOut) {
    const auto numbered = open({{4, 4, 5, 8, 2}, {8, 2, 9, 10, 3}});
    EXPECT_EQ(numbered->frameCount(), 6U);
    EXPECT_TRUE(hasNote(numbered->notes, "the first 4 frames are not there", Severity::warning));
    EXPECT_TRUE(hasNote(numbered->notes, "data_000001", Severity::warning));
    const auto bare = open({{4, 4, 0, 0, 3}});
    EXPECT_TRUE(hasNote(bare->notes, "the first 2 data files are not there", Severity::warning));
    EXPECT_TRUE(hasNote(bare->notes, "how many frames they hold is not known", Severity::warning));
    // A series that was cut out of a longer one.
    const auto cut = open({{4, 4, 5, 8, 1}});
    EXPECT_TRUE(hasNote(cut->notes, "begins with image 5", Severity::warning));
}

TEST_F(ImageNumbers, FramesThatAreLostBetweenFiles) {
    const auto stack = open({{0, 3, 1, 4, 1}, {4, 4, 5, 8, 2}});
    ASSERT_EQ(stack->frameCount(), 8U);
    EXPECT_TRUE(hasNote(stack->notes, "is said to hold images 1 to 4, and holds 3 frames", Severity::warning));
    EXPECT_TRUE(hasNote(stack->notes, "frames 3 to 3 are not there", Severity::warning));
    const auto reader = stack->makeReader();
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 2)[0], 2000);
    EXPECT_TRUE(contains(readError(*reader, 3), "begins with image 5"));
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 4)[0], 4000);
}

/// More than files that are not there could hold: a number that is damaged, or of another series.
TEST_F(ImageNumbers, ANumberThatIsFarTooLargeMakesNoFrames) {
    const auto stack = open({{0, 4, 1, 4, 1}, {4, 4, 900000000, 900000003, 2}});
    expectCountingStack(*stack, 8);
    EXPECT_TRUE(hasNote(stack->notes, "as many frames cannot be missing", Severity::warning));
    const auto gap = open({{0, 4, 1, 4, 1}, {8, 4, 9, 12, 3}}); // the second file is not there
    EXPECT_EQ(gap->frameCount(), 12U);
}

TEST_F(ImageNumbers, FramesThatAreThereTwice) {
    const auto stack = open({{0, 4, 1, 4, 1}, {0, 4, 1, 4, 2}});
    EXPECT_EQ(stack->frameCount(), 8U);
    EXPECT_TRUE(
        hasNote(stack->notes, "begins with image 1, and the files before it end with image 4", Severity::warning));
}

} // namespace
} // namespace ewald::io::test
