// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scans whose frames, positions and monitor lie in files of several kinds, brought together by a mapping.
#include "io/scan.h"
#include "scan_files.h"
#include "stack_files.h"

#include <fstream>

namespace ewald::io::test {
namespace {

class ScansOfSeveralFiles : public WithFolder {
protected:
    void SetUp() override {
        WithFolder::SetUp();
        const std::vector<std::uint16_t> values = countingFrames();
        for (std::size_t f = 0; f < kFrames; ++f) {
            std::string header = "{\nHeaderID = EH:000001:000000:000000 ;\nByteOrder = LowByteFirst ;\n"
                                 "DataType = UnsignedShort ;\nDim_1 = " +
                                 std::to_string(kCols) + " ;\nDim_2 = " + std::to_string(kRows) + " ;\n";
            header.resize(510, ' ');
            std::ofstream stream(at("img_" + std::to_string(f + 7) + ".edf"), std::ios::binary); // 7 … 12
            stream << header << "}\n";
            for (std::size_t i = 0; i < kRows * kCols; ++i) {
                const std::uint16_t value = values[f * kRows * kCols + i];
                stream.put(static_cast<char>(value & 0xFFU)).put(static_cast<char>(value >> 8U));
            }
        }
        m_mapping.energyValue = 8;
        m_mapping.distanceValue = 1.5;
        m_mapping.pixelSizeValue = 30;
        m_mapping.pixelSizeUnit = "um";
        m_mapping.positionUnit = "um";
    }
    void put(const std::string& name, const std::string& text) const { std::ofstream(at(name)) << text; }
    /// "1,-0.5,100": x, y and a monitor, one row a frame.
    static std::string rows(const std::vector<std::size_t>& frames, const char* separator) {
        std::string text;
        for (const std::size_t f : frames)
            text += std::to_string(1e6 * xOf(f)) + separator + std::to_string(1e6 * yOf(f)) + separator +
                    std::to_string(100 + f) + separator + std::to_string(f) + "\n";
        return text;
    }
    [[nodiscard]] Scan open(const std::string& name) const { return openScan(at(name), &m_mapping); }
    [[nodiscard]] std::string problem(const std::string& name) const {
        return dataErrorOf([&] { static_cast<void>(open(name)); });
    }

