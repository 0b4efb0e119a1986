// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/pixel_type.h"
#include "io/hdf5/hdf5.h"
#include "io/scan.h"

#include <optional>
#include <string>
#include <vector>

namespace ewald::io {

/// The number that stands for pixels without a measurement in the frames at `path`, by the attributes _FillValue and
/// missing_value of netCDF. Absent where there is none, or where such a pixel is left out anyhow (NaN, the markers of
/// the type). 0 is a count as well and does not count as such a number, with a warning.
/// \param type of the frames
[[nodiscard]] std::optional<double> notMeasuredValue(const h5::File& file, const std::string& path, PixelType type,
                                                     std::vector<Note>& notes);

} // namespace ewald::io
