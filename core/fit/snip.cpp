// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/snip.h"

#include <algorithm>
#include <cmath>

namespace ewald::fit {

std::vector<double> snipBackground(const std::vector<double>& curve, std::size_t reach) {
    if (curve.empty()) return {};
    const double base = std::min(0.0, *std::ranges::min_element(curve)); // roots know no negative counts
    std::vector<double> v(curve.size());
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::log(std::log(std::sqrt(curve[i] - base + 1) + 1) + 1);
    std::vector<double> next = v;
    for (std::size_t window = reach; window > 0; --window) {
        for (std::size_t i = window; i + window < v.size(); ++i)
            next[i] = std::min(v[i], (v[i - window] + v[i + window]) / 2);
        v = next;
    }
    for (double& value : v) {
        const double root = std::exp(std::exp(value) - 1) - 1;
        value = root * root - 1 + base;
    }
    return v;
}

} // namespace ewald::fit
