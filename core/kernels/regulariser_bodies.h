// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel bodies of what is known of an object beside the data: total variation (Chambolle 2004, J. Math. Imaging Vis.
// 20, 89), smoothness, sparseness, limits. Images are [rows][cols].
#pragma once

#include "kernels/complex.h"
#include "kernels/ptycho_kernels.h"

#include <cmath>
#include <cstddef>

namespace ewald::kernels {

/// What is done with each value of an object, in this order; the default changes nothing.
struct ValueRule {
    float threshold = 0; ///< the distance from 1 becomes shorter by this much
    float flatten = 0;   ///< the amplitude goes this part of the way to 1
    float lowPhase = 0;  ///< rad; both 0: no limits
    float highPhase = 0;
    Cf low{1, 0}; ///< of amplitude 1, with these phases
    Cf high{1, 0};
};

EWALD_HD Cf constrained(Cf value, const ValueRule& rule) {
    if (rule.threshold > 0) {
        const Cf rest = {value.re - 1, value.im};
        const float amplitude = std::sqrt(norm2(rest));
        const float kept = amplitude > rule.threshold ? 1 - rule.threshold / amplitude : 0.0F;
        value = {1 + kept * rest.re, kept * rest.im};
    }
    if (rule.flatten > 0) {
        const float amplitude = std::sqrt(norm2(value));
        value = amplitude > 0 ? ((1 - rule.flatten) + rule.flatten / amplitude) * value : Cf{rule.flatten, 0};
    }
    if (rule.lowPhase < rule.highPhase) {
        const float phase = std::atan2(value.im, value.re);
        if (phase < rule.lowPhase) return std::sqrt(norm2(value)) * rule.low;
        if (phase > rule.highPhase) return std::sqrt(norm2(value)) * rule.high;
    }
    return value;
}

/// Flat.
struct ConstrainValues {
    Cf* array;
    ValueRule rule;
    EWALD_HD void operator()(int, int, int i) const { array[i] = constrained(array[i], rule); }
};

/// The divergence of a dual field of two layers [2][rows][cols]: along rows' direction, then along columns'.
EWALD_HD Cf divergence(const Cf* dual, int rows, int cols, int y, int x) {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(y) * cols + x;
    const Cf* across = dual + static_cast<std::ptrdiff_t>(rows) * cols;
    Cf sum = dual[at] + across[at];
    if (y > 0) sum = sum - dual[at - cols];
    if (x > 0) sum = sum - across[at - 1];
    return sum;
}

/// residual = div q − image
struct VariationResidual {
    const Cf* image;
    const Cf* dual; ///< q
    Cf* residual;
    int rows, cols;
    EWALD_HD void operator()(int, int y, int x) const {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(y) * cols + x;
        residual[at] = divergence(dual, rows, cols, y, x) - image[at];
    }
};

/// q ← (q + τ ∇residual) / (1 + rate |∇residual|); forward differences, none beyond the last row and column, where q
/// stays 0.
struct VariationDual {
    const Cf* residual;
    Cf* dual; ///< q
    int rows, cols;
    float step; ///< τ
    float rate; ///< τ/λ
    EWALD_HD void operator()(int, int y, int x) const {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(y) * cols + x;
        Cf* across = dual + static_cast<std::ptrdiff_t>(rows) * cols;
        const Cf here = residual[at];
        const Cf down = y + 1 < rows ? residual[at + cols] - here : Cf{0, 0};
        const Cf right = x + 1 < cols ? residual[at + 1] - here : Cf{0, 0};
        const float factor = 1 / (1 + rate * std::sqrt(norm2(down) + norm2(right)));
        dual[at] = factor * (dual[at] + step * down);
        across[at] = factor * (across[at] + step * right);
    }
};

/// image −= div q
struct VariationStep {
    Cf* image;
    const Cf* dual;
    int rows, cols;
    EWALD_HD void operator()(int, int y, int x) const {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(y) * cols + x;
        image[at] = image[at] - divergence(dual, rows, cols, y, x);
    }
};

/// smooth = (1 − 8α) image + α Σ of its eight neighbours; beyond the edge the edge goes on.
struct Smooth {
    const Cf* image;
    Cf* smooth;
    int rows, cols;
    float share; ///< α
    EWALD_HD void operator()(int, int y, int x) const {
        const int up = y > 0 ? y - 1 : y, down = y + 1 < rows ? y + 1 : y;
        const int left = x > 0 ? x - 1 : x, right = x + 1 < cols ? x + 1 : x;
        const auto pixel = [this](int row, int col) { return image[static_cast<std::ptrdiff_t>(row) * cols + col]; };
        const Cf sides = (pixel(up, x) + pixel(down, x)) + (pixel(y, left) + pixel(y, right));
        const Cf corners = (pixel(up, left) + pixel(up, right)) + (pixel(down, left) + pixel(down, right));
        smooth[static_cast<std::ptrdiff_t>(y) * cols + x] = (1 - 8 * share) * pixel(y, x) + share * (sides + corners);
    }
};

} // namespace ewald::kernels
