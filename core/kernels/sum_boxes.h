// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/complex.h"

#include <cstddef>
#include <type_traits>

namespace ewald::kernels {

/// Rectangles of an object's sums and weights, which may overlap, and where their numbers lie one after the other:
/// kNumbers for each pixel, all real parts of a box, then all imaginary parts, then all weights. Part of what a kernel
/// is given; without padding, in which the emulation of a device would look for pointers.
struct SumBoxes {
    static constexpr int kMost = 8;
    static constexpr int kNumbers = 3;
    struct Box {
        int row = 0, col = 0, rows = 0, cols = 0;
        std::ptrdiff_t first = 0; ///< of its numbers

        [[nodiscard]] EWALD_HD int pixels() const { return rows * cols; }
    };
    Box boxes[kMost];
    int count = 0;
    int objectCols = 0; ///< columns of the arrays
};
static_assert(std::has_unique_object_representations_v<SumBoxes>);

/// z = box, (y, x) = pixel of it: the object's sums and weights.
struct PackBoxes {
    SumBoxes list;
    const Cd* sum;
    const double* weight;
    double* packed;
    EWALD_HD void operator()(int z, int y, int x) const {
        SumBoxes::Box box;
        for (int i = 0; i < SumBoxes::kMost; ++i) // a run-time index would copy the list to memory
            if (i == z) box = list.boxes[i];
        if (y >= box.rows || x >= box.cols) return;
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(box.row + y) * list.objectCols + box.col + x;
        double* out = packed + box.first + static_cast<std::ptrdiff_t>(y) * box.cols + x;
        const std::ptrdiff_t plane = box.pixels();
        const Cd value = sum[at];
        out[0] = value.re;
        out[plane] = value.im;
        out[2 * plane] = weight[at];
    }
};

/// (y, x) = pixel of a rectangle at (row, col) that holds all boxes: adds what they have for it.
struct AddBoxes {
    SumBoxes list;
    Cd* sum;
    double* weight;
    const double* packed;
    int row, col;
    EWALD_HD void operator()(int, int y, int x) const {
        Cd value{0, 0};
        double w = 0;
        bool any = false;
        for (int i = 0; i < SumBoxes::kMost; ++i) {
            const SumBoxes::Box box = list.boxes[i];
            const int r = row + y - box.row, c = col + x - box.col;
            if (i >= list.count || r < 0 || c < 0 || r >= box.rows || c >= box.cols) continue;
            const double* in = packed + box.first + static_cast<std::ptrdiff_t>(r) * box.cols + c;
            const std::ptrdiff_t plane = box.pixels();
            value.re += in[0];
            value.im += in[plane];
            w += in[2 * plane];
            any = true;
        }
        if (!any) return;
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row + y) * list.objectCols + col + x;
        const Cd before = sum[at];
        sum[at] = {before.re + value.re, before.im + value.im};
        weight[at] += w;
    }
};

/// Flat: one of several numbers, the others 0.
struct PlaceNumber {
    const float* value;
    double* out;
    int place;
    EWALD_HD void operator()(int, int, int i) const { out[i] = i == place ? static_cast<double>(*value) : 0.0; }
};

} // namespace ewald::kernels
