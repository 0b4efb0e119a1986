// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/frame_stack.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace ewald::job {

/// How rows are divided into groups that workers take as a whole: group g is the rows [starts[g], starts[g + 1]).
using GroupStarts = std::vector<std::size_t>;

/// Groups of about `wanted` rows. Rows whose frames are decoded together stay together, so that no chunk is decoded
/// twice: a group is larger than `wanted` only when one unit is, and divides a unit only when that has more than
/// `most`. \param unitOf of the frame of a row
[[nodiscard]] GroupStarts divideRows(std::size_t rows, std::size_t wanted, std::size_t most,
                                     const std::function<io::FrameUnit(std::size_t row)>& unitOf);

} // namespace ewald::job
