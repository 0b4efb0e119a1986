// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ewald::fuzz {

using Input = std::vector<std::uint8_t>;

/// Decodes one input in every way that its first byte selects. Nothing may escape but a return: crashes, sanitizer
/// reports and exceptions other than DataError are findings.
///
/// Input: byte 0 selects the codec, byte 1 the element size, bytes 2–3 the block size in units of 8 elements, bytes 4–6
/// the decoded size (little-endian, modulo 2²⁰ + 1); the chunk follows.
void decodeInput(const std::uint8_t* data, std::size_t size);

/// The bytes before the chunk, for the generator of seeds.
inline constexpr std::size_t kPrefixBytes = 7;

/// One valid input for every codec, block size and element size of interest.
[[nodiscard]] std::vector<Input> codecSeeds();

} // namespace ewald::fuzz
