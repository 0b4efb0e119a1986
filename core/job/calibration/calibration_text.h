// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/quantity_text.h"
#include "job/calibration/calibrate_frames.h"

#include <array>
#include <string>

namespace ewald::job {

/// A fitted value as people want to read it.
struct CalibrationValue {
    const char* label; ///< "beam row", English
    const char* key;   ///< "beam_centre_row", of the answer as JSON
    double value;
    double sigma; ///< 0 = it was not fitted
    const char* unit;
    bool determined; ///< see calibrate::isDetermined()
};

/// In the order of calibrate::Beam: distance (m), beam row and column (px, of the flipped image), rot1, rot2 (degrees).
[[nodiscard]] std::array<CalibrationValue, calibrate::kBeamParameters> calibrationValues(const FrameCalibration& found);

/// "0.20871 ± 0.00012": digits down to a tenth of the error or less; six significant ones where there is no error.
[[nodiscard]] std::string valueWithError(double value, double sigma, const NumberStyle& style = {});

} // namespace ewald::job
