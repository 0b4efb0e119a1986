// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace ewald::ptycho {

/// Takes a decision of the automatic plan, in one line.
using SayPlan = std::function<void(const std::string&)>;

/// Two significant digits.
[[nodiscard]] std::string rounded(double value);
[[nodiscard]] inline std::string percent(double value) { return rounded(100 * value); }

/// Of the noise limit: with an error above it, something is missing in the model. A simulated scan whose background is
/// 5 % of the counts and whose beam varies by 10 % comes to the limit with background and intensities, and stays at 2.2
/// without.
inline constexpr double kFarAbove = 1.3;

} // namespace ewald::ptycho
