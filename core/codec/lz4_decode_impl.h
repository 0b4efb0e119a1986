// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The decoder of LZ4 blocks. Included by one source file for each way of copying, each compiled with its own processor
// flags, so everything is a template on a type of that file or in its unnamed namespace, on plain pointers.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ewald::codec::detail {

/// Bytes behind the end of the output that may be written to.
inline constexpr std::size_t kSlack = 64;

/// decodeLz4Block() of one variant, without its check of the room.
bool decodeLz4Portable(const std::uint8_t* in, std::size_t size, std::uint8_t* out, std::size_t decoded) noexcept;
bool decodeLz4Avx2(const std::uint8_t* in, std::size_t size, std::uint8_t* out, std::size_t decoded) noexcept;

} // namespace ewald::codec::detail

namespace {

constexpr std::size_t kStep = 32; // bytes of one copy
constexpr std::size_t kMinMatch = 4;
// As the reference decoder: the last five bytes are literals, and the last match begins at least twelve bytes before
// the end. Behind the literals before a match come its offset, a token and the last literals.
constexpr std::size_t kLastLiterals = 5;
constexpr std::size_t kMatchLimit = 12;
constexpr std::size_t kLastInput = 2 + 1 + kLastLiterals;
static_assert(ewald::codec::detail::kSlack >= 2 * kStep);

struct Chunk32 {
    std::uint8_t bytes[kStep];
};

inline void copyStep(std::uint8_t* to, const std::uint8_t* from) noexcept {
    Chunk32 chunk; // read before it is written: both may overlap
    std::memcpy(&chunk, from, kStep);
    std::memcpy(to, &chunk, kStep);
}

/// Copies at least `count` bytes, up to a step more. `from` lies outside of [to, to + kStep), or at least a step
/// before.
inline void copySteps(std::uint8_t* to, const std::uint8_t* from, std::size_t count) noexcept {
    std::size_t done = 0;
    do {
        copyStep(to + done, from + done);
        done += kStep;
    } while (done < count);
}

/// Adds the length bytes behind a 15 to `length`. False at the end of the input, or when it is beyond `most`.
inline bool addLength(const std::uint8_t*& at, const std::uint8_t* end, std::size_t most,
                      std::size_t& length) noexcept {
    std::uint8_t more = 255;
    while (more == 255) {
        if (at == end || length > most) return false;
        more = *at++;
        length += more;
    }
    return true;
}

inline std::size_t between(const std::uint8_t* first, const std::uint8_t* last) noexcept {
    return static_cast<std::size_t>(last - first);
}

/// \tparam Match  has static void repeat(to, offset, count): repeats the `offset` bytes before `to` over at least
///                `count` bytes, up to a step more
template <class Match>
bool decodeLz4With(const std::uint8_t* in, std::size_t size, std::uint8_t* out, std::size_t decoded) noexcept {
    const std::uint8_t* at = in;
    const std::uint8_t* const inEnd = in + size;
    std::uint8_t* to = out;
    std::uint8_t* const end = out + decoded;
    while (at != inEnd) {
        const unsigned token = *at++;
        std::size_t literals = token >> 4U;
        if (literals < 15 && between(at, inEnd) >= 2 * kStep && between(to, end) >= kStep) {
            // Far from the end: nothing to check.
            copyStep(to, at);
            at += literals;
            to += literals;
        } else {
            if (literals == 15 && !addLength(at, inEnd, decoded, literals)) return false;
            const std::size_t inLeft = between(at, inEnd);
            if (literals > inLeft || literals > between(to, end)) return false;
            if (inLeft >= literals + kStep) {
                copySteps(to, at, literals);
            } else {
                for (std::size_t i = 0; i < literals; ++i) to[i] = at[i];
            }
            at += literals;
            to += literals;
            if (between(at, inEnd) < kLastInput || between(to, end) < kMatchLimit) return at == inEnd && to == end;
        }
        const std::size_t offset = at[0] | static_cast<std::size_t>(at[1]) << 8U;
        at += 2;
        if (offset == 0 || offset > between(out, to)) return false;
        std::size_t length = token & 15U;
        if (length == 15 && !addLength(at, inEnd, decoded, length)) return false;
        length += kMinMatch;
        if (length > between(to, end) - kLastLiterals) return false;
        Match::repeat(to, offset, length);
        to += length;
    }
    return false;
}

} // namespace
