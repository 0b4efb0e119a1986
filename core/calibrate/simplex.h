// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

namespace ewald::calibrate {

inline constexpr std::size_t kAxes = 5;
using Point = std::array<double, kAxes>;

/// The place of the largest value that a simplex finds in so many evaluations: Nelder and Mead, Comput. J. 7 (1965)
/// 308. \param steps edges of the first simplex, one along each axis
template <class Function>
Point climb(const Point& start, const Point& steps, int evaluations, const Function& function) {
    struct Vertex {
        Point at;
        double value;
    };
    std::array<Vertex, kAxes + 1> simplex;
    for (std::size_t i = 0; i < simplex.size(); ++i) {
        simplex[i].at = start;
        if (i > 0) simplex[i].at[i - 1] += steps[i - 1];
        simplex[i].value = function(simplex[i].at);
    }
    int count = kAxes + 1;
    while (count < evaluations) {
        std::ranges::sort(simplex, std::greater{}, &Vertex::value);
        Point mean{};
        for (std::size_t i = 0; i < kAxes; ++i)
            for (std::size_t k = 0; k < kAxes; ++k) mean[k] += simplex[i].at[k] / kAxes;
        Vertex& worst = simplex[kAxes];
        const auto along = [&](double factor) {
            Vertex v;
            for (std::size_t k = 0; k < kAxes; ++k) v.at[k] = mean[k] + factor * (worst.at[k] - mean[k]);
            v.value = function(v.at);
            ++count;
            return v;
        };
        const Vertex reflected = along(-1);
        if (reflected.value > simplex[0].value) {
            const Vertex expanded = along(-2);
            worst = expanded.value > reflected.value ? expanded : reflected;
        } else if (reflected.value > simplex[kAxes - 1].value) {
            worst = reflected;
        } else {
            const Vertex contracted = along(reflected.value > worst.value ? -0.5 : 0.5);
            if (contracted.value > std::max(worst.value, reflected.value)) {
                worst = contracted;
            } else {
                for (std::size_t i = 1; i < simplex.size(); ++i) {
                    for (std::size_t k = 0; k < kAxes; ++k)
                        simplex[i].at[k] = (simplex[i].at[k] + simplex[0].at[k]) / 2;
                    simplex[i].value = function(simplex[i].at);
                    ++count;
                }
            }
        }
    }
    return std::ranges::max_element(simplex, {}, &Vertex::value)->at;
}

} // namespace ewald::calibrate
