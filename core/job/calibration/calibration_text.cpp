// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/calibration/calibration_text.h"

#include "base/units.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ewald::job {

std::array<CalibrationValue, calibrate::kBeamParameters> calibrationValues(const FrameCalibration& found) {
    const calibrate::BeamFit& fit = found.calibration.fit;
    const auto known = [&](std::size_t parameter) { return calibrate::isDetermined(fit, parameter); };
    return {CalibrationValue{"distance", "distance_m", fit.beam.distance_m, fit.sigma(0), "m", known(0)},
            CalibrationValue{"beam row", "beam_centre_row", found.beamRow, found.beamRowSigma, "px", known(1)},
            CalibrationValue{"beam column", "beam_centre_col", found.beamCol, found.beamColSigma, "px", known(2)},
            CalibrationValue{"rot1", "rot1_deg", fit.beam.rot1 / kDegree, fit.sigma(3) / kDegree, "deg", known(3)},
            CalibrationValue{"rot2", "rot2_deg", fit.beam.rot2 / kDegree, fit.sigma(4) / kDegree, "deg", known(4)}};
}

std::string valueWithError(double value, double sigma, const NumberStyle& style) {
    if (!(sigma > 0)) return numberText(value, 6, style);
    const int decimals = std::clamp(static_cast<int>(std::ceil(1 - std::log10(sigma))), 0, 9);
    const auto text = [&](double number) {
        char digits[400];
        std::snprintf(digits, sizeof digits, "%.*f", decimals, std::abs(number));
        std::string plain = digits;
        if (const auto point = plain.find('.'); point != std::string::npos) plain.replace(point, 1, style.decimalPoint);
        return (number < 0 ? style.minus : std::string()) + plain;
    };
    return text(value) + " ± " + text(sigma);
}

} // namespace ewald::job
