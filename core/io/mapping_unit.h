// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"

#include <string>

namespace ewald::io {

/// The unit of a dataset's numbers by its attribute or by the end of its name ("z_m", "ccd_pixel_um"), in the spelling
/// of an ImportMapping (m, mm, um, nm, A, keV, eV, J); `fallback` where neither says one. Any thread.
[[nodiscard]] std::string mappingUnit(const FileNode& node, const std::string& fallback);

/// Quantities whose unit the size of a number gives away.
enum class SizedQuantity { energy, distance, pixelSize };
/// The unit that a number without one has, in the spelling of an ImportMapping: no X-ray has thousands of keV or
/// 10⁻¹⁶ keV, no detector is 100 m away, and no pixel is a millimetre wide. Any thread.
[[nodiscard]] std::string unitBySize(SizedQuantity quantity, double value);

} // namespace ewald::io
