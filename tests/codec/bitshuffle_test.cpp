// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/bitshuffle.h"

#include "codec_test_util.h"

namespace ewald::codec {
namespace {

using test::Bytes;
using test::bytesOf;

Bytes decode(const Bytes& chunk, const BitshuffleFormat& format, std::size_t decodedBytes) {
    Bytes out(decodedBytes);
    decodeBitshuffle(chunk, format, out);
    return out;
}

/// Eight 16-bit elements of value 3, written by hand: 16 planes of one byte, planes 0 and 1 full. The LZ4 block is one
/// sequence of 16 literals (token 0xF0 and one more length byte 1).
const Bytes& handMadeChunk() {
    static const Bytes chunk = bytesOf({0,    0, 0,    0,    0, 0, 0, 16,             // decoded bytes
                                        0,    0, 0,    128,                           // block: 64 elements of 2 bytes
                                        0,    0, 0,    18,                            // stored bytes of the block
                                        0xF0, 1, 0xFF, 0xFF, 0, 0, 0, 0,  0, 0, 0, 0, // token, length, literals …
                                        0,    0, 0,    0,    0, 0});
    return chunk;
}

TEST(Bitshuffle, HandMadeChunk) {
    const BitshuffleFormat format{2, 0, BitshuffleCompression::lz4};
    const Bytes expected = bytesOf({3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0});
    EXPECT_EQ(decode(handMadeChunk(), format, 16), expected);
    EXPECT_EQ(bitshuffleDecodedBytes(handMadeChunk(), format), 16U);
    // The header's block size holds, whatever the filter's parameters say.
    EXPECT_EQ(decode(handMadeChunk(), {2, 4096, BitshuffleCompression::lz4}, 16), expected);
    // Bytes behind the last block are ignored.
    EXPECT_EQ(decode(test::join({handMadeChunk(), bytesOf({9, 9, 9})}), format, 16), expected);
}

TEST(Bitshuffle, RunsOfZeroPlanesAreOneMatch) {
    // 64 elements of 4 bytes, all 1: plane 0 full (8 bytes of 0xFF), 31 empty planes (248 bytes). LZ4: one literal
    // 0xFF, match of offset 1 and length 7; then one literal 0 and a match of length 242 = 4 + 15 + 223; then 5
    // literals.
    const Bytes chunk = bytesOf({0,    0,    0, 0, 0,    0, 1, 0, 0,   0,    1, 0, 0, 0, 0, 15, //
                                 0x13, 0xFF, 1, 0, 0x1F, 0, 1, 0, 223, 0x50, 0, 0, 0, 0, 0});
    Bytes expected;
    for (int e = 0; e < 64; ++e) expected = test::join({expected, bytesOf({1, 0, 0, 0})});
    EXPECT_EQ(decode(chunk, {4, 0, BitshuffleCompression::lz4}, 256), expected);
}

TEST(Bitshuffle, LastElementsBelowEightAreRaw) {
    const Bytes chunk = bytesOf({0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 32, 0, 1, 2, 3, 4, 5, 6});
    EXPECT_EQ(decode(chunk, {2, 0, BitshuffleCompression::lz4}, 6), bytesOf({1, 2, 3, 4, 5, 6}));
}

class BitshuffleRoundTrip : public testing::TestWithParam<std::tuple<BitshuffleCompression, std::size_t, std::size_t>> {
};

TEST_P(BitshuffleRoundTrip, AllSizes) {
    const auto [compression, elementSize, blockElements] = GetParam();
    const BitshuffleFormat format{elementSize, blockElements, compression};
    for (std::size_t elements :
         {0U, 1U, 7U, 8U, 9U, 15U, 16U, 63U, 64U, 65U, 71U, 72U, 127U, 128U, 200U, 201U, 1000U, 4099U}) {
        const Bytes data = test::countLikeBytes(elements * elementSize, static_cast<unsigned>(elements));
        const Bytes chunk = encodeBitshuffle(data, format);
        EXPECT_EQ(decode(chunk, format, data.size()), data) << elements << " elements";
        EXPECT_EQ(bitshuffleDecodedBytes(chunk, format), data.size());
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, BitshuffleRoundTrip,
                         testing::Combine(testing::Values(BitshuffleCompression::none, BitshuffleCompression::lz4,
                                                          BitshuffleCompression::zstd),
                                          testing::Values<std::size_t>(1, 2, 3, 4, 6, 8, 10, 300),
                                          testing::Values<std::size_t>(0, 8, 64, 1024, 4096)));

TEST(Bitshuffle, ThePlainLayoutIsTheTransposedBlocksAndTheRest) {
    // Nine elements of one byte in blocks of eight: the identity matrix transposes to itself, the ninth stays.
    const Bytes data = bytesOf({1, 2, 4, 8, 16, 32, 64, 128, 77});
    EXPECT_EQ(encodeBitshuffle(data, {1, 8, BitshuffleCompression::none}), data);
    // All elements 2: plane 1 is full.
    EXPECT_EQ(encodeBitshuffle(bytesOf({2, 2, 2, 2, 2, 2, 2, 2}), {1, 8, BitshuffleCompression::none}),
              bytesOf({0, 0xFF, 0, 0, 0, 0, 0, 0}));
}

TEST(Bitshuffle, DefaultBlocksAreOf8KiB) {
    EXPECT_EQ(bitshuffleDefaultBlockElements(1), 8192U);
    EXPECT_EQ(bitshuffleDefaultBlockElements(4), 2048U);
    EXPECT_EQ(bitshuffleDefaultBlockElements(10), 816U);
    EXPECT_EQ(bitshuffleDefaultBlockElements(300), 128U);
}

TEST(Bitshuffle, TheStreamGivesTheBlocksOfTheWhole) {
    const std::size_t elements = 5 * 2048 + 1003; // a part of a block, and three raw elements
    const Bytes data = test::countLikeBytes(elements * 4, 3);
    const Bytes chunk = encodeBitshuffleLz4(data, 4);
    BitshuffleStream stream({4, 0, BitshuffleCompression::lz4});
    for (int pass = 0; pass < 2; ++pass) { // a stream is used for one chunk after the other
        stream.open(chunk, data.size());
        EXPECT_EQ(stream.maxBlockElements(), 2048U);
        EXPECT_EQ(stream.elementCount(), elements);
        Bytes buffer(stream.maxBlockElements() * 4);
        Bytes whole;
        std::vector<std::size_t> sizes;
        while (const auto block = stream.next(buffer)) {
            EXPECT_EQ(block->firstElement * 4, whole.size());
            whole.insert(whole.end(), buffer.begin(),
                         buffer.begin() + static_cast<std::ptrdiff_t>(block->elements * 4));
            sizes.push_back(block->elements);
        }
        EXPECT_EQ(whole, data);
        EXPECT_EQ(sizes, (std::vector<std::size_t>{2048, 2048, 2048, 2048, 2048, 1000, 3}));
    }
    stream.open(chunk, data.size());
    Bytes buffer(2048 * 4);
    EXPECT_EQ(stream.skip()->firstElement, 0U);
    const auto second = stream.next(buffer);
    EXPECT_EQ(second->firstElement, 2048U);
    EXPECT_TRUE(std::equal(buffer.begin(), buffer.end(), data.begin() + 2048 * 4));
    Bytes small(16);
    EXPECT_THROW(static_cast<void>(stream.next(small)), InternalError);
}

TEST(Bitshuffle, TheIndexFindsEveryBlock) {
    const Bytes data = test::countLikeBytes((2 * 4096 + 21) * 2, 5);
    const BitshuffleFormat format{2, 0, BitshuffleCompression::lz4};
    const Bytes chunk = encodeBitshuffle(data, format);
    const BitshuffleBlockIndex index = indexBitshuffleBlocks(chunk, format, data.size());
    EXPECT_EQ(index.blockElements, 4096U);
    ASSERT_EQ(index.offsets.size(), 4U); // two full blocks, one of 16 elements, the end
    EXPECT_EQ(index.offsets.front(), 16U);
    EXPECT_EQ(index.offsets.back(), index.rawTailOffset);
    EXPECT_EQ(index.rawTailBytes, 10U);
    EXPECT_EQ(index.rawTailOffset + index.rawTailBytes, chunk.size());
    EXPECT_TRUE(std::equal(data.end() - 10, data.end(), chunk.end() - 10));
}

TEST(Bitshuffle, DamageIsRefusedOrHarmless) {
    const Bytes data = test::countLikeBytes(99 * 2, 11);
    for (const auto compression :
         {BitshuffleCompression::none, BitshuffleCompression::lz4, BitshuffleCompression::zstd}) {
        const BitshuffleFormat format{2, 32, compression};
        const Bytes chunk = encodeBitshuffle(data, format);
        const std::size_t refused = test::survivesDamage(
            chunk, data.size(), [&](ConstBytes in, MutableBytes out) { decodeBitshuffle(in, format, out); });
        EXPECT_EQ(refused, chunk.size()) << "every shorter chunk misses something";
        test::survivesDamage(chunk, data.size(), [&](ConstBytes in, MutableBytes) {
            static_cast<void>(bitshuffleDecodedBytes(in, format));
        });
        if (compression != BitshuffleCompression::none) {
            test::survivesDamage(chunk, data.size(), [&](ConstBytes in, MutableBytes out) {
                static_cast<void>(indexBitshuffleBlocks(in, format, out.size()));
            });
        }
    }
}

TEST(Bitshuffle, LyingHeadersAreNamed) {
    const BitshuffleFormat format{2, 0, BitshuffleCompression::lz4};
    const auto messageOf = [&](Bytes chunk, std::size_t decodedBytes) {
        try {
            decode(chunk, format, decodedBytes);
        } catch (const DataError& error) {
            return std::string(error.what());
        }
        return std::string("decoded");
    };
    EXPECT_NE(messageOf(handMadeChunk(), 32).find("16 bytes, the file says 32"), std::string::npos);
    Bytes wrongBlock = handMadeChunk();
    wrongBlock[11] = std::byte{130};
    EXPECT_NE(messageOf(wrongBlock, 16).find("block size of 130"), std::string::npos);
    wrongBlock[11] = std::byte{0};
    EXPECT_NE(messageOf(wrongBlock, 16).find("block size of 0"), std::string::npos);
    Bytes wrongLength = handMadeChunk();
    wrongLength[15] = std::byte{19};
    EXPECT_NE(messageOf(wrongLength, 16).find("19 bytes expected at byte 16, only 18 left"), std::string::npos);
    EXPECT_NE(messageOf({}, 16).find("8 bytes expected"), std::string::npos);
    // A header that asks for 4 GiB from 34 bytes is refused before memory is taken.
    Bytes huge = handMadeChunk();
    for (std::size_t i = 4; i < 8; ++i) huge[i] = std::byte{0xFF};
    huge[8] = huge[9] = huge[10] = std::byte{0xFF};
    huge[11] = std::byte{0xF0};
    EXPECT_THROW(static_cast<void>(bitshuffleDecodedBytes(huge, format)), DataError);
    EXPECT_THROW(static_cast<void>(indexBitshuffleBlocks(huge, format, 0xFFFFFFFEU)), DataError);
}

TEST(Bitshuffle, ParametersOfTheFilter) {
    const std::vector<unsigned> complete{0, 4, 4, 1024, 3, 7};
    const auto format = BitshuffleFormat::fromParameters(complete);
    EXPECT_EQ(format.elementSize, 4U);
    EXPECT_EQ(format.blockElements, 1024U);
    EXPECT_EQ(format.compression, BitshuffleCompression::zstd);
    EXPECT_EQ(BitshuffleFormat::fromParameters(std::vector<unsigned>{0, 1, 2}).compression,
              BitshuffleCompression::none);
    EXPECT_THROW(static_cast<void>(BitshuffleFormat::fromParameters(std::vector<unsigned>{0, 4})), DataError);
    EXPECT_THROW(static_cast<void>(BitshuffleFormat::fromParameters(std::vector<unsigned>{0, 4, 0})), DataError);
    EXPECT_THROW(static_cast<void>(BitshuffleFormat::fromParameters(std::vector<unsigned>{0, 4, 4, 0, 5})), DataError);
}

} // namespace
} // namespace ewald::codec
