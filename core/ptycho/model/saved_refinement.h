// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/saved_state.h"
#include "ptycho/model/detector_state.h"
#include "ptycho/model/positions.h"
#include "ptycho/model/problem.h"
#include "ptycho/model/variable_probe.h"

#include <optional>
#include <string>

namespace ewald::ptycho {

// What a run has found beside object and probe, in the state that it saves (checkpoint or result). A state may hold it
// twice, that of the best iteration under another name. Any thread.

/// Adds the positions under `name`, four numbers a frame: row, column, and their velocities in object pixels; nothing
/// where none has moved.
void savePositions(const PositionState& state, const char* name, SavedState& saved);
/// What savePositions() has left, beside where the frames of `problem` began; absent where it is of other frames.
[[nodiscard]] std::optional<PositionState> positionsIn(const SavedState& saved, const char* name,
                                                       const Problem& problem);

/// Adds the background in counts, frame order of the detector, and the intensities of the frames under names that
/// begin with `prefix`, where they are fitted.
void saveDetector(const DetectorState& state, const std::string& prefix, SavedState& saved);
/// What saveDetector() has left; empty where it is of other frames.
[[nodiscard]] DetectorState detectorIn(const SavedState& saved, const std::string& prefix, const Problem& problem);

/// Adds modes [mode, row, column] and weights [frame, mode] of a probe that changes, where there are any.
void saveVariable(const VariableProbe& state, const std::string& prefix, SavedState& saved);
/// What saveVariable() has left; empty where it is of other frames.
[[nodiscard]] VariableProbe variableIn(const SavedState& saved, const std::string& prefix, const Problem& problem);

} // namespace ewald::ptycho
