// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that grow while they are read, written as detectors write them.
#include "io/growing/file_follower.h"

#include "base/error.h"
#include "growing_file.h"
#include "io/growing/unfinished.h"
#include "io/images/image_export.h"
#include "io/temporary_folder.h"

#include <gtest/gtest.h>

namespace ewald::io {
namespace {

using namespace std::chrono_literals;
using test::GrowingFile;
using State = ScanProgress::State;
using Step = FileFollower::Step;

class GrowingStackTest : public testing::Test {
protected:
    [[nodiscard]] std::filesystem::path at(const char* name) const { return m_folder.path() / name; }
    [[nodiscard]] static GrowingStack stackOf(const std::filesystem::path& file) {
        return GrowingStack({file}, [file] { return openStack(std::vector{file}); });
    }
    /// The number that all pixels of a frame hold.
    [[nodiscard]] static float level(const FrameStack& stack, std::size_t frame) {
        std::vector<float> pixels(stack.rows() * stack.cols());
        stack.makeReader()->readNumbers(frame, pixels);
        EXPECT_EQ(pixels.front(), pixels.back());
        return pixels.front();
    }
    TemporaryFolder m_folder;
};

TEST_F(GrowingStackTest, AFileThatItsWriterSharesGrowsToItsEnd) {
    GrowingFile writer(at("scan.h5"), GrowingFile::Format::swmr);
    writer.append(3);
    GrowingStack stack = stackOf(at("scan.h5"));
    EXPECT_EQ(stack.frameCount(), 3U);
    EXPECT_TRUE(isUnfinished(stack));
    GrowingStack::Look look = stack.look();
    EXPECT_FALSE(look.grew);
    EXPECT_EQ(look.state, State::writing);
    EXPECT_FALSE(look.reason.empty());
    const auto before = stack.makeReader();
    writer.append(2);
    look = stack.look();
    EXPECT_TRUE(look.grew);
    EXPECT_EQ(stack.frameCount(), 5U);
    EXPECT_EQ(level(stack, 4), 5);
    std::vector<float> pixels(stack.rows() * stack.cols());
    before->readNumbers(2, pixels); // a reader of before goes on with what it has
    EXPECT_EQ(pixels.front(), 3);
    writer.append(1);
    writer.close();
    look = stack.look();
    EXPECT_TRUE(look.grew);
    EXPECT_EQ(look.state, State::complete);
    EXPECT_EQ(level(stack, 5), 6);
    EXPECT_FALSE(isUnfinished(stack)) << "what is said of the frames is that of the last look";
    look = stack.look();
    EXPECT_FALSE(look.changed);
    EXPECT_EQ(look.state, State::complete);
}

TEST_F(GrowingStackTest, ImagesComeToAPattern) {
    const auto put = [&](int number) {
        const std::string name = "image_" + std::to_string(number) + ".tif";
        writeTiff(m_folder.path() / name, Array<float, 2>({4, 5}, static_cast<float>(number)), true, {});
    };
    put(9);
    GrowingStack stack = stackOf(at("image_#.tif"));
    EXPECT_EQ(stack.frameCount(), 1U);
    put(10);
    GrowingStack::Look look = stack.look();
    EXPECT_FALSE(look.grew) << "it may be half there";
    look = stack.look();
    EXPECT_TRUE(look.grew);
    EXPECT_EQ(look.state, State::unmarked) << "nothing says that no more come";
    EXPECT_EQ(level(stack, 1), 10);
    // What comes all the time is taken with the next one.
    put(11), put(12);
    EXPECT_TRUE(stack.look().grew);
    EXPECT_EQ(stack.frameCount(), 3U);
    put(13);
    EXPECT_TRUE(stack.look().grew);
    EXPECT_EQ(stack.frameCount(), 4U);
    EXPECT_EQ(level(stack, 3), 12);
}

TEST_F(GrowingStackTest, AnImageOfAPatternIsTakenWhenAllOfItIsThere) {
    const auto put = [&](int number) {
        writeTiff(m_folder.path() / ("image_" + std::to_string(number) + ".tif"),
                  Array<float, 2>({40, 50}, static_cast<float>(number)), true, {});
    };
    put(1);
    GrowingStack stack = stackOf(at("image_#.tif"));
    put(2);
    const auto size = std::filesystem::file_size(at("image_2.tif"));
    for (const std::uintmax_t part : {std::uintmax_t{0}, std::uintmax_t{8}, size / 2}) { // as a slow writer leaves it
        std::filesystem::resize_file(at("image_2.tif"), part);
        EXPECT_FALSE(stack.look().grew) << part;
        EXPECT_EQ(stack.frameCount(), 1U);
    }
    put(2);
    EXPECT_FALSE(stack.look().grew);
    EXPECT_TRUE(stack.look().grew);
    EXPECT_EQ(level(stack, 1), 2);
    EXPECT_FALSE(stack.look().grew);
    // One that stays as it is was damaged, and keeps its place.
    put(3);
    std::filesystem::resize_file(at("image_3.tif"), size / 2);
    static_cast<void>(stack.look());
    EXPECT_TRUE(stack.look().grew);
    EXPECT_EQ(stack.frameCount(), 3U);
}

TEST_F(GrowingStackTest, FilesOfAPatternGrowInTheirPlace) {
    GrowingFile writer(at("scan_1.h5"), GrowingFile::Format::swmr);
    writer.append(2);
    GrowingStack stack = stackOf(at("scan_#.h5"));
    EXPECT_EQ(stack.frameCount(), 2U);
    static_cast<void>(stack.look());
    writer.append(3);
    EXPECT_TRUE(stack.look().grew);
    EXPECT_EQ(stack.frameCount(), 5U);
    EXPECT_EQ(level(stack, 4), 5);
}

TEST_F(GrowingStackTest, FoldersComeToAPattern) {
    const auto put = [&](int run, int number) {
        const std::filesystem::path folder = m_folder.path() / ("run_" + std::to_string(run));
        std::filesystem::create_directories(folder);
        writeTiff(folder / ("image_" + std::to_string(number) + ".tif"),
                  Array<float, 2>({4, 5}, static_cast<float>(10 * run + number)), true, {});
    };
    put(1, 1);
    GrowingStack stack = stackOf(m_folder.path() / "run_#" / "image_#.tif");
    put(1, 2), put(2, 1);
    static_cast<void>(stack.look());
    static_cast<void>(stack.look());
    EXPECT_EQ(stack.frameCount(), 3U);
    EXPECT_EQ(level(stack, 2), 21);
    put(2, 2);
    static_cast<void>(stack.look());
    EXPECT_TRUE(stack.look().grew);
    EXPECT_EQ(level(stack, 3), 22);
}

TEST_F(GrowingStackTest, AnotherFileInItsPlaceIsRefused) {
    const auto write = [&](std::size_t frames, hsize_t rows) {
        GrowingFile writer(at("scan.h5"), GrowingFile::Format::swmr, rows);
        writer.append(frames);
        writer.close();
    };
    write(4, 8);
    GrowingStack stack = stackOf(at("scan.h5"));
    const auto expectRefused = [&](const char* why) {
        const GrowingStack::Look look = stack.look();
        EXPECT_EQ(look.state, State::writing);
        EXPECT_FALSE(look.grew);
        EXPECT_NE(look.reason.find(why), std::string::npos) << look.reason;
        EXPECT_EQ(stack.look().reason, look.reason) << "as long as it is there";
    };
    write(3, 8);
    expectRefused("there are 3 frames now, and were 4");
    write(4, 6);
    expectRefused("the frames are of 6 x 8 now, and were of 8 x 8");
    EXPECT_EQ(stack.frameCount(), 4U) << "it is as it was";
}

/// A file that is copied over and over again, and read in the midst of that: patience counts from its last change.
TEST_F(GrowingStackTest, WhatCannotBeReadAndChangesIsWaitedFor) {
    const auto copyPart = [&](std::uintmax_t bytes) {
        std::filesystem::copy_file(at("whole.h5"), at("scan.h5"), std::filesystem::copy_options::overwrite_existing);
        std::filesystem::resize_file(at("scan.h5"), bytes);
    };
    {
        GrowingFile writer(at("whole.h5"), GrowingFile::Format::swmr);
        writer.append(2);
        writer.close();
    }
    std::filesystem::copy_file(at("whole.h5"), at("scan.h5"));
    GrowingStack stack = stackOf(at("scan.h5"));
    const auto begin = FileFollower::Clock::now();
    FileFollower follower(stack, 1h, begin);
    copyPart(100);
    EXPECT_EQ(follower.step(begin + 50min), Step::wait);
    copyPart(200);
    EXPECT_EQ(follower.step(begin + 100min), Step::wait);
    EXPECT_EQ(follower.step(begin + 159min), Step::wait) << "59 minutes after the last change";
    EXPECT_FALSE(follower.reason().empty());
    EXPECT_EQ(follower.step(begin + 160min), Step::quiet);
    EXPECT_EQ(stack.frameCount(), 2U) << "it is as it was";
}

/// The clock is handed in, so that nothing waits.
TEST_F(GrowingStackTest, TheEndIsWhatTheWriterSaysOrQuiet) {
    GrowingFile writer(at("scan.h5"), GrowingFile::Format::swmr);
    writer.append(1);
    GrowingStack stack = stackOf(at("scan.h5"));
    const auto begin = FileFollower::Clock::now();
    FileFollower follower(stack, 1h, begin);
    EXPECT_EQ(follower.step(begin), Step::wait);
    EXPECT_FALSE(follower.reason().empty());
    writer.append(1);
    EXPECT_EQ(follower.step(begin + 50min), Step::grew);
    EXPECT_EQ(follower.step(begin + 109min), Step::wait) << "59 minutes after the last frame";
    EXPECT_EQ(follower.step(begin + 110min), Step::quiet);
    writer.close();
    EXPECT_EQ(follower.step(begin + 111min), Step::closed);
    EXPECT_TRUE(follower.reason().empty());
}

TEST_F(GrowingStackTest, AnOldFileThatNothingMarksNeedsNoPatience) {
    GrowingFile writer(at("scan.h5"), GrowingFile::Format::unlocked);
    writer.append(2);
    writer.close();
    GrowingStack stack = stackOf(at("scan.h5"));
    EXPECT_LT(stack.age(), 1h);
    FileFollower waits(stack, 1h);
    EXPECT_EQ(waits.step(), Step::wait) << "written a moment ago";
    std::filesystem::last_write_time(at("scan.h5"), std::filesystem::file_time_type::clock::now() - 2h);
    GrowingStack old = stackOf(at("scan.h5"));
    FileFollower follower(old, 1h);
    EXPECT_EQ(follower.step(), Step::quiet);
    EXPECT_TRUE(follower.reason().empty()) << follower.reason();
}

} // namespace
} // namespace ewald::io
