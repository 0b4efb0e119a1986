// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/ptycho_ops.h"

#include <cmath>

namespace ewald::compute {

double anchorFor(double magnitude) {
    constexpr int kMantissa = 52; // explicit bits of a double
    constexpr int kSpacing = -40; // of the grid, relative to the magnitude
    int exponent = 0;
    std::frexp(magnitude > 0 && std::isfinite(magnitude) ? magnitude : 1.0, &exponent);
    return std::ldexp(1.5, kMantissa + kSpacing + exponent);
}

StepSums PtychoOps::frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, ObjectRule rule) {
    const PtychoModel& model = step.model;
    const StepSums sums = frameStep(step);
    const auto largest = static_cast<float>(maximum(step.objectWeight, model.objectCols, region));
    pieUpdate(object, step.objectSum, step.objectWeight, 1, model.objectRows, model.objectCols, region, largest,
              rule.alpha, rule.step);
    return sums;
}

} // namespace ewald::compute
