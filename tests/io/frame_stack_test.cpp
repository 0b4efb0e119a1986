// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/frame_stack.h"

#include "codec/bitshuffle.h"
#include "scan_files.h"
#include "stack_files.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <thread>

namespace ewald::io::test {
namespace {

class FrameStackTest : public WithFolder {};

TEST_F(FrameStackTest, PlainStacksOfEveryLayoutGiveTheirFrames) {
    struct Case {
        const char* name;
        h5::StorageOptions storage;
    };
    const std::vector<Case> cases{{"contiguous.h5", {}},
                                  {"one frame a chunk.h5", {{1, kRows, kCols}, 0, false}},
                                  {"gzip.h5", {{1, kRows, kCols}, 4, false}},
                                  {"four frames a chunk.h5", {{4, kRows, kCols}, 4, false}},
                                  {"tiles.h5", {{1, 4, 5}, 1, false}},
                                  {"tiles of several frames.h5", {{4, 3, 7}, 1, false}}};
    for (const Case& c : cases) {
        h5::File file = h5::File::create(at(c.name));
        put(file, "/data", countingFrames(), {kFrames, kRows, kCols}, c.storage);
        file.close();
        const auto stack = openOne(at(c.name));
        EXPECT_EQ(stack->format, "HDF5");
        EXPECT_EQ(stack->framesPath, "/data");
        expectCountingStack(*stack);
        EXPECT_TRUE(stack->notes.empty()) << stack->notes[0].text;
        EXPECT_EQ(stack->chunkFrames(), c.storage.chunk.empty() ? 1U : c.storage.chunk[0]) << c.name;
    }
}

TEST_F(FrameStackTest, AFrameThatIsOneBitshuffleChunkIsGivenAsItIs) {
    putBitshuffle(at("a.h5"), "/entry/data/data", countingFrames(), {kFrames, kRows, kCols}, {1, kRows, kCols});
    const auto stack = openOne(at("a.h5"));
    EXPECT_EQ(stack->compression, "bitshuffle-LZ4");
    expectCountingStack(*stack);
    const auto reader = stack->makeReader();
    const StoredFrame frame = reader->read(3);
    ASSERT_TRUE(frame.bitshuffle);
    EXPECT_EQ(frame.bitshuffle->elementSize, 2U);
    std::vector<std::byte> pixels(kRows * kCols * 2);
    codec::decodeBitshuffle(frame.bytes, *frame.bitshuffle, pixels);
    EXPECT_EQ(reinterpret_cast<const std::uint16_t*>(pixels.data())[kCols + 1], 3021);
    EXPECT_GT(reader->readBytes(), 0U);
    EXPECT_EQ(stack->where(3), at("a.h5").string() + ":/entry/data/data frame 3");
}

/// In no time: the list of chunks of the HDF5 library, whose time grows with the square of their number, would not come
/// to its end in the time of the processor that a request has.
TEST_F(FrameStackTest, TenThousandChunksAreFound) {
    {
        h5::File file = h5::File::create(at("many.h5"));
        auto dataset = file.createDataset("/data", h5::Number::uint8, {10'000, 4, 4}, {{1, 4, 4}, 0, true});
        std::vector<std::uint8_t> pixels(10'000 * 16);
        for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i / 16 % 251);
        dataset.writeBlock<std::uint8_t>({0, 0, 0}, {10'000, 4, 4}, pixels);
    }
    const auto stack = openOne(at("many.h5"));
    ASSERT_EQ(stack->frameCount(), 10'000U);
    const auto reader = stack->makeReader();
    for (const std::size_t f : {0U, 251U, 5'000U, 9'999U})
        EXPECT_EQ(std::to_integer<std::size_t>(reader->readPixels(f)[15]), f % 251);
}

const fs::path kData = fs::path(EWALD_SHARED_DIR) / "data";

TEST_F(FrameStackTest, RealTiffAndEigerFiles) {
    if (!fs::exists(kData)) GTEST_SKIP() << "no reference data";
    const auto pilatus = openOne(kData / "diffraction/ceo2_pilatus1m/CeO2_Pilatus1M.tif");
    EXPECT_EQ(pilatus->format, "TIFF");
    EXPECT_EQ(pilatus->frameCount(), 1U);
    EXPECT_EQ(pilatus->rows(), 1043U);
    EXPECT_EQ(pilatus->cols(), 981U);
    EXPECT_EQ(pilatus->pixelType(), PixelType::int32);
    EXPECT_EQ(pilatus->geometry.pixelWidth_m, 172e-6);
    const auto pixels = pixelsOf<std::int32_t>(*pilatus->makeReader(), 0);
    EXPECT_EQ(pixels[195 * 981], -1); // the gap below the first module

    const auto pixium = openOne(kData / "diffraction/pixium/pixium_03150.tif");
    EXPECT_EQ(pixium->pixelType(), PixelType::uint16);
    EXPECT_EQ(pixium->rows(), 1441U);
    const Array<float, 2> mask = readImage(kData / "diffraction/pixium/DLS_CeO2_1200mm.mask"); // deflate
    EXPECT_EQ(mask.extent(0), 1441U);

    const auto eiger = openOne(kData / "codec/hdf5plugin/bitshuffle.h5");
    EXPECT_EQ(eiger->frameCount(), 1U);
    EXPECT_EQ(eiger->rows(), 2167U);
    const auto counts = pixelsOf<std::uint32_t>(*eiger->makeReader(), 0);
    EXPECT_EQ(std::ranges::max(counts), 0xFFFFFFFFU); // gaps
}

} // namespace
} // namespace ewald::io::test
