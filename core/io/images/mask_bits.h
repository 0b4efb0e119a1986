// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <type_traits>

namespace ewald::io {

/// What the bits of a mask mean.
struct MaskBits {
    std::uint32_t bad = 0xFFFFFFFFU; ///< reasons that count: a pixel that has none of them is kept, which a note says
    bool named = true;               ///< as those of NXmx
};

/// The mask of CXI files and of NXdetector groups of programs that follow them: what is neither 0 nor the one bit that
/// says "there is a signal" is bad (CXI file format 1.5, section on masks). For scans and stacks alike.
inline constexpr MaskBits kCxiMask{.bad = ~std::uint32_t{0x1000}, .named = false};

/// The reasons of a pixel as bits; 0 for a number that is no set of 32 bits (negative, larger, a fraction, NaN).
template <class T>
[[nodiscard]] constexpr std::uint32_t reasonsOf(T value) {
    if (!(value > 0)) return 0;
    if constexpr (std::is_floating_point_v<T>)
        if (!(value < T(4294967296.0))) return 0;
    const auto bits = static_cast<std::uint32_t>(value);
    return static_cast<T>(bits) == value ? bits : 0;
}

/// Whether a number of a mask leaves its pixel out. What is not 0 and no set of bits is bad for no reason that has a
/// name.
template <class T>
[[nodiscard]] constexpr bool isBad(T value, MaskBits bits = {}) {
    if (value == 0) return false;
    const std::uint32_t reasons = reasonsOf(value);
    return reasons == 0 || (reasons & bits.bad) != 0;
}

} // namespace ewald::io
