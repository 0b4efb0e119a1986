// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <array>
#include <string>
#include <vector>

namespace ewald::job {

/// Times the noise limit: the best reconstructions of measured scans, with modes and positions, end at 1.2 to 1.3.
inline constexpr double kAtNoiseLimit = 1.3;

/// From the middle of a scan to its farthest frame, metres; 0 of none.
[[nodiscard]] double reachOf(const std::vector<ScanPosition>& positions);

/// What refinement did to the positions, in words: how far they went, and which rotation, scale, stretch and shear
/// these moves have in common, with their standard errors and what to check. What is not certain, below four standard
/// errors, is not said. Empty where no position has moved.
/// \param initial, refined of the same frames, metres \param pixel_m of the object
/// \param timesLimit the error of the model over the noise limit; 0: not known. A model that does not fit the frames
/// moves positions to make up for it, which is a part of the standard errors
/// \param left what the search takes to be left to be done of scale, rotation, stretch and shear, likewise
[[nodiscard]] std::vector<std::string> describePositions(const std::vector<ScanPosition>& initial,
                                                         const std::vector<ScanPosition>& refined, double pixel_m,
                                                         double timesLimit, const std::array<double, 4>& left = {});

} // namespace ewald::job
