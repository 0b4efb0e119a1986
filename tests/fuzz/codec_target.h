// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fuzz_target.h"

namespace ewald::fuzz {

/// The bytes of an input of the codecs before the chunk: byte 0 selects the codec, byte 1 is the element size, bytes
/// 2–3 the block size in units of 8 elements, bytes 4–6 the decoded size (little-endian, modulo 2²⁰ + 1).
inline constexpr std::size_t kPrefixBytes = 7;

} // namespace ewald::fuzz
