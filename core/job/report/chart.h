// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/report/canvas.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ewald::job::report {

/// Lines over two axes with numbers.
struct Chart {
    struct Curve {
        std::vector<double> x;
        std::vector<double> y; ///< not finite, or not positive on a logarithmic axis: a gap
        Colour colour;
    };
    std::vector<Curve> curves;
    std::vector<double> marks; ///< vertical lines at these x
    bool logarithmic = false;  ///< of y
    /// Of the numbers at its axes, as English has them; empty: they stay as they are.
    std::function<std::string(const std::string&)> translate{};
    int width = 640; ///< twice what a page shows: it may be printed
    int height = 360;
};

/// Draws it. A chart of nothing has axes without numbers.
[[nodiscard]] Canvas drawChart(const Chart& chart);

/// Round numbers within [low, high], about `count` of them: 1, 2 or 5 times a power of ten apart.
[[nodiscard]] std::vector<double> roundNumbers(double low, double high, int count);

/// Black, orange, blue, … : Okabe and Ito's, which can be told apart with any colour vision.
[[nodiscard]] Colour curveColour(std::size_t curve) noexcept;

} // namespace ewald::job::report
