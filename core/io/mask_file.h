// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace ewald::io {

/// Reads an image of numbers (HDF5, NPY or TIFF, told apart by content) as a mask: 1 where it is not zero (NaN counts
/// as not zero).
/// \param path dataset of an HDF5 file; empty: its only 2-D dataset of numbers, or one whose name holds "mask"
/// \throws DataError naming the file and what is wrong
[[nodiscard]] Array<std::uint8_t, 2> readMaskFile(const std::filesystem::path& file, const std::string& path = {});

} // namespace ewald::io
