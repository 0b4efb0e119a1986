// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/complex.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ewald::kernels {

/// How the pixels of measured frames are kept, from the narrowest on. The largest value of a type of counts means
/// "masked". Counts that need more than 16 bits, or are no whole numbers, would take as much as their roots.
enum class FrameType : int {
    counts8,   ///< uint8, counts 0 … 254
    counts16,  ///< uint16, counts 0 … 65534
    amplitudes ///< float, √counts; negative = masked
};

inline constexpr std::uint8_t kMasked8 = 0xFF;
inline constexpr std::uint16_t kMasked16 = 0xFFFF;

/// Bytes of a pixel.
EWALD_HD constexpr std::size_t bytesOf(FrameType type) {
    return type == FrameType::counts8 ? 1 : type == FrameType::counts16 ? 2 : 4;
}

/// √counts, correctly rounded. On a GPU roots of 0, of which frames have many, would take a call.
EWALD_HD float rootOf(std::uint32_t counts) {
#if defined(__CUDA_ARCH__)
    const float root = __fsqrt_rn(static_cast<float>(counts > 0 ? counts : 1U));
    return counts > 0 ? root : 0.0F;
#else
    return std::sqrt(static_cast<float>(counts));
#endif
}

/// √counts of one pixel, correctly rounded; −1 where it is masked.
EWALD_HD float amplitudeOf(std::uint8_t counts) { return counts == kMasked8 ? -1.0F : rootOf(counts); }
EWALD_HD float amplitudeOf(std::uint16_t counts) { return counts == kMasked16 ? -1.0F : rootOf(counts); }

/// Measured frames as they are kept in the memory of a device, one after the other.
struct MeasuredFrames {
    const void* pixels = nullptr;
    FrameType type = FrameType::amplitudes;

    /// The memory of one pixel: counts, or an amplitude.
    union Kept {
        std::uint32_t counts;
        float amplitude;
    };
    EWALD_HD Kept kept(std::size_t index) const {
        Kept kept{0};
        if (type == FrameType::counts8)
            kept.counts = static_cast<const std::uint8_t*>(pixels)[index];
        else if (type == FrameType::counts16)
            kept.counts = static_cast<const std::uint16_t*>(pixels)[index];
        else
            kept.amplitude = static_cast<const float*>(pixels)[index];
        return kept;
    }
    /// √counts, negative where the pixel is masked: the same bits for every type that can hold the counts.
    EWALD_HD float amplitude(Kept kept) const {
        if (type == FrameType::counts8) return amplitudeOf(static_cast<std::uint8_t>(kept.counts));
        if (type == FrameType::counts16) return amplitudeOf(static_cast<std::uint16_t>(kept.counts));
        return kept.amplitude;
    }
    EWALD_HD float amplitude(std::size_t index) const { return amplitude(kept(index)); }
    /// The frames from pixel `index` on.
    EWALD_HD MeasuredFrames from(std::size_t index) const {
        return {static_cast<const char*>(pixels) + index * bytesOf(type), type};
    }
};

} // namespace ewald::kernels
