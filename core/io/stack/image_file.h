// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <filesystem>
#include <string>

namespace ewald::io {

/// What an image is wanted for: decides which dataset of an HDF5 file is meant, and how messages call it.
enum class ImagePurpose { mask, image };

/// One image of numbers from an HDF5, NPY, TIFF, EDF or CBF file, distinguished by content.
/// \param path dataset of an HDF5 file; empty: its only image; for a mask also one whose name holds "mask"
/// \throws DataError naming the file and what is wrong
[[nodiscard]] Array<double, 2> readNumberImage(const std::filesystem::path& file, const std::string& path,
                                               ImagePurpose purpose);

} // namespace ewald::io