    ImportMapping m_mapping;
};

TEST_F(ScansOfSeveralFiles, ImagesByPatternAndATable) {
    put("p.csv", "x,y,i0,frame\n" + rows({0, 1, 2, 3, 4, 5}, ","));
    m_mapping.positionsFile = "p.csv";
    m_mapping.positionX = "x";
    m_mapping.positionY = "2"; // a number serves as well
    m_mapping.monitor = "i0";
    const Scan scan = open("img_*.edf");
    EXPECT_EQ(scan.format, "EDF by import mapping");
    expectCountingFrames(*scan.frames);
    expectPositions(scan);
    EXPECT_EQ(scan.distance_m, 1.5);
    ASSERT_EQ(scan.frameIntensity.size(), kFrames);
    EXPECT_NEAR(scan.frameIntensity[5] / scan.frameIntensity[0], 1.05, 1e-12);
    // The same without names: two columns are x and y, in the order that the mapping says.
    put("yx.txt", "-0.5 1\n-1 2\n-1.5 3\n-2 4\n-2.5 5\n-3 6\n");
    m_mapping.positionX = m_mapping.positionY = m_mapping.monitor = "";
    m_mapping.positionsFile = "yx.txt";
    m_mapping.positionOrder = "yx";
    expectPositions(open("img_*.edf"));
}

/// Files 9 and 10 of 7 … 12 are missing: their positions are, too, and the others keep theirs.
TEST_F(ScansOfSeveralFiles, PositionsOfMissingFilesAreLeftOut) {
    put("p.csv", "x,y,i0,frame\n" + rows({0, 1, 2, 3, 4, 5}, ","));
    m_mapping.positionsFile = "p.csv";
    m_mapping.positionX = "x";
    m_mapping.positionY = "y";
    fs::remove(at("img_9.edf"));
    fs::remove(at("img_10.edf"));
    const Scan scan = open("img_*.edf");
    const std::size_t left[] = {0, 1, 4, 5};
    EXPECT_EQ(scan.frames->missing, (std::vector<std::size_t>{2, 3}));
    ASSERT_EQ(scan.positions.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(scan.positions[i].x, xOf(left[i]), 1e-12);
        EXPECT_NEAR(scan.positions[i].y, yOf(left[i]), 1e-12);
    }
    EXPECT_TRUE(hasNote(scan.notes, "2 files of the series are not there (first: number 9)", Severity::warning));
    EXPECT_TRUE(hasNote(scan.notes, "2 positions belong to frames that are not there", Severity::info));
    EXPECT_FALSE(hasNote(checkScan(scan, kCols, 1e-8), "aborted", Severity::warning));
    // Frames of images have no dataset that could be named.
    put("p.csv", "x,y,i0,frame\n" + rows({0, 1, 2, 3, 4}, ","));
    EXPECT_TRUE(hasNote(checkScan(open("img_*.edf"), kCols, 1e-8), "there are 4 frames but 5 positions"));
    // A table of those that are there is taken as it is.
    put("p.csv", "x,y,i0,frame\n" + rows({0, 1, 4, 5}, ","));
    EXPECT_EQ(open("img_*.edf").positions.size(), 4U);
}

/// A file a line of the scan, of two frames each; the second line is missing.
TEST_F(ScansOfSeveralFiles, PositionsOfAMissingLineAreLeftOut) {
    const auto putLine = [&](int line, std::size_t first, std::size_t frames) {
        putFrames(at("row_" + std::to_string(line) + ".h5"), "/entry/data/data", first, frames);
    };
    putLine(0, 0, 2);
    putLine(2, 4, 2);
    putLine(3, 6, 2);
    put("p.csv", "x,y,i0,frame\n" + rows({0, 1, 2, 3, 4, 5, 6, 7}, ","));
    m_mapping.positionsFile = "p.csv";
    m_mapping.positionX = "x";
    m_mapping.positionY = "y";
    m_mapping.frames = "/entry/data/data";
    const Scan scan = open("row_#.h5");
    const std::size_t left[] = {0, 1, 4, 5, 6, 7};
    ASSERT_EQ(scan.positions.size(), 6U);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_NEAR(scan.positions[i].x, xOf(left[i]), 1e-12);
        EXPECT_NEAR(scan.positions[i].y, yOf(left[i]), 1e-12);
        EXPECT_EQ(numbersOf(*scan.frames, i)[0], static_cast<float>(1000 * left[i]));
    }
    EXPECT_EQ(scan.frames->missing, (std::vector<std::size_t>{2, 3}));
    EXPECT_TRUE(hasNote(scan.notes, "2 positions belong to frames that are not there", Severity::info));
    // Another table: nothing says which of its positions are theirs.
    put("p.csv", "x,y,i0,frame\n" + rows({0, 1, 2, 3, 4, 5, 6}, ","));
    EXPECT_TRUE(hasNote(open("row_#.h5").notes, "there are 7 positions for 6 frames and 2 that are not there between",
                        Severity::warning));
    // Lines of other lengths.
    putLine(3, 6, 1);
    const Scan other = open("row_#.h5");
    EXPECT_TRUE(other.frames->missing.empty());
    EXPECT_TRUE(hasNote(other.notes, "the files hold from 1 to 2 frames, so that it is not known", Severity::warning));
    EXPECT_EQ(other.positions.size(), 7U);
}

TEST_F(ScansOfSeveralFiles, RowsArePairedWithFramesByTheirIndex) {
    put("p.csv", "x,y,i0,frame\n" + rows({4, 2, 0, 2}, ","));
    m_mapping.positionsFile = "p.csv";
    m_mapping.positionX = "x";
    m_mapping.positionY = "y";
    m_mapping.monitor = "i0";
    m_mapping.frameIndex = "frame";
    const Scan scan = open("img_*.edf");
    expectCountingFrames(*scan.frames); // which keep their numbers
    ASSERT_EQ(scan.positions.size(), kFrames);
    ASSERT_EQ(scan.frameIntensity.size(), kFrames);
    for (const std::size_t i : {0U, 2U, 4U}) {
        EXPECT_NEAR(scan.positions[i].x, xOf(i), 1e-12);
        EXPECT_NEAR(scan.frameIntensity[i] / scan.frameIntensity[0], (100.0 + static_cast<double>(i)) / 100, 1e-12);
    }
    for (const std::size_t i : {1U, 3U, 5U}) EXPECT_TRUE(std::isnan(scan.positions[i].x));
    EXPECT_TRUE(hasNote(scan.notes, "3 of 6 frames have no position", Severity::warning));
    EXPECT_TRUE(hasNote(scan.notes, "1 position belongs to a frame that has one already", Severity::warning));
}

TEST_F(ScansOfSeveralFiles, FramesBesideAnHdf5FileAndListsOfIt) {
    // As PandA writes them: one list a channel.
    {
        h5::File file = h5::File::create(at("panda.h5"));
        std::vector<double> x, y;
        for (std::size_t f = 0; f < kFrames; ++f) {
            x.push_back(1e9 * xOf(f));
            y.push_back(1e9 * yOf(f));
        }
        test::put(file, "/INENC1.VAL.Mean", x, {kFrames});
        test::put(file, "/INENC2.VAL.Mean", y, {kFrames});
        file.close();
    }
    m_mapping.framesFile = "img_*.edf";
    m_mapping.positionX = "/INENC1.VAL.Mean";
    m_mapping.positionY = "/INENC2.VAL.Mean";
    m_mapping.positionUnit = "nm";
    const Scan scan = open("panda.h5");
    expectCountingFrames(*scan.frames);
    expectPositions(scan);
    // And the other way round: the scan's file holds the frames.
    m_mapping.framesFile.clear();
    m_mapping.positionsFile = "panda.h5";
    expectPositions(open("img_*.edf"));
}

TEST_F(ScansOfSeveralFiles, SpecFilesAndPixels) {
    put("run.spec",
        "#S 3 ascan\n#L samx  samy\n9 9\n\n#S 4 mesh\n#L samx  samy  I0  frame\n" + rows({0, 1, 2, 3, 4, 5}, " "));
    m_mapping.positionsFile = "run.spec";
    m_mapping.positionX = "samx";
    m_mapping.positionY = "samy";
    EXPECT_TRUE(contains(problem("img_*.edf"), "positions_scan"));
    m_mapping.positionsScan = 4;
    expectPositions(open("img_*.edf"));
    // Pixels of the object: λz/(N·p), here λ = hc/8 keV.
    m_mapping.positionUnit = "px";
    const Scan scan = open("img_*.edf");
    const double lambdaZ = 1.23984198e-6 / 8000 * 1.5;
    EXPECT_NEAR(scan.positions[3].x, 4 * lambdaZ / (12 * 30e-6), 1e-6 * scan.positions[3].x);
    EXPECT_NEAR(scan.positions[3].y, -2 * lambdaZ / (10 * 30e-6), -1e-6 * scan.positions[3].y);
    m_mapping.positionUnit = "A";
    EXPECT_NEAR(open("img_*.edf").positions[3].x, 4e-10, 1e-18);
}

TEST_F(ScansOfSeveralFiles, ASpecScanOfFewerRowsThanItsCommandAsksForIsNamed) {
    m_mapping.positionsFile = "run.spec";
    m_mapping.positionX = "samx";
    m_mapping.positionY = "samy";
    const auto says = [&](const std::string& command) {
        put("run.spec", "#S 4 " + command + "\n#L samx  samy  I0  frame\n" + rows({0, 1, 2, 3, 4, 5}, " "));
        return hasNote(open("img_*.edf").notes, "the table has 6 rows, and \"" + command + "\" is a scan of 8 points",
                       Severity::warning);
    };
    EXPECT_TRUE(says("mesh  samx 0 3 3 samy 0 1 1 0.1")); // 4 × 2
    EXPECT_TRUE(says("a2scan  samx 0 3 samy 0 3 7 0.1"));
    put("run.spec", "#S 4 ascan  samx 0 5 5 0.1\n#L samx  samy  I0  frame\n" + rows({0, 1, 2, 3, 4, 5}, " "));
    EXPECT_FALSE(hasNote(open("img_*.edf").notes, "is a scan of", Severity::warning));
}

TEST_F(ScansOfSeveralFiles, WhatIsMissingIsSaid) {
    EXPECT_TRUE(
        contains(dataErrorOf([&] { static_cast<void>(openScan(at("img_7.edf"))); }), "frames and no positions"));
    EXPECT_TRUE(contains(problem("img_*.edf"), "positions_file"));
    EXPECT_TRUE(contains(problem("none_*.edf"), "none_"));
    put("p.csv", "x,y\n1,2\n");
    m_mapping.positionsFile = "p.csv";
    m_mapping.positionX = "x";
    m_mapping.positionY = "z";
    EXPECT_TRUE(contains(problem("img_*.edf"), "name one of x, y"));
    m_mapping.positionY = "y";
    m_mapping.mask = "/mask";
    EXPECT_TRUE(contains(problem("img_*.edf"), "no HDF5 file"));
    m_mapping.mask = "";
    m_mapping.energyValue.reset();
    m_mapping.positionUnit = "px";
    EXPECT_TRUE(contains(problem("img_*.edf"), "need energy, distance and pixel size"));
}

} // namespace
} // namespace ewald::io::test
