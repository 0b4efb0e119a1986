// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace ewald::codec {

/// Compressed or plain bytes that are only read, and bytes that are only written.
using ConstBytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;

/// HDF5 1.x cannot hold a chunk of more bytes than this; a header that claims more is lying.
inline constexpr std::uint64_t kMaxChunkBytes = 0xFFFFFFFFU;

/// Throws the DataError of a chunk whose bytes contradict themselves or the size the file promises.
/// \param codec name of the compression for people, \param problem what contradicts what, a phrase
[[noreturn]] void throwDamaged(const std::string& codec, const std::string& problem);

/// Walks through a chunk from its start; every step is checked against the end. A value type that does not own.
class ByteReader {
public:
    ByteReader() = default;
    /// \param codec name used in messages; must outlive the reader (a literal)
    ByteReader(ConstBytes bytes, const char* codec) : m_bytes(bytes), m_codec(codec) {}

    [[nodiscard]] std::size_t position() const noexcept { return m_position; }
    [[nodiscard]] std::size_t left() const noexcept { return m_bytes.size() - m_position; }

    /// The next `count` bytes. \throws DataError when fewer are left
    ConstBytes take(std::size_t count) {
        if (count > left()) throwShort(count);
        const ConstBytes result = m_bytes.subspan(m_position, count);
        m_position += count;
        return result;
    }
    /// Big-endian integers, as all of these formats have them. \throws DataError at the end
    std::uint32_t takeU32() { return static_cast<std::uint32_t>(takeBigEndian(4)); }
    std::uint64_t takeU64() { return takeBigEndian(8); }

private:
    std::uint64_t takeBigEndian(std::size_t width) {
        std::uint64_t value = 0;
        for (const std::byte b : take(width)) value = (value << 8U) | std::to_integer<std::uint64_t>(b);
        return value;
    }
    [[noreturn]] void throwShort(std::size_t wanted) const;

    ConstBytes m_bytes;
    std::size_t m_position = 0;
    const char* m_codec = "chunk";
};

} // namespace ewald::codec
