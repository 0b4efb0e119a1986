// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <map>
#include <string>
#include <vector>

namespace ewald {

/// Of the difference map: [frame of the scan][mode][n][n]. Belongs to the frames that its run used.
inline constexpr const char* kDetectorWaves = "detector_waves";

/// Refined positions: [frame of the run][row, col, last step of each], object pixels.
inline constexpr const char* kSavedPositions = "positions";

/// Counts that every frame has beside the waves, [n][n] in the order of the run's frames, and the amplitude of the beam
/// by frame.
inline constexpr const char* kSavedBackground = "background";
inline constexpr const char* kSavedBeam = "beam";

/// σ of the detector's point spread, pixels.
inline constexpr const char* kSavedPointSpread = "point_spread_px";

/// How the probe changes from frame to frame: its modes [j][n][n] and their weights [frame][j].
inline constexpr const char* kSavedVariableModes = "variable_probe_modes";
inline constexpr const char* kSavedVariableWeights = "variable_probe_weights";

/// How many probe modes an engine has left, where that are fewer than were asked for.
inline constexpr const char* kSavedModes = "probe_modes";

/// The run has ended by itself, before the iterations that it was given. Without it, a run that goes on from this state
/// makes all of them.
inline constexpr const char* kSavedEnd = "ended";

/// What a run needs besides its results to go on as if it had not been interrupted, by name: of an engine (velocity,
/// waves) and of the loop around it. Names are those of HDF5 datasets: not empty, without '/'.
struct SavedState {
    std::map<std::string, std::vector<Complex>> arrays;
    std::map<std::string, std::vector<double>> numbers;

    [[nodiscard]] bool empty() const noexcept { return arrays.empty() && numbers.empty(); }
    /// The array or its first number; null or `otherwise` where there is none of that name.
    [[nodiscard]] const std::vector<Complex>* array(const std::string& name) const {
        const auto found = arrays.find(name);
        return found == arrays.end() ? nullptr : &found->second;
    }
    [[nodiscard]] double number(const std::string& name, double otherwise) const {
        const auto found = numbers.find(name);
        return found == numbers.end() || found->second.empty() ? otherwise : found->second.front();
    }
    bool operator==(const SavedState&) const = default;
};

} // namespace ewald
