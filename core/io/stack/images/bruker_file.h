// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <filesystem>
#include <memory>

namespace ewald::io {

/// The frame of a Bruker file (.gfrm, .sfrm), format 86 or 100: pixels of one or two bytes, and tables of the counts
/// that these do not hold. (Bruker AXS, "Frame file format", as fabio's brukerimage and bruker100image read it.)
/// Wavelength, distance and pixel size are taken; the beam centre is not, since its origin depends on the program that
/// wrote it. \throws DataError: damaged, or of another format
[[nodiscard]] StackContents openBrukerStack(const std::filesystem::path& file,
                                            const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
