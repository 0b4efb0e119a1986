// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/engine_context.h"
#include "ptycho/model/settings.h"

#include <cstddef>

namespace ewald::ptycho {

/// What becomes of the positions in one iteration.
struct PositionPlan {
    bool gradient = false; ///< they follow the normal equations
    bool search = false;   ///< searchPositions(), …
    double radius_px = 0;  ///< … with this radius; 0: the object follows the last search
};
/// \param settings of a stage that refines positions
/// \param searched iterations that have been spent on searching
[[nodiscard]] PositionPlan planPositions(const StageSettings& settings, std::size_t searched);

/// Moves each frame to where its error is least, of where it is and some places on a circle of a random radius around
/// that: for errors that are beyond the reach of the gradient. The places depend on seed, iteration and number of the
/// frame alone. Collective; the same on any number of ranks.
/// (Maiden, Humphry, Sarahan, Kraus & Rodenburg 2012, Ultramicroscopy 120, 64.)
/// \param radius_px largest one; 0: nothing moves, the iteration is counted only
/// \param limit_px how far a position may go from where it began, along each axis
void searchPositions(EngineContext& state, double radius_px, double limit_px, unsigned long long seed,
                     std::size_t iteration);

} // namespace ewald::ptycho
