// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace ewald {

/// How a frame stores a pixel.
enum class PixelType { uint8, uint16, uint32, uint64, int8, int16, int32, int64, float32, float64 };

[[nodiscard]] constexpr std::size_t bytesOf(PixelType type) noexcept {
    switch (type) {
    case PixelType::uint8:
    case PixelType::int8: return 1;
    case PixelType::uint16:
    case PixelType::int16: return 2;
    case PixelType::uint32:
    case PixelType::int32:
    case PixelType::float32: return 4;
    case PixelType::uint64:
    case PixelType::int64:
    case PixelType::float64: return 8;
    }
    return 0;
}

/// "uint16", "float32": for messages and for files.
[[nodiscard]] constexpr const char* nameOf(PixelType type) noexcept {
    switch (type) {
    case PixelType::uint8: return "uint8";
    case PixelType::uint16: return "uint16";
    case PixelType::uint32: return "uint32";
    case PixelType::uint64: return "uint64";
    case PixelType::int8: return "int8";
    case PixelType::int16: return "int16";
    case PixelType::int32: return "int32";
    case PixelType::int64: return "int64";
    case PixelType::float32: return "float32";
    case PixelType::float64: return "float64";
    }
    return "";
}

/// Calls `action` with a number of the type that such pixels have in memory, its value being of no use.
template <class Action>
constexpr decltype(auto) withPixelType(PixelType type, Action&& action) {
    switch (type) {
    case PixelType::uint8: return action(std::uint8_t{});
    case PixelType::uint16: return action(std::uint16_t{});
    case PixelType::uint32: return action(std::uint32_t{});
    case PixelType::uint64: return action(std::uint64_t{});
    case PixelType::int8: return action(std::int8_t{});
    case PixelType::int16: return action(std::int16_t{});
    case PixelType::int32: return action(std::int32_t{});
    case PixelType::int64: return action(std::int64_t{});
    case PixelType::float32: return action(float{});
    case PixelType::float64: break;
    }
    return action(double{});
}

/// From which value on a pixel says "not measured" (dead, in a gap, saturated): the largest value of an integer type;
/// of unsigned types of 16 bits and more and of signed ones of 32 and more the one below it, too, because detectors
/// write the largest for gaps and the other for dead or saturated pixels. 254 of 8 bits and 32766 are counts like
/// others: so few are soon reached. Absent: nothing does (floating-point types; but see isMeasured()).
///
/// One rule for single frames, for pixels that are marked in all frames, for darks and for flat fields. Where pixels
/// are compared in single precision, what rounds to a marker of 32 or 64 bits is taken for it.
[[nodiscard]] constexpr std::optional<double> markerOf(PixelType type) {
    return withPixelType(type, [](auto number) -> std::optional<double> {
        using Number = decltype(number);
        if constexpr (std::is_floating_point_v<Number>) {
            return std::nullopt;
        } else {
            constexpr Number kLargest = std::numeric_limits<Number>::max();
            constexpr bool kOneBelow = sizeof(Number) > (std::is_unsigned_v<Number> ? 1 : 2);
            return static_cast<double>(kOneBelow ? kLargest - 1 : kLargest);
        }
    });
}

/// The last number of single precision before its largest one, by which programs mark pixels.
inline constexpr float kLargestCount = 0x1.fffffcp+127F;

/// Whether a floating-point pixel holds a measurement: neither infinite nor ± the largest number of single precision
/// (or beyond it), nor NaN.
[[nodiscard]] constexpr bool isMeasured(double value) noexcept {
    constexpr double kLargest = kLargestCount;
    return value <= kLargest && value >= -kLargest;
}

} // namespace ewald
