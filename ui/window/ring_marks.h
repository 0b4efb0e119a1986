// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/powder_preview.h"
#include "view/pattern_chart.h"

#include <vector>

namespace ewald::ui {

/// Rings as lines of a pattern: as high as they are strong, where that is known.
[[nodiscard]] std::vector<view::PatternMark> marksOf(const std::vector<RingPath>& rings);

} // namespace ewald::ui
