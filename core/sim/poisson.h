// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/random.h"

#include <cstdint>

namespace ewald::sim {

/// One Poisson-distributed count. Not std::poisson_distribution, whose numbers differ from library to library: with
/// this one a seed gives the same counts everywhere.
///
/// Below 10 by inversion, above by transformed rejection (W. Hörmann, Insurance: Mathematics and Economics 12 (1993)
/// 39, algorithm PTRS). Means above 10⁹ are drawn from the normal distribution of the same mean and variance.
/// \param mean ≥ 0; not a number counts as 0
[[nodiscard]] std::uint64_t drawPoisson(double mean, ptycho::Random& random);

} // namespace ewald::sim
