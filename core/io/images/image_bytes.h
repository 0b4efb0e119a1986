// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ewald::io {

/// The 0.5th and the 99.5th percentile of the pixels with weight; nothing where none of them is a number.
/// \param weight one a pixel, 0 = does not count; empty: all count
[[nodiscard]] std::optional<std::pair<double, double>> greyRange(const Array<float, 2>& image,
                                                                 std::span<const float> weight);
/// Grey values from black to white over greyRange(), width × height × 3 bytes; middle grey where both ends are one.
/// Values that are not numbers are black.
/// \param weight one a pixel, 0 = does not count for the range; empty: all count
[[nodiscard]] std::vector<std::uint8_t> greyBytes(const Array<float, 2>& image, std::span<const float> weight);

/// Complex values as colour: hue is the phase (red 0, green 2π/3, blue −2π/3), brightness the amplitude up to its
/// largest.
[[nodiscard]] std::vector<std::uint8_t> complexBytes(std::span<const Complex> image);

} // namespace ewald::io
