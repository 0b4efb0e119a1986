// SPDX-License-Identifier: GPL-3.0-or-later
// Where the frames of an integration were taken, as their file says it as a scan.
#include "integration_files.h"
#include "job/maps/frame_places.h"

#include <fstream>

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

/// Frames of a square whose slow axis is x, which the file may say: places of the scan, and of lists that are named.
TEST_F(PlacesOfScan, OfAxesOfARasterAreThoseOfItsFrames) {
    const auto put = [this](const std::vector<std::string>& axes) {
        io::h5::File open = io::h5::File::create(m_file);
        open.write<std::uint16_t>("/entry/data/data", test::levelFrames(25), {5, 5, test::kRows, test::kCols});
        open.write<double>("/entry/data/y", std::vector<double>{10, 20, 30, 40, 50}, {5});
        open.write<double>("/entry/data/x", std::vector<double>{1, 2, 3, 4, 5}, {5});
        for (const char* axis : {"/entry/data/x", "/entry/data/y"}) open.setAttribute(axis, "units", "um");
        open.setAttribute("/entry/data", "NX_class", "NXdata");
        open.setAttribute("/entry/data", "signal", "data");
        open.setAttribute("/entry/data", "axes", axes);
        open.close();
    };
    const PlacesRequest named{.x = "/entry/data/x", .y = "/entry/data/y", .unit = {}, .table = {}};
    const auto second = [](const FramePlaces& places) { // of the first line
        return std::pair(std::lround(places.ofRow.at(1).x * 1e6), std::lround(places.ofRow.at(1).y * 1e6));
    };
    put({"x", "y", ".", "."});
    EXPECT_EQ(second(places({0, 1, 25}).value()), (std::pair(1L, 20L)));
    EXPECT_EQ(second(readPlaces({m_file}, {0, 1, 25}, named)), (std::pair(1L, 20L)));
    EXPECT_TRUE(readPlaces({m_file}, {0, 1, 25}, named).remarks.empty());
    put({".", ".", ".", "."});
    for (const FramePlaces& guessed : {places({0, 1, 25}).value(), readPlaces({m_file}, {0, 1, 25}, named)}) {
        EXPECT_EQ(second(guessed), (std::pair(2L, 10L)));
        ASSERT_EQ(guessed.remarks.size(), 1U);
        EXPECT_NE(guessed.remarks[0].find("which is a guess"), std::string::npos) << guessed.remarks[0];
    }
}

TEST_F(PlacesOfScan, AUnitAgainstThatOfTheFileIsSaid) {
    io::h5::File open = io::h5::File::create(m_file);
    open.write<std::uint16_t>("/entry/data/data", test::levelFrames(5), {5, test::kRows, test::kCols});
    for (const auto& [axis, unit] : {std::pair("/entry/data/x", "mm"), std::pair("/entry/data/y", "um")}) {
        open.write<double>(axis, std::vector<double>{1, 2, 3, 4, 5}, {5});
        open.setAttribute(axis, "units", unit);
    }
    open.close();
    const FramePlaces found =
        readPlaces({m_file}, {0, 1, 5}, {.x = "/entry/data/x", .y = "/entry/data/y", .unit = "um", .table = {}});
    ASSERT_EQ(found.remarks.size(), 1U);
    EXPECT_NE(found.remarks[0].find("/entry/data/x is in mm; taken in um as asked for"), std::string::npos);
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

/// Rows of a result before there is one: those of a run.
TEST_F(PlacesOfScan, OfATableOrDatasetsAreThoseOfTheRows) {
    std::ofstream(m_folder / "places.csv") << "x (um),y (mm)\n1,0.1\n2,0.2\n3,0.3\n4,0.4\n";
    PlacesRequest request{.x = "1", .y = "2", .unit = {}, .table = m_folder / "places.csv"};
    const FramePlaces found = readPlaces({}, {1, 2, 2}, request); // frames 1 and 3
    ASSERT_EQ(found.ofRow.size(), 2U);
    EXPECT_NEAR(found.ofRow[0].x, 2e-6, 1e-15);
    EXPECT_NEAR(found.ofRow[1].x, 4e-6, 1e-15);
    EXPECT_NEAR(found.ofRow[1].y, 4e-4, 1e-12);
    EXPECT_TRUE(found.remarks.empty());
    EXPECT_THROW(static_cast<void>(readPlaces({}, {1, 2, 3}, request)), DataError) << "frame 5 has no line";
    // Of a SPEC file with several scans the one that is named.
    std::ofstream(m_folder / "run.spec") << "#F run.spec\n\n#S 3 ascan samx 0 1 1 1\n#N 2\n#L samx  samy\n1 2\n3 4\n"
                                            "\n#S 7 ascan samx 0 1 1 1\n#N 2\n#L samx  samy\n5 6\n7 8\n";
    request = {.x = "samx", .y = "samy", .unit = "mm", .table = m_folder / "run.spec", .scan = 7};
    EXPECT_NEAR(readPlaces({}, {0, 1, 2}, request).ofRow[1].y, 8e-3, 1e-12);
    request.scan.reset();
    EXPECT_THROW(static_cast<void>(readPlaces({}, {0, 1, 2}, request)), DataError) << "which of both?";
    // Datasets of the frames' own file.
    putScan(5);
    request = {.x = "/entry/data/x", .y = "/entry/data/y", .unit = "m", .table = {}};
    EXPECT_NEAR(readPlaces({m_file}, {4, 1, 1}, request).ofRow[0].x, 8e-6, 1e-12);
}

} // namespace
} // namespace ewald::job
