// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/operations/ptycho_ops.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::compute {

double anchorFor(double magnitude) {
    constexpr int kMantissa = 52; // explicit bits of a double
    constexpr int kSpacing = -40; // of the grid, relative to the magnitude
    int exponent = 0;
    std::frexp(magnitude > 0 && std::isfinite(magnitude) ? magnitude : 1.0, &exponent);
    return std::ldexp(1.5, kMantissa + kSpacing + exponent);
}

SumGrids::Limits SumGrids::limits() const {
    const auto limit = [](double anchor, double count) {
        return count > 0 && anchor > 0 ? kernels::summandLimit(anchor, count) : std::numeric_limits<float>::infinity();
    };
    return {
        limit(objectSum, summands),   limit(objectWeight, summands),        limit(probeSum, summands),
        limit(probeWeight, summands), limit(variableSum, variableSummands), limit(variableWeight, variableSummands)};
}

std::size_t framesOfPiece(std::size_t frames, std::size_t bytesPerFrame, std::size_t cacheBytes) {
    constexpr std::size_t kLeast = std::size_t{8}
                                   << 20U; // bytes: a million numbers keep the largest GPU busy for 20 µs
    const std::size_t room = cacheBytes / 3;
    if (room < kLeast || frames * bytesPerFrame <= cacheBytes / 2) return frames;
    const std::size_t most = std::max<std::size_t>(1, room / bytesPerFrame);
    const std::size_t pieces = (frames + most - 1) / most;
    return (frames + pieces - 1) / pieces;
}

Region boundsOf(const FrameStep& step) {
    if (step.frames.empty()) return {};
    const int reach = step.model.size + (step.model.interpolation == Interpolation::bilinear ? 1 : 0);
    const int points = step.model.placesOfFrame();
    const FramePlace& any = step.places[step.frames.front() * points];
    int top = any.row, left = any.col, bottom = any.row, right = any.col;
    for (const int frame : step.frames)
        for (int point = 0; point < points; ++point) {
            const FramePlace& place = step.places[frame * points + point];
            top = std::min(top, place.row), left = std::min(left, place.col);
            bottom = std::max(bottom, place.row), right = std::max(right, place.col);
        }
    return {top, left, bottom - top + reach, right - left + reach};
}

void PtychoOps::frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule) {
    frameStep(step);
    if (step.clock) step.clock->enter(Phase::update);
    const PtychoModel& m = step.model;
    for (int layer = 0; layer < m.layers(); ++layer) {
        const FrameStep of = step.ofSlice(layer);
        pieUpdate(object + (of.object - step.object), of.objectSum, of.objectWeight, 1, m.objectRows, m.objectCols,
                  region, rule);
    }
}

} // namespace ewald::compute
