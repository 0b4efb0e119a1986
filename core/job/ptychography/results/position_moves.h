// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/position_move.h"

#include <vector>

namespace ewald::job {

/// The moves of all frames; empty where none has moved by more than what rounding does.
/// \param initial, refined of the same frames, metres \param frames their numbers in the file; empty: as they are
/// counted \param pixel_m of the object
[[nodiscard]] std::vector<PositionMove> positionMoves(const std::vector<ScanPosition>& initial,
                                                      const std::vector<ScanPosition>& refined,
                                                      const std::vector<std::size_t>& frames, double pixel_m);

/// How far positions have moved, metres.
struct MoveFigures {
    std::vector<double> lengths_m; ///< of the frames that have a place, rising
    double median_m = 0;
    double percentile95_m = 0; ///< 95 % of the frames moved less
    double longest_m = 0;
};
[[nodiscard]] MoveFigures moveFigures(const std::vector<PositionMove>& moves);

} // namespace ewald::job
