// SPDX-License-Identifier: GPL-3.0-or-later
//
// LZ4 blocks and bit planes of bitshuffle, decoded by several threads together, on host and device. The format of an
// LZ4 block: a token (high half literals, low half match length − 4; 15 = more length bytes follow, each up to 255),
// literals, a little-endian offset; the last sequence is literals only.
//
// A `Group` is a few threads that run in step (a warp; on the host one thread):
//   int lane(), lanes();    // index of this one, and their number
//   void syncGroup();       // makes earlier writes of the group visible to all its lanes
// All lanes read the same tokens; each copies its part of the bytes.
#pragma once

#include "kernels/complex.h"

#include <cstdint>
#include <cstring>

namespace ewald::kernels {

/// A group of one.
struct SingleLane {
    static EWALD_HD int lane() { return 0; }
    static EWALD_HD int lanes() { return 1; }
    static EWALD_HD void syncGroup() {}
};

/// Adds the length bytes behind a 15 to `length`. False at the end of the input, or when it is beyond `most`.
EWALD_HD bool addLz4Length(const std::uint8_t* in, std::uint32_t size, std::uint32_t& at, std::uint32_t most,
                           std::uint32_t& length) {
    std::uint32_t more = 255;
    while (more == 255) {
        if (at >= size || length > most) return false;
        more = in[at++];
        length += more;
    }
    return true;
}

/// out[begin, begin + length) = value, four bytes at a time where that is possible. `out` is aligned to 4 bytes.
template <class Group>
EWALD_HD void fillBytes(const Group& group, std::uint8_t* out, std::uint32_t begin, std::uint32_t length,
                        std::uint8_t value) {
    const auto lane = static_cast<std::uint32_t>(group.lane());
    const auto lanes = static_cast<std::uint32_t>(group.lanes());
    const std::uint32_t end = begin + length;
    const std::uint32_t firstWord = (begin + 3) / 4;
    const std::uint32_t lastWord = end / 4;
    if (firstWord >= lastWord) {
        for (std::uint32_t i = begin + lane; i < end; i += lanes) out[i] = value;
        return;
    }
    const std::uint32_t word = value * 0x01010101U;
    for (std::uint32_t i = begin + lane; i < 4 * firstWord; i += lanes) out[i] = value;
    for (std::uint32_t w = firstWord + lane; w < lastWord; w += lanes) std::memcpy(out + 4 * w, &word, sizeof word);
    for (std::uint32_t i = 4 * lastWord + lane; i < end; i += lanes) out[i] = value;
}

/// Repeats the `offset` bytes before `begin` over `length` bytes. They are complete, so that no lane has to wait.
template <class Group>
EWALD_HD void copyMatch(const Group& group, std::uint8_t* out, std::uint32_t begin, std::uint32_t offset,
                        std::uint32_t length) {
    const auto lane = static_cast<std::uint32_t>(group.lane());
    const auto lanes = static_cast<std::uint32_t>(group.lanes());
    const std::uint8_t* const from = out + (begin - offset);
    if (offset == 1) {
        fillBytes(group, out, begin, length, *from);
    } else if (offset >= length) {
        for (std::uint32_t i = lane; i < length; i += lanes) out[begin + i] = from[i];
    } else {
        const std::uint32_t step = lanes % offset;
        std::uint32_t source = lane % offset;
        for (std::uint32_t i = lane; i < length; i += lanes) {
            out[begin + i] = from[source];
            source += step;
            if (source >= offset) source -= offset;
        }
    }
}

/// Decodes one LZ4 block that fills `out` exactly. Accepts what LZ4_decompress_safe() accepts with that result, except
/// for offsets of zero, which no encoder writes: the last five bytes are literals, and the last match begins at least
/// twelve bytes before the end. Whatever the input is, nothing is read beyond `size` or written beyond `capacity`.
/// \param out  aligned to 4 bytes, shared by the group. To be read by others after syncGroup()
/// \returns the same for all lanes; false: the content of `out` is undefined
template <class Group>
EWALD_HD bool decodeLz4(const Group& group, const std::uint8_t* in, std::uint32_t size, std::uint8_t* out,
                        std::uint32_t capacity) {
    constexpr std::uint32_t kMinMatch = 4;
    constexpr std::uint32_t kLastLiterals = 5;
    constexpr std::uint32_t kMatchLimit = 12;
    constexpr std::uint32_t kLastInput = 2 + 1 + kLastLiterals; // offset, token and literals still to come
    const auto lane = static_cast<std::uint32_t>(group.lane());
    const auto lanes = static_cast<std::uint32_t>(group.lanes());
    std::uint32_t at = 0;
    std::uint32_t done = 0;
    while (at < size) {
        const std::uint32_t token = in[at++];
        std::uint32_t literals = token >> 4U;
        if (literals == 15 && !addLz4Length(in, size, at, capacity, literals)) return false;
        if (literals > size - at || literals > capacity - done) return false;
        for (std::uint32_t i = lane; i < literals; i += lanes) out[done + i] = in[at + i];
        at += literals;
        done += literals;
        if (size - at < kLastInput || capacity - done < kMatchLimit) return at == size && done == capacity;
        const std::uint32_t offset = in[at] | static_cast<std::uint32_t>(in[at + 1]) << 8U;
        at += 2;
        if (offset == 0 || offset > done) return false;
        std::uint32_t length = token & 15U;
        if (length == 15 && !addLz4Length(in, size, at, capacity, length)) return false;
        length += kMinMatch;
        if (length > capacity - done - kLastLiterals) return false;
        group.syncGroup(); // the bytes that are repeated may be another lane's
        copyMatch(group, out, done, offset, length);
        done += length;
    }
    return false;
}

/// Transposes an 8×8 matrix of bits: bit c of byte r goes to bit r of byte c (Warren, Hacker's Delight, 7-3).
EWALD_HD std::uint64_t transposeBits8(std::uint64_t x) {
    std::uint64_t t = (x ^ (x >> 7U)) & 0x00AA00AA00AA00AAULL;
    x ^= t ^ (t << 7U);
    t = (x ^ (x >> 14U)) & 0x0000CCCC0000CCCCULL;
    x ^= t ^ (t << 14U);
    t = (x ^ (x >> 28U)) & 0x00000000F0F0F0F0ULL;
    return x ^ t ^ (t << 28U);
}

/// Elements 8·column … 8·column + 7 out of bit planes: plane b holds bit b of all elements, element e in bit e % 8 of
/// byte e / 8. T has the byte order of the file, little-endian.
/// \param planeBytes of a plane: elements / 8
template <class T>
EWALD_HD void untransposeColumn(const std::uint8_t* planes, std::uint32_t planeBytes, std::uint32_t column,
                                T (&values)[8]) {
    std::uint64_t bytes[sizeof(T)];
    for (unsigned s = 0; s < sizeof(T); ++s) {
        std::uint64_t rows = 0;
        for (unsigned b = 0; b < 8; ++b)
            rows |= static_cast<std::uint64_t>(planes[(8 * s + b) * planeBytes + column]) << (8 * b);
        bytes[s] = rows == 0 ? 0 : transposeBits8(rows); // the high planes of counts are empty
    }
    for (unsigned e = 0; e < 8; ++e) {
        std::uint32_t bits = 0;
        for (unsigned s = 0; s < sizeof(T); ++s)
            bits |= static_cast<std::uint32_t>(bytes[s] >> (8 * e) & 0xFFU) << (8 * s);
        std::memcpy(&values[e], &bits, sizeof(T));
    }
}

} // namespace ewald::kernels
