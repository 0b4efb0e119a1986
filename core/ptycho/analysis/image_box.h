// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ewald::ptycho {

/// A rectangle of pixels of an image.
struct ImageBox {
    std::size_t row = 0;
    std::size_t col = 0;
    std::size_t rows = 0;
    std::size_t cols = 0;
    [[nodiscard]] bool empty() const noexcept { return rows == 0 || cols == 0; }
    bool operator==(const ImageBox&) const = default;
};

/// The largest rectangle of an image [row][col] all of whose pixels are not 0; empty when all are. Time ∝ pixels.
[[nodiscard]] ImageBox largestBox(const Array<std::uint8_t, 2>& inside);

/// The pixels of a box. \param box inside the image
template <class T>
[[nodiscard]] Array<T, 2> cut(const Array<T, 2>& image, const ImageBox& box) {
    Array<T, 2> part({box.rows, box.cols});
    for (std::size_t r = 0; r < box.rows; ++r) {
        const T* from = image.data() + (box.row + r) * image.extent(1) + box.col;
        std::copy(from, from + box.cols, part.data() + r * box.cols);
    }
    return part;
}

/// Hann window over `count` samples, sin²(π(i + ½)/count).
[[nodiscard]] std::vector<double> hannWindow(std::size_t count);
/// Tukey window: cosine edges over `edge` (0…1) of the samples, half of it on each side, 1 between.
[[nodiscard]] std::vector<double> tukeyWindow(std::size_t count, double edge);

} // namespace ewald::ptycho
