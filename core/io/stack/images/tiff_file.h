// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {

/// One image of a TIFF file.
struct TiffPage {
    FrameShape shape;
    std::uint64_t directory = 0; ///< address of its tags
    bool oneBit = false;         ///< stored with one bit a pixel; shape.type is uint8
    std::string compression;     ///< "none", "deflate", "LZW"
    /// Address of the pixels when they lie in the file as they are, one after the other; 0 = only libtiff can read them
    std::uint64_t plainAt = 0;
    bool bigEndian = false;
    std::uint64_t leftOver = 0; ///< bytes that the tags give to its pixels and its size does not; known of one strip
    bool whiteIsZero = false;   ///< by its tag: the largest number is the darkest
    bool isPalette = false;   ///< by its tag: its numbers are places in a table of colours that are not shades of grey
    unsigned orientation = 1; ///< by the tag of this name; 1: the first row is on top, its first pixel on the left
};

/// What libtiff understands of a file.
struct TiffContents {
    std::vector<TiffPage> pages; ///< small copies and masks of other pages left out
    std::string description;     ///< of the first page; detectors put their header there
    std::size_t announced = 0;   ///< images that ImageJ, tifffile or OME-XML says it has written; 0: it does not say
    std::string packed;          ///< a warning where the numbers stand for others; empty: they do not
    bool endsEarly = false;      ///< another page is announced, and cannot be read
    std::uint64_t unnamed = 0;   ///< bytes that belong to no page, where they are more than one has; 0: none
};

/// \throws DataError: damaged, colours, packed pixels of 4 or 12 bits, numbers with an offset
[[nodiscard]] TiffContents openTiff(const std::filesystem::path& file);

/// What is to be said of a page that is stored mirrored or turned, which is not undone.
[[nodiscard]] std::string turnedPageText(const TiffPage& page, const std::filesystem::path& file);

/// Reads one page into `out`, shape.bytes() of it. \throws DataError
void readTiffPage(const std::filesystem::path& file, const TiffPage& page, std::span<std::byte> out);

/// All pages of a file as frames. \throws DataError also when pages differ
[[nodiscard]] StackContents openTiffStack(const std::filesystem::path& file,
                                          const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
