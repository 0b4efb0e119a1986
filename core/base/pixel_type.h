// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

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

} // namespace ewald
