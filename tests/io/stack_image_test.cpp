// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks of image files: TIFF, EDF and CBF, alone and in lists; images and masks.
#include "codec/byte_offset.h"
#include "io/frame_stack.h"
#include "io/images/mask_file.h"
#include "io/result_file.h"
#include "io/stack/file_patterns.h"
#include "io/stack/images/cbf_file.h"
#include "io/stack/images/edf_file.h"
#include "stack_files.h"

#include <gtest/gtest.h>
#include <tiffio.h>
#include <tuple>

namespace ewald::io::test {
namespace {

class StackImages : public WithFolder {};

std::string asBytes(const std::vector<std::uint16_t>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * 2};
}

/// One frame of an EDF file.
std::string edf(const std::string& type, std::size_t rows, std::size_t cols, const std::string& pixels,
                const std::string& more = {}, bool bigEndian = false) {
    std::string header = "{\nHeaderID = EH:000001:000000:000000 ;\nByteOrder = " +
                         std::string(bigEndian ? "HighByteFirst" : "LowByteFirst") + " ;\nDataType = " + type +
                         " ;\nDim_1 = " + std::to_string(cols) + " ;\nDim_2 = " + std::to_string(rows) +
                         " ;\nSize = " + std::to_string(pixels.size()) + " ;\n" + more;
    while ((header.size() + 2) % 512 != 0) header += ' ';
    return header + "}\n" + pixels;
}

/// A CBF file as a Pilatus writes it.
std::string cbf(std::size_t rows, std::size_t cols, const std::vector<std::int32_t>& pixels) {
    const std::vector<std::byte> packed = codec::encodeByteOffset(pixels);
    std::string text = "###CBF: VERSION 1.5, CBFlib v0.7.8\r\n\r\ndata_frame\r\n\r\n_array_data.header_convention "
                       "\"PILATUS_1.2\"\r\n_array_data.header_contents\r\n;\r\n# Detector: PILATUS 1M, 10-0001\r\n"
                       "# Pixel_size 172e-6 m x 170e-6 m\r\n# Wavelength 0.9795 A\r\n# Detector_distance 0.25 m\r\n"
                       "# Beam_xy (490.5, 520.25) pixels\r\n;\r\n\r\n_array_data.data\r\n;\r\n"
                       "--CIF-BINARY-FORMAT-SECTION--\r\nContent-Type: application/octet-stream;\r\n"
                       "     conversions=\"x-CBF_BYTE_OFFSET\"\r\nContent-Transfer-Encoding: BINARY\r\n"
                       "X-Binary-Size: " +
                       std::to_string(packed.size()) +
                       "\r\nX-Binary-ID: 1\r\nX-Binary-Element-Type: \"signed 32-bit integer\"\r\n"
                       "X-Binary-Element-Byte-Order: LITTLE_ENDIAN\r\nX-Binary-Number-of-Elements: " +
                       std::to_string(rows * cols) + "\r\nX-Binary-Size-Fastest-Dimension: " + std::to_string(cols) +
                       "\r\nX-Binary-Size-Second-Dimension: " + std::to_string(rows) +
                       "\r\nX-Binary-Size-Padding: 4095\r\n\r\n\x0c\x1a\x04\xd5";
    text.append(reinterpret_cast<const char*>(packed.data()), packed.size());
    return text + std::string(4095, '\0') + "\r\n--CIF-BINARY-FORMAT-SECTION----\r\n;\r\n";
}

struct TiffKind {
    std::uint16_t bits = 16;
    std::uint16_t format = SAMPLEFORMAT_UINT;
    std::uint16_t compression = COMPRESSION_NONE;
    bool tiled = false;
    const char* mode = "w"; ///< "wb" big-endian, "w8" BigTIFF
};

template <class T>
void putTiff(const fs::path& path, const TiffKind& kind, std::size_t pages, std::size_t rows, std::size_t cols,
             const std::vector<T>& values) {
    TIFF* tiff = TIFFOpen(path.c_str(), kind.mode);
    ASSERT_NE(tiff, nullptr);
    for (std::size_t page = 0; page < pages; ++page) {
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(cols));
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(rows));
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, kind.bits);
        TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, kind.format);
        TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind.compression);
        TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        const T* first = values.data() + page * rows * cols;
        if (kind.tiled) {
            TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 16);
            TIFFSetField(tiff, TIFFTAG_TILELENGTH, 16);
            std::vector<T> tile(256);
            for (std::size_t r = 0; r < std::min<std::size_t>(rows, 16); ++r)
                for (std::size_t c = 0; c < std::min<std::size_t>(cols, 16); ++c)
                    tile[r * 16 + c] = first[r * cols + c];
            TIFFWriteTile(tiff, tile.data(), 0, 0, 0, 0);
        } else {
            TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 4);
            for (std::size_t r = 0; r < rows; ++r) {
                std::vector<T> line(first + r * cols, first + (r + 1) * cols);
                TIFFWriteScanline(tiff, line.data(), static_cast<std::uint32_t>(r), 0);
            }
        }
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
}

