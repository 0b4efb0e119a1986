// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

namespace ewald::compute {

enum class FftDirection { forward, backward };

/// Orthonormal 2-D FFT of a host array in place, at least two pixels a side, zero frequency at the corner. For set-up
/// work (initial guesses, simulators) and analysis; the hot path goes through the operations of a queue. Any thread.
void fft2d(Array<Complex, 2>& array, FftDirection direction);

} // namespace ewald::compute
