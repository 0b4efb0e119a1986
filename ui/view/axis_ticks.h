// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace ewald::view {

/// A scale bar: a round length (1, 2 or 5 times a power of ten) that fits into `maxPixels` screen pixels.
struct ScaleBar {
    double length_m = 0;
    double pixels = 0; ///< its length on the screen
    QString label;     ///< "200 nm"
};
[[nodiscard]] ScaleBar scaleBar(double metresPerScreenPixel, double maxPixels);

/// Round tick values inside [low, high], about `count` of them.
[[nodiscard]] std::vector<double> linearTicks(double low, double high, int count);
/// Ticks for a log axis inside [low, high]: powers of ten; 1-2-5 or plain round values when it spans few decades.
[[nodiscard]] std::vector<double> logTicks(double low, double high, int count);
/// Label of a tick with the digits that distinguish it from its neighbours; powers of ten as 10ⁿ where far from 1.
[[nodiscard]] QString tickLabel(double value, double step, bool log);

} // namespace ewald::view
