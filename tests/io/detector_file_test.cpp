// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptions of detectors as pyFAI's NexusDetector.save() writes them.
#include "io/images/detector_file.h"

#include "io/hdf5/hdf5.h"
#include "stack_files.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ewald::io::test {
namespace {

constexpr const char* kGroup = "/entry_0000/pyFAI/My_Detector";

class DetectorFiles : public WithFolder {
protected:
    /// Two rows of three pixels of 100 × 200 µm (height × width), the second row 50 µm lower.
    void put(const std::function<void(h5::File&)>& more = {}, std::size_t corners = 4, float z = 0) {
        h5::File file = h5::File::create(at("detector.h5"));
        file.createGroup(kGroup);
        file.setAttribute("/entry_0000", "NX_class", "NXentry");
        file.setAttribute("/entry_0000/pyFAI", "NX_class", "NXsubentry");
        file.setAttribute(kGroup, "NX_class", "NXdetector");
        const std::string group = kGroup;
        file.write<float>(group + "/pixel_size", std::vector<float>{1e-4F, 2e-4F}, {2});
        file.write<std::int32_t>(group + "/shape", std::vector<std::int32_t>{2, 3}, {2});
        if (corners > 0) {
            std::vector<float> places; // z, y, x
            for (std::size_t row = 0; row < 2; ++row)
                for (std::size_t col = 0; col < 3; ++col)
                    for (std::size_t corner = 0; corner < corners; ++corner) {
                        const bool below = corner == 1 || corner == 2, right = corner >= 2;
                        const auto down = static_cast<float>(row + (below ? 1 : 0));
                        const auto across = static_cast<float>(col + (right ? 1 : 0));
                        places.insert(places.end(), {z, down * 1e-4F + (row > 0 ? 5e-5F : 0), across * 2e-4F});
                    }
            file.write<float>(group + "/pixel_corners", places, {2, 3, corners, 3});
        }
        if (more) more(file);
        file.close();
    }
    [[nodiscard]] std::string problem() {
        return dataErrorOf([&] { static_cast<void>(readDetectorFile(at("detector.h5"))); });
    }
};

TEST_F(DetectorFiles, SayWherePixelsAre) {
    put([](h5::File& file) {
        file.write<std::int8_t>(std::string(kGroup) + "/mask", std::vector<std::int8_t>{0, 1, 0, 0, 0, 2}, {2, 3});
        file.write<float>(std::string(kGroup) + "/flatfield", std::vector<float>(6, 1), {2, 3});
    });
    const DetectorFile found = readDetectorFile(at("detector.h5"));
    EXPECT_EQ(found.path, kGroup);
    EXPECT_EQ(found.shape, (std::array<std::size_t, 2>{2, 3}));
    EXPECT_FLOAT_EQ(static_cast<float>(found.pixelSize_m[0]), 1e-4F);
    EXPECT_FLOAT_EQ(static_cast<float>(found.pixelSize_m[1]), 2e-4F);
    EXPECT_EQ(std::vector<int>(found.mask.begin(), found.mask.end()), (std::vector<int>{0, 1, 0, 0, 0, 1}));
    EXPECT_TRUE(found.hasFlatField);
    EXPECT_FALSE(found.hasDark);
    ASSERT_EQ(found.corners.size(), 48U);
    // C of pixel (1, 2): the sixth pixel, its third corner.
    EXPECT_FLOAT_EQ(found.corners[5 * 8 + 4], 2.5e-4F);
    EXPECT_FLOAT_EQ(found.corners[5 * 8 + 5], 6e-4F);
    // D of pixel (0, 1).
    EXPECT_FLOAT_EQ(found.corners[8 + 6], 0);
    EXPECT_FLOAT_EQ(found.corners[8 + 7], 4e-4F);
}

TEST_F(DetectorFiles, MayHavePixelsThatAreAllAlike) {
    put({}, 0);
    const DetectorFile found = readDetectorFile(at("detector.h5"));
    EXPECT_TRUE(found.corners.empty());
    EXPECT_EQ(found.shape, (std::array<std::size_t, 2>{2, 3}));
}

TEST_F(DetectorFiles, MayBeBentOrLieBehindTheirPlane) {
    put();
    EXPECT_TRUE(readDetectorFile(at("detector.h5")).depths.empty());
    put({}, 4, 1e-3F);
    EXPECT_EQ(readDetectorFile(at("detector.h5")).depths, std::vector<float>(24, 1e-3F));
    put({}, 4, -2e-7F); // what single precision leaves of a plane
    EXPECT_TRUE(readDetectorFile(at("detector.h5")).depths.empty());
}

TEST_F(DetectorFiles, OthersAreRefusedInWords) {
    put({}, 6);
    EXPECT_TRUE(contains(problem(), "6 corners")) << problem();
    put([](h5::File& file) { file.write(std::string(kGroup) + "/orientation", std::int64_t{1}); });
    EXPECT_TRUE(contains(problem(), "orientation 1")) << problem();
    put([](h5::File& file) { file.write(std::string(kGroup) + "/orientation", std::int64_t{3}); });
    EXPECT_EQ(problem(), "");
    h5::File empty = h5::File::create(at("detector.h5"));
    empty.createGroup("/entry/data");
    empty.close();
    EXPECT_TRUE(contains(problem(), "describes no detector")) << problem();
}

} // namespace
} // namespace ewald::io::test
