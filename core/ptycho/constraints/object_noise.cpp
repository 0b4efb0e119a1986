// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/constraints/object_noise.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ewald::ptycho {

double objectNoise(const Problem& problem) {
    if (problem.positions.empty() || !(problem.meanPhotons > 0)) return 1;
    const auto extent = [&](auto coordinate) {
        const auto [least, most] = std::ranges::minmax_element(problem.positions, {}, coordinate);
        return std::invoke(coordinate, *most) - std::invoke(coordinate, *least) +
               static_cast<double>(problem.geometry.size) / 2;
    };
    const double pixels = extent(&PixelPosition::row) * extent(&PixelPosition::col);
    return std::sqrt(pixels / (problem.meanPhotons * static_cast<double>(problem.frames)));
}

} // namespace ewald::ptycho
