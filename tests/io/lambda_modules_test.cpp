// SPDX-License-Identifier: GPL-3.0-or-later
// Modules of a Lambda detector, of which files or frames are not there. Each pixel is a hundred times the number of the
// module plus the number of the frame in the measurement.
#include "base/error.h"
#include "io/frame_stack.h"
#include "stack_files.h"

#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

class LambdaModules : public WithFolder {
protected:
    fs::path file(int module, int part) const {
        return at("scan_m" + std::to_string(module) + "_part0000" + std::to_string(part) + ".nxs");
    }
    /// \param numbers of the frames in the measurement
    void putModule(int module, int part, const std::vector<int>& numbers, bool withNumbers = true) const {
        h5::File made = h5::File::create(file(module, part));
        const std::string detector = "/entry/instrument/detector";
        std::vector<std::uint16_t> pixels;
        for (const int number : numbers)
            pixels.insert(pixels.end(), kRows * kCols, static_cast<std::uint16_t>(100 * module + number));
        put(made, detector + "/data", pixels, {numbers.size(), kRows, kCols});
        put(made, detector + "/translation/distance", std::vector<double>{0, (module - 1.0) * kRows, 0}, {3});
        if (withNumbers) put(made, detector + "/sequence_number", numbers, {numbers.size()});
        std::vector<double> monitor(numbers.begin(), numbers.end());
        for (double& value : monitor) value += 0.5;
        put(made, "/entry/monitor", monitor, {numbers.size()});
        made.close();
    }
    /// Three modules, two parts of three frames.
    void putAll(bool withNumbers = true) const {
        for (const int module : {1, 2, 3}) {
            putModule(module, 0, {1, 2, 3}, withNumbers);
            putModule(module, 1, {4, 5, 6}, withNumbers);
        }
    }
    std::shared_ptr<const FrameStack> open() const {
        StackOptions options;
        options.monitor = "/entry/monitor";
        return openOne(at("scan_m#_part#.nxs"), options);
    }
};

/// The first pixel of each module that is there; the line of the error where the frame cannot be read.
std::string frameOf(const FrameStack& stack, std::size_t frame) {
    try {
        const auto pixels = pixelsOf<std::uint16_t>(*stack.makeReader(), frame);
        std::string text;
        for (std::size_t at = 0; at < pixels.size(); at += kRows * kCols) text += std::to_string(pixels[at]) + " ";
        return text;
    } catch (const DataError& error) {
        return error.what();
    }
}

TEST_F(LambdaModules, OfAMissingFirstPartDoNotMoveUp) {
    for (const bool withNumbers : {true, false}) {
        putAll(withNumbers);
        EXPECT_EQ(frameOf(*open(), 0), "101 201 301 ");
        fs::remove(file(2, 0));
        const auto stack = open();
        ASSERT_EQ(stack->frameCount(), 6U);
        EXPECT_EQ(stack->rows(), 3 * kRows);
        for (const std::size_t lost : {0U, 2U}) {
            const std::string why = frameOf(*stack, lost);
            EXPECT_NE(why.find("the file of module 2 is not there"), std::string::npos) << why;
            EXPECT_NE(why.find("scan_m2_part00000.nxs"), std::string::npos) << why;
        }
        EXPECT_EQ(frameOf(*stack, 3), "104 204 304 ");
        EXPECT_EQ(frameOf(*stack, 5), "106 206 306 ");
        EXPECT_EQ(stack->monitor, (std::vector<double>{1.5, 2.5, 3.5, 4.5, 5.5, 6.5}));
    }
}

TEST_F(LambdaModules, OfAMissingLaterPartAreNamed) {
    putAll();
    fs::remove(file(1, 1));
    const auto stack = open();
    ASSERT_EQ(stack->frameCount(), 6U);
    EXPECT_EQ(frameOf(*stack, 2), "103 203 303 ");
    EXPECT_NE(frameOf(*stack, 3).find("scan_m1_part00001.nxs"), std::string::npos) << frameOf(*stack, 3);
}

TEST_F(LambdaModules, ThatAreNotThereAtAllAreSaid) {
    putAll();
    EXPECT_FALSE(hasNote(open()->notes, "of the detector"));
    for (const int part : {0, 1}) fs::remove(file(2, part));
    const auto stack = open();
    EXPECT_TRUE(hasNote(stack->notes, "1 module of the detector (number 2) is not there", Severity::warning));
    ASSERT_EQ(stack->rows(), 3 * kRows);
    EXPECT_EQ(stack->mask(kRows, 0), 1) << "the place of module 2";
    EXPECT_EQ(stack->mask(0, 0), 0);
    EXPECT_EQ(frameOf(*stack, 4), "105 0 305 ");
}

TEST_F(LambdaModules, OfFewerFramesDoNotMoveLaterParts) {
    for (const bool withNumbers : {true, false}) {
        putAll(withNumbers);
        putModule(2, 0, {1, 2}, withNumbers);
        const auto stack = open();
        ASSERT_EQ(stack->frameCount(), 6U);
        EXPECT_EQ(frameOf(*stack, 1), "102 202 302 ");
        EXPECT_NE(frameOf(*stack, 2).find("module 2 lacks the frame"), std::string::npos) << frameOf(*stack, 2);
        EXPECT_EQ(frameOf(*stack, 3), "104 204 304 ");
        EXPECT_EQ(stack->monitor, (std::vector<double>{1.5, 2.5, 3.5, 4.5, 5.5, 6.5}));
        EXPECT_TRUE(hasNote(stack->notes, "1 frame that one of them lacks is left empty", Severity::warning));
    }
}

TEST_F(LambdaModules, ThatLoseAFrameBetweenOthersArePairedByNumbers) {
    putAll();
    putModule(2, 0, {1, 3});
    const auto stack = open();
    ASSERT_EQ(stack->frameCount(), 6U);
    EXPECT_EQ(frameOf(*stack, 0), "101 201 301 ");
    EXPECT_NE(frameOf(*stack, 1).find("module 2 lacks the frame"), std::string::npos) << frameOf(*stack, 1);
    EXPECT_EQ(frameOf(*stack, 2), "103 203 303 ");
}

/// The measurement was aborted there, or goes on.
TEST_F(LambdaModules, EndWithTheShortestInTheLastPart) {
    for (const bool withNumbers : {true, false}) {
        putAll(withNumbers);
        putModule(3, 1, {4, 5}, withNumbers);
        const auto stack = open();
        ASSERT_EQ(stack->frameCount(), 5U);
        EXPECT_EQ(frameOf(*stack, 4), "105 205 305 ");
        EXPECT_EQ(stack->monitor, (std::vector<double>{1.5, 2.5, 3.5, 4.5, 5.5}));
        EXPECT_TRUE(hasNote(stack->notes, "the first 2 are used", Severity::warning));
    }
}

TEST_F(LambdaModules, FramesThatAllModulesLackKeepTheirPlaces) {
    putAll();
    for (const int module : {1, 2, 3}) putModule(module, 0, {1});
    const auto stack = open();
    ASSERT_EQ(stack->frameCount(), 4U);
    EXPECT_EQ(frameOf(*stack, 1), "104 204 304 ");
    EXPECT_TRUE(
        hasNote(stack->notes, "2 frames of the measurement are not there (first: number 2)", Severity::warning));
    EXPECT_EQ(stack->missing, (std::vector<std::size_t>{1, 2}));
    for (const int module : {1, 2, 3}) { // every third frame
        putModule(module, 0, {1, 4, 7});
        putModule(module, 1, {10, 13});
    }
    EXPECT_TRUE(open()->missing.empty());
}

} // namespace
} // namespace ewald::io::test
