// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ewald::io {

/// Whether this program has written the file as what comes after a scan: a result, an integration, a checkpoint, an
/// exported image. Reads up to 128 KiB of it, and asks the HDF5 library only where these name the program. A file that
/// cannot be read is not. Any thread.
[[nodiscard]] bool isOwnFile(const std::filesystem::path& file) noexcept;

/// Whether the file may hold what was measured, which cannot be made again: frames, or HDF5 that is being written,
/// cannot be opened or holds something else, and nothing says that this program has written it. Opens it; any thread.
[[nodiscard]] bool mayBeMeasured(const std::filesystem::path& file) noexcept;

} // namespace ewald::io
