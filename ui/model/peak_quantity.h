// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/peaks/peak_file.h"

#include <QString>

#include <array>
#include <vector>

namespace ewald::ui {

/// What of a fitted peak is looked at along a series.
enum class PeakQuantity { position, width, area, chi2 };
inline constexpr std::array kPeakQuantities{PeakQuantity::position, PeakQuantity::width, PeakQuantity::area,
                                            PeakQuantity::chi2};
[[nodiscard]] QString quantityName(PeakQuantity quantity);
/// Its unit; empty: a plain number. \param unit job key of the axis' unit
[[nodiscard]] QString quantityUnit(PeakQuantity quantity, const std::string& unit);
/// "Position (nm⁻¹)"
[[nodiscard]] QString quantityTitle(PeakQuantity quantity, const std::string& unit);

/// A quantity of a peak in every frame.
struct QuantityCurve {
    std::vector<double> frames; ///< numbers in the stack
    std::vector<float> values;  ///< not a number where the peak was not fitted, or is weak
    std::vector<float> errors;  ///< empty: it has none
    std::size_t fitted = 0, weak = 0, notConverged = 0, noPoints = 0; ///< patterns
};
/// \param sector of a cake, else 0
[[nodiscard]] QuantityCurve curveOf(const job::PeakTable& table, std::size_t peak, std::size_t sector,
                                    PeakQuantity quantity);
/// Where a peak mostly is: the median of its positions where it is fitted, else the middle of its region.
[[nodiscard]] double usualPosition(const job::PeakTable& table, std::size_t peak);

/// "fitted", "weak" … \param tip what that means, for a tool tip
[[nodiscard]] QString stateName(fit::PeakState state);
[[nodiscard]] QString stateTip(fit::PeakState state);

} // namespace ewald::ui
