// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/problem.h"

#include <array>
#include <span>
#include <vector>

namespace ewald::ptycho {

/// A linear map of the plane of the object around a point of it, (row, col).
struct ObjectMap {
    double rowRow = 1, rowCol = 0, colRow = 0, colCol = 1;
    PixelPosition centre;

    [[nodiscard]] PixelPosition operator()(const PixelPosition& p) const {
        const double row = p.row - centre.row, col = p.col - centre.col;
        return {centre.row + rowRow * row + rowCol * col, centre.col + colRow * row + colCol * col};
    }
    [[nodiscard]] ObjectMap inverse() const;
};

/// Of scale, rotation, stretch and shear: by each, a point at the distance 1 from the centre is moved by that much.
[[nodiscard]] ObjectMap objectMapOf(const std::array<double, 4>& parts, const PixelPosition& centre);

/// The object that is moved by `map`; what comes from beyond its edges is like them.
[[nodiscard]] Array<Complex, 2> moved(const Array<Complex, 2>& object, const ObjectMap& map);

} // namespace ewald::ptycho
