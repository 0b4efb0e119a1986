// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <string>
#include <vector>

namespace ewald::job {

/// What refinement did to the positions, in words: how far they went, and which rotation, scale, stretch and shear
/// these moves have in common, with what to check. Empty where no position has moved.
/// \param initial, refined of the same frames, metres
[[nodiscard]] std::vector<std::string> describePositions(const std::vector<ScanPosition>& initial,
                                                         const std::vector<ScanPosition>& refined);

} // namespace ewald::job
