// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ewald::io {

/// Grey values from black at the 0.5th to white at the 99.5th percentile of the pixels with weight, width × height × 3
/// bytes. Values that are not numbers are black.
/// \param weight one a pixel, 0 = does not count for the range; empty: all count
[[nodiscard]] std::vector<std::uint8_t> greyBytes(const Array<float, 2>& image, std::span<const float> weight);

/// Complex values as colour: hue is the phase (red 0, green 2π/3, blue −2π/3), brightness the amplitude up to its
/// largest.
[[nodiscard]] std::vector<std::uint8_t> complexBytes(std::span<const Complex> image);

} // namespace ewald::io
