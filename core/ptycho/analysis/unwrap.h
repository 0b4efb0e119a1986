// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <span>

namespace ewald::ptycho {

struct UnwrappedPhase {
    Array<float, 2> phase; ///< radians, [row][col]; NaN where there is no weight or the image is 0 or not finite
    /// Fraction of all squares of four pixels around which the phase does not come back to itself.
    double residues = 0;
    bool leastSquares = false; ///< which way was taken, see below
};

/// The phase of an image without jumps of 2π, equal to it mod 2π. With few residues (at most 0.1 %) by a flood fill
/// that takes the most reliable neighbours first (weight times amplitude), exact where there are none. With more the
/// function whose differences come nearest to the wrapped ones (least squares; Ghiglia & Romero 1994, JOSA A 11, 107)
/// decides on the multiple of 2π. Parts that do not touch each other are unwrapped on their own. Any thread. \param
/// weight one a pixel, 0 = not part of the image; empty: 1 everywhere
[[nodiscard]] UnwrappedPhase unwrapPhase(const Array<Complex, 2>& image, std::span<const float> weight = {});

} // namespace ewald::ptycho
