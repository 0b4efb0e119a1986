// SPDX-License-Identifier: GPL-3.0-or-later
#include "stack_files.h"

#include <gtest/gtest.h>

#include <tiffio.h>

namespace ewald::io::test {
namespace {

class TiffStrips : public WithFolder {
protected:
    /// One frame of the counting frames. Its strips or its tile lie behind the first 8 bytes.
    void putOne(const fs::path& path, bool tiled, std::uint16_t compression,
                std::uint16_t fillOrder = FILLORDER_MSB2LSB, std::uint16_t predictor = PREDICTOR_NONE,
                const char* mode = "w") {
        TIFF* const tiff = TIFFOpen(path.c_str(), mode);
        ASSERT_NE(tiff, nullptr);
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(kCols));
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(kRows));
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 16);
        TIFFSetField(tiff, TIFFTAG_COMPRESSION, compression);
        TIFFSetField(tiff, TIFFTAG_FILLORDER, fillOrder);
        if (predictor != PREDICTOR_NONE) TIFFSetField(tiff, TIFFTAG_PREDICTOR, predictor);
        TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        std::vector<std::uint16_t> values = countingFrames(1);
        if (tiled) {
            TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 16);
            TIFFSetField(tiff, TIFFTAG_TILELENGTH, 16);
            values.resize(256); // any counts
            TIFFWriteTile(tiff, values.data(), 0, 0, 0, 0);
        } else {
            TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 4); // of ten rows: the last strip is shorter
            for (std::size_t row = 0; row < kRows; ++row)
                TIFFWriteScanline(tiff, values.data() + row * kCols, static_cast<std::uint32_t>(row), 0);
        }
        TIFFClose(tiff);
    }
    [[nodiscard]] static std::string problemOf(const fs::path& path) {
        return dataErrorOf([&] { static_cast<void>(openOne(path)->makeReader()->readPixels(0)); });
    }
};

TEST_F(TiffStrips, OneThatDoesNotFitItsChecksumIsNoImageOfOtherCounts) {
    for (const bool tiled : {false, true}) {
        putOne(at("a.tif"), tiled, COMPRESSION_ADOBE_DEFLATE);
        const auto pixels = pixelsOf<std::uint16_t>(*openOne(at("a.tif"))->makeReader(), 0);
        const std::string whole = bytesOfFile(at("a.tif"));
        std::size_t refused = 0;
        for (std::size_t byte = 8; byte < 48; ++byte) {
            std::string damaged = whole;
            damaged[byte] = static_cast<char>(damaged[byte] ^ 4);
            writeBytes(at("b.tif"), damaged);
            // A byte between two strips may be of neither.
            if (problemOf(at("b.tif")).empty())
                EXPECT_EQ(pixelsOf<std::uint16_t>(*openOne(at("b.tif"))->makeReader(), 0), pixels) << byte;
            else
                ++refused;
        }
        EXPECT_GT(refused, 30U);
    }
}

TEST_F(TiffStrips, OfDeflateHaveEachOrderOfBytesAndDifferencesOfNeighbours) {
    for (const char* mode : {"wl", "wb"}) // little and big first
        for (const int predictor : {PREDICTOR_NONE, PREDICTOR_HORIZONTAL})
            for (const int compression : {COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE}) {
                putOne(at("a.tif"), false, static_cast<std::uint16_t>(compression), FILLORDER_MSB2LSB,
                       static_cast<std::uint16_t>(predictor), mode);
                SCOPED_TRACE(std::string(mode) + std::to_string(predictor));
                expectCountingStack(*openOne(at("a.tif")), 1);
            }
}

TEST_F(TiffStrips, AVolumeIsNoFrame) {
    putOne(at("a.tif"), true, COMPRESSION_NONE);
    TIFF* const tiff = TIFFOpen(at("a.tif").c_str(), "r+");
    ASSERT_NE(tiff, nullptr);
    TIFFSetField(tiff, TIFFTAG_IMAGEDEPTH, std::uint32_t{1});
    TIFFRewriteDirectory(tiff);
    TIFFClose(tiff);
    EXPECT_EQ(problemOf(at("a.tif")), "");
    std::string bytes = bytesOfFile(at("a.tif"));
    const std::string tag("\xe5\x80\4\0\1\0\0\0\1\0\0\0", 12); // 32997, one long number: 1
    ASSERT_NE(bytes.rfind(tag), std::string::npos);
    bytes[bytes.rfind(tag) + 8] = 3;
    writeBytes(at("b.tif"), bytes);
    EXPECT_TRUE(contains(problemOf(at("b.tif")), "a volume of 3 images"));
}

/// Shades of grey in their order are what numbers mean anyhow.
TEST_F(TiffStrips, ATableOfColoursIsNamed) {
    constexpr std::size_t kNumbers = 65536;
    std::vector<std::uint16_t> rising(kNumbers), falling(kNumbers);
    for (std::size_t i = 0; i < kNumbers; ++i) {
        rising[i] = static_cast<std::uint16_t>(i);
        falling[i] = static_cast<std::uint16_t>(kNumbers - 1 - i);
    }
    const auto isNamed = [&](const std::vector<std::uint16_t>& red, const std::vector<std::uint16_t>& others) {
        putOne(at("a.tif"), false, COMPRESSION_NONE);
        TIFF* const tiff = TIFFOpen(at("a.tif").c_str(), "r+");
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_PALETTE);
        TIFFSetField(tiff, TIFFTAG_COLORMAP, red.data(), others.data(), others.data());
        TIFFRewriteDirectory(tiff);
        TIFFClose(tiff);
        const auto stack = openOne(at("a.tif"));
        expectCountingStack(*stack, 1);
        return hasNote(stack->notes, "a table of colours", Severity::warning);
    };
    EXPECT_FALSE(isNamed(rising, rising));
    EXPECT_TRUE(isNamed(falling, falling));
    EXPECT_TRUE(isNamed(rising, falling));
}

TEST_F(TiffStrips, BitsInTheOtherOrderAreTurned) {
    for (const std::uint16_t compression : std::vector<std::uint16_t>{COMPRESSION_NONE, COMPRESSION_LZW}) {
        putOne(at("a.tif"), false, compression, FILLORDER_LSB2MSB);
        expectCountingStack(*openOne(at("a.tif")), 1);
    }
}

} // namespace
} // namespace ewald::io::test
