// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace ewald::io {

/// Whether these are the first bytes (192 or more) of a file of a mar345 image plate scanner.
[[nodiscard]] bool isMar345Header(std::span<const std::byte> bytes) noexcept;

/// The image of a mar345 file, packed as CCP4 does, with counts above 65535 in a table of their own. ("The mar345
/// image formats", marresearch.) \throws DataError: damaged, or in another packing
[[nodiscard]] StackContents openMar345Stack(const std::filesystem::path& file,
                                            const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
