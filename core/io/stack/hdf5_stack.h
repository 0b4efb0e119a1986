// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <filesystem>
#include <memory>

namespace ewald::io {

/// Frames of one HDF5 file, with what it links to, and with the geometry.
/// \param withImages also mask and flat field
/// \throws DataError
[[nodiscard]] StackContents openHdf5Stack(const std::filesystem::path& file, const StackOptions& options,
                                          const std::shared_ptr<DescriptorPool>& pool, bool withImages);

} // namespace ewald::io
