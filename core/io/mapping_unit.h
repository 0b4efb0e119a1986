// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"

#include <string>

namespace ewald::io {

/// The unit of a dataset's numbers by its attribute or by the end of its name ("z_m", "ccd_pixel_um"), in the spelling
/// of an ImportMapping (m, mm, um, nm, A, keV, eV, J); `fallback` where neither says one. Any thread.
[[nodiscard]] std::string mappingUnit(const FileNode& node, const std::string& fallback);

} // namespace ewald::io
