// SPDX-License-Identifier: GPL-3.0-or-later
// RFC 1321 (R. Rivest, 1992), with the names of its text.
#include "codec/md5.h"

#include <bit>
#include <cstring>

namespace ewald::codec {
namespace {

constexpr std::size_t kBlockBytes = 64;
constexpr std::size_t kLengthBytes = 8; ///< at the end of the last block

/// ⌊2³² |sin i|⌋ for i = 1 … 64.
constexpr std::array<std::uint32_t, 64> kSines{
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
/// Bits to rotate by, four for each round.
constexpr std::array<std::array<int, 4>, 4> kTurns{{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

using State = std::array<std::uint32_t, 4>;

std::uint32_t littleEndian(const std::byte* bytes) noexcept {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value |= std::to_integer<std::uint32_t>(bytes[i]) << (8 * i);
    return value;
}

void addBlock(State& state, const std::byte* block) noexcept {
    std::array<std::uint32_t, 16> x{};
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = littleEndian(block + 4 * i);
    std::uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    const auto step = [&](std::size_t i, std::uint32_t mixed, std::size_t word) {
        const std::uint32_t turned = std::rotl(a + mixed + x[word] + kSines[i], kTurns[i / 16][i % 4]);
        a = d, d = c, c = b, b += turned;
    };
    for (std::size_t i = 0; i < 16; ++i) step(i, (b & c) | (~b & d), i);
    for (std::size_t i = 16; i < 32; ++i) step(i, (b & d) | (c & ~d), (5 * i + 1) % 16);
    for (std::size_t i = 32; i < 48; ++i) step(i, b ^ c ^ d, (3 * i + 5) % 16);
    for (std::size_t i = 48; i < 64; ++i) step(i, c ^ (b | ~d), 7 * i % 16);
    state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d};
}

} // namespace

std::array<std::uint8_t, 16> md5(ConstBytes data) noexcept {
    State state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    std::size_t at = 0;
    for (; data.size() - at >= kBlockBytes; at += kBlockBytes) addBlock(state, data.data() + at);
    // A bit that is set, zeros, and the length in bits: one block more, or two.
    std::array<std::byte, 2 * kBlockBytes> end{};
    const std::size_t rest = data.size() - at;
    if (rest > 0) std::memcpy(end.data(), data.data() + at, rest);
    end[rest] = std::byte{0x80};
    const std::size_t ended = rest + 1 + kLengthBytes <= kBlockBytes ? kBlockBytes : 2 * kBlockBytes;
    const std::uint64_t bits = std::uint64_t{data.size()} * 8;
    for (std::size_t i = 0; i < kLengthBytes; ++i)
        end[ended - kLengthBytes + i] = static_cast<std::byte>(bits >> (8 * i) & 0xFFU);
    for (std::size_t block = 0; block < ended; block += kBlockBytes) addBlock(state, end.data() + block);
    std::array<std::uint8_t, 16> sum{};
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = static_cast<std::uint8_t>(state[i / 4] >> (8 * (i % 4)));
    return sum;
}

} // namespace ewald::codec
