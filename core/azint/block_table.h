// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/loops/accumulate.h"
#include "compute/operations/integrate_ops.h"

namespace ewald::azint {

/// The pixel table for devices that integrate frames block by block as they are compressed.
/// \param blockPixels see compute::BlockTable
/// \param threads 0 = all that the machine has; the table does not depend on it
/// \throws JobError when it becomes too large
[[nodiscard]] compute::BlockTable makeBlockTable(const PixelTable& table, std::size_t blockPixels,
                                                 unsigned threads = 0);

/// The range of values as devices check it. Not for pixels of 64 bits.
[[nodiscard]] kernels::ValueRange valueRangeOf(const FastRange& range) noexcept;

} // namespace ewald::azint
