// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/complex.h"

namespace ewald::kernels {

/// Some tiles of a rectangle of the object. The last ones of a row or column of tiles may reach beyond it.
struct SumTiles {
    static constexpr int kRows = 16;
    static constexpr int kCols = 32;
    static constexpr int kPixels = kRows * kCols;
    static constexpr int kNumbers = 3 * kPixels; ///< of a tile: real parts of the sums, imaginary parts, weights

    int row = 0, col = 0, rows = 0, cols = 0; ///< the rectangle
    const unsigned* tiles = nullptr;          ///< numberOf() each, memory of the queue
    int count = 0;

    static constexpr int tilesOf(int pixels, int tile) { return (pixels + tile - 1) / tile; }
    static constexpr unsigned numberOf(int tileRow, int tileCol) {
        return static_cast<unsigned>(tileRow) << 16U | static_cast<unsigned>(tileCol);
    }
    EWALD_HD static int rowOf(unsigned number) { return static_cast<int>(number >> 16U) * kRows; }
    EWALD_HD static int colOf(unsigned number) { return static_cast<int>(number & 0xffffU) * kCols; }
};

} // namespace ewald::kernels
