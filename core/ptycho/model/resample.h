// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <cstddef>

namespace ewald::ptycho {

/// Points along one axis of an image, in its pixels: first, first + step, …
struct SamplePoints {
    double first = 0;
    double step = 1;
    std::size_t count = 0;
};

/// `count` points around the middle (pixel `extent`/2) of an axis; the middle of them is point `count`/2.
[[nodiscard]] SamplePoints pointsAroundMiddle(std::size_t extent, double step, std::size_t count);

/// `image` [H][W] at these points, [rows.count][cols.count]; outside of the image it is 0. A sinc under a Lanczos
/// window of eight lobes (K. Turkowski, Graphics Gems, 1990); with a step above 1 it is as much wider, which removes
/// what the larger pixels cannot hold.
[[nodiscard]] Array<Complex, 2> resample(const Array<Complex, 2>& image, SamplePoints rows, SamplePoints cols);

} // namespace ewald::ptycho
