// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5.h"

#include <filesystem>
#include <functional>

namespace ewald::io {

/// Calls `content` with a new HDF5 file of a temporary name beside `target`, flushes it to disk and renames it:
/// `target` is absent, as it was, or complete. \throws DataError naming `target`: exists, unwritable folder, full disk
void writeHdf5Atomically(const std::filesystem::path& target, bool overwrite,
                         const std::function<void(h5::File&)>& content);

} // namespace ewald::io
