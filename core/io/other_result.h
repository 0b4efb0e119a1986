// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <filesystem>
#include <optional>
#include <string>

namespace ewald::io {

/// Probe and object of a reconstruction by another program, as a starting point.
struct OtherResult {
    std::string format;       ///< "PtyPy (.ptyr)", "MATLAB 7.3"
    Array<Complex, 3> probe;  ///< [mode][row][col]; empty = none in the file
    Array<Complex, 2> object; ///< [row][col], the first slice or mode; empty = none in the file
    double objectPixel_m = 0; ///< width of a pixel of both; 0 = not in the file
};

/// Reads a result of PtyPy (/content/probe/<storage>/data, /content/obj/<storage>/data), or the variables named probe
/// and object of a MATLAB 7.3 file, whose axes are in MATLAB's order. Absent when the file is neither.
/// \throws DataError for a damaged one
[[nodiscard]] std::optional<OtherResult> readOtherResult(const std::filesystem::path& file);

} // namespace ewald::io
