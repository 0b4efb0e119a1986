// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace ewald::io {

/// `zip` are archives, also .npz; `fit2dMask` the .msk files of Fit2D; `other` are of none of these kinds, and of
/// `unknown` nobody can tell: they cannot be read, are empty or begin with room that is only reserved.
enum class FileKind {
    unknown,
    hdf5,
    tiff,
    edf,
    cbf,
    npy,
    mib,
    spe,
    ge,
    mar345,
    bruker,
    smv,
    raxis,
    zip,
    fit2dMask,
    other
};

/// Whether files of this kind hold images and nothing of how they belong together: TIFF, EDF, CBF, NPY, MIB, SPE, GE,
/// mar345, Bruker, SMV, R-AXIS.
[[nodiscard]] constexpr bool holdsImages(FileKind kind) noexcept {
    return kind >= FileKind::tiff && kind <= FileKind::raxis;
}

/// What a file is by its first bytes. Opens it once; never throws.
[[nodiscard]] FileKind fileKind(const std::filesystem::path& file) noexcept;

/// "*.cxi", "*.h5" … "*.mar*": how names of files end that hold frames, for lists of names to choose from.
[[nodiscard]] std::span<const char* const> frameFilePatterns() noexcept;
/// Whether the name ends so, in letters of any case.
[[nodiscard]] bool isNamedLikeFrames(const std::filesystem::path& file);

/// "gzip" or "bzip2" for a file that was compressed as a whole; else empty. Never throws.
[[nodiscard]] std::string wholeCompression(const std::filesystem::path& file) noexcept;

} // namespace ewald::io
