// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace ewald::io {

/// Whether a file without a header that says so is one of a GE 41RT panel, of which only the size of its frames is
/// known: by the ending of its name (.ge, .ge1 … .ge5) and its size.
[[nodiscard]] bool isBlankGeFile(const std::filesystem::path& file, std::uint64_t bytes) noexcept;

/// All frames of a file of a GE panel: a header of 8192 bytes, which may be blank, and frames of 16-bit numbers.
/// (Layout of the header: that of ADEPT, as fabio's GEimage documents it.) \throws DataError
[[nodiscard]] StackContents openGeStack(const std::filesystem::path& file, const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
