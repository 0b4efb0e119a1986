// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace ewald::fit {

/// The level under the peaks of a curve: statistics-sensitive non-linear iterative peak clipping (Ryan et al., Nucl.
/// Instrum. Methods B 34 (1988) 396) of log(log(√(y + 1) + 1) + 1), with windows that shrink from `reach` to 1. A curve
/// that goes below zero, as after the subtraction of a dark image, is raised by its lowest value meanwhile.
/// \param curve finite values
[[nodiscard]] std::vector<double> snipBackground(const std::vector<double>& curve, std::size_t reach);

} // namespace ewald::fit
