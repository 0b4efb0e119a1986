// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <cstddef>

namespace ewald {

/// Where refinement has taken the position of a frame.
struct PositionMove {
    std::size_t frame = 0; ///< number in the file
    ScanPosition from;     ///< as read, metres
    ScanPosition to;
    bool operator==(const PositionMove&) const = default;
};

} // namespace ewald
