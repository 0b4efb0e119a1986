// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/complex.h"

#include <cstdint>

namespace ewald::kernels {

/// Division of a number below 2³¹ by a divisor known before the launch: a multiplication and a shift instead of some
/// twenty instructions on a GPU (Granlund & Montgomery 1994, PLDI, fig. 4.1).
class FastDivider {
public:
    /// \param divisor 1 … 2³¹ − 1
    explicit FastDivider(std::uint32_t divisor) : m_divisor(divisor) {
        while ((std::uint64_t{1} << m_shift) < divisor) ++m_shift;
        m_factor = static_cast<std::uint32_t>(
            ((std::uint64_t{1} << 32) * ((std::uint64_t{1} << m_shift) - divisor)) / divisor + 1);
    }
    [[nodiscard]] EWALD_HD std::uint32_t divide(std::uint32_t value) const {
#if defined(__CUDA_ARCH__)
        const std::uint32_t high = __umulhi(m_factor, value);
#else
        const auto high = static_cast<std::uint32_t>((static_cast<std::uint64_t>(m_factor) * value) >> 32);
#endif
        return (high + value) >> m_shift;
    }
    [[nodiscard]] EWALD_HD std::uint32_t remainder(std::uint32_t value, std::uint32_t quotient) const {
        return value - quotient * m_divisor;
    }

private:
    std::uint32_t m_divisor;
    std::uint32_t m_factor = 0;
    std::uint32_t m_shift = 0;
};

} // namespace ewald::kernels
