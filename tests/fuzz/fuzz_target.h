// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// What every fuzzer consists of: the two functions here, once for each, and the main programs that all share.
namespace ewald::fuzz {

using Input = std::vector<std::uint8_t>;

/// Decodes one input. Nothing may escape but a return: crashes, sanitizer reports and exceptions other than DataError
/// are findings.
void decodeInput(const std::uint8_t* data, std::size_t size);

/// Valid inputs of every kind, to begin with.
[[nodiscard]] std::vector<Input> fuzzSeeds();

} // namespace ewald::fuzz
