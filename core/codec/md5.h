// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/byte_reader.h"

#include <array>
#include <cstdint>

namespace ewald::codec {

/// The MD5 of bytes (RFC 1321), which CBF files state. It tells damage, and is no protection against intent.
[[nodiscard]] std::array<std::uint8_t, 16> md5(ConstBytes data) noexcept;

} // namespace ewald::codec
