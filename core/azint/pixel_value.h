// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/pixel_type.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace ewald::azint {

[[nodiscard]] constexpr bool isUnsigned(PixelType type) noexcept {
    return type == PixelType::uint8 || type == PixelType::uint16 || type == PixelType::uint32 ||
           type == PixelType::uint64;
}

[[nodiscard]] constexpr bool isFloating(PixelType type) noexcept {
    return type == PixelType::float32 || type == PixelType::float64;
}

/// A pixel wherever it lies in memory.
template <class T>
[[nodiscard]] T loadPixel(const std::byte* pixel) noexcept {
    T value;
    std::memcpy(&value, pixel, sizeof value);
    return value;
}

/// The dummy as a value of the type: negative ones count down from 2^bits in unsigned data. Single precision, as data
/// are compared with it.
[[nodiscard]] inline float dummyOf(PixelType type, double dummy) noexcept {
    if (dummy < 0 && isUnsigned(type)) dummy += std::ldexp(1.0, static_cast<int>(8 * bytesOf(type)));
    return static_cast<float>(dummy);
}

[[nodiscard]] inline bool isDummy(float value, float dummy, double delta) noexcept {
    return delta == 0 ? value == dummy : std::abs(value - dummy) <= static_cast<float>(delta);
}

} // namespace ewald::azint
