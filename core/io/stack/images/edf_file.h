// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/images/keyed_header.h"
#include "io/stack/segment.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace ewald::io {

/// The header of one frame of an ESRF data file.
struct EdfHeader {
    KeyedHeader values;
    std::size_t headerBytes = 0; ///< the pixels begin here
    FrameShape shape;
    std::size_t layers = 1; ///< Dim_3: frames behind this header
    std::size_t images = 1; ///< Num_Images: frames of the file, which may all lie behind one header
    std::uint64_t dataBytes = 0;
    bool bigEndian = false;
};

/// The header at the start of `text`; absent when its end is not in it.
/// \throws DataError for a header that makes no sense (without place: the caller knows the file)
[[nodiscard]] std::optional<EdfHeader> parseEdfHeader(std::string_view text);

/// All frames of an EDF file; one that is not complete at its end is left out with a note. \throws DataError
[[nodiscard]] StackContents openEdfStack(const std::filesystem::path& file,
                                         const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
