// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ewald::io {

enum class FileKind { unknown, hdf5, tiff, edf, cbf, npy };

/// What a file is by its first bytes; unknown for what cannot be read. Never throws.
[[nodiscard]] FileKind fileKind(const std::filesystem::path& file) noexcept;

} // namespace ewald::io
