// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/images/byte_order.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace ewald::io {

/// The number of 16 bits (IEEE 754-2019, 3.6: binary16), which single precision holds exactly.
[[nodiscard]] inline float floatOfHalf(std::uint16_t half) noexcept {
    const std::uint32_t sign = (half & 0x8000U) << 16U, exponent = half >> 10U & 0x1FU, fraction = half & 0x3FFU;
    if (exponent == 0) { // also where numbers as small as that are taken for zero
        const float size = static_cast<float>(fraction) * 0x1p-24F;
        return sign == 0 ? size : -size;
    }
    const std::uint32_t own = exponent == 31 ? 255 : exponent + 112; // infinite and no number; else 127 − 15 more
    return std::bit_cast<float>(sign | own << 23U | fraction << 13U);
}

/// Numbers of 16 bits as single precision. \param out twice as many bytes as `halves`
inline void widenHalves(std::span<const std::byte> halves, bool bigEndian, std::span<std::byte> out) {
    for (std::size_t at = 0; at + 2 <= halves.size() && 2 * at + 4 <= out.size(); at += 2) {
        const float value = floatOfHalf(numberAt<std::uint16_t>(halves, at, bigEndian));
        std::memcpy(out.data() + 2 * at, &value, sizeof value);
    }
}

} // namespace ewald::io
