// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ewald::job {

/// The pattern of a cake: the mean of its sectors, each weighted by its normalisation, which is what an integration
/// without sectors gives.
/// \param values [sector][radial bin]; what is not finite does not count
/// \param weights of values; empty: all sectors alike (files that do not tell)
/// \param errors whether values are standard deviations, which are added in quadrature
/// \returns one value a radial bin, not a number where no sector has one
[[nodiscard]] std::vector<float> meanOverSectors(std::span<const float> values, std::span<const float> weights,
                                                 std::size_t radialBins, bool errors = false);

} // namespace ewald::job
