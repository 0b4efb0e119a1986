// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ewald::io {

/// An array of an archive that numpy.savez or savez_compressed has written, as the bytes of a NPY file.
/// \param name of the array; empty: the only one, or the one whose name is the first of `words` of which there is one
/// \throws DataError: damaged, no such array, several arrays
[[nodiscard]] std::string npyOfArchive(const std::filesystem::path& file, const std::string& name,
                                       const std::vector<std::string>& words);

} // namespace ewald::io
