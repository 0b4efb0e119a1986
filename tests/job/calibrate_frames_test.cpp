// SPDX-License-Identifier: GPL-3.0-or-later
#include "integration_files.h"

#include "job/calibration/calibrate_frames.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

class CalibrateFrames : public test::IntegrateFixture {
protected:
    /// Of frames of 20 counts without a ring: refused, but it says which pixels were left out.
    template <class T>
    FrameCalibration of(std::vector<T> values, std::size_t frames,
                        const std::vector<std::pair<std::string, std::string>>& more = {}) {
        const fs::path file = m_folder / "frames.h5";
        io::h5::File open = io::h5::File::create(file);
        open.write<T>("/entry/data/data", values, {frames, kSide, kSide});
        open.close();
        JobDocument job = integrateJobKind().newDocument();
        job.inputFile = file;
        job.set("pixel_size_m", "0.0001");
        job.set("energy_keV", "20");
        for (const auto& [key, value] : more) job.set(key, value);
        return calibrateFrames(job, "CeO2", RunControl());
    }
    static constexpr std::size_t kSide = 48, kPixels = kSide * kSide;
};

/// 65535 may be a count of a single frame of 32 bits, and it is looked at once.
TEST_F(CalibrateFrames, ASingleFrameMayHoldTheLargestValueOfAnotherType) {
    std::vector<std::uint32_t> one(kPixels, 20);
    one[100] = 65535;
    EXPECT_EQ(of(one, 1).masked, 0U);
    std::vector<std::uint32_t> two = one;
    two.insert(two.end(), one.begin(), one.end());
    EXPECT_EQ(of(two, 2).masked, 1U) << "held in both frames, it is a mark";
}

/// As in integrations: −1 counts down from 2⁶⁴ where numbers have no sign.
TEST_F(CalibrateFrames, ANegativeDummyIsThatOfUnsignedNumbersOfAnySize) {
    std::vector<std::uint64_t> values(kPixels, 20);
    values[7] = ~std::uint64_t{0};
    EXPECT_EQ(of(values, 1, {{"dummy", "-1"}, {"file_mask", "false"}}).masked, 1U);
}

/// Bad and good exchanged in the file: not "no distance makes the rings lie".
TEST_F(CalibrateFrames, AMaskOfAllPixelsIsRefusedAsOne) {
    io::writeTiff(m_folder / "all.tif", Array<float, 2>({kSide, kSide}, 1.0F), true);
    try {
        static_cast<void>(
            of(std::vector<std::uint16_t>(kPixels, 20), 1, {{"mask_file", (m_folder / "all.tif").string()}}));
        FAIL() << "not refused";
    } catch (const JobError& error) {
        EXPECT_EQ(error.where(), "mask_file");
        EXPECT_NE(std::string(error.what()).find("no pixel is left"), std::string::npos) << error.what();
    }
}

/// The distance takes the parallax up; with both, integrations would take it off twice.
TEST_F(CalibrateFrames, ParallaxIsRefused) {
    try {
        static_cast<void>(of(std::vector<std::uint16_t>(kPixels, 20), 1,
                             {{"parallax", "true"}, {"sensor_material", "Si"}, {"sensor_thickness_m", "0.00045"}}));
        FAIL() << "not refused";
    } catch (const JobError& error) {
        EXPECT_EQ(error.where(), "parallax");
    }
    EXPECT_FALSE(of(std::vector<std::uint16_t>(kPixels, 20), 1).poni.parallax);
}

TEST_F(CalibrateFrames, ChoosesFramesAsIntegrationsDo) {
    const std::vector<std::uint16_t> values(7 * kPixels, 20);
    EXPECT_EQ(of(values, 7, {{"first_frame", "1"}, {"frame_step", "2"}}).frames, 3U);
    EXPECT_EQ(of(values, 7, {{"first_frame", "1"}, {"max_frames", "2"}}).frames, 2U);
    EXPECT_THROW(of(values, 7, {{"first_frame", "7"}}), JobError);
}

} // namespace
} // namespace ewald::job
