// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/powder_preview.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"

#include <vector>

namespace ewald::ui {

/// What a ring is called: "1 1 1", or "silicon 1 1 1" where there are several substances; empty where nothing is known.
[[nodiscard]] QString nameOf(const RingPath& ring);

/// Rings as lines of a pattern, from left to right: as high as they are strong, where that is known.
[[nodiscard]] std::vector<view::PatternMark> marksOf(const std::vector<RingPath>& rings);

/// Rings as lines over a cake, from its first row to its last, with their names.
/// \param azimuth of the rows, in degrees \param radial of the columns, in the unit of the rings' values
[[nodiscard]] std::vector<view::ImagePath> cakePathsOf(const std::vector<RingPath>& rings,
                                                       const view::ImageAxis& azimuth, const view::ImageAxis& radial,
                                                       std::size_t rows, std::size_t cols);

} // namespace ewald::ui
