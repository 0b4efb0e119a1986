// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <filesystem>
#include <string>

namespace ewald::io {

/// What an image file says about itself beside its pixels.
struct ImageTags {
    double pixelHeight_m = 0; ///< 0 = not known
    double pixelWidth_m = 0;
    std::string description; ///< lines, UTF-8
};

/// 32-bit float TIFF, one plane, C order. The pixel size is given by the tags XResolution and YResolution in pixels a
/// centimetre, the description by ImageDescription. Atomic. \throws DataError
void writeTiff(const std::filesystem::path& file, const Array<float, 2>& image, bool overwrite, const ImageTags& tags);

} // namespace ewald::io
