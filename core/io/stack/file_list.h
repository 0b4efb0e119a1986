// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <filesystem>
#include <span>

namespace ewald::io {

/// The frames of files of any known kind, in the order given. What is said beside the frames is that of the first file.
///
/// In a list of single images, a file that is there but damaged becomes a frame that cannot be read, with a note: the
/// others keep their places. An HDF5 file whose frames another one of the list leads to (a data file beside its master)
/// counts once. \throws DataError
[[nodiscard]] StackContents openFiles(std::span<const std::filesystem::path> files, const StackOptions& options);

} // namespace ewald::io
