// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the positions of a NeXus file are read, and how.
#include "io/scan.h"
#include "io/scan_files.h"

#include <array>
#include <cmath>
#include <utility>

namespace ewald::io::test {
namespace {

using h5::File;

class NexusPositions : public WithFolder {
protected:
    template <class Fill>
    Scan open(const Fill& fill) {
        const fs::path path = at("scan" + std::to_string(m_files++) + ".nxs");
        File file = File::create(path);
        fill(file);
        file.close();
        return openScan(path);
    }

private:
    int m_files = 0;
};

/// One row more or less than frames, of a scan that was ended early.
TEST_F(NexusPositions, VectorsMayBeMoreOrFewerThanFrames) {
    for (const std::size_t rows : {kFrames - 1, kFrames + 1}) {
        const Scan scan = open([&](File& file) {
            putNexusBeam(file);
            file.write("/entry_1/definition", "NXptycho");
            put(file, "/entry_1/data_1/data", countingFrames(), {kFrames, kRows, kCols});
            put(file, "/entry_1/data_1/translation", translations(rows, 3, false), {rows, 3});
        });
        ASSERT_EQ(scan.positions.size(), rows);
        EXPECT_NEAR(scan.positions[2].x, xOf(2), 1e-15);
    }
}

/// x along −x and y along y, and both exchanged.
TEST_F(NexusPositions, AxesGoAlongTheirVectors) {
    const auto along = [&](const std::vector<double>& x, const std::vector<double>& y) {
        return open([&](File& file) {
            putNexusBeam(file);
            file.write("/entry_1/definition", "NXptycho");
            put(file, "/entry_1/data/data", countingFrames(), {kFrames, kRows, kCols});
            put<double>(file, "/entry_1/data/x", {1, 2, 3, 4, 5, 6}, {kFrames});
            put<double>(file, "/entry_1/data/y", {10, 20, 40, 50, 70, 90}, {kFrames});
            for (const auto& [axis, vector] : {std::pair("/entry_1/data/x", x), std::pair("/entry_1/data/y", y)}) {
                file.setAttribute(axis, "transformation_type", "translation");
                file.setAttribute(axis, "units", "um");
                file.setAttribute(axis, "vector", vector);
            }
        });
    };
    const auto placeOf = [](const Scan& scan, std::size_t frame) {
        return std::array{std::round(scan.positions[frame].x * 1e6), std::round(scan.positions[frame].y * 1e6)};
    };
    EXPECT_EQ(placeOf(along({1, 0, 0}, {0, 1, 0}), 2), (std::array{3.0, 40.0}));
    EXPECT_EQ(placeOf(along({-1, 0, 0}, {0, 1, 0}), 2), (std::array{-3.0, 40.0}));
    EXPECT_EQ(placeOf(along({0, 1, 0}, {1, 0, 0}), 2), (std::array{40.0, 3.0}));
    const Scan none = along({0, 0, 1}, {0, 1, 0}); // along the beam
    EXPECT_EQ(placeOf(none, 2), (std::array{3.0, 40.0}));
    EXPECT_TRUE(hasNote(none.notes, "span no plane across the beam", Severity::warning));
}

/// x and y of a raster's columns and lines give a position a frame; a list of five vectors for six frames does not.
TEST_F(NexusPositions, AxesOfARasterComeBeforeAListThatDoesNotFit) {
    const Scan scan = open([&](File& file) {
        putNexusBeam(file);
        file.write("/entry_1/definition", "NXptycho");
        put(file, "/entry_1/data/data", countingFrames(), {2, 3, kRows, kCols});
        put<double>(file, "/entry_1/data/x", {1, 2, 3}, {3});
        put<double>(file, "/entry_1/data/y", {10, 20}, {2});
        for (const char* axis : {"/entry_1/data/x", "/entry_1/data/y"}) file.setAttribute(axis, "units", "um");
        put(file, "/entry_1/data/translation", translations(kFrames - 1, 3, false), {kFrames - 1, 3});
    });
    ASSERT_EQ(scan.positions.size(), kFrames);
    EXPECT_EQ(scan.positionsPath, "/entry_1/data/x");
    EXPECT_NEAR(scan.positions[4].x, 2e-6, 1e-15);
    EXPECT_NEAR(scan.positions[4].y, 20e-6, 1e-15);
}

/// (4, 3) has as many numbers as six vectors of two, and is four vectors all the same.
TEST_F(NexusPositions, AListIsToldByItsShapeAndNotByHowManyNumbersItHolds) {
    const auto fill = [](File& file) {
        putNexusBeam(file);
        file.write("/entry_1/definition", "NXptycho");
        put(file, "/entry_1/data/data", countingFrames(), {kFrames, kRows, kCols});
        put(file, "/entry_1/data/translation", translations(4, 3, false), {4, 3});
    };
    EXPECT_EQ(open(fill).positions.size(), 4U);
    const Scan scan = open([&](File& file) {
        fill(file);
        put(file, "/entry_1/instrument_1/detector_1/translation", translations(kFrames, 3, true), {3, kFrames});
    });
    EXPECT_EQ(scan.positionsPath, "/entry_1/instrument_1/detector_1/translation");
    expectPositions(scan);
}

/// Axes of a picture of one frame beside the frames, as a plot wants them, and positions with the sample.
TEST_F(NexusPositions, AreNoAxesOfPixels) {
    const auto fill = [](File& file, std::size_t count, const char* units, bool isSaid) {
        putNexusBeam(file);
        file.write("/entry_1/definition", "NXptycho");
        put(file, "/entry_1/data/data", countingFrames(count), {count, kRows, kCols});
        put(file, "/entry_1/data/x", std::vector<double>(kCols, 1), {kCols});
        put(file, "/entry_1/data/y", std::vector<double>(kRows, 1), {kRows});
        file.setAttribute("/entry_1/data", "NX_class", "NXdata");
        if (isSaid) file.setAttribute("/entry_1/data", "axes", std::vector<std::string>{"frame", "y", "x"});
        for (const char* axis : {"/entry_1/data/x", "/entry_1/data/y"}) file.setAttribute(axis, "units", units);
    };
    const std::string group = "/entry_1/sample_1/transformations";
    const auto addPositions = [&](File& file, std::size_t count) {
        std::vector<double> x, y;
        for (std::size_t i = 0; i < count; ++i) x.push_back(xOf(i)), y.push_back(yOf(i));
        put(file, group + "/trans_x", x, {count});
        put(file, group + "/trans_y", y, {count});
        for (const auto& [name, vector] : {std::pair("/trans_x", std::vector<double>{1, 0, 0}),
                                           std::pair("/trans_y", std::vector<double>{0, 1, 0})}) {
            file.setAttribute(group + name, "transformation_type", "translation");
            file.setAttribute(group + name, "vector", vector);
            file.setAttribute(group + name, "units", "m");
        }
    };
    for (const char* units : {"m", "pixel", "1/nm"})
        for (const bool isSaid : {true, false}) { // else the lengths tell it
            const Scan scan = open([&](File& file) {
                fill(file, kFrames, units, isSaid);
                addPositions(file, kFrames);
            });
            EXPECT_EQ(scan.positionsPath, group + "/trans_x") << units;
            expectPositions(scan);
        }
    // As many frames as a frame has columns.
    const Scan scan = open([&](File& file) {
        fill(file, kCols, "m", true);
        addPositions(file, kCols);
    });
    EXPECT_EQ(scan.positionsPath, group + "/trans_x");
    EXPECT_TRUE(contains(dataErrorOf([&] { open([&](File& file) { fill(file, kFrames, "m", true); }); }),
                         "/entry_1/data/x is an axis of the pixels of a frame"));
}

} // namespace
} // namespace ewald::io::test
