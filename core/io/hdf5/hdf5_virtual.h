// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ewald::io::h5 {

/// One entry of a virtual dataset: whole frames of a source that appear as frames of the dataset.
struct VirtualFrames {
    std::string file; ///< as written; "." = the file of the dataset itself
    std::string dataset;
    /// Frame of the dataset and frame of the source, both counted over all axes but the last two, C order.
    std::vector<std::pair<std::size_t, std::size_t>> frames;
};

/// What a virtual dataset consists of, in the order of its list.
///
/// A source of which more frames are named than the dataset has room for is cut off; one that grows (unlimited
/// selections) is listed up to the dataset's extent, so that it may name frames that the source does not have yet.
/// \param shapeOf the real shape of a source; absent when it is not there: then the list's own idea of it is used
/// \return absent when an entry is no list of whole frames of the same size: only the library can read that
/// \throws DataError when the list cannot be read
[[nodiscard]] std::optional<std::vector<VirtualFrames>> virtualFrames(
    const Dataset& dataset,
    const std::function<std::optional<Shape>(const std::string& file, const std::string& dataset)>& shapeOf);

/// The sources that a virtual dataset names, as written, each once: file ("." = that of the dataset) and dataset.
/// \throws DataError when the list cannot be read
[[nodiscard]] std::set<std::pair<std::string, std::string>> virtualSources(const Dataset& dataset);

/// Sources of which a virtual dataset takes one block after the other: their names hold "%b" for the number of the
/// block.
struct NumberedSources {
    std::string file, dataset;  ///< as written
    std::size_t beyond = 0;     ///< number of the first block behind the extent, where the library found no more
    std::size_t framesEach = 0; ///< of a block, counted over all axes but the last two
};
/// Those of a virtual dataset whose number is not limited. \throws DataError when the list cannot be read
[[nodiscard]] std::vector<NumberedSources> numberedSources(const Dataset& dataset);

/// A name with "%b", or a part of one, as the library makes it: the number in the place of %b, and % for %%.
[[nodiscard]] std::string withNumber(const std::string& pattern, std::size_t number);

/// Which pixels of its frames (the last two axes) a virtual dataset takes from a source at least once: 1, the others 0.
/// Empty when all are, or when the list does not say it in boxes. \throws DataError when the list cannot be read
[[nodiscard]] std::vector<std::uint8_t> mappedPixels(const Dataset& dataset);

/// Where an external link leads.
struct ExternalTarget {
    std::string file;
    std::string path;
};
/// Absent for any other link.
[[nodiscard]] std::optional<ExternalTarget> externalTarget(const File& file, const std::string& path);
/// Absent for any other link.
[[nodiscard]] std::optional<std::string> softTarget(const File& file, const std::string& path);

/// Where files that a file names may be: its folder, and that of the file that it is a symbolic link to.
[[nodiscard]] std::vector<std::filesystem::path> foldersOf(const std::filesystem::path& file);

} // namespace ewald::io::h5
