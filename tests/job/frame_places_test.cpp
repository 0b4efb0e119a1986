// SPDX-License-Identifier: GPL-3.0-or-later
// Where the frames of an integration were taken, as their file says it as a scan.
#include "integration_files.h"
#include "job/maps/frame_places.h"

namespace ewald::job {
namespace {

class PlacesOfScan : public test::IntegrateFixture {
protected:
    /// Five frames, and positions for some of them beside: (y, x) = (10 + i, 2 i) µm.
    void putScan(std::size_t positions) {
        std::vector<double> y, x;
        for (std::size_t i = 0; i < positions; ++i) {
            y.push_back(10e-6 + 1e-6 * static_cast<double>(i));
            x.push_back(2e-6 * static_cast<double>(i));
        }
        io::h5::File open = io::h5::File::create(m_file);
        open.write<std::uint16_t>("/entry/data/data", test::levelFrames(5), {5, test::kRows, test::kCols});
        open.write<double>("/entry/data/y", y, {y.size()});
        open.write<double>("/entry/data/x", x, {x.size()});
        open.close();
    }
    std::optional<FramePlaces> places(const FrameChoice& rows) {
        m_said.clear();
        return placesOfScan(document(m_file), rows, [this](LogLevel level, const std::string& text) {
            EXPECT_EQ(level, LogLevel::warning);
            m_said += text + "\n";
        });
    }

    const std::filesystem::path m_file = m_folder / "scan.h5";
    std::string m_said;
};

TEST_F(PlacesOfScan, AreThoseOfTheRows) {
    putScan(5);
    const std::optional<FramePlaces> found = places({1, 2, 2}); // frames 1 and 3
    ASSERT_TRUE(found) << m_said;
    EXPECT_EQ(m_said, "");
    ASSERT_EQ(found->ofRow.size(), 2U);
    EXPECT_NEAR(found->ofRow[0].y, 11e-6, 1e-12);
    EXPECT_NEAR(found->ofRow[0].x, 2e-6, 1e-12);
    EXPECT_NEAR(found->ofRow[1].y, 13e-6, 1e-12);
    EXPECT_NEAR(found->ofRow[1].x, 6e-6, 1e-12);
}

TEST_F(PlacesOfScan, FramesAloneHaveNoneAndNothingIsSaid) {
    test::putStack(m_file, test::levelFrames(5));
    EXPECT_FALSE(places({0, 1, 5}));
    EXPECT_EQ(m_said, "");
}

TEST_F(PlacesOfScan, WhatIsWrongWithAScanIsSaid) {
    putScan(3); // of five
    EXPECT_FALSE(places({0, 1, 5}));
    EXPECT_TRUE(m_said.starts_with("places of the frames are not taken from " + m_file.string())) << m_said;
    putScan(5);
    EXPECT_FALSE(places({0, 1, 7})) << "a file that had more frames";
    EXPECT_NE(m_said.find("it has only 5 frames now"), std::string::npos) << m_said;
    std::filesystem::resize_file(m_file, std::filesystem::file_size(m_file) / 2);
    EXPECT_FALSE(places({0, 1, 5}));
    EXPECT_NE(m_said.find("scan.h5"), std::string::npos) << m_said;
    std::filesystem::remove(m_file);
    EXPECT_FALSE(places({0, 1, 5}));
    EXPECT_NE(m_said.find("scan.h5"), std::string::npos) << m_said;
}

} // namespace
} // namespace ewald::job
