// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/byte_reader.h"

#include <cstdint>

namespace ewald::codec {

/// The first version of the packing of CCP4 ("CCP4 packed image", J. P. Abrahams 1993), which mar345 files have: blocks
/// of 2⁰ to 2⁷ differences of 0 to 32 bits from the mean of four neighbours that are known by then.
/// \param stored behind the line that says so
/// \param cols   of the image
/// \param out    whole rows
/// \throws DataError when the data end too early
void decodeCcp4Pack(ConstBytes stored, std::size_t cols, std::span<std::uint16_t> out);

} // namespace ewald::codec