TEST_F(StackImages, TiffStacksOfEveryCompression) {
    for (const TiffKind& kind :
         {TiffKind{}, TiffKind{.compression = COMPRESSION_LZW}, TiffKind{.compression = COMPRESSION_ADOBE_DEFLATE},
          TiffKind{.compression = COMPRESSION_PACKBITS}, TiffKind{.tiled = true}, TiffKind{.mode = "wb"},
          TiffKind{.mode = "w8"}, TiffKind{.compression = COMPRESSION_LZW, .mode = "wb"}}) {
        putTiff(at("a.tif"), kind, kFrames, kRows, kCols, countingFrames());
        const auto stack = openOne(at("a.tif"));
        EXPECT_EQ(stack->format, "TIFF");
        expectCountingStack(*stack);
        EXPECT_EQ(stack->compression == "none", kind.compression == COMPRESSION_NONE) << stack->compression;
    }
}

/// The tags of one image, with a description, and the pixels of `frames` behind them. \param next where the file says
/// that the tags of the next image are; 0: there is none
void putOnePage(const fs::path& path, bool bigEndian, const std::string& description, std::size_t frames,
                std::size_t next = 0) {
    std::string bytes;
    const auto put = [&](std::size_t value, int width) {
        for (int i = 0; i < width; ++i)
            bytes += static_cast<char>(value >> 8 * static_cast<std::size_t>(bigEndian ? width - 1 - i : i) & 0xFF);
    };
    const std::string text = description + std::string(1, '\0');
    constexpr std::size_t kTags = 9, kTextAt = 8 + 2 + 12 * kTags + 4;
    bytes = bigEndian ? "MM" : "II";
    put(42, 2), put(8, 4), put(kTags, 2);
    const auto tag = [&](std::size_t name, std::size_t type, std::size_t count, std::size_t value) {
        put(name, 2), put(type, 2), put(count, 4);
        if (type == 3)
            put(value, 2), put(0, 2);
        else
            put(value, 4);
    };
    tag(256, 4, 1, kCols), tag(257, 4, 1, kRows), tag(258, 3, 1, 16), tag(259, 3, 1, 1), tag(262, 3, 1, 1);
    tag(270, 2, text.size(), kTextAt), tag(273, 4, 1, kTextAt + text.size());
    tag(278, 4, 1, kRows), tag(279, 4, 1, kRows * kCols * 2);
    put(next, 4);
    bytes += text;
    for (const std::uint16_t value : countingFrames(frames)) put(value, 2);
    writeBytes(path, bytes);
}

/// As ImageJ writes large stacks.
void putImageJ(const fs::path& path, bool bigEndian, std::size_t announced, std::size_t frames) {
    putOnePage(path, bigEndian, "ImageJ=1.53t\nimages=" + std::to_string(announced) + "\nslices=1\n", frames);
}

TEST_F(StackImages, AnImageJStackWithTheTagsOfItsFirstImage) {
    for (const bool bigEndian : {false, true}) {
        putImageJ(at("a.tif"), bigEndian, kFrames, kFrames);
        const auto stack = openOne(at("a.tif"));
        expectCountingStack(*stack);
        EXPECT_TRUE(stack->notes.empty());
        // The mean of the frames: frame · 1000 for frames 0 to 5.
        EXPECT_EQ(readImage(at("a.tif"))(0, 0), 2500.0F);
    }
    putImageJ(at("a.tif"), true, kFrames, 4);
    const auto cut = openOne(at("a.tif"));
    expectCountingStack(*cut, 4);
    EXPECT_EQ(cut->cutOff, 2U);
    EXPECT_TRUE(hasNote(cut->notes, "of 6 frames announced, the first 4 are complete", Severity::warning));
    putImageJ(at("a.tif"), true, 1, 4); // what follows is not said to be images
    EXPECT_EQ(openOne(at("a.tif"))->frameCount(), 1U);
}

