// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/decoders.h"

#include "codec_test_util.h"

#include <blosc.h>

namespace ewald::codec {
namespace {

using test::Bytes;
using test::bytesOf;
using test::deflated;

template <class Decode>
Bytes decodeTo(std::size_t size, const Bytes& chunk, Decode decode) {
    Bytes out(size);
    decode(ConstBytes(chunk), MutableBytes(out));
    return out;
}

Bytes bloscked(const Bytes& data, const char* compressor, int shuffle, std::size_t typeSize) {
    Bytes out(data.size() + BLOSC_MAX_OVERHEAD);
    const int size =
        blosc_compress_ctx(5, shuffle, typeSize, data.size(), data.data(), out.data(), out.size(), compressor, 0, 1);
    out.resize(static_cast<std::size_t>(std::max(size, 0)));
    return out;
}

const auto kLz4 = [](ConstBytes in, MutableBytes out) { decodeLz4(in, out); };
const auto kZstd = [](ConstBytes in, MutableBytes out) { decodeZstd(in, out); };
const auto kDeflate = [](ConstBytes in, MutableBytes out) { decodeDeflate(in, out); };
const auto kBlosc = [](ConstBytes in, MutableBytes out) { decodeBlosc(in, out); };
const auto kLzf = [](ConstBytes in, MutableBytes out) { decodeLzf(in, out); };
const auto kBzip2 = [](ConstBytes in, MutableBytes out) { decodeBzip2(in, out); };

TEST(Lz4Chunk, HandMade) {
    // Two blocks of 4 bytes: the first stored as it is, the second a literal block of LZ4 (token 0x30, 3 literals).
    const Bytes chunk = bytesOf({0, 0, 0, 0, 0,    0, 0, 7, 0, 0, 0, 4, 0, 0, 0, 4, 10, 11, 12, 13, //
                                 0, 0, 0, 4, 0x30, 1, 2, 3});
    EXPECT_EQ(decodeTo(7, chunk, kLz4), bytesOf({10, 11, 12, 13, 1, 2, 3}));
    EXPECT_EQ(lz4DecodedBytes(chunk), 7U);
}

TEST(Lz4Chunk, RoundTripsAndDamage) {
    for (const std::size_t block : {0U, 1U, 64U, 100U, 4096U}) {
        for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 1000U}) {
            const Bytes data = test::countLikeBytes(size, 1);
            const Bytes chunk = encodeLz4(data, block);
            EXPECT_EQ(decodeTo(size, chunk, kLz4), data);
            EXPECT_EQ(lz4DecodedBytes(chunk), size);
        }
    }
    const Bytes data = test::countLikeBytes(150, 1);
    const Bytes chunk = encodeLz4(data, 64);
    EXPECT_EQ(test::survivesDamage(chunk, data.size(), kLz4), chunk.size());
    test::survivesDamage(chunk, 0, [](ConstBytes in, MutableBytes) { static_cast<void>(lz4DecodedBytes(in)); });
    EXPECT_THROW(decodeTo(149, chunk, kLz4), DataError);
}

TEST(Zstd, RoundTripsAndDamage) {
    const Bytes data = test::countLikeBytes(500, 2);
    const Bytes chunk = encodeZstd(data);
    EXPECT_EQ(decodeTo(500, chunk, kZstd), data);
    EXPECT_EQ(decodeZstd(chunk, std::size_t{500}), data);
    EXPECT_EQ(zstdDecodedBytes(chunk), 500U);
    EXPECT_THROW(decodeTo(499, chunk, kZstd), DataError);
    EXPECT_THROW(decodeTo(501, chunk, kZstd), DataError);
    EXPECT_THROW(static_cast<void>(decodeZstd(chunk, std::size_t{499})), DataError);
    EXPECT_EQ(test::survivesDamage(chunk, data.size(), kZstd), chunk.size());
    EXPECT_EQ(test::survivesDamage(
                  chunk, 0, [](ConstBytes in, MutableBytes) { static_cast<void>(decodeZstd(in, std::size_t{4096})); }),
              chunk.size());
}

TEST(Deflate, RoundTripsAndDamage) {
    const Bytes data = test::countLikeBytes(500, 3);
    const Bytes chunk = deflated(data);
    EXPECT_EQ(decodeTo(500, chunk, kDeflate), data);
    EXPECT_EQ(decodeDeflate(chunk, std::size_t{500}), data);
    EXPECT_THROW(decodeTo(499, chunk, kDeflate), DataError);
    EXPECT_THROW(decodeTo(501, chunk, kDeflate), DataError);
    EXPECT_THROW(static_cast<void>(decodeDeflate(chunk, std::size_t{499})), DataError);
    EXPECT_EQ(test::survivesDamage(chunk, data.size(), kDeflate), chunk.size());
    EXPECT_EQ(
        test::survivesDamage(
            chunk, 0, [](ConstBytes in, MutableBytes) { static_cast<void>(decodeDeflate(in, std::size_t{4096})); }),
        chunk.size());
    EXPECT_EQ(decodeTo(0, deflated({}), kDeflate), Bytes{});
}

TEST(Deflate, OutputGrowsWithTheData) {
    const Bytes data(300000); // zeros: 300 times larger than the first guess of the buffer
    EXPECT_EQ(decodeDeflate(deflated(data)), data);
}

