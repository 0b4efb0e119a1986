// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"

#include <optional>

namespace ewald::io {

/// Where the middle of the object lies among the positions of a product of ptychodus, in metres along the axes of these
/// (the attributes center_x_m and center_y_m of /object). In ptychodus the position p is at the column
/// (p.x − centre.x) / pixel + columns / 2 of the object, and at the row that y gives alike. Reads the file of the scan
/// again. Absent for scans of other formats, and where the product does not say it. \throws DataError
[[nodiscard]] std::optional<ScanPosition> centreOfProductObject(const Scan& scan);

} // namespace ewald::io