/// tifffile writes stacks of uncompressed frames one behind the other, the tags of all but the first behind them.
TEST_F(StackImages, ATifffileStackWithTheTagsOfItsFirstImage) {
    const auto shape = [](const std::string& extents) { return "{\"shape\": [" + extents + "]}"; };
    const std::string one = std::to_string(kRows) + ", " + std::to_string(kCols);
    for (const std::string& extents : {"6, " + one, "2, 3, " + one}) {
        putOnePage(at("a.tif"), false, shape(extents), kFrames);
        const auto stack = openOne(at("a.tif"));
        expectCountingStack(*stack);
        EXPECT_TRUE(stack->notes.empty());
        // Cut off behind the fourth frame, and with it the tags of the second.
        putOnePage(at("a.tif"), false, shape(extents), 4, 1'000'000);
        const auto cut = openOne(at("a.tif"));
        expectCountingStack(*cut, 4);
        EXPECT_EQ(cut->cutOff, 2U);
        EXPECT_TRUE(hasNote(cut->notes, "of 6 frames announced, the first 4 are complete", Severity::warning));
    }
    // No stack, another size, no number.
    for (const std::string& extents : {one, "1, " + one, std::string("7, 5"), std::string("x"), std::string()}) {
        putOnePage(at("a.tif"), false, shape(extents), 4);
        EXPECT_EQ(openOne(at("a.tif"))->frameCount(), 1U) << extents;
    }
}

TEST_F(StackImages, ATiffFileWhoseNextPageIsMissingIsCutOff) {
    putOnePage(at("a.tif"), false, "a beamline", 4, 1'000'000);
    const auto cut = openOne(at("a.tif"));
    EXPECT_EQ(cut->frameCount(), 1U);
    EXPECT_EQ(cut->cutOff, 1U);
    EXPECT_TRUE(hasNote(cut->notes, "more pages than the first 1", Severity::warning));
}

TEST_F(StackImages, TiffOfEveryType) {
    const auto check = [&]<class T>(T, std::uint16_t format, PixelType type) {
        std::vector<T> values;
        for (int i = 0; i < 12; ++i) values.push_back(static_cast<T>(i * 3));
        putTiff(at("a.tif"), {.bits = static_cast<std::uint16_t>(8 * sizeof(T)), .format = format}, 1, 3, 4, values);
        const auto stack = openOne(at("a.tif"));
        EXPECT_EQ(stack->pixelType(), type);
        EXPECT_EQ(pixelsOf<T>(*stack->makeReader(), 0), values);
        EXPECT_EQ(readImage(at("a.tif"))(2, 3), 33.0F);
    };
    check(std::uint8_t{}, SAMPLEFORMAT_UINT, PixelType::uint8);
    check(std::int16_t{}, SAMPLEFORMAT_INT, PixelType::int16);
    check(std::uint32_t{}, SAMPLEFORMAT_UINT, PixelType::uint32);
    check(std::int32_t{}, SAMPLEFORMAT_INT, PixelType::int32);
    check(float{}, SAMPLEFORMAT_IEEEFP, PixelType::float32);
    check(double{}, SAMPLEFORMAT_IEEEFP, PixelType::float64);
}

TEST_F(StackImages, PagesOfDifferentSizeAndDamagedTiffAreRefused) {
    putTiff(at("a.tif"), {}, 1, kRows, kCols, countingFrames(1));
    const std::string whole = bytesOfFile(at("a.tif"));
    for (std::size_t left = 0; left < whole.size(); left += 7) {
        writeBytes(at("cut.tif"), whole.substr(0, left));
        const std::string error = dataErrorOf([&] {
            const auto stack = openOne(at("cut.tif"));
            (void)stack->makeReader()->readPixels(0);
        });
        EXPECT_TRUE(contains(error, "cut.tif")) << left << ": " << error;
    }
}

TEST_F(StackImages, EdfOfSeveralFramesInBothByteOrders) {
    std::string bytes;
    for (std::size_t f = 0; f < 3; ++f)
        bytes += edf("UnsignedShort", kRows, kCols, asBytes(countingFrame(f)),
                     "PSize_1 = 1e-4 ;\nPSize_2 = 2e-4 ;\nCenter_1 = 5.5 ;\nCenter_2 = 4 ;\nSampleDistance = 0.3_m ;\n"
                     "WaveLength = 1e-10 ;\n");
    std::string swapped = asBytes(countingFrame(3));
    for (std::size_t i = 0; i < swapped.size(); i += 2) std::swap(swapped[i], swapped[i + 1]);
    bytes += edf("UnsignedShort", kRows, kCols, swapped, {}, true);
    writeBytes(at("a.edf"), bytes);
    const auto stack = openOne(at("a.edf"));
    EXPECT_EQ(stack->format, "EDF");
    expectCountingStack(*stack, 4);
    EXPECT_EQ(stack->geometry.pixelWidth_m, 1e-4);
    EXPECT_EQ(stack->geometry.pixelHeight_m, 2e-4);
    EXPECT_EQ(stack->geometry.beamCentreCol, 5.5);
    EXPECT_EQ(stack->geometry.distance_m, 0.3);
    EXPECT_EQ(stack->geometry.wavelength_m, 1e-10);
    // Cut off in the last frame: the ones before are there.
    writeBytes(at("cut.edf"), bytes.substr(0, bytes.size() - 10));
    const auto cut = openOne(at("cut.edf"));
    expectCountingStack(*cut, 3);
    EXPECT_TRUE(hasNote(cut->notes, "middle of a frame", Severity::warning));
}

