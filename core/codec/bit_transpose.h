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

/// Elements of every block that one call of bitUntransposeLanes() takes.
inline constexpr std::size_t kLaneElements = 512;

/// Whether this processor and this build have bitUntransposeLanes() for so many blocks of such elements.
[[nodiscard]] bool canUntransposeLanes(std::size_t lanes, std::size_t elementSize) noexcept;

/// Undoes the bit transposition of a part of several blocks of the same size and leaves it interleaved, in the
/// narrowest unsigned integers that hold all values of the part.
/// \param planes        one block a lane, as bitUntranspose() takes them; canUntransposeLanes() says how many
/// \param elements      of each block, a multiple of kLaneElements
/// \param firstElement  a multiple of kLaneElements
/// \param out           [kLaneElements][lanes] integers; room for elementSize bytes each
/// \returns bytes of such an integer: 1, 2 or 4
/// \throws InternalError when the sizes do not fit
[[nodiscard]] unsigned bitUntransposeLanes(std::span<const std::byte* const> planes, std::size_t elements,
                                           std::size_t elementSize, std::size_t firstElement, MutableBytes out);

} // namespace ewald::codec
