// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/ring_marks.h"

#include "view/mark_colour.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::ui {

QString nameOf(const RingPath& ring) {
    return ring.substance.isEmpty() ? ring.name : (ring.substance + u' ' + ring.name).trimmed();
}

std::vector<view::PatternMark> marksOf(const std::vector<RingPath>& rings) {
    constexpr double kLeast = 0.04; // of the chart: so that the weakest line is seen
    std::vector<view::PatternMark> marks;
    for (const RingPath& ring : rings) {
        // The square root, as patterns are mostly looked at with weak rings in view.
        const double height = ring.intensity > 0 ? std::max(kLeast, std::sqrt(ring.intensity / 100)) : 1;
        marks.push_back({ring.value, ring.name, height, ring.substance, ring.colour, ring.moves});
    }
    std::ranges::stable_sort(marks, {}, &view::PatternMark::x);
    return marks;
}

namespace {

/// Between the degrees linearly; `chi_deg` may be beyond a turn.
double valueAt(const RingPath& ring, double chi_deg) {
    if (ring.valueOfChi.empty()) return ring.value;
    const auto turn = static_cast<double>(ring.valueOfChi.size());
    const double place = chi_deg + 180 - turn * std::floor((chi_deg + 180) / turn);
    const auto before = static_cast<std::size_t>(place) % ring.valueOfChi.size();
    const double first = ring.valueOfChi[before], next = ring.valueOfChi[(before + 1) % ring.valueOfChi.size()];
    return first + (place - std::floor(place)) * (next - first); // not a number stays one, other than with std::lerp
}

} // namespace

std::vector<view::ImagePath> cakePathsOf(const std::vector<RingPath>& rings, const view::ImageAxis& azimuth,
                                         const view::ImageAxis& radial, std::size_t rows, std::size_t cols) {
    std::vector<view::ImagePath> paths;
    const auto width = static_cast<double>(cols);
    for (const RingPath& ring : rings) {
        std::vector<QPointF> points; // of a piece
        bool named = false;
        const auto endPath = [&] {
            view::ImagePath path;
            path.points = std::exchange(points, {});
            if (path.points.size() < 2) return;
            path.label = std::exchange(named, true) ? QString() : ring.name;
            path.colour = view::markColourOnImage(ring.colour);
            paths.push_back(std::move(path));
        };
        // From edge to edge, with the corners of all rows between: of a part that is seen the label is at its top.
        for (std::size_t i = 0; i <= rows; ++i) {
            const double row = static_cast<double>(i);
            const double value = valueAt(ring, azimuth.first + (row - 0.5) * azimuth.step);
            const double column = (value - radial.first) / radial.step + 0.5; // the axis counts from middles
            if (column >= 0 && column <= width)                               // false where there is no value
                points.emplace_back(column, row);
            else
                endPath();
        }
        endPath();
    }
    return paths;
}

} // namespace ewald::ui
