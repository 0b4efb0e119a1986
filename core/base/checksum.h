// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ewald {

/// 128 bits that stand for bytes: equal for equal bytes, different (but for chance) for others. No protection against
/// intent: bytes with a given checksum can be made. About as fast as memory is read.
using Checksum = std::array<std::uint64_t, 2>;

/// Four lanes of the multiplication and rotation of XXH64 (Y. Collet, https://github.com/Cyan4973/xxHash), joined
/// twice.
[[nodiscard]] Checksum checksum(std::span<const std::byte> bytes) noexcept;

} // namespace ewald
