// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/position_moves.h"

#include <algorithm>
#include <cmath>

namespace ewald::job {

std::vector<PositionMove> positionMoves(const std::vector<ScanPosition>& initial,
                                        const std::vector<ScanPosition>& refined,
                                        const std::vector<std::size_t>& frames, double pixel_m) {
    constexpr double kRounding_px = 1e-6; // from metres to pixels and back, with room
    if (initial.size() != refined.size()) return {};
    std::vector<PositionMove> moves;
    moves.reserve(initial.size());
    bool moved = false;
    for (std::size_t i = 0; i < initial.size(); ++i) {
        moves.push_back({i < frames.size() ? frames[i] : i, initial[i], refined[i]});
        moved = moved ||
                std::hypot(refined[i].x - initial[i].x, refined[i].y - initial[i].y) > kRounding_px * std::abs(pixel_m);
    }
    if (!moved) moves.clear();
    return moves;
}

MoveFigures moveFigures(const std::vector<PositionMove>& moves) {
    MoveFigures figures;
    for (const PositionMove& move : moves) {
        const double length = std::hypot(move.to.x - move.from.x, move.to.y - move.from.y);
        if (std::isfinite(length)) figures.lengths_m.push_back(length);
    }
    std::ranges::sort(figures.lengths_m);
    if (figures.lengths_m.empty()) return figures;
    const auto at = [&](double fraction) {
        const auto last = static_cast<double>(figures.lengths_m.size() - 1);
        return figures.lengths_m[static_cast<std::size_t>(std::lround(fraction * last))];
    };
    figures.median_m = at(0.5);
    figures.percentile95_m = at(0.95);
    figures.longest_m = figures.lengths_m.back();
    return figures;
}

} // namespace ewald::job
