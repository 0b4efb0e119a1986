// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace ewald::azint::test {

/// Three knots t, u, v to the coefficient of a cubic B-spline: what becomes x is (t + u + v)/3, x² is (tu + tv + uv)/3,
/// x³ is tuv (the polar forms of these powers; Ramshaw, "Blossoming", 1987).
using Polar = std::function<double(double t, double u, double v)>;
inline double one(double, double, double) { return 1; }
inline double linear(double t, double u, double v) { return (t + u + v) / 3; }
inline double square(double t, double u, double v) { return (t * u + t * v + u * v) / 3; }
inline double cube(double t, double u, double v) { return t * u * v; }

/// factor · f(x) g(y), one of the terms of a shift.
struct Term {
    double factor = 0;
    Polar f = one;
    Polar g = one;
};

/// A section of a spline file: knots at the ends of the region and at a third of it, as Fit2D writes them.
inline std::string sectionOf(const char* title, double width, double height, const std::vector<Term>& terms) {
    const auto knotsOf = [](double end) { return std::vector<double>{0, 0, 0, 0, end / 3, end, end, end, end}; };
    const std::vector<double> x = knotsOf(width), y = knotsOf(height);
    std::string text = std::string("  ") + title + "\n     9     9\n";
    std::size_t column = 0;
    const auto put = [&](double number) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%14.7E", number);
        text += digits;
        if (++column == 5) text += '\n', column = 0;
    };
    const auto end = [&] {
        if (column != 0) text += '\n';
        column = 0;
    };
    for (const double knot : x) put(knot);
    end();
    for (const double knot : y) put(knot);
    end();
    for (std::size_t i = 0; i + 4 < x.size(); ++i)
        for (std::size_t j = 0; j + 4 < y.size(); ++j) {
            double sum = 0;
            for (const Term& term : terms)
                sum += term.factor * term.f(x[i + 1], x[i + 2], x[i + 3]) * term.g(y[j + 1], y[j + 2], y[j + 3]);
            put(sum);
        }
    end();
    return text + '\n';
}

/// A spline file of a camera of 40 × 50 µm (width × height) pixels.
inline std::string splineText(double width, double height, const std::vector<Term>& colShift,
                              const std::vector<Term>& rowShift) {
    char head[300];
    std::snprintf(head, sizeof head,
                  "SPATIAL DISTORTION SPLINE INTERPOLATION COEFFICIENTS\n\n  VALID REGION\n"
                  "%14.7E%14.7E%14.7E%14.7E\n\n  GRID SPACING, X-PIXEL SIZE, Y-PIXEL SIZE\n"
                  "%14.7E%14.7E%14.7E\n\n",
                  0.0, 0.0, width, height, 5000.0, 40.0, 50.0);
    return head + sectionOf("X-DISTORTION", width, height, colShift) +
           sectionOf("Y-DISTORTION", width, height, rowShift);
}

} // namespace ewald::azint::test
