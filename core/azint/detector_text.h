// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/detector.h"

#include <string_view>

namespace ewald::azint {

/// The detector of the catalogue that a data file describes: "PILATUS3 X 300K, S/N 3-0107", "Dectris EIGER2 Si 4M".
/// nullptr where it is not in the catalogue, and where only a maker or a family is named. Any thread.
[[nodiscard]] const Detector* describedDetector(std::string_view description);

} // namespace ewald::azint
