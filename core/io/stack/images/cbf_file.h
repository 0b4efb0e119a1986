// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ewald::io {

/// The binary section of a CBF file.
struct CbfHeader {
    FrameShape shape;
    std::uint64_t dataOffset = 0; ///< bytes from the start of the file
    std::uint64_t dataBytes = 0;
    bool byteOffset = true;                          ///< compressed; otherwise the pixels lie there as they are
    bool bigEndian = false;                          ///< of pixels that are not compressed
    std::optional<std::array<std::uint8_t, 16>> sum; ///< MD5 of the stored bytes; absent: it is not stated
    std::string text;                                ///< everything before the binary section
};

/// The header at the start of `text`; absent when the binary section does not begin in it.
/// \throws DataError for a header that makes no sense (without place: the caller knows the file)
[[nodiscard]] std::optional<CbfHeader> parseCbfHeader(std::string_view text);

/// The frame of a CBF file. \throws DataError
[[nodiscard]] StackContents openCbfStack(const std::filesystem::path& file,
                                         const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
