// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
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

} // namespace ewald::io