TEST(Blosc, RoundTripsAndDamage) {
    const Bytes data = test::countLikeBytes(4000, 4);
    for (const char* compressor : {"blosclz", "lz4", "lz4hc", "zlib", "zstd"}) {
        for (const int shuffle : {BLOSC_NOSHUFFLE, BLOSC_SHUFFLE, BLOSC_BITSHUFFLE}) {
            const Bytes chunk = bloscked(data, compressor, shuffle, 4);
            ASSERT_FALSE(chunk.empty()) << compressor;
            EXPECT_EQ(decodeTo(data.size(), chunk, kBlosc), data) << compressor;
            EXPECT_EQ(bloscDecodedBytes(chunk), data.size());
            EXPECT_THROW(decodeTo(data.size() - 1, chunk, kBlosc), DataError);
        }
    }
    const Bytes small = test::countLikeBytes(600, 4);
    for (const char* compressor : {"blosclz", "lz4", "zlib", "zstd"}) {
        const Bytes chunk = bloscked(small, compressor, BLOSC_SHUFFLE, 2);
        EXPECT_EQ(test::survivesDamage(chunk, small.size(), kBlosc), chunk.size()) << compressor;
    }
}

TEST(Lzf, HandMade) {
    // Three literals; a match of length 4 (2 + 2) at distance 3; a long match of length 7 + 2 + 1 = 10 at distance 1.
    const Bytes chunk = bytesOf({2, 'a', 'b', 'c', 0x40, 2, 0xE0, 1, 0});
    EXPECT_EQ(lzfDecodedBytes(chunk), 17U);
    EXPECT_EQ(decodeTo(17, chunk, kLzf), bytesOf("abcabcaaaaaaaaaaa"));
    EXPECT_THROW(decodeTo(16, chunk, kLzf), DataError);
    EXPECT_THROW(decodeTo(18, chunk, kLzf), DataError);
    EXPECT_THROW(decodeTo(4, bytesOf({0x40, 0, 0x40, 0}), kLzf), DataError) << "a match before the start";
    EXPECT_EQ(test::survivesDamage(chunk, 17, kLzf), chunk.size());
}

TEST(Bzip2, AStreamOfAnotherProgram) {
    if (!hasBzip2()) GTEST_SKIP() << "built without libbz2";
    // bz2.compress(b"ewald" * 20) of Python.
    const Bytes chunk = bytesOf({66, 90,  104, 57, 49, 65, 89,  38, 83,  89, 194, 5, 116, 134, 0,   0,
                                 29, 129, 128, 38, 4,  0,  128, 32, 0,   48, 205, 0, 84,  134, 148, 138,
                                 71, 17,  196, 82, 60, 93, 201, 20, 225, 66, 67,  8, 21,  210, 24});
    Bytes expected;
    for (int i = 0; i < 20; ++i) expected = test::join({expected, bytesOf("ewald")});
    EXPECT_EQ(decodeTo(100, chunk, kBzip2), expected);
    EXPECT_THROW(decodeTo(99, chunk, kBzip2), DataError);
    EXPECT_THROW(decodeTo(101, chunk, kBzip2), DataError);
    EXPECT_EQ(test::survivesDamage(chunk, 100, kBzip2), chunk.size());
}

TEST(Shuffle, HandMade) {
    // Two elements of three bytes and one byte left over.
    const Bytes stored = bytesOf({1, 4, 2, 5, 3, 6, 7});
    const auto undo = [](std::size_t size) {
        return [size](ConstBytes in, MutableBytes out) { unshuffle(in, size, out); };
    };
    EXPECT_EQ(decodeTo(7, stored, undo(3)), bytesOf({1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(decodeTo(4, bytesOf({1, 3, 2, 4}), undo(2)), bytesOf({1, 2, 3, 4}));
    EXPECT_THROW(decodeTo(4, bytesOf({1, 3, 2, 4}), undo(0)), DataError);
    EXPECT_THROW(decodeTo(5, bytesOf({1, 3, 2, 4}), undo(2)), DataError);
    for (const std::size_t size : {1U, 2U, 3U, 4U, 5U, 8U, 16U, 1000U}) {
        const Bytes data = test::countLikeBytes(777, 6);
        Bytes shuffled(data.size());
        shuffle(data, size, shuffled);
        EXPECT_EQ(decodeTo(data.size(), shuffled, undo(size)), data);
    }
}

TEST(Fletcher32, KnownSums) {
    // Words 0x0102, 0x0304: sum1 = 0x0406, sum2 = 0x0102 + 0x0406 = 0x0508.
    EXPECT_EQ(fletcher32(bytesOf({1, 2, 3, 4})), 0x05080406U);
    // An odd byte counts as the high byte of a word: 0x0102 then 0x0300.
    EXPECT_EQ(fletcher32(bytesOf({1, 2, 3})), 0x05040402U);
    EXPECT_EQ(fletcher32({}), 0U);
    // 0xFFFF words are zero modulo 65535: folding never overflows and ends at 0xFFFF.
    EXPECT_EQ(fletcher32(Bytes(4000, std::byte{0xFF})), 0xFFFFFFFFU);
}

TEST(Fletcher32, GoodSumsPassAndOthersDoNot) {
    const Bytes good = bytesOf({1, 2, 3, 4, 0x06, 0x04, 0x08, 0x05}); // 0x05080406, lowest byte first
    EXPECT_EQ(checkFletcher32(good).size(), 4U);
    const Bytes swapped = bytesOf({1, 2, 3, 4, 0x04, 0x06, 0x05, 0x08}); // as HDF5 before 1.6.3 wrote it
    EXPECT_EQ(checkFletcher32(swapped).size(), 4U);
    for (std::size_t at = 0; at < good.size(); ++at) {
        Bytes bad = good;
        bad[at] ^= std::byte{0x40};
        EXPECT_THROW(static_cast<void>(checkFletcher32(bad)), DataError) << at;
    }
    EXPECT_THROW(static_cast<void>(checkFletcher32(bytesOf({1, 2, 3}))), DataError);
}

} // namespace
} // namespace ewald::codec
