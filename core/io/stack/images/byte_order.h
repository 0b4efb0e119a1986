// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>

namespace ewald::io {

inline constexpr bool kBigEndianMachine = std::endian::native == std::endian::big;

/// Turns the bytes of every element around. `bytes` holds whole elements.
inline void swapBytes(std::span<std::byte> bytes, std::size_t elementSize) {
    if (elementSize < 2) return;
    for (std::size_t at = 0; at + elementSize <= bytes.size(); at += elementSize)
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                     bytes.begin() + static_cast<std::ptrdiff_t>(at + elementSize));
}

/// The number at byte `at`, which is within `bytes`.
template <class T>
[[nodiscard]] T numberAt(std::span<const std::byte> bytes, std::size_t at, bool bigEndian) {
    std::array<std::byte, sizeof(T)> own;
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), sizeof(T), own.begin());
    if (bigEndian != kBigEndianMachine) std::ranges::reverse(own);
    return std::bit_cast<T>(own);
}
template <class T>
[[nodiscard]] T littleEndianAt(std::span<const std::byte> bytes, std::size_t at) {
    return numberAt<T>(bytes, at, false);
}

} // namespace ewald::io
