// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/byte_reader.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>
#include <zlib.h>

namespace ewald::codec::test {

using Bytes = std::vector<std::byte>;

/// Bytes from a list of small integers.
inline Bytes bytesOf(std::initializer_list<int> values) {
    Bytes out;
    for (const int value : values) out.push_back(static_cast<std::byte>(value));
    return out;
}

inline Bytes bytesOf(const std::string& text) {
    Bytes out;
    for (const char c : text) out.push_back(static_cast<std::byte>(c));
    return out;
}

inline Bytes join(std::initializer_list<Bytes> parts) {
    Bytes out;
    for (const Bytes& part : parts) out.insert(out.end(), part.begin(), part.end());
    return out;
}

/// As zlib compresses them.
inline Bytes deflated(const Bytes& data) {
    Bytes out(compressBound(data.size()));
    uLongf size = out.size();
    compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(data.data()), data.size(), 6);
    out.resize(size);
    return out;
}

/// Bytes that compress like detector counts: mostly small, some runs, a few of any value.
inline Bytes countLikeBytes(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    Bytes out(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto r = random();
        out[i] = static_cast<std::byte>(r % 16 == 0 ? r >> 8U : (r % 4 == 0 ? r >> 8U & 3U : 0U));
    }
    return out;
}

/// Decodes every prefix of a chunk, and the chunk with every byte changed in several ways. Nothing may happen but a
/// DataError or a complete decode; run under a sanitizer this also shows reads and writes out of bounds.
/// \param decode fills exactly the given buffer or throws
/// \returns how many of the prefixes were refused
inline std::size_t survivesDamage(const Bytes& chunk, std::size_t decodedBytes,
                                  const std::function<void(ConstBytes, MutableBytes)>& decode) {
    std::size_t refused = 0;
    // Exact allocations, so that one byte too far is seen by the sanitizer.
    const auto attempt = [&](const Bytes& input) {
        const Bytes copy(input.begin(), input.end());
        Bytes out(decodedBytes);
        try {
            decode(copy, out);
            return true;
        } catch (const DataError&) {
            return false;
        }
    };
    for (std::size_t length = 0; length < chunk.size(); ++length) {
        if (!attempt(Bytes(chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(length)))) ++refused;
    }
    for (std::size_t at = 0; at < chunk.size(); ++at) {
        for (const unsigned change : {0x01U, 0x80U, 0xFFU, 0x10U, 0x7FU}) {
            Bytes altered = chunk;
            altered[at] ^= static_cast<std::byte>(change);
            attempt(altered);
        }
        Bytes zeroed = chunk;
        zeroed[at] = std::byte{0};
        attempt(zeroed);
    }
    return refused;
}

} // namespace ewald::codec::test
