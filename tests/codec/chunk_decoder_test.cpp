// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/chunk_decoder.h"

#include "codec/decoders.h"
#include "codec_test_util.h"

namespace ewald::codec {
namespace {

using test::Bytes;
using test::bytesOf;
using test::deflated;

Bytes shuffled(const Bytes& data, std::size_t elementSize) {
    Bytes out(data.size());
    shuffle(data, elementSize, out);
    return out;
}

Bytes summed(Bytes data) {
    const std::uint32_t sum = fletcher32(data);
    for (int i = 0; i < 4; ++i) data.push_back(static_cast<std::byte>(sum >> (8 * i)));
    return data;
}

Bytes decode(ChunkDecoder& decoder, const Bytes& stored, std::uint32_t mask = 0) {
    Bytes out(decoder.chunkBytes());
    decoder.decode(stored, mask, out);
    return out;
}

const FilterStep kShuffle4{filter_id::kShuffle, {4}};
const FilterStep kGzip{filter_id::kDeflate, {4}};
const FilterStep kSum{filter_id::kFletcher32, {}};

TEST(ChunkDecoder, StepsAreUndoneInReverse) {
    const Bytes data = test::countLikeBytes(400, 9);
    ChunkDecoder plain({}, data.size());
    EXPECT_EQ(decode(plain, data), data);
    ChunkDecoder gzip({kShuffle4, kGzip}, data.size());
    EXPECT_EQ(decode(gzip, deflated(shuffled(data, 4))), data);
    ChunkDecoder sumLast({kShuffle4, kGzip, kSum}, data.size());
    EXPECT_EQ(decode(sumLast, summed(deflated(shuffled(data, 4)))), data);
    ChunkDecoder sumFirst({kSum, kShuffle4, kGzip}, data.size());
    EXPECT_EQ(decode(sumFirst, deflated(shuffled(summed(data), 4))), data);
    ChunkDecoder sumsAround({kSum, kShuffle4, kSum, kGzip, kSum}, data.size());
    EXPECT_EQ(decode(sumsAround, summed(deflated(summed(shuffled(summed(data), 4))))), data);
    // Two compressions: what the inner one was given has no known size.
    ChunkDecoder twice({{filter_id::kLz4, {64}}, kSum, kGzip}, data.size());
    EXPECT_EQ(decode(twice, deflated(summed(encodeLz4(data, 64)))), data);
    ChunkDecoder thrice({{filter_id::kLz4, {64}}, {filter_id::kZstd, {}}, kGzip}, data.size());
    EXPECT_EQ(decode(thrice, deflated(encodeZstd(encodeLz4(data, 64)))), data);
}

TEST(ChunkDecoder, TheFilterMaskLeavesStepsOut) {
    const Bytes data = test::countLikeBytes(400, 10);
    ChunkDecoder decoder({kShuffle4, kGzip}, data.size());
    EXPECT_EQ(decode(decoder, shuffled(data, 4), 0b10), data);
    EXPECT_EQ(decode(decoder, deflated(data), 0b01), data);
    EXPECT_EQ(decode(decoder, data, 0b11), data);
}

TEST(ChunkDecoder, WrongSizesAreRefused) {
    const Bytes data = test::countLikeBytes(400, 10);
    ChunkDecoder plain({}, 400);
    EXPECT_THROW(decode(plain, Bytes(399)), DataError);
    EXPECT_THROW(decode(plain, Bytes(401)), DataError);
    ChunkDecoder rounded({{filter_id::kBitRound, {3}}}, 400);
    EXPECT_EQ(decode(rounded, data), data);
    EXPECT_THROW(decode(rounded, Bytes(399)), DataError);
    ChunkDecoder gzip({kShuffle4, kGzip}, 404);
    EXPECT_THROW(decode(gzip, deflated(shuffled(data, 4))), DataError);
    ChunkDecoder twice({{filter_id::kLz4, {64}}, kSum, kGzip}, 400);
    const Bytes stored = deflated(summed(encodeLz4(data, 64)));
    EXPECT_EQ(test::survivesDamage(stored, 400, [&](ConstBytes in, MutableBytes out) { twice.decode(in, 0, out); }),
              stored.size());
}

TEST(ChunkDecoder, UnsupportedFiltersAreNamed) {
    try {
        const ChunkDecoder decoder({kShuffle4, {32026, {}}}, 400);
        FAIL() << "Blosc2 is not supported";
    } catch (const DataError& error) {
        EXPECT_NE(std::string(error.what()).find("Blosc2"), std::string::npos) << error.what();
    }
    EXPECT_EQ(filterName(32013), "ZFP");
    EXPECT_EQ(filterName(32099), "unknown filter 32099");
}

TEST(ChunkDecoder, BitshuffleAloneCanBeStreamed) {
    const ChunkDecoder alone({{filter_id::kBitshuffle, {0, 4, 2, 0, 2}}}, 400);
    ASSERT_TRUE(alone.bitshuffleOnly());
    EXPECT_EQ(alone.bitshuffleOnly()->elementSize, 2U);
    EXPECT_FALSE(ChunkDecoder({kGzip}, 400).bitshuffleOnly());
    EXPECT_FALSE(ChunkDecoder({{filter_id::kBitshuffle, {0, 4, 2, 0, 2}}, kSum}, 400).bitshuffleOnly());
    EXPECT_THROW(ChunkDecoder({{filter_id::kBitshuffle, {0, 4}}}, 400), DataError);
}

} // namespace
} // namespace ewald::codec
