// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/object_map.h"

#include "base/units.h"
#include "compute/devices/parallel.h"

#include <algorithm>
#include <cmath>

namespace ewald::ptycho {
namespace {

constexpr int kReach = 4; // pixels to each side

/// Lanczos weights of the pixels −kReach+1 … kReach around a place at `fraction` between the pixels 0 and 1.
using Weights = std::array<float, 2 * kReach>;

Weights lanczos(double fraction) {
    std::array<double, 2 * kReach> exact{};
    double sum = 0;
    for (int i = 0; i < 2 * kReach; ++i) {
        const double x = kPi * (fraction - (i - kReach + 1));
        const auto at = static_cast<std::size_t>(i);
        exact[at] = std::abs(x) < 1e-9 ? 1 : kReach * std::sin(x) * std::sin(x / kReach) / (x * x);
        sum += exact[at];
    }
    Weights weights{};
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(exact[i] / sum);
    return weights;
}

/// Of so many places between two pixels: nearer ones are not told apart.
const std::vector<Weights>& weightTable() {
    constexpr int kPlaces = 1024;
    static const std::vector<Weights> table = [] {
        std::vector<Weights> made;
        for (int i = 0; i <= kPlaces; ++i) made.push_back(lanczos(static_cast<double>(i) / kPlaces));
        return made;
    }();
    return table;
}

} // namespace

ObjectMap ObjectMap::inverse() const {
    const double det = rowRow * colCol - rowCol * colRow;
    return {colCol / det, -rowCol / det, -colRow / det, rowRow / det, centre};
}

ObjectMap objectMapOf(const std::array<double, 4>& parts, const PixelPosition& centre) {
    const auto& [scale, rotation, stretch, shear] = parts;
    return {1 + scale - stretch, shear - rotation, shear + rotation, 1 + scale + stretch, centre};
}

Array<Complex, 2> moved(const Array<Complex, 2>& object, const ObjectMap& map) {
    const auto rows = static_cast<int>(object.extent(0)), cols = static_cast<int>(object.extent(1));
    const std::vector<Weights>& table = weightTable();
    const auto places = static_cast<double>(table.size() - 1);
    const ObjectMap back = map.inverse();
    Array<Complex, 2> result(object.shape());
    compute::parallelFor(object.extent(0), 0, [&](std::size_t row) {
        for (std::size_t col = 0; col < object.extent(1); ++col) {
            PixelPosition from = back({static_cast<double>(row), static_cast<double>(col)});
            from.row = std::clamp(from.row, 0.0, static_cast<double>(rows - 1));
            from.col = std::clamp(from.col, 0.0, static_cast<double>(cols - 1));
            const double firstRow = std::floor(from.row), firstCol = std::floor(from.col);
            const Weights& byRow = table[static_cast<std::size_t>(std::lround((from.row - firstRow) * places))];
            const Weights& byCol = table[static_cast<std::size_t>(std::lround((from.col - firstCol) * places))];
            Complex sum = 0;
            for (int i = 0; i < 2 * kReach; ++i) {
                const int r = std::clamp(static_cast<int>(firstRow) + i - kReach + 1, 0, rows - 1);
                Complex line = 0;
                for (int j = 0; j < 2 * kReach; ++j) {
                    const int c = std::clamp(static_cast<int>(firstCol) + j - kReach + 1, 0, cols - 1);
                    line += byCol[static_cast<std::size_t>(j)] * object(r, c);
                }
                sum += byRow[static_cast<std::size_t>(i)] * line;
            }
            result(row, col) = sum;
        }
    });
    return result;
}

} // namespace ewald::ptycho
