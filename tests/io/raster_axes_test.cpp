// SPDX-License-Identifier: GPL-3.0-or-later
// Which frames of a raster coordinates belong to: by what the file says, by their lengths, or by a guess.
#include "io/scan.h"
#include "io/scan_files.h"

#include <cmath>
#include <utility>

namespace ewald::io::test {
namespace {

using h5::File;
using Numbers = std::vector<double>;
/// x and y of frames in micrometres, in the order of the frames.
using Places = std::vector<std::pair<double, double>>;

const std::string kData = "/entry_1/data/data", kX = "/entry_1/data/x", kY = "/entry_1/data/y";

class RasterAxes : public WithFolder {
protected:
    /// A NeXus file of a raster (or list) of frames; what `fill` adds.
    template <class Fill>
    fs::path made(h5::Shape raster, const Fill& fill) {
        const fs::path path = at("scan" + std::to_string(m_files++) + ".nxs");
        File file = File::create(path);
        putNexusBeam(file);
        file.write("/entry_1/definition", "NXptycho");
        std::size_t frames = 1;
        for (const std::size_t extent : raster) frames *= extent;
        raster.insert(raster.end(), {kRows, kCols});
        put(file, kData, countingFrames(frames), raster);
        file.setAttribute("/entry_1/data", "NX_class", "NXdata");
        file.setAttribute("/entry_1/data", "signal", "data");
        fill(file);
        file.close();
        return path;
    }
    /// Such a file with x and y in micrometres.
    template <class Fill>
    Scan open(const h5::Shape& raster, const Numbers& x, const h5::Shape& shapeX, const Numbers& y,
              const h5::Shape& shapeY, const Fill& fill) {
        return openScan(made(raster, [&](File& file) {
            putAxes(file, x, shapeX, y, shapeY);
            fill(file);
        }));
    }
    static void putAxes(File& file, const Numbers& x, const h5::Shape& shapeX, const Numbers& y,
                        const h5::Shape& shapeY) {
        put(file, kX, x, shapeX);
        put(file, kY, y, shapeY);
        for (const std::string& axis : {kX, kY}) file.setAttribute(axis, "units", "um");
    }
    static auto axes(std::vector<std::string> names) {
        return [names = std::move(names)](File& file) { file.setAttribute("/entry_1/data", "axes", names); };
    }
    static Places placesOf(const Scan& scan) {
        Places places;
        for (const ScanPosition& position : scan.positions)
            places.emplace_back(std::round(position.x * 1e9) / 1e3, std::round(position.y * 1e9) / 1e3);
        return places;
    }
    static bool warns(const Scan& scan, const std::string& text) {
        return hasNote(scan.notes, text, Severity::warning) && hasNote(scan.pairing, text, Severity::warning);
    }

private:
    int m_files = 0;
};

const Places kFastX{{1, 10}, {2, 10}, {1, 20}, {2, 20}}, kSlowX{{1, 10}, {1, 20}, {2, 10}, {2, 20}};

TEST_F(RasterAxes, OfASquareAreThoseThatTheFileSays) {
    const auto square = [&](const auto& fill) { return open({2, 2}, {1, 2}, {2}, {10, 20}, {2}, fill); };
    for (const auto& [names, expected] : {std::pair(std::vector<std::string>{"x", "y", ".", "."}, kSlowX),
                                          std::pair(std::vector<std::string>{"y", "x", ".", "."}, kFastX)}) {
        const Scan scan = square(axes(names));
        EXPECT_EQ(placesOf(scan), expected) << names[0];
        EXPECT_TRUE(scan.pairing.empty()) << scan.pairing[0].text;
    }
    EXPECT_EQ(placesOf(square([](File& file) {
                  file.setAttribute("/entry_1/data", "x_indices", std::int64_t{0});
                  file.setAttribute("/entry_1/data", "y_indices", std::int64_t{1});
              })),
              kSlowX);
    EXPECT_EQ(placesOf(square([](File& file) { // as before 2014
                  file.setAttribute(kX, "axis", std::int64_t{1});
                  file.setAttribute(kY, "axis", std::int64_t{2});
              })),
              kSlowX);
    EXPECT_EQ(placesOf(square([](File& file) { file.setAttribute(kData, "axes", "x:y:row:col"); })), kSlowX);
}

TEST_F(RasterAxes, ThatNothingSaysAreAGuess) {
    const auto square = [&](const auto& fill) { return open({2, 2}, {1, 2}, {2}, {10, 20}, {2}, fill); };
    const Scan silent = square([](File&) {});
    EXPECT_EQ(placesOf(silent), kFastX);
    EXPECT_TRUE(warns(silent, kX + " is taken along the second axis of the frames and " + kY + " along the first"));
    const Scan twoWays = square([](File& file) { // which is as good as nothing
        file.setAttribute("/entry_1/data", "axes", std::vector<std::string>{"x", "y", ".", "."});
        file.setAttribute(kX, "axis", std::int64_t{2});
        file.setAttribute(kY, "axis", std::int64_t{1});
    });
    EXPECT_EQ(placesOf(twoWays), kFastX);
    EXPECT_TRUE(warns(twoWays, "which is a guess"));
}

TEST_F(RasterAxes, OfDifferentLengthsAreToldByThem) {
    const Places slowX{{1, 10}, {1, 20}, {2, 10}, {2, 20}, {3, 10}, {3, 20}};
    const auto turned = [&](const auto& fill) { return open({3, 2}, {1, 2, 3}, {3}, {10, 20}, {2}, fill); };
    const Scan silent = turned([](File&) {});
    EXPECT_EQ(placesOf(silent), slowX);
    EXPECT_TRUE(silent.pairing.empty());
    const Scan wrong = turned(axes({"y", "x", ".", "."}));
    EXPECT_EQ(placesOf(wrong), slowX);
    EXPECT_TRUE(warns(wrong, kX + " belongs to axis 2 of the frames as the file says, and its 3 values fit axis 1"));
    EXPECT_TRUE(contains(dataErrorOf([&] {
                             open({3, 2}, {1, 2, 3, 4, 5}, {5}, {10, 20, 30}, {3}, [](File&) {});
                         }),
                         "different numbers of positions, 5 and 3"));
}

/// A file of positions alone, by an import mapping.
TEST_F(RasterAxes, HoldForAnImportMapping) {
    ImportMapping mapping;
    mapping.frames = kData, mapping.positionX = kX, mapping.positionY = kY, mapping.positionUnit = "um";
    const fs::path path = made({2, 2}, [](File& file) {
        putAxes(file, {1, 2}, {2}, {10, 20}, {2});
        file.setAttribute("/entry_1/data", "axes", std::vector<std::string>{"x", "y", ".", "."});
    });
    EXPECT_EQ(placesOf(openScan(path, &mapping)), kSlowX);
}

/// Six frames in two lines of three; positions written in three lines of two.
TEST_F(RasterAxes, OfAShapeThatContradictsTheFramesAreExchanged) {
    const Places places{{1, 10}, {2, 10}, {3, 10}, {1, 20}, {2, 20}, {3, 20}};
    const Scan turned = open({2, 3}, {1, 1, 2, 2, 3, 3}, {3, 2}, {10, 20, 10, 20, 10, 20}, {3, 2}, [](File&) {});
    EXPECT_EQ(placesOf(turned), places);
    EXPECT_TRUE(warns(turned, "have the shape (3, 2) and the frames are a raster of (2, 3): their axes are taken for "
                              "exchanged"));
    const Scan flat = open({2, 3}, {1, 2, 3, 1, 2, 3}, {3, 2}, {10, 10, 10, 20, 20, 20}, {3, 2}, [](File&) {});
    EXPECT_EQ(placesOf(flat), places);
    EXPECT_TRUE(warns(flat, "in the order in which they are stored, which is a guess"));
    const auto said = [](File& file) {
        file.setAttribute("/entry_1/data", "x_indices", std::vector<double>{1, 0});
        file.setAttribute("/entry_1/data", "y_indices", std::vector<double>{1, 0});
    };
    const Scan square = open({2, 2}, {1, 1, 2, 2}, {2, 2}, {10, 20, 10, 20}, {2, 2}, said);
    EXPECT_EQ(placesOf(square), kFastX);
    EXPECT_TRUE(square.pairing.empty());
}

TEST_F(RasterAxes, OfAnAbortedRasterGiveTheLinesThatAreThere) {
    const Places places{{1, 10}, {2, 10}, {3, 10}, {1, 20}, {2, 20}, {3, 20}};
    for (const auto& fill : {axes({"y", "x", ".", "."}), axes({".", ".", ".", "."})}) {
        const Scan scan = open({2, 3}, {1, 2, 3}, {3}, {10, 20, 30, 40}, {4}, fill);
        EXPECT_EQ(placesOf(scan), places);
        EXPECT_TRUE(warns(scan, kY + " holds 4 values for 2 lines of frames: was the scan aborted?"));
    }
    // Both as many as columns: only the file can say that they are axes.
    EXPECT_EQ(placesOf(open({2, 3}, {1, 2, 3}, {3}, {10, 20, 30}, {3}, axes({"y", "x", ".", "."}))), places);
}

/// One coordinate for each frame, and the other for each line.
TEST_F(RasterAxes, OfOneCoordinateGoWithTheOther) {
    const Places places{{1, 10}, {2, 10}, {3, 10}, {1.5, 20}, {2.5, 20}, {3.5, 20}};
    const Scan scan = open({2, 3}, {1, 2, 3, 1.5, 2.5, 3.5}, {2, 3}, {10, 20}, {2}, [](File&) {});
    EXPECT_EQ(placesOf(scan), places);
    EXPECT_TRUE(scan.pairing.empty());
    const Scan aborted =
        open({2, 3}, {1, 2, 3, 1.5, 2.5, 3.5, 1, 2, 3}, {3, 3}, {10, 20, 30}, {3}, axes({"y", ".", ".", "."}));
    EXPECT_EQ(placesOf(aborted), places);
    EXPECT_TRUE(warns(aborted, "was the scan aborted?"));
    // A square: x changes along the first axis, and so y belongs to the second.
    EXPECT_EQ(placesOf(open({2, 2}, {1, 1, 2, 2}, {2, 2}, {10, 20}, {2}, [](File&) {})), kSlowX);
}

/// The oracle are the means by hand: (1 + 2 + 3) / 3 = 2, one reading that is none left out.
TEST_F(RasterAxes, OfSeveralReadingsAreTheirMean) {
    const Numbers x{1, 2, 3, 101, 102, 103}, y{5, std::nan(""), 7, 205, 206, 207};
    const Scan scan = open({2}, x, {2, 3}, y, {2, 3}, [](File&) {});
    EXPECT_EQ(placesOf(scan), (Places{{2, 6}, {102, 206}}));
    EXPECT_TRUE(hasNote(scan.pairing, kX + " (2, 3) holds 3 readings for each frame, of which the mean is taken"));
    EXPECT_FALSE(hasNote(scan.pairing, "", Severity::warning));
    const Scan flying = open({2}, {0, 4, 8, 8, 12, 16}, {2, 3}, {0, 0, 0, 0, 0, 0}, {2, 3}, [](File&) {});
    EXPECT_EQ(placesOf(flying), (Places{{4, 0}, {12, 0}}));
    EXPECT_TRUE(warns(flying, "they change by 100 % of the step to the next frame: the scan moved during a frame"));
    const Scan raster = open({1, 2}, x, {1, 2, 3}, y, {1, 2, 3}, [](File&) {});
    EXPECT_EQ(placesOf(raster), (Places{{2, 6}, {102, 206}}));
}

/// Vectors (x, y) of lines, and readings of vectors.
TEST_F(RasterAxes, HoldForVectors) {
    ImportMapping mapping;
    mapping.frames = kData, mapping.positions = "/p", mapping.positionUnit = "um";
    const Numbers turned{1, 10, 1, 20, 2, 10, 2, 20, 3, 10, 3, 20};
    const fs::path exchanged = made({2, 3}, [&](File& file) { put(file, "/p", turned, {3, 2, 2}); });
    EXPECT_EQ(placesOf(openScan(exchanged, &mapping)), (Places{{1, 10}, {2, 10}, {3, 10}, {1, 20}, {2, 20}, {3, 20}}));
    const fs::path readings = made({4}, [&](File& file) { // two of each
        put<double>(file, "/p", {1, 2, 3, 4, 11, 20, 13, 30, 21, 40, 23, 50, 31, 60, 33, 70}, {4, 2, 2});
    });
    EXPECT_EQ(placesOf(openScan(readings, &mapping)), (Places{{2, 3}, {12, 25}, {22, 45}, {32, 65}}));
}

} // namespace
} // namespace ewald::io::test
