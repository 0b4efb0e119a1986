// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of Bruker detectors and of Rigaku image plates, written by hand as the formats say.
#include "io/frame_stack.h"
#include "io/stack/file_kind.h"
#include "stack_files.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace ewald::io::test {
namespace {

void append(std::string& bytes, std::uint32_t value, int width) {
    for (int i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
}

class LaboratoryImages : public WithFolder {
protected:
    fs::path write(const std::string& name, const std::string& bytes) {
        std::ofstream(at(name), std::ios::binary) << bytes;
        return at(name);
    }
    std::string refusal(const std::string& bytes) {
        try {
            static_cast<void>(openOne(write("refused", bytes))->makeReader()->readPixels(0));
        } catch (const DataError& error) {
            return error.problem();
        }
        return "";
    }
};

/// Five blocks of lines, filled up as the program of the detector does.
std::string brukerHeader(const std::vector<std::string>& lines) {
    std::string header;
    for (std::string line : lines) {
        line.resize(80, ' ');
        header += line;
    }
    header.resize(5 * 512, '.');
    return header;
}

/// 2 rows of 3 pixels.
std::vector<std::string> linesOf(int format, const std::string& pixelBytes, const std::string& entries) {
    return {"FORMAT :" + std::to_string(format),
            "VERSION:9",
            "HDRBLKS:5",
            "NROWS  :2",
            "NCOLS  :3",
            "NPIXELB:" + pixelBytes,
            "NOVERFL:" + entries,
            "NEXP   :1          1          64         0          1",
            "WAVELEN:0.71073    0.70930    0.71359",
            "DISTANC:5.95       5.50",
            "ANGLES :0.0        0.0        0.0        54.7",
            "DETTYPE:CCD-PXL-ARR        PIXPERCM: 81.92   CMTOGRID: 0.8",
            "LINEAR :1.0        0.0"};
}

TEST_F(LaboratoryImages, BrukerOfFormat86HasATableOfPlaces) {
    std::string bytes = brukerHeader(linesOf(86, "1", "2"));
    for (const int count : {1, 2, 255, 4, 254, 255}) append(bytes, static_cast<std::uint32_t>(count), 1);
    bytes += "000070000      2";
    bytes += "      255      5";
    const fs::path file = write("a.gfrm", bytes);
    EXPECT_EQ(fileKind(file), FileKind::bruker);
    const auto stack = openOne(file);
    EXPECT_EQ(pixelsOf<std::uint32_t>(*stack->makeReader(), 0), (std::vector<std::uint32_t>{1, 2, 70000, 4, 254, 255}));
    const StackGeometry& geometry = stack->geometry;
    EXPECT_DOUBLE_EQ(geometry.wavelength_m.value_or(0), 0.71073e-10);
    EXPECT_DOUBLE_EQ(geometry.distance_m.value_or(0), 0.0595);
    EXPECT_DOUBLE_EQ(geometry.pixelWidth_m.value_or(0), 0.01 / 81.92);
    EXPECT_FALSE(geometry.beamCentreRow) << "its origin is not known";
    EXPECT_FALSE(stack->saturation);
    std::vector<std::string> lines = linesOf(86, "1", "0");
    lines.push_back("CCDPARM:15.2       3.1        58.4       1.0        163810");
    std::string saturated = brukerHeader(lines);
    for (const int count : {1, 2, 3, 4, 5, 6}) append(saturated, static_cast<std::uint32_t>(count), 1);
    EXPECT_EQ(openOne(write("b.sfrm", saturated))->saturation, 163810) << "the full scale is the fifth number";
}

// Baseline 64: a pixel of 0 is the next entry of the first table, 255 the next of the second, 65535 there the next of
// the third; all but the first kind are counted from the baseline.
TEST_F(LaboratoryImages, BrukerOfFormat100HasABaselineAndThreeTables) {
    std::string bytes = brukerHeader(linesOf(100, "1          1", "2          2          1"));
    for (const int count : {0, 10, 255, 255, 0, 254}) append(bytes, static_cast<std::uint32_t>(count), 1);
    append(bytes, 60, 1), append(bytes, static_cast<std::uint32_t>(-3), 1); // below the baseline
    bytes.append(14, '\0');
    append(bytes, 300, 2), append(bytes, 65535, 2);
    bytes.append(12, '\0');
    append(bytes, 1000000, 4);
    bytes.append(12, '\0');
    const auto stack = openOne(write("a.sfrm", bytes));
    EXPECT_EQ(pixelsOf<std::int32_t>(*stack->makeReader(), 0),
              (std::vector<std::int32_t>{60, 74, 364, 1000064, -3, 318}));
}

TEST_F(LaboratoryImages, BrukerOfFormat100WithoutABaseline) {
    std::string bytes = brukerHeader(linesOf(100, "2          1", "-1         0          0"));
    for (const int count : {0, 10, 255, 65535, 7, 8}) append(bytes, static_cast<std::uint32_t>(count), 2);
    const auto stack = openOne(write("a.sfrm", bytes));
    EXPECT_EQ(pixelsOf<std::int32_t>(*stack->makeReader(), 0), (std::vector<std::int32_t>{0, 10, 255, 65535, 7, 8}));
}

TEST_F(LaboratoryImages, BrukerThatIsDamagedOrTurnedIsNamed) {
    std::string pixels;
    for (const int count : {1, 2, 255, 4, 5, 6}) append(pixels, static_cast<std::uint32_t>(count), 1);
    const std::string header = brukerHeader(linesOf(86, "1", "1"));
    EXPECT_NE(refusal(header + pixels).find("16 bytes too early"), std::string::npos);
    std::vector<std::string> lines = linesOf(86, "1", "0");
    lines.push_back("WORDORD:0");
    EXPECT_EQ(refusal(brukerHeader(lines) + pixels), "");
    lines.back() = "LONGORD:1";
    EXPECT_NE(refusal(brukerHeader(lines) + pixels).find("LONGORD = 1"), std::string::npos);
    EXPECT_NE(refusal(header + pixels + "000070000      9").find("table of counts"), std::string::npos);
    EXPECT_NE(refusal(header + pixels + "00007000x      2").find("table of counts"), std::string::npos);
    EXPECT_NE(refusal(brukerHeader(linesOf(87, "1", "0")) + pixels).find("format 87"), std::string::npos);
    EXPECT_NE(refusal(brukerHeader(linesOf(86, "3", "0")) + pixels).find("pixels of 3 bytes"), std::string::npos);
    // More pixels of 255 than entries
    std::string two = brukerHeader(linesOf(100, "1 1", "-1 1 0"));
    for (const int count : {255, 2, 255, 4, 5, 6}) append(two, static_cast<std::uint32_t>(count), 1);
    EXPECT_NE(refusal(two + std::string(16, '\0')).find("table of counts"), std::string::npos);
    std::vector<std::string> turned = linesOf(86, "1", "0");
    turned[10] = "ANGLES :-20.0      0.0";
    EXPECT_FALSE(openOne(write("t.gfrm", brukerHeader(turned) + pixels))->geometry.distance_m);
    // More than what fills up a block.
    const std::string whole = brukerHeader(linesOf(86, "1", "0")) + pixels;
    EXPECT_TRUE(hasNote(openOne(write("r.gfrm", whole + std::string(600, '\1')))->notes,
                        "600 bytes behind the last frame are not understood", Severity::warning));
    EXPECT_FALSE(hasNote(openOne(write("f.gfrm", whole + std::string(500, '\0')))->notes, "behind the last frame"));
}

/// 2 rows of 3 pixels.
std::string raxis(bool big, const std::vector<std::uint16_t>& pixels, std::uint32_t shape = 0) {
    std::string bytes(1400, '\0');
    bytes.replace(0, 10, "R-AXIS4   ");
    const auto put = [&](std::size_t place, std::uint32_t value) {
        for (std::size_t i = 0; i < 4; ++i)
            bytes[place + (big ? 3 - i : i)] = static_cast<char>(value >> (8 * i) & 0xFF);
    };
    const auto number = [&](std::size_t place, float value) { put(place, std::bit_cast<std::uint32_t>(value)); };
    number(292, 1.5F), number(344, 127.5F), put(448, shape), number(540, 1.25F), number(544, 0.75F);
    put(768, 3), put(772, 2), number(776, 0.1F), number(780, 0.125F), number(800, 8);
    bytes.resize(2048, '\0'); // whole records
    for (const std::uint16_t pixel : pixels) {
        bytes += static_cast<char>(big ? pixel >> 8 : pixel & 0xFF);
        bytes += static_cast<char>(big ? pixel & 0xFF : pixel >> 8);
    }
    return bytes;
}

TEST_F(LaboratoryImages, RaxisCountsMultiplesWhereTheHighestBitSaysSo) {
    for (const bool big : {false, true}) {
        const fs::path file = write("a.osc", raxis(big, {0, 1, 32767, 0x8000 + 4096, 0xFFFF, 300}));
        EXPECT_EQ(fileKind(file), FileKind::raxis);
        const auto stack = openOne(file);
        EXPECT_EQ(pixelsOf<std::uint32_t>(*stack->makeReader(), 0),
                  (std::vector<std::uint32_t>{0, 1, 32767, 32768, 262136, 300}));
        const StackGeometry& geometry = stack->geometry;
        EXPECT_DOUBLE_EQ(geometry.wavelength_m.value_or(0), 1.5e-10);
        EXPECT_DOUBLE_EQ(geometry.distance_m.value_or(0), 0.1275);
        EXPECT_DOUBLE_EQ(geometry.pixelHeight_m.value_or(0), 0.125e-3);
        EXPECT_EQ(geometry.beamCentreCol, 1.25);
        EXPECT_EQ(geometry.beamCentreRow, 0.75);
    }
}

/// As raxis(), with a length of the records in the header and `fill` bytes behind each row of three pixels.
std::string raxisOfRecords(std::uint32_t record, std::size_t fill) {
    std::string bytes = raxis(false, {});
    bytes.resize(1400);
    std::string length;
    append(length, record, 4);
    bytes.replace(784, 4, length);
    bytes.resize(1600, '\xEE');
    for (const std::uint32_t pixel : {1U, 2U, 3U, 4U, 5U, 6U}) {
        append(bytes, pixel, 2);
        if (pixel % 3 == 0) bytes.append(fill, '\x77');
    }
    return bytes;
}

TEST_F(LaboratoryImages, RaxisPixelsLieInRecordsOfTheLengthThatTheHeaderGives) {
    // Rows are filled up to a record; bytes behind the last one are none of its pixels.
    const std::vector<std::uint32_t> counts{1, 2, 3, 4, 5, 6};
    const std::string whole = raxisOfRecords(1600, 1594);
    const auto stack = openOne(write("a.osc", whole));
    EXPECT_EQ(pixelsOf<std::uint32_t>(*stack->makeReader(), 0), counts);
    EXPECT_TRUE(stack->notes.empty());
    const auto longer = openOne(write("longer.osc", whole + std::string(11, '\x01')));
    EXPECT_EQ(pixelsOf<std::uint32_t>(*longer->makeReader(), 0), counts);
    EXPECT_TRUE(hasNote(longer->notes, "11 bytes behind the last frame"));
    // What fills up the last row need not be there, its last pixel does.
    const auto unfilled = openOne(write("unfilled.osc", whole.substr(0, 1600 + 1600 + 6)));
    EXPECT_EQ(pixelsOf<std::uint32_t>(*unfilled->makeReader(), 0), counts);
    EXPECT_NE(refusal(whole.substr(0, 1600 + 1600 + 5)).find("1 bytes too early"), std::string::npos);
}

TEST_F(LaboratoryImages, RaxisWithoutALengthOfRecordsIsReadFromItsEndAndSaysSo) {
    for (const std::uint32_t record : {0U, 5U, 6U}) { // no length of a header
        const auto stack = openOne(write("a.osc", raxisOfRecords(record, 0)));
        EXPECT_EQ(pixelsOf<std::uint32_t>(*stack->makeReader(), 0), (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6}));
        EXPECT_TRUE(hasNote(stack->notes, "records of " + std::to_string(record) + " bytes, which cannot be"));
    }
}

TEST_F(LaboratoryImages, RaxisOnACylinderHasNoFlatGeometryAndDamageIsNamed) {
    const std::vector<std::uint16_t> pixels(6, 1);
    EXPECT_FALSE(openOne(write("a.osc", raxis(true, pixels, 1)))->geometry.distance_m);
    std::string bytes = raxis(true, pixels);
    bytes.resize(1405);
    EXPECT_NE(refusal(bytes).find("7 bytes too early"), std::string::npos);
    bytes = raxis(true, pixels);
    bytes.replace(800, 4, std::string(4, '\0'));
    EXPECT_NE(refusal(bytes).find("ratio of the two ranges"), std::string::npos);
}

} // namespace
} // namespace ewald::io::test
