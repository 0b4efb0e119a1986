// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/image_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::view {

namespace {

std::size_t columnCount(std::size_t count, std::size_t wanted) {
    if (wanted == 0) wanted = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    return std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(1, count));
}

} // namespace

Array<Complex, 2> mosaic(const Array<Complex, 3>& stack, std::size_t columns) {
    const auto [count, rows, cols] = stack.shape();
    if (stack.empty()) return {};
    const std::size_t across = columnCount(count, columns);
    const std::size_t down = (count + across - 1) / across;
    // Infinite, not NaN: nothing is there, which is another thing than masked.
    constexpr float kNothing = std::numeric_limits<float>::infinity();
    Array<Complex, 2> image({down * (rows + 1) - 1, across * (cols + 1) - 1}, Complex{kNothing, kNothing});
    for (std::size_t k = 0; k < count; ++k) {
        for (std::size_t r = 0; r < rows; ++r) {
            const auto line = stack.slab(k).subspan(r * cols, cols);
            std::copy(line.begin(), line.end(), &image(k / across * (rows + 1) + r, k % across * (cols + 1)));
        }
    }
    return image;
}

std::vector<QPointF> mosaicCorners(const Array<Complex, 3>& stack, std::size_t columns) {
    const auto [count, rows, cols] = stack.shape();
    const std::size_t across = columnCount(count, columns);
    std::vector<QPointF> corners;
    for (std::size_t k = 0; k < count; ++k) {
        corners.emplace_back(static_cast<double>(k % across * (cols + 1)),
                             static_cast<double>(k / across * (rows + 1)));
    }
    return corners;
}

} // namespace ewald::view
