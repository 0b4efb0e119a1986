// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace ewald::io {

/// An array of an archive that numpy.savez or savez_compressed has written, as the bytes of a NPY file.
/// \param name of the array; empty: the only one, or the one that is called "mask"
/// \throws DataError: damaged, no such array, several arrays
[[nodiscard]] std::string npyOfArchive(const std::filesystem::path& file, const std::string& name);

} // namespace ewald::io
