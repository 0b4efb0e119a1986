// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/ring_marks.h"

#include <algorithm>
#include <cmath>

namespace ewald::ui {

std::vector<view::PatternMark> marksOf(const std::vector<RingPath>& rings) {
    constexpr double kLeast = 0.04; // of the chart: so that the weakest line is seen
    std::vector<view::PatternMark> marks;
    for (const RingPath& ring : rings) {
        // The square root, as patterns are mostly looked at with weak rings in view.
        const double height = ring.intensity > 0 ? std::max(kLeast, std::sqrt(ring.intensity / 100)) : 1;
        marks.push_back({ring.value, ring.name, height});
    }
    return marks;
}

} // namespace ewald::ui
