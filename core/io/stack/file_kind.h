// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace ewald::io {

/// `zip` are archives, also .npz; `fit2dMask` the .msk files of Fit2D.
enum class FileKind { unknown, hdf5, tiff, edf, cbf, npy, mib, spe, ge, mar345, bruker, raxis, zip, fit2dMask };

/// Whether files of this kind hold images and nothing of how they belong together: TIFF, EDF, CBF, NPY, MIB, SPE, GE,
/// mar345, Bruker, R-AXIS.
[[nodiscard]] constexpr bool holdsImages(FileKind kind) noexcept {
    return kind >= FileKind::tiff && kind <= FileKind::raxis;
}

/// What a file is by its first bytes; unknown for what cannot be read. Never throws.
[[nodiscard]] FileKind fileKind(const std::filesystem::path& file) noexcept;

/// "gzip" or "bzip2" for a file that was compressed as a whole; else empty. Never throws.
[[nodiscard]] std::string wholeCompression(const std::filesystem::path& file) noexcept;

} // namespace ewald::io
