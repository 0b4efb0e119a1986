// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace ewald::view {

/// A length unit that suits a size: 1e-9 "nm", 1e-6 "µm", 1e-3 "mm", 1 "m" (pm below 0.1 nm).
struct LengthUnit {
    double metres = 1;
    QString name;
};
/// The unit in which a length of about `size_m` is a comfortable number (0.5 µm is 500 nm, 1.2 µm is µm).
[[nodiscard]] LengthUnit lengthUnit(double size_m);
/// "1.234 µm": a length with `digits` significant digits in its own unit.
[[nodiscard]] QString formatLength(double length_m, int digits = 4);
/// A number with `digits` significant digits, no trailing zeros: "0.0184", "1.5e-7", "12000".
[[nodiscard]] QString formatNumber(double value, int digits = 4);

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
/// Label of a tick with the digits that tell it from its neighbours; powers of ten as 10ⁿ where far from 1.
[[nodiscard]] QString tickLabel(double value, double step, bool log);

} // namespace ewald::view
