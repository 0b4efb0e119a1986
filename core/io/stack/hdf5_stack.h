// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <filesystem>
#include <memory>

namespace ewald::io {

/// Frames of one HDF5 file, with what it links to.
/// \param withDetector also geometry, mask and flat field: those of the first file hold for all
/// \throws DataError
[[nodiscard]] StackContents openHdf5Stack(const std::filesystem::path& file, const StackOptions& options,
                                          const std::shared_ptr<DescriptorPool>& pool, bool withDetector);

} // namespace ewald::io
