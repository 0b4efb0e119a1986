// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace ewald::fit {

/// The profile of a peak. All are one formula, of which some have parameters that keep their value.
enum class PeakShape { gaussian, lorentzian, pseudoVoigt, splitPseudoVoigt };
inline constexpr std::array kPeakShapes{PeakShape::gaussian, PeakShape::lorentzian, PeakShape::pseudoVoigt,
                                        PeakShape::splitPseudoVoigt};

/// "gaussian", "lorentzian", "pseudo_voigt", "split_pseudo_voigt"
[[nodiscard]] const char* nameOf(PeakShape shape);
[[nodiscard]] std::optional<PeakShape> peakShapeOf(std::string_view name);

/// area · (mixing · L + (1 − mixing) · G), with a Lorentzian L and a Gaussian G of unit area and of one full width at
/// half maximum: fwhm · (1 − asymmetry) below the position and fwhm · (1 + asymmetry) above it.
struct Peak {
    double area = 0;      ///< counts × unit of the axis
    double position = 0;  ///< of the maximum, unit of the axis
    double fwhm = 1;      ///< full width at half maximum, unit of the axis
    double mixing = 0;    ///< 0 Gaussian … 1 Lorentzian
    double asymmetry = 0; ///< −1 … 1

    [[nodiscard]] double height() const;
    [[nodiscard]] double at(double x) const;
};

/// The parameters of a peak: area, position, fwhm, mixing, asymmetry, in this order.
inline constexpr std::size_t kPeakParameters = 5;
using PeakValues = std::array<double, kPeakParameters>;
[[nodiscard]] PeakValues valuesOf(const Peak& peak);
[[nodiscard]] Peak peakOf(const PeakValues& values);
/// Which of them a shape has for itself; the others keep the value of startOf().
[[nodiscard]] std::array<bool, kPeakParameters> freeOf(PeakShape shape);
/// A peak that has the parameters that `shape` gives to all of its peaks.
[[nodiscard]] Peak startOf(PeakShape shape);

/// A peak at x and its derivatives by the five parameters.
struct PeakPoint {
    double value = 0;
    PeakValues slopes{};
};
[[nodiscard]] PeakPoint pointOf(const Peak& peak, double x);

} // namespace ewald::fit
