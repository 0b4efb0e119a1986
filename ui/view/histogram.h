// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/image_render.h"

#include <vector>

namespace ewald::view {

/// How often which values occur in an image, over an axis a little wider than the bulk of them.
struct Histogram {
    Range axis;                      ///< first and last edge; bins are even on it (in powers of ten where log)
    std::vector<std::size_t> counts; ///< a bin each, lowest first; values beyond the axis are not counted
    std::size_t largest = 0;         ///< of the counts

    [[nodiscard]] bool empty() const noexcept { return largest == 0; }
};

/// Of the values of what is shown, of which at most about half a million are looked at; not finite ones do not count,
/// nor those ≤ 0 where `log`. The axis reaches from the percentile 0.05 to 99.95, a twentieth more on both sides, and
/// holds `shown`. Any thread.
[[nodiscard]] Histogram histogramOf(const ImageData& image, const Range& shown, std::size_t bins);

} // namespace ewald::view
