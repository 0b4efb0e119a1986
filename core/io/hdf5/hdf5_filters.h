// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ewald::io {

/// Makes the HDF5 library of this process decode bitshuffle, LZ4, zstd, blosc, LZF, bzip2 and the rounding filters
/// (BitGroom, BitRound) with Ewald's own decoders, and encode bitshuffle, LZ4 and zstd; no filter plugins are needed.
/// Idempotent and thread-safe; call it before a dataset is read or created. \throws DataError when HDF5 refuses
void registerFilters();

/// The name of an HDF5 filter for people; "unknown filter N" for one that is not registered with The HDF Group.
[[nodiscard]] std::string filterName(int id);

/// Why a filter failed in the last read or write of the calling thread, one line; empty when none failed. Taking the
/// message clears it. The HDF5 library itself only reports that "some filter" failed.
[[nodiscard]] std::string lastFilterError();

} // namespace ewald::io
