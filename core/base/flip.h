// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <algorithm>
#include <cstddef>

namespace ewald {

/// Turns an image upside down (rows), or mirrors it from left to right (cols), in place.
template <class T>
void flipImage(Array<T, 2>& image, bool rows, bool cols) {
    if (image.empty()) return;
    const std::size_t count = image.extent(0);
    for (std::size_t row = 0; rows && row < count / 2; ++row)
        std::ranges::swap_ranges(image.slab(row), image.slab(count - 1 - row));
    for (std::size_t row = 0; cols && row < count; ++row) std::ranges::reverse(image.slab(row));
}

} // namespace ewald
