// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/saved_state.h"
#include "ptycho/model/detector_state.h"
#include "ptycho/model/positions.h"
#include "ptycho/model/problem.h"
#include "ptycho/model/variable_probe.h"

#include <string>

namespace ewald::ptycho {

/// The unknowns beside object and probe. The same on every rank.
struct Refinement {
    PositionState positions;
    DetectorState detector;
    VariableProbe variable;
};

/// Of a problem of which nothing has been refined yet.
[[nodiscard]] Refinement firstRefinement(const Problem& problem);

/// Adds to the state that a run saves (checkpoint or result), under names that begin with `prefix`, whatever has been
/// refined: positions, four numbers a frame (row, column and their velocities in object pixels); the background in
/// counts, frame order of the detector; the intensities of the frames; the point spread; modes [mode, row, column] and
/// weights [frame, mode] of a probe that changes. Any thread.
void saveRefinement(const Refinement& refinement, const std::string& prefix, SavedState& saved);
/// What saveRefinement() has left; of what is not there, or of other frames than those of `problem`, firstRefinement().
/// Any thread.
[[nodiscard]] Refinement refinementIn(const SavedState& saved, const std::string& prefix, const Problem& problem);

} // namespace ewald::ptycho