/// A GE detector's file: blanks up to the announced size of the header, and all frames behind one header.
TEST_F(StackImages, EdfWithAFilledHeaderAndAllFramesBehindIt) {
    std::string header =
        "{\nEDF_HeaderSize = 1024 ;\nNum_Images = 3 ;\nDataType = UnsignedShort ;\nDim_1 = " + std::to_string(kCols) +
        " ;\nDim_2 = " + std::to_string(kRows) + " ;\nByteOrder = LowByteFirst ;\n}\n";
    header.resize(1024, ' ');
    std::string pixels;
    for (std::size_t f = 0; f < 3; ++f) pixels += asBytes(countingFrame(f));
    pixels[2 * kRows * kCols] = '{'; // the first pixel of a frame may look like a header
    writeBytes(at("a.ge5"), header + pixels);
    const auto stack = openOne(at("a.ge5"));
    ASSERT_EQ(stack->frameCount(), 3U);
    EXPECT_TRUE(stack->notes.empty());
    const auto reader = stack->makeReader();
    for (const std::size_t f : {0, 2}) EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, f), countingFrame(f));
    std::string odd = header;
    odd.replace(odd.find("Num_Images = 3"), 14, "Num_Images = ?");
    writeBytes(at("odd.ge5"), odd + pixels);
    EXPECT_EQ(openOne(at("odd.ge5"))->frameCount(), 1U);
    EXPECT_TRUE(hasNote(openOne(at("odd.ge5"))->notes, "behind the last frame"));
    // Cut off, and with something behind: both are said.
    writeBytes(at("cut.ge5"), header + pixels.substr(0, pixels.size() - 7));
    EXPECT_EQ(openOne(at("cut.ge5"))->frameCount(), 2U);
    EXPECT_TRUE(hasNote(openOne(at("cut.ge5"))->notes, "ends in the middle of a frame"));
    writeBytes(at("more.ge5"), header + pixels + std::string(4000, 'x'));
    EXPECT_TRUE(hasNote(openOne(at("more.ge5"))->notes, "4000 bytes behind the last frame"));
    writeBytes(at("blank.ge5"), header + pixels + std::string(4000, ' '));
    EXPECT_TRUE(openOne(at("blank.ge5"))->notes.empty());
}

TEST_F(StackImages, EdfLengthsHaveUnits) {
    const auto opened = [&](const std::string& more) {
        writeBytes(at("a.edf"), edf("UnsignedShort", kRows, kCols, asBytes(countingFrame(0)), more));
        return openOne(at("a.edf"));
    };
    const auto right = opened("SampleDistance = 60.2_mm ;\nWaveLength = 1.54189_A ;\nPSize_1 = 75_um ;\n"
                              "PSize_2 = 0.075 mm ;\n");
    EXPECT_NEAR(*right->geometry.distance_m, 0.0602, 1e-12);
    EXPECT_NEAR(*right->geometry.wavelength_m, 1.54189e-10, 1e-20);
    EXPECT_NEAR(*right->geometry.pixelWidth_m, 75e-6, 1e-15);
    EXPECT_NEAR(*right->geometry.pixelHeight_m, 75e-6, 1e-15);
    EXPECT_TRUE(right->notes.empty());
    const auto metres = opened("SampleDistance = 0.2 ;\nWaveLength = 1e-10 ;\nPSize_1 = unknown ;\nPSize_2 = 0 ;\n");
    EXPECT_EQ(metres->geometry.distance_m, 0.2);
    EXPECT_EQ(metres->geometry.wavelength_m, 1e-10);
    EXPECT_TRUE(metres->notes.empty()) << "what is not set is no mistake";
    for (const char* wrong : {"WaveLength = 1.54189 ;\n", "WaveLength = 1.5_furlong ;\n", "PSize_1 = 75 ;\n",
                              "SampleDistance = -0.2 ;\n", "SampleDistance = 60200_mm_or_so ;\n"}) {
        const auto stack = opened(wrong);
        EXPECT_FALSE(stack->geometry.wavelength_m || stack->geometry.pixelWidth_m || stack->geometry.distance_m);
        EXPECT_TRUE(hasNote(stack->notes, "which cannot be")) << wrong;
    }
}

