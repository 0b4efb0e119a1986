// SPDX-License-Identifier: GPL-3.0-or-later
// Which frames the numbers beside positions name: by the files, by their order, and from which number on.
#include "io/images/image_export.h"
#include "io/scan.h"
#include "io/scan_files.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace ewald::io::test {
namespace {

using Numbers = std::vector<std::size_t>;

class FrameNumbers : public WithFolder {
protected:
    /// An image for each number, which all of its pixels hold.
    void putImages(const Numbers& numbers) const {
        for (const std::size_t number : numbers) {
            std::ostringstream name;
            name << "im_" << std::setw(4) << std::setfill('0') << number << ".tif";
            Array<float, 2> image({kRows, kCols});
            std::ranges::fill(image, static_cast<float>(number));
            writeTiff(at(name.str()), image, true, {});
        }
    }
    /// As putImages(), in one dataset.
    void putStack(std::size_t frames) const {
        h5::File file = h5::File::create(at("frames.h5"));
        put(file, "/frames", countingFrames(frames), {frames, kRows, kCols});
        file.close();
    }
    /// Each position is at 10 µm times the number of its frame, counted as the measurement does.
    [[nodiscard]] Scan open(const std::string& frames, const Numbers& numbers, std::size_t first = 0) const {
        std::ofstream table(at("p.csv"));
        table << "frame,x,y\n";
        for (const std::size_t number : numbers) table << number << "," << 10 * (number - first) << ",1\n";
        table.close();
        ImportMapping mapping;
        if (frames.ends_with(".h5")) mapping.frames = "/frames";
        mapping.positionsFile = "p.csv";
        mapping.positionX = "x", mapping.positionY = "y", mapping.frameIndex = "frame", mapping.positionUnit = "um";
        mapping.energyValue = 8, mapping.distanceValue = 1, mapping.pixelSizeValue = 1e-4;
        return openScan(at(frames), &mapping);
    }
    /// The x of each frame in tens of micrometres; -1: none.
    static std::vector<int> placesOf(const Scan& scan) {
        std::vector<int> places;
        for (const ScanPosition& position : scan.positions)
            places.push_back(std::isfinite(position.x) ? static_cast<int>(std::lround(position.x * 1e5)) : -1);
        return places;
    }
    static bool warns(const Scan& scan, const std::string& text) {
        return hasNote(scan.notes, text, Severity::warning);
    }
    static constexpr const char* kOneBased = "if they count from 1, each frame has the position of the frame before";
};

TEST_F(FrameNumbers, AreThoseOfTheFilesWhereOneIsMissing) {
    putImages({0, 1, 2, 4, 5, 6, 7});
    const Scan all = open("im_#.tif", {0, 1, 2, 3, 4, 5, 6, 7});
    EXPECT_EQ(placesOf(all), (std::vector<int>{0, 1, 2, 4, 5, 6, 7}));
    EXPECT_TRUE(warns(all, "1 position belongs to a frame that is not there and is left out (first: number 3)"));
    EXPECT_TRUE(hasNote(all.notes, "are taken for those in the names of their files"));
    for (std::size_t frame = 0; frame < all.frames->frameCount(); ++frame)
        EXPECT_EQ(numbersOf(*all.frames, frame)[0], static_cast<float>(placesOf(all)[frame]));
    EXPECT_EQ(placesOf(open("im_#.tif", {0, 1, 2, 4, 5, 6})), (std::vector<int>{0, 1, 2, 4, 5, 6, -1}));
    // As many numbers as files, from 0 on: places.
    EXPECT_EQ(placesOf(open("im_#.tif", {0, 1, 2, 3, 4, 5, 6})), (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
}

TEST_F(FrameNumbers, OfFilesNeedNotBeginWithZero) {
    putImages({1, 2, 3, 4, 5});
    const Scan scan = open("im_#.tif", {1, 2, 3, 4, 5});
    EXPECT_EQ(placesOf(scan), (std::vector<int>{1, 2, 3, 4, 5}));
    EXPECT_FALSE(warns(scan, "count from 1"));
    EXPECT_EQ(placesOf(open("im_#.tif", {0, 1, 2, 3, 4})), (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST_F(FrameNumbers, MayCountFromOne) {
    putStack(6);
    const Scan all = open("frames.h5", {1, 2, 3, 4, 5, 6}, 1);
    EXPECT_EQ(placesOf(all), (std::vector<int>{0, 1, 2, 3, 4, 5}));
    EXPECT_TRUE(warns(all, "the numbers of the 6 frames in"));
    const Scan some = open("frames.h5", {1, 2, 3, 4});
    EXPECT_EQ(placesOf(some), (std::vector<int>{-1, 1, 2, 3, 4, -1}));
    EXPECT_TRUE(warns(some, kOneBased));
    EXPECT_FALSE(warns(open("frames.h5", {0, 1, 2, 3}), kOneBased));
}

TEST_F(FrameNumbers, BeyondTheFramesThatAreThereAreLeftOut) {
    putStack(4);
    const Scan scan = open("frames.h5", {0, 1, 2, 3, 4, 5});
    EXPECT_EQ(placesOf(scan), (std::vector<int>{0, 1, 2, 3}));
    EXPECT_TRUE(warns(scan, "2 positions belong to frames that are not there and are left out (first: number 4)"));
    EXPECT_TRUE(contains(dataErrorOf([&] {
                             static_cast<void>(open("frames.h5", {40, 41}));
                         }),
                         "frame number 40 of position 0 is beyond the last frame"));
}

} // namespace
} // namespace ewald::io::test
