// SPDX-License-Identifier: GPL-3.0-or-later
// SMV files of ADSC and d*TREK, written by hand.
#include "io/stack/file_kind.h"
#include "stack_files.h"

#include <gtest/gtest.h>

namespace ewald::io::test {
namespace {

class SmvFiles : public WithFolder {
protected:
    /// 2 rows of 3 pixels: 1, 2, 3 and 256, 257, 65535.
    fs::path put(const std::string& lines, const std::string& more = {}, bool bigEndian = false,
                 const std::string& end = "}\n\f") {
        std::string bytes = "{\nHEADER_BYTES=  512;\nDIM=2;\nSIZE1=3;\nSIZE2=2;\n" + lines + end;
        bytes.resize(512, ' ');
        for (const int pixel : {1, 2, 3, 256, 257, 65535})
            for (const int shift : {bigEndian ? 8 : 0, bigEndian ? 0 : 8}) bytes += static_cast<char>(pixel >> shift);
        writeBytes(at("a.img"), bytes + more);
        return at("a.img");
    }
    static constexpr const char* kAdsc =
        "BYTE_ORDER=little_endian;\nTYPE=unsigned_short;\nPIXEL_SIZE=0.1024;\nDISTANCE=250.0;\nWAVELENGTH=0.97950;\n"
        "BEAM_CENTER_X=105.1;\nBEAM_CENTER_Y=101.05;\nTIME=2.0;\nCCD_IMAGE_SATURATION=65535;\nTWOTHETA=0.00;\n";
};

TEST_F(SmvFiles, HaveTheirPixelsBehindTheHeader) {
    const std::vector<std::uint16_t> counts{1, 2, 3, 256, 257, 65535};
    for (const char* end : {"}\n\f", "}\f"}) {
        const auto stack = openOne(put(kAdsc, {}, false, end));
        EXPECT_EQ(fileKind(at("a.img")), FileKind::smv);
        EXPECT_EQ(stack->format, "SMV");
        EXPECT_EQ(pixelsOf<std::uint16_t>(*stack->makeReader(), 0), counts);
        EXPECT_DOUBLE_EQ(stack->geometry.pixelWidth_m.value_or(0), 102.4e-6);
        EXPECT_DOUBLE_EQ(stack->geometry.pixelHeight_m.value_or(0), 102.4e-6);
        EXPECT_DOUBLE_EQ(stack->geometry.distance_m.value_or(0), 0.25);
        EXPECT_DOUBLE_EQ(stack->geometry.wavelength_m.value_or(0), 0.9795e-10);
        EXPECT_EQ(stack->saturation, 65535);
        EXPECT_EQ(stack->exposure_s, 2);
        EXPECT_FALSE(stack->geometry.beamCentreRow || stack->geometry.beamCentreCol);
        EXPECT_TRUE(hasNote(stack->notes, "beam centre of the SMV header is not used"));
        EXPECT_FALSE(hasNote(stack->notes, "", Severity::warning));
    }
    const auto dtrek = openOne(put("BYTE_ORDER=big_endian;\nTYPE=mad;\nData_type=unsigned short int;\n"
                                   "Compression=None;\n",
                                   {}, true));
    EXPECT_EQ(pixelsOf<std::uint16_t>(*dtrek->makeReader(), 0), counts);
    EXPECT_FALSE(dtrek->saturation);
    EXPECT_EQ(openOne(put("TYPE=mad;\nData_type=unsigned short int;\nSATURATED_VALUE=60000;\n"))->saturation, 60000)
        << "as d*TREK calls it";
}

/// Each of these says what kAdsc says.
TEST_F(SmvFiles, NumbersMayHaveASignAndValuesQuotes) {
    const auto stack = openOne(put("BYTE_ORDER=\"big_endian\";\nTYPE='unsigned_short';\nSIZE1=+3;\nSIZE2=\"2\";\n"
                                   "HEADER_BYTES=\"  512\";\nPIXEL_SIZE=\"0.1024\";\nDISTANCE=+250.0;\n"
                                   "WAVELENGTH='+0.97950';\n",
                                   {}, true));
    EXPECT_EQ(pixelsOf<std::uint16_t>(*stack->makeReader(), 0), (std::vector<std::uint16_t>{1, 2, 3, 256, 257, 65535}));
    EXPECT_DOUBLE_EQ(stack->geometry.pixelWidth_m.value_or(0), 102.4e-6);
    EXPECT_DOUBLE_EQ(stack->geometry.distance_m.value_or(0), 0.25);
    EXPECT_DOUBLE_EQ(stack->geometry.wavelength_m.value_or(0), 0.9795e-10);
    EXPECT_FALSE(hasNote(stack->notes, "", Severity::warning));
}

TEST_F(SmvFiles, WhatIsLeftOverMissingOrStandsForOthersIsNamed) {
    EXPECT_TRUE(hasNote(openOne(put(kAdsc, "12345"))->notes, "5 bytes behind the last frame", Severity::warning));
    EXPECT_TRUE(
        hasNote(openOne(put(std::string(kAdsc) + "IMAGE_PEDESTAL=40;\n"))->notes, "40 was added", Severity::warning));
    EXPECT_FALSE(openOne(put("TYPE=unsigned_short;\nDISTANCE=100;\nTWOTHETA=15;\n"))->geometry.distance_m);
    const auto problemOf = [&](const std::string& lines) {
        return dataErrorOf([&] { static_cast<void>(openOne(put(lines))); });
    };
    EXPECT_TRUE(contains(problemOf("TYPE=unsigned_short;\nRAXIS_COMPRESSION_RATIO=8;\n"), "stand for others"));
    EXPECT_TRUE(contains(problemOf("TYPE=unsigned_short;\nCOMPRESSION=CBF;\n"), "COMPRESSION = cbf"));
    EXPECT_TRUE(contains(problemOf("TYPE=strange;\n"), "type \"strange\""));
    EXPECT_TRUE(contains(problemOf("TYPE=short;\nBYTE_ORDER=middle;\n"), "order of bytes is \"middle\""));
    EXPECT_TRUE(contains(problemOf("TYPE=unsigned_short;\nSIZE1=0;\n"), "frames of 2 × 0 pixels"));
    EXPECT_TRUE(contains(problemOf("TYPE=unsigned_short;\nHEADER_BYTES=x;\n"), "header of the SMV file is damaged"));
    const std::string whole = bytesOfFile(put(kAdsc));
    writeBytes(at("cut.img"), whole.substr(0, whole.size() - 1));
    EXPECT_TRUE(contains(dataErrorOf([&] { static_cast<void>(openOne(at("cut.img"))); }), "no complete frame"));
}

} // namespace
} // namespace ewald::io::test