TEST_F(StackImages, EdfTypesAndDamage) {
    const std::string twelve(48, '\1');
    for (const auto& [name, type] :
         std::vector<std::pair<std::string, PixelType>>{{"SignedByte", PixelType::int8},
                                                        {"UnsignedByte", PixelType::uint8},
                                                        {"SignedShort", PixelType::int16},
                                                        {"SignedInteger", PixelType::int32},
                                                        {"UnsignedLong", PixelType::uint32},
                                                        {"Signed64", PixelType::int64},
                                                        {"FloatValue", PixelType::float32},
                                                        {"DoubleValue", PixelType::float64}}) {
        writeBytes(at("a.edf"), edf(name, 2, 3, twelve.substr(0, 6 * bytesOf(type))));
        EXPECT_EQ(openOne(at("a.edf"))->pixelType(), type);
    }
    const auto refused = [&](const std::string& bytes) {
        writeBytes(at("bad.edf"), bytes);
        return dataErrorOf([&] { (void)openOne(at("bad.edf")); });
    };
    EXPECT_TRUE(contains(refused(edf("Quaternion", 2, 3, twelve)), "Quaternion"));
    EXPECT_TRUE(contains(refused(edf("FloatValue", 200, 300, twelve)), "announces 48 bytes"));
    EXPECT_TRUE(contains(refused(edf("UnsignedByte", 2, 3, twelve, "Compression = GZIP ;\n")), "GZIP"));
    EXPECT_TRUE(
        contains(refused(edf("UnsignedByte", 2, 3, twelve, "DataValueOffset = 100 ;\n")), "100 is to be added"));
    writeBytes(at("a.edf"), edf("UnsignedByte", 2, 3, twelve.substr(0, 6), "DataValueOffset = 0 ;\n"));
    EXPECT_EQ(openOne(at("a.edf"))->frameCount(), 1U);
    EXPECT_TRUE(contains(refused("{\nDim_2 = 3 ;\n}\n1234"), "Dim_1"));
    EXPECT_TRUE(contains(refused("{ no end"), "no complete frame"));
    EXPECT_TRUE(contains(refused(edf("FloatValue", 0, 3, "")), "absurd"));
}

TEST_F(StackImages, CbfOfAPilatus) {
    std::vector<std::int32_t> pixels(7 * 9);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::int32_t>(i * i);
    pixels[5] = -1;
    pixels[6] = 2'000'000'000;
    pixels[7] = -2'000'000'000; // a step of four billion takes eight bytes
    pixels[8] = 40'000;
    writeBytes(at("a.cbf"), cbf(7, 9, pixels));
    const auto stack = openOne(at("a.cbf"));
    EXPECT_EQ(stack->format, "CBF");
    EXPECT_EQ(stack->pixelType(), PixelType::int32);
    EXPECT_EQ(pixelsOf<std::int32_t>(*stack->makeReader(), 0), pixels);
    EXPECT_EQ(stack->geometry.pixelWidth_m, 172e-6);
    EXPECT_EQ(stack->geometry.pixelHeight_m, 170e-6);
    EXPECT_NEAR(stack->geometry.wavelength_m.value_or(0), 0.9795e-10, 1e-20);
    EXPECT_EQ(stack->geometry.distance_m, 0.25);
    EXPECT_EQ(stack->geometry.beamCentreCol, 490.5);
    EXPECT_EQ(stack->geometry.beamCentreRow, 520.25);
    EXPECT_EQ(stack->geometry.detector, "PILATUS 1M, 10-0001");
    const std::string whole = cbf(7, 9, pixels);
    for (std::size_t left = 0; left < whole.size() - 4140; left += 5) {
        writeBytes(at("cut.cbf"), whole.substr(0, left));
        const std::string error = dataErrorOf([&] { (void)openOne(at("cut.cbf"))->makeReader()->readPixels(0); });
        EXPECT_TRUE(contains(error, "cut.cbf")) << left << ": " << error;
    }
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = whole;
        text.replace(text.find(from), from.size(), to);
        writeBytes(at("bad.cbf"), text);
        return dataErrorOf([&] { (void)openOne(at("bad.cbf"))->makeReader()->readPixels(0); });
    };
    EXPECT_TRUE(contains(changed("x-CBF_BYTE_OFFSET", "x-CBF_PACKED"), "x-CBF_PACKED"));
    EXPECT_TRUE(contains(changed("Fastest-Dimension: 9", "Fastest-Dimension: 999999999"), "absurd"));
    EXPECT_TRUE(contains(changed("Fastest-Dimension: 9", "Fastest-Dimension: 90"), "announces"));
    EXPECT_TRUE(contains(changed("BINARY\r", "BASE64\r"), "BASE64"));
}

