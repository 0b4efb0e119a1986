// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/ptycho_ops.h"

#include <algorithm>
#include <cmath>

namespace ewald::compute {

double anchorFor(double magnitude) {
    constexpr int kMantissa = 52; // explicit bits of a double
    constexpr int kSpacing = -40; // of the grid, relative to the magnitude
    int exponent = 0;
    std::frexp(magnitude > 0 && std::isfinite(magnitude) ? magnitude : 1.0, &exponent);
    return std::ldexp(1.5, kMantissa + kSpacing + exponent);
}

Region boundsOf(const FrameStep& step) {
    if (step.frames.empty()) return {};
    const int reach = step.model.size + (step.model.interpolation == Interpolation::bilinear ? 1 : 0);
    const FramePlace& any = step.places[step.frames.front()];
    int top = any.row, left = any.col, bottom = any.row, right = any.col;
    for (const int frame : step.frames) {
        const FramePlace& place = step.places[frame];
        top = std::min(top, place.row), left = std::min(left, place.col);
        bottom = std::max(bottom, place.row), right = std::max(right, place.col);
    }
    return {top, left, bottom - top + reach, right - left + reach};
}

void PtychoOps::frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule) {
    frameStep(step);
    if (step.clock) step.clock->enter(Phase::update);
    pieUpdate(object, step.objectSum, step.objectWeight, 1, step.model.objectRows, step.model.objectCols, region, rule);
}

void PtychoOps::pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                          UpdateRule rule) {
    pieUpdate(target, sum, weight, layers, rows, cols, region, static_cast<float>(maximum(weight, cols, region)), rule);
}

} // namespace ewald::compute
