// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/byte_reader.h"

#include <vector>

namespace ewald::codec {

/// CBF's byte-offset compression ("x-CBF_BYTE_OFFSET" of the imgCIF dictionary): differences of neighbouring pixels in
/// one byte, or −128 and two bytes, or −32768 behind that and four, or −2³¹ behind that and eight; all little-endian.
/// \param elementSize bytes of an integer of the result, 1, 2, 4 or 8, in the byte order of this machine
/// \param out         whole elements; differences that lead out of the type wrap around. Bytes left over are ignored
/// \throws DataError when the data end too early
void decodeByteOffset(ConstBytes stored, std::size_t elementSize, MutableBytes out);

/// \param pixels signed 32-bit integers
[[nodiscard]] std::vector<std::byte> encodeByteOffset(std::span<const std::int32_t> pixels);

} // namespace ewald::codec