TEST_F(StackImages, CbfThatHoldsMoreThanItAnnounces) {
    std::vector<std::int32_t> pixels(63);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::int32_t>(i * i);
    const std::string whole = cbf(7, 9, pixels);
    writeBytes(at("two.cbf"), whole + whole.substr(whole.find("_array_data.data")));
    EXPECT_TRUE(hasNote(openOne(at("two.cbf"))->notes, "more images than the first", Severity::warning));
    writeBytes(at("one.cbf"), whole);
    EXPECT_TRUE(openOne(at("one.cbf"))->notes.empty());
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = whole;
        text.replace(text.find(from), from.size(), to);
        writeBytes(at("bad.cbf"), text);
        return dataErrorOf([&] { (void)openOne(at("bad.cbf"))->makeReader()->readPixels(0); });
    };
    EXPECT_TRUE(contains(changed("Elements: 63", "Elements: 72"), "announces 72 pixels and an image of 7 × 9"));
    std::string fewer = whole;
    fewer.replace(fewer.find("Elements: 63"), 12, "Elements: 54");
    fewer.replace(fewer.find("Second-Dimension: 7"), 19, "Second-Dimension: 6");
    writeBytes(at("bad.cbf"), fewer);
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("bad.cbf"))->makeReader()->readPixels(0); }),
                         "more pixels than announced"));
}

TEST_F(StackImages, ACbfImageThatDoesNotFitItsSumIsDamaged) {
    // 35 pixels of 0 are 35 bytes of 0, whose MD5 is by md5sum and base64 of GNU coreutils.
    const std::string whole = [] {
        std::string text = cbf(7, 5, std::vector<std::int32_t>(35, 0));
        return text.insert(text.find("X-Binary-Number"), "Content-MD5: xUEE14lKGUHKcQmB2kN/nw==\r\n");
    }();
    const std::size_t pixels = whole.find("\x0c\x1a\x04\xd5") + 4;
    writeBytes(at("a.cbf"), whole);
    EXPECT_EQ(pixelsOf<std::int32_t>(*openOne(at("a.cbf"))->makeReader(), 0), std::vector<std::int32_t>(35, 0));
    std::string damaged = whole;
    damaged[pixels + 20] = 1; // a sound image still, of other counts
    writeBytes(at("a.cbf"), damaged);
    const auto read = [&] { (void)openOne(at("a.cbf"))->makeReader()->readPixels(0); };
    EXPECT_TRUE(contains(dataErrorOf(read), "does not fit its checksum (Content-MD5)"));
    damaged.erase(damaged.find("Content-MD5"), 39); // nothing to compare with
    writeBytes(at("a.cbf"), damaged);
    EXPECT_EQ(pixelsOf<std::int32_t>(*openOne(at("a.cbf"))->makeReader(), 0)[34], 1);
}

TEST_F(StackImages, PagesThatBelongToAnotherAreNoFrames) {
    const auto put = [&](std::uint32_t first, std::uint32_t second, std::size_t rowsOfFirst) {
        TIFF* tiff = TIFFOpen(at("a.tif").c_str(), "w");
        ASSERT_NE(tiff, nullptr);
        for (const auto& [kind, rows, value] :
             {std::tuple(first, rowsOfFirst, std::uint8_t{3}), std::tuple(second, kRows, std::uint8_t{7})}) {
            TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, kind);
            TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(kCols));
            TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(rows));
            TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
            TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
            TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
            std::vector<std::uint8_t> line(kCols, value);
            for (std::size_t r = 0; r < rows; ++r)
                TIFFWriteScanline(tiff, line.data(), static_cast<std::uint32_t>(r), 0);
            TIFFWriteDirectory(tiff);
        }
        TIFFClose(tiff);
    };
    const auto expectOne = [&](int value) {
        const auto stack = openOne(at("a.tif"));
        ASSERT_EQ(stack->frameCount(), 1U);
        EXPECT_EQ(pixelsOf<std::uint8_t>(*stack->makeReader(), 0)[0], value);
    };
    put(0, FILETYPE_MASK, kRows);
    expectOne(3);
    put(0, FILETYPE_REDUCEDIMAGE, kRows);
    expectOne(3);
    put(FILETYPE_REDUCEDIMAGE, 0, 4); // a small copy in front
    expectOne(7);
    put(FILETYPE_REDUCEDIMAGE, FILETYPE_REDUCEDIMAGE, kRows);
    expectOne(7);
    put(0, FILETYPE_MASK, kRows);
    EXPECT_EQ(readMaskFile(at("a.tif")).size(), kRows * kCols);
    put(0, 0, kRows);
    EXPECT_EQ(openOne(at("a.tif"))->frameCount(), 2U);
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)readMaskFile(at("a.tif")); }), "holds 2 images")) << "which one?";
}

