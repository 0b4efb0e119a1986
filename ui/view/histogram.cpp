// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/histogram.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::view {

Histogram histogramOf(const ImageData& image, const Range& shown, std::size_t bins) {
    Histogram found;
    const std::vector<float> values = sampleValues(image, std::size_t{1} << 19);
    constexpr std::array kBulk{0.05, 99.95};
    const std::vector<double> bulk = percentiles(values, kBulk, shown.log);
    found.axis = {bulk[0], bulk[1], shown.log && bulk[0] > 0};
    if (!(found.axis.high > found.axis.low)) found.axis = shown;
    const Range inner = found.axis;
    found.axis.low = std::min(inner.value(-0.05), shown.low);
    found.axis.high = std::max(inner.value(1.05), shown.high);
    found.counts.assign(bins, 0);
    for (const float value : values) {
        const double place = found.axis.fraction(static_cast<double>(value)) * static_cast<double>(bins);
        if (!(place >= 0) || !(place <= static_cast<double>(bins))) continue; // NaN as well
        ++found.counts[std::min(bins - 1, static_cast<std::size_t>(place))];
    }
    found.largest = *std::max_element(found.counts.begin(), found.counts.end());
    return found;
}

} // namespace ewald::view
