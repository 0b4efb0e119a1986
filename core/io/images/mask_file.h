// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace ewald::io {

/// Reads an image of numbers (HDF5, NPY, TIFF, EDF or CBF, distinguished by content) as a mask: 1 where it is not zero
/// (NaN counts as not zero). \param file may be the address of a dataset (io/file_address.h) \param path dataset of an
/// HDF5 file whose name is no address; empty: its only 2-D dataset of numbers, or one whose name holds "mask"
/// \throws DataError naming the file and what is wrong
[[nodiscard]] Array<std::uint8_t, 2> readMaskFile(const std::filesystem::path& file, const std::string& path = {});

/// A warning where a mask is stored mirrored or turned, which is not undone; empty otherwise. \throws DataError
[[nodiscard]] std::string remarkOnMask(const std::filesystem::path& file);

/// By its name: the endings of Fit2D's and Dioptas' masks, or "mask" as a word of it. The file is not looked at.
[[nodiscard]] bool isNamedAsMask(const std::filesystem::path& file);

/// Writes a mask of 0 and 1 in the format of the name's ending: .edf, .tif, .tiff, .npy, .h5, .hdf5 or .nxs (there as
/// /entry/mask/mask). Atomic. readMaskFile() reads all of them.
/// \throws DataError for another ending, and where the file cannot be written
void writeMaskFile(const std::filesystem::path& file, const Array<std::uint8_t, 2>& mask, bool overwrite);

/// \param mask, frames rows and columns; \param where file of the mask, or its dataset
/// \throws DataError where a mask has another shape than the frames
void requireMaskShape(const std::array<std::size_t, 2>& mask, const std::array<std::size_t, 2>& frames,
                      const std::string& where);

/// More than nine pixels in ten: the mask is rather the wrong way round.
[[nodiscard]] bool masksAlmostAll(const Array<std::uint8_t, 2>& mask);

/// Masked in one of them is masked; an empty one masks nothing. \param mask of the shape of `all`, unless one is empty
void combineMasks(Array<std::uint8_t, 2>& all, const Array<std::uint8_t, 2>& mask);

} // namespace ewald::io
