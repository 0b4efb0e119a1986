// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5.h"
#include "io/scan.h"

#include <memory>
#include <string>
#include <vector>

namespace ewald::io {

/// Frames in one HDF5 dataset of real numbers: (N,H,W), or (ny,nx,H,W), whose first axes are joined.
/// \throws DataError for another shape or type, an empty dataset, a filter that cannot be undone, or a virtual dataset
/// whose sources are not there
[[nodiscard]] std::shared_ptr<const FrameSource> openHdf5Frames(const h5::File& file, const std::string& path);

/// Several sources of the same frame shape one after the other (chunks of a .ptyd, files of a detector).
/// \throws DataError when shapes differ
[[nodiscard]] std::shared_ptr<const FrameSource> joinFrames(std::vector<std::shared_ptr<const FrameSource>> parts,
                                                            const std::string& where);

/// Chosen frames of a source in a given order.
[[nodiscard]] std::shared_ptr<const FrameSource> selectFrames(std::shared_ptr<const FrameSource> source,
                                                              std::vector<std::size_t> indices);

} // namespace ewald::io
