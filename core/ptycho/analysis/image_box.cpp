// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/image_box.h"

#include "base/units.h"

#include <cmath>
#include <utility>

namespace ewald::ptycho {

ImageBox largestBox(const Array<std::uint8_t, 2>& inside) {
    // Row by row: how many pixels upwards are inside, and the largest rectangle below that skyline with a stack.
    const auto [rows, cols] = inside.shape();
    ImageBox best;
    std::vector<std::size_t> height(cols, 0);
    std::vector<std::pair<std::size_t, std::size_t>> open; // first column and height, heights rising
    for (std::size_t r = 0; r < rows; ++r) {
        open.clear();
        for (std::size_t c = 0; c <= cols; ++c) {
            if (c < cols) height[c] = inside(r, c) != 0 ? height[c] + 1 : 0;
            const std::size_t here = c < cols ? height[c] : 0;
            std::size_t start = c;
            while (!open.empty() && open.back().second >= here) {
                const auto [first, tall] = open.back();
                open.pop_back();
                if (tall * (c - first) > best.rows * best.cols) best = {r + 1 - tall, first, tall, c - first};
                start = first;
            }
            open.emplace_back(start, here);
        }
    }
    return best;
}

std::vector<double> hannWindow(std::size_t count) { return tukeyWindow(count, 1.0); }

std::vector<double> tukeyWindow(std::size_t count, double edge) {
    std::vector<double> window(count, 1.0);
    const double side = edge * static_cast<double>(count) / 2;
    for (std::size_t i = 0; i < count; ++i) {
        const double fromEdge = static_cast<double>(std::min(i, count - 1 - i)) + 0.5;
        if (fromEdge < side) window[i] = std::pow(std::sin(kPi / 2 * fromEdge / side), 2);
    }
    return window;
}

} // namespace ewald::ptycho
