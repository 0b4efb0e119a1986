// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/position_search.h"

#include "base/units.h"
#include "ptycho/model/random.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ewald::ptycho {
namespace {

constexpr std::size_t kPlaces = 4; ///< on each circle
constexpr std::size_t kEvery = 2;  ///< iterations: the object has to follow
constexpr std::size_t kLongest = 60;
constexpr double kLeastRadius_px = 0.2;

/// Σ(√Î − √I)² of each frame where it is now; by frame number, on every rank.
std::vector<double> errorsNow(EngineContext& state) {
    state.collect({.beam = true});
    state.passToCollect();
    std::vector<double> errors;
    for (const compute::FrameFigures& figures : state.frameFigures()) errors.push_back(figures.error);
    return errors;
}

} // namespace

PositionPlan planPositions(const StageSettings& settings, std::size_t searched) {
    if (settings.positionMethod == PositionMethod::gradient) return {.gradient = true};
    const std::size_t available =
        settings.iterations > settings.positionStart ? settings.iterations - settings.positionStart : 0;
    const bool both = settings.positionMethod == PositionMethod::both;
    const std::size_t length = std::min(kLongest, both ? available / 2 : available);
    if (both && searched >= length) return {.gradient = true};
    if (searched % kEvery != 0) return {.search = true};
    const double passed = length > 0 ? std::min(1.0, static_cast<double>(searched) / static_cast<double>(length)) : 1;
    const double first = settings.positionLimit_px;
    return {.search = true, .radius_px = kLeastRadius_px + std::max(0.0, first - kLeastRadius_px) * (1 - passed)};
}

void searchPositions(EngineContext& state, double radius_px, double limit_px, unsigned long long seed,
                     std::size_t iteration) {
    const double limit = std::min(limit_px, state.positionRoom());
    PositionState positions = state.positions();
    const std::size_t frames = positions.now.size();
    positions.velocity.assign(frames, {}); // a gradient begins anew from where the search has ended
    ++positions.searched;
    if (!(radius_px > 0)) {
        state.setPositions(std::move(positions));
        return;
    }
    const std::vector<PixelPosition> before = positions.now;
    std::vector<PixelPosition> best = before;
    std::vector<double> least = errorsNow(state);
    for (std::size_t place = 0; place < kPlaces; ++place) {
        for (std::size_t i = 0; i < frames; ++i) {
            Random random(seed + 0x706f736974696f6eULL, iteration * frames + i);
            const double radius = radius_px * random.uniform();
            const double angle = 2 * kPi * (random.uniform() + static_cast<double>(place) / kPlaces);
            const PixelPosition& start = positions.start[i];
            positions.now[i] = {
                std::clamp(before[i].row + radius * std::sin(angle), start.row - limit, start.row + limit),
                std::clamp(before[i].col + radius * std::cos(angle), start.col - limit, start.col + limit)};
        }
        state.setPositions(positions);
        const std::vector<double> errors = errorsNow(state);
        for (std::size_t i = 0; i < frames; ++i)
            if (errors[i] < least[i]) least[i] = errors[i], best[i] = positions.now[i];
    }
    positions.now = std::move(best);
    state.setPositions(std::move(positions));
}

} // namespace ewald::ptycho
