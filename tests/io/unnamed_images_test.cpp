// SPDX-License-Identifier: GPL-3.0-or-later
// Images that the directories or headers of a file do not name, and files that are none of images.
#include "io/images/mask_file.h"
#include "io/stack/file_kind.h"
#include "io/stack/images/image_file.h"
#include "stack_files.h"

#include <gtest/gtest.h>

#include <tiffio.h>

namespace ewald::io::test {
namespace {

constexpr std::size_t kSide = 128;

/// Images of one value each, so large that a header is none of them.
class UnnamedImages : public WithFolder {
protected:
    fs::path putTiff(const std::string& name, std::size_t pages, std::uint16_t orientation = ORIENTATION_TOPLEFT) {
        TIFF* const tiff = TIFFOpen(at(name).c_str(), "w");
        for (std::size_t page = 0; page < pages; ++page) {
            TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(kSide));
            TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(kSide));
            TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
            TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 16);
            TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(kSide));
            TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
            if (orientation != ORIENTATION_TOPLEFT) TIFFSetField(tiff, TIFFTAG_ORIENTATION, orientation);
            std::vector<std::uint16_t> row(kSide, static_cast<std::uint16_t>(page + 1));
            for (std::uint32_t r = 0; r < kSide; ++r) TIFFWriteScanline(tiff, row.data(), r, 0);
            TIFFWriteDirectory(tiff);
        }
        TIFFClose(tiff);
        return at(name);
    }
    /// Calls a page the last one, although others follow it.
    static void cutChain(const fs::path& file, std::size_t page) {
        TIFF* const tiff = TIFFOpen(file.c_str(), "r");
        TIFFSetDirectory(tiff, static_cast<std::uint16_t>(page));
        const std::uint64_t directory = TIFFCurrentDirOffset(tiff);
        TIFFClose(tiff);
        std::string bytes = bytesOfFile(file);
        std::uint16_t entries = 0;
        std::memcpy(&entries, bytes.data() + directory, sizeof(entries));
        std::memset(bytes.data() + directory + 2 + std::size_t{12} * entries, 0, 4);
        writeBytes(file, bytes);
    }
};

TEST_F(UnnamedImages, PagesBehindTheOneThatIsCalledTheLastAreNamed) {
    const fs::path file = putTiff("a.tif", 5);
    EXPECT_FALSE(hasNote(openOne(file)->notes, "", Severity::warning));
    EXPECT_FLOAT_EQ(readImage(file, "", ImagePurpose::dark)(3, 4), 3) << "the mean of 1 to 5";
    cutChain(file, 1);
    const auto stack = openOne(file);
    EXPECT_EQ(stack->frameCount(), 2U);
    EXPECT_TRUE(hasNote(stack->notes, "belong to none of its 2 pages", Severity::warning));
    EXPECT_TRUE(
        contains(dataErrorOf([&] { (void)readImage(file, "", ImagePurpose::dark); }), "it may hold more images"));
}

/// MetaMorph describes the first image only.
TEST_F(UnnamedImages, ImagesBehindEachOtherWithoutDirectoriesAreNamed) {
    const fs::path file = putTiff("a.stk", 1);
    const std::string bytes = bytesOfFile(file);
    writeBytes(file, bytes + std::string(2 * 3 * kSide * kSide, '\1'));
    EXPECT_TRUE(hasNote(openOne(file)->notes, "98304 bytes", Severity::warning) ||
                hasNote(openOne(file)->notes, "belong to none of its 1 page", Severity::warning));
    writeBytes(file, bytes + std::string(1000, '\1'));
    EXPECT_FALSE(hasNote(openOne(file)->notes, "belong to none", Severity::warning)) << "a remark of its writer";
}

TEST_F(UnnamedImages, AMaskThatIsStoredMirroredIsNamed) {
    EXPECT_EQ(remarkOnMask(putTiff("m.tif", 1)), "");
    EXPECT_TRUE(contains(remarkOnMask(putTiff("b.tif", 1, ORIENTATION_BOTLEFT)), "Orientation = 4"));
    writeBytes(at("m.npy"), "no TIFF file");
    EXPECT_EQ(remarkOnMask(at("m.npy")), "");
}

/// A block without an image in front of the others says what holds for all of them.
TEST_F(UnnamedImages, TheGeneralBlockOfAnEdfFileIsNoImage) {
    const auto block = [](std::string text, const std::string& pixels) {
        text.resize(510, ' ');
        return text + "}\n" + pixels;
    };
    const std::string general =
        block("{\nEDF_DataFormatVersion = 2.40 ;\nEDF_DataBlocks = 2 ;\nEDF_BlockBoundary = 512 "
              ";\nEDF_HeaderSize = 512 ;\nEDF_BinarySize = 0 ;\nDummy = -7 ;\n",
              "");
    std::string file = general;
    for (const char level : {'\3', '\5'})
        file += block("{\nByteOrder = LowByteFirst ;\nDataType = UnsignedByte ;\nDim_1 = 3 ;\nDim_2 = 2 ;\nSize = 6 "
                      ";\n",
                      std::string(6, level));
    writeBytes(at("a.edf"), file);
    const auto stack = openOne(at("a.edf"));
    ASSERT_EQ(stack->frameCount(), 2U);
    EXPECT_EQ(pixelsOf<std::uint8_t>(*stack->makeReader(), 0), std::vector<std::uint8_t>(6, 3));
    EXPECT_EQ(pixelsOf<std::uint8_t>(*stack->makeReader(), 1), std::vector<std::uint8_t>(6, 5));
    EXPECT_EQ(stack->notMeasured, -7);
    EXPECT_FALSE(hasNote(stack->notes, "", Severity::warning));
    writeBytes(at("b.edf"), general);
    EXPECT_TRUE(contains(dataErrorOf([&] { (void)openOne(at("b.edf")); }), "no complete frame"));
}

TEST_F(UnnamedImages, AJsonFileIsNoEdfFile) {
    writeBytes(at("a.immask"), "{\"Points\": [[1, 2, 3]]}");
    EXPECT_EQ(fileKind(at("a.immask")), FileKind::other);
    EXPECT_TRUE(
        contains(dataErrorOf([&] { (void)readMaskFile(at("a.immask")); }), "no file of images that Ewald knows"));
}

} // namespace
} // namespace ewald::io::test
