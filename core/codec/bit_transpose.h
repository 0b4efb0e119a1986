// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/byte_reader.h"

namespace ewald::codec {

/// Which of the compiled variants of the bit transposition is used.
enum class SimdLevel { portable, sse2, avx2 };

/// The best variant that this processor and this build have. Constant during a run.
[[nodiscard]] SimdLevel bestSimdLevel() noexcept;

/// Undoes the bit transposition of one bitshuffle block.
///
/// Input: 8·elementSize bit planes of elements/8 bytes; plane b holds bit b (b = 0: lowest bit of the element's first
/// byte) of all elements, element e in byte e/8, bit e%8. Output: the elements as they are in memory.
/// \param planes   elements·elementSize bytes
/// \param elements multiple of 8
/// \param out      elements·elementSize bytes, apart from `planes`
/// \throws InternalError when the sizes do not fit together
void bitUntranspose(ConstBytes planes, std::size_t elements, std::size_t elementSize, MutableBytes out,
                    SimdLevel level = bestSimdLevel());

/// The inverse of bitUntranspose(); same sizes.
void bitTranspose(ConstBytes in, std::size_t elements, std::size_t elementSize, MutableBytes planes);

} // namespace ewald::codec
