// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/peak_shape.h"

#include <cmath>
#include <numbers>

namespace ewald::fit {
namespace {

constexpr double kFourLn2 = 4 * std::numbers::ln2;
const double kGauss = std::sqrt(kFourLn2 / std::numbers::pi); // height of a Gaussian of area 1 and width 1
constexpr double kLorentz = 2 / std::numbers::pi;             // the same of a Lorentzian

constexpr std::array kNames{"gaussian", "lorentzian", "pseudo_voigt", "split_pseudo_voigt"};

} // namespace

const char* nameOf(PeakShape shape) { return kNames[static_cast<std::size_t>(shape)]; }

std::optional<PeakShape> peakShapeOf(std::string_view name) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (name == kNames[i]) return static_cast<PeakShape>(i);
    return std::nullopt;
}

double Peak::height() const { return area / fwhm * (mixing * kLorentz + (1 - mixing) * kGauss); }

double Peak::at(double x) const { return pointOf(*this, x).value; }

PeakValues valuesOf(const Peak& peak) { return {peak.area, peak.position, peak.fwhm, peak.mixing, peak.asymmetry}; }

Peak peakOf(const PeakValues& values) { return {values[0], values[1], values[2], values[3], values[4]}; }

std::array<bool, kPeakParameters> freeOf(PeakShape shape) {
    const bool mixes = shape == PeakShape::pseudoVoigt || shape == PeakShape::splitPseudoVoigt;
    return {true, true, true, mixes, shape == PeakShape::splitPseudoVoigt};
}

Peak startOf(PeakShape shape) {
    Peak peak;
    peak.mixing = shape == PeakShape::gaussian ? 0 : shape == PeakShape::lorentzian ? 1 : 0.5;
    return peak;
}

PeakPoint pointOf(const Peak& peak, double x) {
    const double side = x < peak.position ? 1 - peak.asymmetry : 1 + peak.asymmetry;
    const double u = (x - peak.position) / (peak.fwhm * side);
    const double lorentz = kLorentz / (1 + 4 * u * u);
    const double gauss = kGauss * std::exp(-kFourLn2 * u * u);
    const double profile = peak.mixing * lorentz + (1 - peak.mixing) * gauss;
    const double byU =
        -8 * u * (peak.mixing * lorentz / (1 + 4 * u * u) + (1 - peak.mixing) * std::numbers::ln2 * gauss);
    const double scale = peak.area / peak.fwhm;
    PeakPoint point;
    point.value = scale * profile;
    point.slopes = {profile / peak.fwhm, -scale * byU / (peak.fwhm * side),
                    -(scale * profile + scale * byU * u) / peak.fwhm, scale * (lorentz - gauss),
                    scale * byU * (x < peak.position ? u / side : -u / side)};
    return point;
}

} // namespace ewald::fit
