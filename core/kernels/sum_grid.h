// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/complex.h"

#include <cmath>
#include <limits>

namespace ewald::kernels {

/// The nearest integer, ties to even; saturated beyond the range, 0 for NaN.
EWALD_HD int nearestInt(float value) {
#if defined(__CUDA_ARCH__)
    return __float2int_rn(value);
#else
    constexpr float kLimit = 2147483520.0F; // the largest float below 2³¹
    if (!(value == value)) return 0;
    return static_cast<int>(std::nearbyint(value > kLimit ? kLimit : value < -kLimit ? -kLimit : value));
#endif
}

/// The grid of an anchor of exactSummand() as integers: a summand is a number of spacings 2^k. Sums are exact in any
/// order and have the bits of sums of exactSummand() in double precision, but avoid double precision, which costs 64
/// times as much as single precision on most GPUs.
struct SumGrid {
    float coarse;   ///< 2^−(k+24)
    float unCoarse; ///< 2^(k+24)
    float fine;     ///< 2^−k
    double spacing; ///< 2^k
    float limit;    ///< of a summand, so that no sum leaves the room of the grid

    /// \param anchor 1.5·2^(52+k) \param limit of summandLimit(); absent: none
    static SumGrid of(double anchor, float limit = std::numeric_limits<float>::infinity()) {
        constexpr double kMantissa = 4503599627370496.0; // 2⁵²
        constexpr double kPart = 16777216.0;             // 2²⁴
        const double spacing = anchor / (1.5 * kMantissa);
        return {static_cast<float>(1 / (spacing * kPart)), static_cast<float>(spacing * kPart),
                static_cast<float>(1 / spacing), spacing, limit};
    }
    /// Whether a sum with such a summand may not be exact any more. Not of NaN, which the metrics show.
    [[nodiscard]] EWALD_HD bool isBeyond(float value) const { return std::fabs(value) > limit; }
    /// Number of spacings in `value`, rounded as by exactSummand(). Two conversions to 32-bit integers: on some GPUs a
    /// conversion to 64 bits is as slow as an addition of doubles. The remainder after the first one is exact, since it
    /// ends with the mantissa of the value.
    EWALD_HD long long count(float value) const {
        const int upper = nearestInt(value * coarse);
        const float rest = value - static_cast<float>(upper) * unCoarse;
        return static_cast<long long>(upper) * (1LL << 24) + nearestInt(rest * fine);
    }
    EWALD_HD double value(long long count) const { return static_cast<double>(count) * spacing; }
};

/// The largest summand with which sums of so many of them are exact: any of them is then at most 2⁵³ spacings, and a
/// summand at most 2⁵¹, half of the anchor's own room. \param anchor 1.5·2^(52+k)
inline float summandLimit(double anchor, double summands) {
    constexpr double kRoom = 9007199254740992.0; // 2⁵³
    const double spacing = SumGrid::of(anchor).spacing;
    return static_cast<float>(kRoom * spacing / (summands > 4 ? summands : 4));
}

/// Sets a flag that several work items share.
EWALD_HD void raiseFlag(unsigned* flag) {
#if defined(__CUDA_ARCH__)
    atomicMax(flag, 1U);
#else
    __atomic_store_n(flag, 1U, __ATOMIC_RELAXED);
#endif
}

/// Adds to a sum of multiples of one spacing, shared by several work items. Such sums are exact, so that the bits do
/// not depend on the order.
EWALD_HD void addExact(double& sum, double value) {
#if defined(__CUDA_ARCH__)
    atomicAdd(&sum, value);
#else
    sum += value;
#endif
}

/// Position of the lowest bit that is set, of a value that is not 0.
EWALD_HD int lowestBit(unsigned value) {
#if defined(__CUDA_ARCH__)
    return __ffs(static_cast<int>(value)) - 1;
#else
    return __builtin_ctz(value);
#endif
}

} // namespace ewald::kernels
