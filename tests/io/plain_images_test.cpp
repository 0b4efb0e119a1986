// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks of files whose frames are not compressed: NPY, MIB of a Merlin, SPE, GE. All bytes are written by hand, as the
// formats say.
#include "base/long_call.h"
#include "io/frame_stack.h"
#include "io/images/mask_file.h"
#include "io/stack/file_kind.h"
#include "io/stack/images/image_file.h"
#include "stack_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>

namespace ewald::io::test {
namespace {

class PlainImages : public WithFolder {
protected:
    std::filesystem::path write(const std::string& name, const std::string& bytes) {
        const std::filesystem::path path = at(name);
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
};

template <class T>
void putAt(std::string& bytes, std::size_t at, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) bytes[at + i] = static_cast<char>(value >> (8 * i) & 0xFF);
}

/// 16-bit numbers first, first + 1, …, the low byte first or last.
std::string countingPixels(std::size_t first, std::size_t count, bool bigEndian) {
    std::string bytes;
    for (std::size_t i = first; i < first + count; ++i) {
        const char low = static_cast<char>(i & 0xFF), high = static_cast<char>(i >> 8);
        bytes += bigEndian ? high : low;
        bytes += bigEndian ? low : high;
    }
    return bytes;
}

std::string npy(const std::string& type, const std::string& shape, const std::string& pixels,
                const std::string& order = "False") {
    std::string header = "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
    while ((header.size() + 11) % 64 != 0) header += ' ';
    header += '\n';
    std::string bytes = "\x93NUMPY";
    bytes += '\x01';
    bytes += '\0';
    bytes += static_cast<char>(header.size() & 0xFF);
    bytes += static_cast<char>(header.size() >> 8);
    return bytes + header + pixels;
}

/// A frame of a Merlin: 2 rows of 3 pixels.
std::string mibFrame(int number, const std::string& pixels, const std::string& type = "U16",
                     const std::string& counter = "") {
    std::string text(6, '\0');
    std::snprintf(text.data(), text.size() + 1, "%06d", number);
    std::string header = "MQ1," + text + ",00384,01,0003,0002," + type +
                         ",   1x1,01,2026-11-28 01:02:03.000000,0.001," +
                         (counter.empty() ? "" : counter + ",0,0,1.2E+2,");
    header.resize(384, '\0');
    return header + pixels;
}

std::string speHeader(int cols, int rows, int type, int frames) {
    std::string header(4100, '\0');
    putAt(header, 42, static_cast<std::uint16_t>(cols));
    putAt(header, 108, static_cast<std::uint16_t>(type));
    putAt(header, 656, static_cast<std::uint16_t>(rows));
    putAt(header, 1446, static_cast<std::uint32_t>(frames));
    putAt(header, 4098, std::uint16_t{0x5555});
    return header;
}

std::string geHeader(int rows, int cols, int frames) {
    std::string header(8192, '\0');
    header.replace(0, 5, "ADEPT");
    putAt(header, 12, std::uint32_t{6144});
    putAt(header, 18, std::uint32_t{2048});
    putAt(header, 22, static_cast<std::uint16_t>(frames));
    putAt(header, 24, static_cast<std::uint16_t>(rows));
    putAt(header, 26, static_cast<std::uint16_t>(cols));
    putAt(header, 28, std::uint16_t{16});
    return header;
}

std::shared_ptr<const FrameStack> opened(const std::filesystem::path& path) { return openStack(std::span(&path, 1)); }

std::vector<std::uint16_t> frameOf(const FrameStack& stack, std::size_t frame) {
    const auto reader = stack.makeReader();
    const std::span<const std::byte> bytes = reader->readPixels(frame);
    std::vector<std::uint16_t> pixels(bytes.size() / 2);
    std::memcpy(pixels.data(), bytes.data(), bytes.size());
    return pixels;
}

std::string warningsOf(const FrameStack& stack) {
    std::string all;
    for (const Note& note : stack.notes)
        if (note.severity == Severity::warning) all += note.text + "\n";
    return all;
}

/// Frames of 2 × 3 pixels that count on from 1000: more than a byte holds, so that the order of bytes matters.
void expectCounting(const FrameStack& stack, std::size_t frames) {
    ASSERT_EQ(stack.frameCount(), frames);
    EXPECT_EQ(stack.rows(), 2U);
    EXPECT_EQ(stack.cols(), 3U);
    EXPECT_EQ(stack.pixelType(), PixelType::uint16);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        std::vector<std::uint16_t> expected(6);
        for (std::size_t i = 0; i < 6; ++i) expected[i] = static_cast<std::uint16_t>(1000 + 6 * frame + i);
        EXPECT_EQ(frameOf(stack, frame), expected) << frame;
    }
}

TEST_F(PlainImages, NpyOfThreeAxesIsAStackInEitherOrderOfBytes) {
    for (const bool big : {false, true}) {
        const auto stack = opened(write("a.npy", npy(big ? ">u2" : "<u2", "(2, 2, 3)", countingPixels(1000, 12, big))));
        expectCounting(*stack, 2);
        EXPECT_EQ(warningsOf(*stack), "");
        EXPECT_EQ(stack->format, "NPY");
    }
}

TEST_F(PlainImages, NpyOfPythonTwoHasLongNumbers) {
    for (const char* type : {"<u2", "|u2", "=u2"})
        expectCounting(*opened(write("a.npy", npy(type, "(2L, 2L, 3L)", countingPixels(1000, 12, false)))), 2);
}

TEST_F(PlainImages, NpyOfFourAxesIsAScan) {
    const auto stack = opened(write("a.npy", npy("<u2", "(2, 4, 2, 3)", countingPixels(1000, 48, false))));
    expectCounting(*stack, 8);
    EXPECT_EQ(stack->scanShape, (std::vector<std::size_t>{2, 4}));
    EXPECT_TRUE(hasNote(stack->notes, "raster of 2 × 4 points", Severity::info));
}

/// IEEE 754-2019, 3.6 (binary16): 1 bit of sign, 5 of exponent (15 is 2⁰), 10 of fraction.
TEST_F(PlainImages, NpyOfHalfFloatsIsReadExactly) {
    const std::vector<std::pair<int, double>> halves{{0x3C00, 1},        {0xC000, -2},      {0x3555, 1365.0 / 4096},
                                                     {0x7BFF, 65504},    {0x0001, 0x1p-24}, {0x83FF, -1023 * 0x1p-24},
                                                     {0x0400, 0x1p-14},  {0x8000, 0},       {0xFC00, -INFINITY},
                                                     {0x7C00, INFINITY}, {0x6400, 1024},    {0x7E00, NAN}};
    for (const bool big : {false, true}) {
        std::string bytes;
        for (const auto& [bits, value] : halves) {
            const char low = static_cast<char>(bits & 0xFF), high = static_cast<char>(bits >> 8);
            bytes += big ? high : low;
            bytes += big ? low : high;
        }
        const std::string type = big ? ">f2" : "<f2";
        const auto stack = opened(write("a.npy", npy(type, "(2, 2, 3)", bytes)));
        ASSERT_EQ(stack->frameCount(), 2U);
        EXPECT_EQ(stack->pixelType(), PixelType::float32);
        EXPECT_EQ(warningsOf(*stack), "");
        const auto reader = stack->makeReader();
        std::vector<float> pixels(6);
        for (std::size_t i = 0; i < halves.size(); ++i) {
            if (i % 6 == 0) reader->readNumbers(i / 6, pixels);
            const auto expected = static_cast<float>(halves[i].second);
            EXPECT_TRUE(pixels[i % 6] == expected || (std::isnan(expected) && std::isnan(pixels[i % 6]))) << i;
        }
        EXPECT_NE(warningsOf(*opened(write("cut.npy", npy(type, "(3, 2, 3)", bytes)))).find("the file holds 2"),
                  std::string::npos);
        // Darks: the mean of two images.
        const Array<float, 2> dark = readImage(write("dark.npy", npy(type, "(2, 1, 3)", bytes.substr(0, 12))), "");
        EXPECT_EQ(dark(0, 0), (1.0F + 65504.0F) / 2);
        EXPECT_EQ(dark(0, 2), static_cast<float>((1365.0 / 4096 - 1023 * 0x1p-24) / 2));
    }
}

TEST_F(PlainImages, NpyThatEndsTooEarlyIsNamed) {
    const auto stack = opened(write("a.npy", npy("<u2", "(5, 2, 3)", countingPixels(1000, 14, false))));
    expectCounting(*stack, 2);
    EXPECT_NE(warningsOf(*stack).find("announces 5 frames, the file holds 2"), std::string::npos);
    EXPECT_EQ(stack->cutOff, 3U);
}

TEST_F(PlainImages, NpyOfOtherArraysIsRefused) {
    const auto refusal = [&](const std::string& bytes) -> std::string {
        try {
            static_cast<void>(opened(write("a.npy", bytes)));
        } catch (const DataError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(refusal(npy("<u2", "(12,)", countingPixels(0, 12, false))).find("expected frames"), std::string::npos);
    EXPECT_NE(refusal(npy("<c8", "(2, 3)", std::string(48, '\0'))).find("no plain numbers"), std::string::npos);
    EXPECT_NE(refusal(npy("<u2", "(2, 3)", countingPixels(0, 6, false), "True")).find("ascontiguousarray"),
              std::string::npos);
    // The name of a field is no type, whatever it reads like.
    const std::string fields = npy("<u2", "(2, 3)", std::string(24, '\0'));
    std::string named = fields;
    named.replace(named.find("'<u2'"), 5, "[('xu2', '<f4')]");
    named.erase(named.find("}") + 1, 11); // as long as before
    EXPECT_NE(refusal(named).find("no plain numbers"), std::string::npos);
    EXPECT_NE(refusal(npy("<u2x", "(2, 3)", countingPixels(0, 6, false))).find("no plain numbers"), std::string::npos);
    EXPECT_NE(refusal(npy("<u", "(2, 3)", countingPixels(0, 6, false))).find("no plain numbers"), std::string::npos);
    EXPECT_NE(refusal(npy("<u2", "(9999999999, 9999999999, 2, 3)", "")).find("expected frames"), std::string::npos);
    EXPECT_NE(refusal("\x93NUMPY\x01").find("damaged"), std::string::npos);
    EXPECT_NE(refusal(npy("<u2", "(2, \xF1)", "")).find("damaged"), std::string::npos) << "no text to quote";
}

TEST_F(PlainImages, MibHasAHeaderInFrontOfEachFrame) {
    std::string bytes;
    for (int i = 0; i < 3; ++i)
        bytes += mibFrame(i + 1, countingPixels(1000 + 6 * static_cast<std::size_t>(i), 6, true));
    const auto stack = opened(write("a.mib", bytes));
    expectCounting(*stack, 3);
    EXPECT_EQ(warningsOf(*stack), "");
}

TEST_F(PlainImages, MibWithAGapOrCutOffIsNamed) {
    const std::string first = mibFrame(1, countingPixels(1000, 6, true));
    const auto gap = opened(write("a.mib", first + mibFrame(3, countingPixels(1006, 6, true))));
    expectCounting(*gap, 2);
    EXPECT_NE(warningsOf(*gap).find("frame 1 is number 3"), std::string::npos) << warningsOf(*gap);
    const auto cut = opened(write("b.mib", first + mibFrame(2, countingPixels(1006, 5, true))));
    expectCounting(*cut, 1);
    EXPECT_NE(warningsOf(*cut).find("ends in the middle of a frame"), std::string::npos);
}

/// A detector that reads out both of its counters writes their frames in turns.
TEST_F(PlainImages, MibOfTwoCountersIsNamed) {
    for (const bool two : {false, true}) {
        std::string bytes;
        for (int i = 0; i < 600; ++i) // more than all headers that are read, at even distances
            bytes += mibFrame(i + 1, countingPixels(1000 + 6 * static_cast<std::size_t>(i), 6, true), "U16",
                              two && i % 2 == 1 ? "1" : "0");
        const auto stack = opened(write("a.mib", bytes));
        EXPECT_EQ(stack->frameCount(), 600U);
        EXPECT_EQ(warningsOf(*stack).find("is of counter 1 of the detector, the first one of counter 0") !=
                      std::string::npos,
                  two)
            << warningsOf(*stack);
    }
}

TEST_F(PlainImages, MibOfRawFramesOrWithOtherHeadersIsRefused) {
    EXPECT_THROW(static_cast<void>(opened(write("a.mib", mibFrame(1, countingPixels(0, 6, true), "R64")))), DataError);
    EXPECT_THROW(static_cast<void>(opened(write("b.mib", "MQ1,000001,broken"))), DataError);
    try {
        static_cast<void>(opened(write("d.mib", mibFrame(1, countingPixels(0, 6, true), "U\xF1"))));
        ADD_FAILURE();
    } catch (const DataError& error) {
        EXPECT_NE(error.problem().find("is damaged"), std::string::npos) << "no text to quote";
    }
    std::string bytes = mibFrame(1, countingPixels(0, 6, true)) + mibFrame(2, countingPixels(6, 6, true));
    bytes[384 + 12] = 'X';
    EXPECT_THROW(static_cast<void>(opened(write("c.mib", bytes))), DataError);
}

TEST_F(PlainImages, SpeKeepsItsFooterOut) {
    std::string bytes = speHeader(3, 2, 3, 2) + countingPixels(1000, 12, false);
    expectCounting(*opened(write("a.spe", bytes)), 2);
    putAt(bytes, 678, static_cast<std::uint64_t>(bytes.size())); // version 3: XML behind the frames
    const auto stack = opened(write("b.spe", bytes + "<SpeFormat version=\"3.0\"/>"));
    expectCounting(*stack, 2);
    EXPECT_EQ(warningsOf(*stack), "");
    putAt(bytes, 1446, std::uint32_t{4});
    EXPECT_NE(warningsOf(*opened(write("c.spe", bytes))).find("announces 4 frames, the file holds 2"),
              std::string::npos);
    EXPECT_THROW(static_cast<void>(opened(write("d.spe", speHeader(3, 2, 7, 1) + std::string(100, '\0')))), DataError);
}

/// SPE 3.0 File Format Specification: frames may be followed by data of their own, here 8 bytes of a time.
TEST_F(PlainImages, SpeWithDataBehindEachFrameIsReadByItsStride) {
    std::string bytes = speHeader(3, 2, 3, 3);
    for (std::size_t frame = 0; frame < 3; ++frame)
        bytes += countingPixels(1000 + 6 * frame, 6, false) + std::string(8, '\x7f');
    putAt(bytes, 678, static_cast<std::uint64_t>(bytes.size()));
    const auto xml = [](const std::string& size) {
        return "<SpeFormat version=\"3.0\"><DataFormat><DataBlock type=\"Frame\" count=\"3\" "
               "pixelFormat=\"MonochromeUnsigned16\" size=\"" +
               size + "\" stride=\"20\"><DataBlock type=\"Region\" count=\"1\" size=\"12\" stride=\"12\"/>";
    };
    const auto stack = opened(write("a.spe", bytes + xml("12")));
    expectCounting(*stack, 3);
    EXPECT_EQ(warningsOf(*stack), "");
    EXPECT_THROW(static_cast<void>(opened(write("b.spe", bytes + xml("14")))), DataError) << "other frames";
}

TEST_F(PlainImages, GeWithAHeader) {
    const auto stack = opened(write("a.ge2", geHeader(2, 3, 2) + countingPixels(1000, 12, false)));
    expectCounting(*stack, 2);
    EXPECT_EQ(warningsOf(*stack), "");
    EXPECT_NE(warningsOf(*opened(write("b.ge2", geHeader(2, 3, 1) + countingPixels(1000, 12, false))))
                  .find("12 bytes behind the last frame"),
              std::string::npos);
}

// As the Advanced Photon Source writes them: 8192 zeros, then frames of 2048².
TEST_F(PlainImages, GeWithABlankHeaderIsKnownByItsNameAndSize) {
    constexpr std::uintmax_t kBytes = 8192 + 2 * 2048 * 2048 * 2;
    const std::filesystem::path path = write("a.ge3", std::string(8192, '\0') + countingPixels(1000, 3, false));
    std::filesystem::resize_file(path, kBytes); // sparse
    const auto stack = opened(path);
    ASSERT_EQ(stack->frameCount(), 2U);
    EXPECT_EQ(stack->rows(), 2048U);
    EXPECT_EQ(frameOf(*stack, 0)[2], 1002);
    EXPECT_EQ(frameOf(*stack, 1)[2], 0);
    std::filesystem::resize_file(path, kBytes - 1);
    EXPECT_EQ(fileKind(path), FileKind::unknown);
}

TEST_F(PlainImages, OfNoKindAreToldFromFilesThatSayNothing) {
    const std::filesystem::path text = write("notes.txt", "no picture");
    EXPECT_EQ(fileKind(text), FileKind::other);
    EXPECT_EQ(fileKind(write("late.bin", std::string(511, '\0') + "x")), FileKind::other);
    EXPECT_EQ(fileKind(write("blank.bin", std::string(512, '\0') + "x")), FileKind::unknown) << "reserved room";
    // Crystal structures begin like some CBF files.
    EXPECT_EQ(fileKind(write("salt.cif", "data_salt\n_cell_length_a 5.64\n")), FileKind::other);
    EXPECT_EQ(fileKind(write("image.cbf", "data_image\n_array_data.data\n;\n--CIF-BINARY-FORMAT-SECTION--\n")),
              FileKind::cbf);
    EXPECT_EQ(fileKind(write("empty.bin", "")), FileKind::unknown);
    EXPECT_EQ(fileKind(at("nowhere.bin")), FileKind::unknown);
    EXPECT_EQ(fileKind(at("")), FileKind::unknown) << "a folder";
    const auto reads = [](const auto& action) {
        const LongCalls counted;
        action();
        const auto found = counted.seen().find("reading a file");
        return found == counted.seen().end() ? std::size_t{0} : found->second;
    };
    const std::size_t once = reads([&] { (void)fileKind(text); });
    EXPECT_GT(once, 0U);
    const auto ask = [&] { EXPECT_THROW((void)readImage(text, "", ImagePurpose::dark), DataError); };
    EXPECT_EQ(reads(ask), once) << "its kind says that it is none of images: it is not read again";
}

TEST_F(PlainImages, AreMasksAndDarksToo) {
    const Array<float, 2> dark =
        readImage(write("a.spe", speHeader(3, 2, 3, 2) + countingPixels(1000, 12, false)), "", ImagePurpose::dark);
    EXPECT_EQ(dark(0, 0), 1003); // mean of 1000 and 1006
    EXPECT_EQ(dark(1, 2), 1008);
}

} // namespace
} // namespace ewald::io::test