/// An image that is stored mirrored, and one whose largest number is the darkest.
TEST_F(StackImages, ATagThatNobodyUndoesIsNamed) {
    const auto expectWarning = [&](unsigned name, int value, const std::string& words, bool expected) {
        putTiff<std::uint16_t>(at("a.tif"), {}, 1, kRows, kCols, countingFrame(0));
        TIFF* tiff = TIFFOpen(at("a.tif").c_str(), "r+");
        ASSERT_NE(tiff, nullptr);
        TIFFSetField(tiff, name, static_cast<std::uint16_t>(value));
        TIFFRewriteDirectory(tiff);
        TIFFClose(tiff);
        const auto stack = openOne(at("a.tif"));
        EXPECT_EQ(hasNote(stack->notes, words, Severity::warning), expected) << words;
        EXPECT_EQ(pixelsOf<std::uint16_t>(*stack->makeReader(), 0), countingFrame(0)) << "as it is stored";
    };
    for (const int orientation : {ORIENTATION_TOPLEFT, ORIENTATION_BOTLEFT, ORIENTATION_LEFTTOP})
        expectWarning(TIFFTAG_ORIENTATION, orientation, "Orientation = " + std::to_string(orientation),
                      orientation != ORIENTATION_TOPLEFT);
    for (const int zero : {PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MINISWHITE})
        expectWarning(TIFFTAG_PHOTOMETRIC, zero, "zero is white", zero == PHOTOMETRIC_MINISWHITE);
}

TEST_F(StackImages, NumbersThatImageJHasCalibratedAreNotTakenForCounts) {
    const auto put = [&](const std::string& lines) {
        putOnePage(at("a.tif"), false, "ImageJ=1.53t\n" + lines + "vunit=Gray Value\n", 1);
    };
    put("cf=0\nc0=-32768.0\nc1=1.0\n"); // signed numbers of 16 bits
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("a.tif")); }), "-32,768 + 1 × number"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)readImage(at("a.tif")); }), "-32,768 + 1 × number")) << "a dark";
    put("cf=0\nc0=0.0\nc1=0.5\n");
    EXPECT_TRUE(hasNote(openOne(at("a.tif"))->notes, "0 + 0.5 × number", Severity::warning));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)readImage(at("a.tif")); }), "stand for others"));
    put("cf=0\nc0=0.0\nc1=1.0\n");
    EXPECT_TRUE(openOne(at("a.tif"))->notes.empty());
    put("");
    EXPECT_TRUE(openOne(at("a.tif"))->notes.empty());
}

TEST_F(StackImages, AListKeepsItsOrderAndFewFilesOpen) {
    // More files than a process may open at once by default would take a while to write; few suffice to count.
    constexpr std::size_t kFiles = 300;
    std::vector<fs::path> files;
    for (std::size_t f = 0; f < kFiles; ++f) {
        files.push_back(at("frame_" + std::to_string(f) + ".edf"));
        writeBytes(files.back(), edf("UnsignedShort", kRows, kCols, asBytes(countingFrame(f % 60))));
    }
    const auto openFiles = [] {
        return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
    };
    const auto before = openFiles();
    const auto stack = openOne(at("frame_#.edf"));
    ASSERT_EQ(stack->frameCount(), kFiles);
    const auto reader = stack->makeReader();
    for (std::size_t f = 0; f < kFiles; ++f) {
        EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, f)[0], 1000 * (f % 60));
        EXPECT_EQ(stack->where(f), files[f].string());
    }
    EXPECT_LE(openFiles() - before, 70);
    std::reverse(files.begin(), files.end());
    EXPECT_EQ(openMany(files)->where(0), files[0].string());
}

TEST_F(StackImages, FramesOfDifferentFilesHaveToGoTogether) {
    writeBytes(at("a_1.edf"), edf("UnsignedShort", kRows, kCols, asBytes(countingFrame(0))));
    writeBytes(at("a_2.edf"), edf("UnsignedShort", kCols, kRows, asBytes(countingFrame(0))));
    writeBytes(at("a_3.edf"), edf("SignedShort", kRows, kCols, asBytes(countingFrame(0))));
    for (const char* other : {"a_2.edf", "a_3.edf"}) {
        const std::string error = dataErrorOf([&] { (void)openMany({at("a_1.edf"), at(other)}); });
        EXPECT_TRUE(contains(error, "a_1.edf") && contains(error, other)) << error;
    }
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("b_*.edf")); }), "pattern"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openMany({at("a_1.edf"), at("none.edf")}); }), "none.edf"));
}

