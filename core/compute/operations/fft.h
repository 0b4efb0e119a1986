// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <cstddef>

namespace ewald::compute {

/// The frequency, or the shift, that bin i of an FFT of n stands for: 0 … ⌈n/2⌉ − 1, then −⌊n/2⌋ … −1.
[[nodiscard]] constexpr double signedFrequency(std::size_t i, std::size_t n) noexcept {
    return i < (n + 1) / 2 ? static_cast<double>(i) : -static_cast<double>(n - i);
}

/// The bin of an FFT of n that stands for the frequency of bin i of a smaller one.
[[nodiscard]] constexpr std::size_t binOfFrequency(std::size_t i, std::size_t small, std::size_t n) noexcept {
    return i < (small + 1) / 2 ? i : n - (small - i);
}

enum class FftDirection { forward, backward };

/// Orthonormal 2-D FFT of a host array in place, at least two pixels a side, zero frequency at the corner. For set-up
/// work (initial guesses, simulators) and analysis; the hot path goes through the operations of a queue. Any thread.
void fft2d(Array<Complex, 2>& array, FftDirection direction);

} // namespace ewald::compute
