// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

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

/// The bytes of an 8-bit RGB PNG file of width × height × 3 bytes. Any thread. \throws DataError for another size, or
/// none
[[nodiscard]] std::vector<std::uint8_t> pngBytes(std::size_t width, std::size_t height,
                                                 std::span<const std::uint8_t> rgb);

} // namespace ewald::io
