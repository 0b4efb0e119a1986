// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crystal/phase.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace ewald::crystal {

/// Reads a CIF or JCPDS file: by its ending (.cif, .jcpds), else by what is in it.
/// \throws DataError with the file, and the line where there is one
[[nodiscard]] Phase readPhase(const std::filesystem::path& file);

/// The phase of the first block of a CIF with a cell: group from the symmetry operations, the Hall symbol, the
/// Hermann-Mauguin symbol or the number, whichever is there first, and atoms. Where a symbol leaves two origins open,
/// that of which the atoms are on more special positions. Without intensities, with a remark, where an atom has no
/// coordinates or is of no element.
/// \param file for errors and the name \throws DataError
[[nodiscard]] Phase parseCif(std::string_view text, const std::string& file);

/// The phase of a JCPDS file: versions 2, 3 and 4 by lines ("3", title, system K0 K0', cell, expansion, …; Shim),
/// version 4 by keywords ("VERSION: 4"; Rivers), and the first one without a version (cubic or hexagonal). Spacings
/// come from the cell; listed spacings that contradict it are a remark. \param file for errors and the name \throws
/// DataError
[[nodiscard]] Phase parseJcpds(std::string_view text, const std::string& file);

} // namespace ewald::crystal
