// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/bit_transpose.h"

namespace ewald::codec {

/// Bytes behind the end of the output that decodeLz4Block() may write to: it copies in steps of a vector.
inline constexpr std::size_t kLz4Slack = 64;

/// Decodes one LZ4 block that has to give exactly `decodedBytes`. Accepts what kernels::decodeLz4() accepts, the text
/// that devices run. Nothing is read outside `in` or written outside `out`.
/// \param out  decodedBytes + kLz4Slack bytes at least; what lies behind the decoded ones holds anything afterwards
/// \returns false for a damaged block: then all of `out` holds anything
[[nodiscard]] bool decodeLz4Block(ConstBytes in, std::size_t decodedBytes, MutableBytes out,
                                  SimdLevel level = bestSimdLevel()) noexcept;

} // namespace ewald::codec
