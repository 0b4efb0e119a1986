// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <cstddef>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ewald::io {

/// What a file of numpy.save says of its array.
struct NpyHeader {
    std::optional<PixelType> type; ///< absent: no plain numbers
    bool halfFloats = false;       ///< of 16 bits, which become those of `type`
    bool bigEndian = false;
    bool columnsFirst = false;      ///< the first index runs fastest
    std::vector<std::size_t> shape; ///< empty: it cannot be read
    std::string shapeText;          ///< " (3, 4" as the file has it
};

/// The header at the start of a stream, which then stands at the numbers; absent: it is damaged.
[[nodiscard]] std::optional<NpyHeader> readNpyHeader(std::istream& stream);

/// The frames of an array of two axes (one frame), three, or four, of which the first two are those of the scan.
/// \throws DataError
[[nodiscard]] StackContents openNpyStack(const std::filesystem::path& file,
                                         const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
