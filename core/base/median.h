// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ewald {

/// Makes a median of distances from the middle an estimate of the standard deviation, of a normal distribution.
inline constexpr double kMedianToDeviation = 1.4826;

/// The middle one of the values by size, of an even number the upper one of the two; 0 of none. None may be NaN.
[[nodiscard]] inline double medianOf(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace ewald