TEST_F(StackImages, ADamagedFileOfAListIsOneFrameThatCannotBeRead) {
    for (int f = 0; f < 5; ++f)
        writeBytes(at("a_" + std::to_string(f) + ".edf"),
                   f == 0   ? "{ cut off"
                   : f == 2 ? std::string()
                            : edf("UnsignedShort", kRows, kCols, asBytes(countingFrame(static_cast<std::size_t>(f)))));
    const auto stack = openOne(at("a_?.edf"));
    ASSERT_EQ(stack->frameCount(), 5U);
    EXPECT_TRUE(hasNote(stack->notes, "2 of 5 files cannot be read", Severity::warning));
    const auto reader = stack->makeReader();
    EXPECT_TRUE(contains(readError(*reader, 0), "a_0.edf"));
    EXPECT_TRUE(contains(readError(*reader, 2), "a_2.edf"));
    EXPECT_EQ(pixelsOf<std::uint16_t>(*reader, 4), countingFrame(4));
}

TEST(FilePatterns, MatchNamesAndNumbers) {
    EXPECT_TRUE(matchesPattern("scan_0012.tif", "scan_####.tif"));
    EXPECT_TRUE(matchesPattern("scan_10012.tif", "scan_####.tif"));
    EXPECT_FALSE(matchesPattern("scan_x.tif", "scan_#.tif"));
    EXPECT_TRUE(matchesPattern("scan_x.tif", "s*_?.*"));
    EXPECT_TRUE(matchesPattern("aab", "*a?"));
    EXPECT_FALSE(matchesPattern("scan.tif", "scan"));
    EXPECT_TRUE(matchesPattern("m2_part00001.nxs", "*_part#.nxs"));
    EXPECT_TRUE(matchesPattern("µ.tif", "?.tif"));
    EXPECT_FALSE(matchesPattern("", "?"));
    EXPECT_TRUE(matchesPattern("", "*"));
    EXPECT_TRUE(numberedBefore("scan_2.h5", "scan_10.h5"));
    EXPECT_FALSE(numberedBefore("scan_10.h5", "scan_2.h5"));
    EXPECT_TRUE(numberedBefore("a_002_x", "a_10_a"));
    EXPECT_TRUE(numberedBefore("a", "a1"));
    EXPECT_FALSE(numberedBefore("a", "a"));
}

TEST_F(StackImages, MasksAreWrittenInEveryFormatAndReadAgain) {
    Array<std::uint8_t, 2> mask({5, 7});
    mask(0, 1) = 1;
    mask(4, 6) = 200; // not zero is masked
    Array<std::uint8_t, 2> expected = mask;
    expected(4, 6) = 1;
    for (const char* name : {"m.edf", "m.tif", "m.TIFF", "m.npy", "m.h5", "m.nxs"}) {
        writeMaskFile(at(name), mask, false);
        EXPECT_EQ(readMaskFile(at(name)), expected) << name;
        EXPECT_THROW(writeMaskFile(at(name), mask, false), DataError);
        writeMaskFile(at(name), mask, true);
        EXPECT_EQ(readMaskFile(at(name)), expected) << name;
    }
    EXPECT_TRUE(contains(dataErrorOf([&] { writeMaskFile(at("m.jpg"), mask, false); }), ".jpg"));
    EXPECT_FALSE(fs::exists(at("m.jpg")));
    EXPECT_TRUE(contains(dataErrorOf([&] { writeMaskFile(at("none/m.edf"), mask, false); }), "none"));
}

TEST_F(StackImages, ImagesOfNumbers) {
    writeTiff(at("a.tif"), Array<float, 2>({1, 2}, std::vector<float>{-1.5F, 2}), false);
    EXPECT_EQ(readImage(at("a.tif")), (Array<float, 2>({1, 2}, std::vector<float>{-1.5F, 2})));
    h5::File file = h5::File::create(at("a.h5"));
    put<double>(file, "/dark", {1, 2, 3, 4}, {1, 2, 2});
    file.close();
    EXPECT_EQ(readImage(at("a.h5"))(1, 0), 3.0F);
    file = h5::File::create(at("b.h5"));
    put<double>(file, "/dark", {1, 2, 3, 4}, {2, 2});
    put<double>(file, "/flat", {5, 6, 7, 8}, {2, 2});
    file.close();
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)readImage(at("b.h5")); }), "several images"));
    EXPECT_EQ(readImage(at("b.h5"), "/flat")(0, 0), 5.0F);
    writeBytes(at("two.edf"), edf("UnsignedByte", 1, 2, "ab") + edf("UnsignedByte", 1, 2, "ab"));
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)readMaskFile(at("two.edf")); }), "2 images"));
}

} // namespace
} // namespace ewald::io::test
