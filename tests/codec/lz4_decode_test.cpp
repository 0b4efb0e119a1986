// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/lz4_decode.h"

#include "codec/decoders.h"
#include "codec_test_util.h"
#include "kernels/lz4_block.h"

#include <algorithm>

namespace ewald::codec {
namespace {

using test::Bytes;

/// The LZ4 block of `data` as the LZ4 library makes it; empty when it did not shrink.
Bytes packed(const Bytes& data) {
    constexpr std::ptrdiff_t kHeader = 16; // of the HDF5 filter: sizes of all, of a block, of the stored block
    const Bytes chunk = encodeLz4(data);
    if (chunk.size() >= data.size() + kHeader) return {};
    return {chunk.begin() + kHeader, chunk.end()};
}

/// As the kernels of devices decode it.
bool decodedByKernel(const Bytes& block, std::size_t size, Bytes& out) {
    std::vector<std::uint32_t> words(size / 4 + 1);
    const bool isWhole =
        kernels::decodeLz4(kernels::SingleLane{}, reinterpret_cast<const std::uint8_t*>(block.data()),
                           static_cast<std::uint32_t>(block.size()), reinterpret_cast<std::uint8_t*>(words.data()),
                           static_cast<std::uint32_t>(size));
    const auto* const bytes = reinterpret_cast<const std::byte*>(words.data());
    out.assign(bytes, bytes + size);
    return isWhole;
}

/// Bytes with matches of a given distance, which the copies treat in different ways.
Bytes repeating(std::size_t count, std::size_t distance, unsigned seed) {
    std::mt19937 random(seed);
    Bytes out(count);
    for (std::size_t i = 0; i < count; ++i)
        out[i] = i < distance || random() % 97 == 0 ? static_cast<std::byte>(random()) : out[i - distance];
    return out;
}

TEST(Lz4Decode, EveryDistanceOfMatchesComesBack) {
    for (std::size_t distance = 1; distance < 80; ++distance) {
        for (const std::size_t count : {200U, 257U, 8192U}) {
            const Bytes data = repeating(count, distance, static_cast<unsigned>(distance));
            const Bytes block = packed(data);
            if (block.empty()) continue;
            for (const SimdLevel level : {SimdLevel::portable, bestSimdLevel()}) {
                Bytes out(count + kLz4Slack);
                ASSERT_TRUE(decodeLz4Block(block, count, out, level)) << distance << ' ' << count;
                out.resize(count);
                EXPECT_EQ(out, data) << distance << ' ' << count;
            }
        }
    }
}

TEST(Lz4Decode, DamagedBlocksAreRefusedWhereDevicesRefuseThem) {
    std::mt19937 random(3);
    std::size_t refused = 0;
    std::size_t accepted = 0;
    for (unsigned round = 0; round < 4000; ++round) {
        const std::size_t count = 40 + random() % 600;
        const Bytes data =
            round % 2 == 0 ? test::countLikeBytes(count, round) : repeating(count, 1 + random() % 40, round);
        Bytes block = packed(data);
        if (block.empty()) continue;
        for (unsigned changes = random() % 4; changes > 0; --changes)
            block[random() % block.size()] = static_cast<std::byte>(random());
        if (random() % 4 == 0) block.resize(random() % block.size());
        Bytes expected;
        const bool isWhole = decodedByKernel(block, count, expected);
        // An allocation of its own each, so that a sanitizer sees the first byte too far.
        const Bytes in(block.begin(), block.end());
        for (const SimdLevel level : {SimdLevel::portable, bestSimdLevel()}) {
            Bytes out(count + kLz4Slack);
            ASSERT_EQ(decodeLz4Block(in, count, out, level), isWhole) << round;
            out.resize(count);
            if (isWhole) {
                EXPECT_EQ(out, expected) << round;
            }
        }
        ++(isWhole ? accepted : refused);
    }
    EXPECT_GT(refused, 500U);
    EXPECT_GT(accepted, 500U);
}

TEST(Lz4Decode, NeedsRoomForItsLastStep) {
    const Bytes data = repeating(300, 5, 1);
    Bytes out(data.size() + kLz4Slack - 1);
    EXPECT_FALSE(decodeLz4Block(packed(data), data.size(), out));
}

} // namespace
} // namespace ewald::codec
