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
