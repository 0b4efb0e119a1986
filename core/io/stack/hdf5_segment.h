// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"
#include "io/stack/segment.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ewald::io {

/// The type of the pixels when they can be taken as they lie in the file; yes and no (boolean) are 0 and 1 of 8 bits.
[[nodiscard]] std::optional<PixelType> pixelTypeOf(const h5::ElementType& type);

/// Frames that a dataset announces and that are not there, for one reason.
struct LostFrames {
    std::vector<std::pair<std::size_t, std::size_t>> runs; ///< first, count; in rising order
    std::string problem;                                   ///< of a frame that is read nevertheless
    std::string hint;
    std::string note; ///< for the person who opens the file
};

/// Frames of one HDF5 dataset of rank 2 or more; the last two axes are rows and columns, the others are joined.
struct Hdf5Frames {
    std::shared_ptr<const StackSegment> segment{};
    /// Frames from the start on that are complete: written, and not behind the end of a truncated file.
    std::size_t complete = 0;
    /// Frames before those for which the library would silently give the fill value: never written, or behind the end
    /// of an external raw file.
    std::vector<LostFrames> lost{};
    std::string fileLost{}; ///< which external raw file is not there or too short; empty: none
    std::string partly{};   ///< a warning about frames with parts that were never written; empty: there are none
};

/// Reads the places of all chunks; afterwards frames are read without the HDF5 library, unless only it can (filters
/// that Ewald does not know but a plugin does, types of odd widths, virtual datasets that are no list of frames).
/// \param name how messages call the dataset: "file.h5:/entry/data"
/// \throws DataError: no numbers, no frames, a filter that cannot be undone (named), absurd shapes
[[nodiscard]] Hdf5Frames openHdf5Segment(const std::shared_ptr<const h5::File>& file, h5::Dataset dataset,
                                         const std::shared_ptr<DescriptorPool>& pool);

/// Like openHdf5Segment(), for frames that only the HDF5 library can put together. \throws DataError
[[nodiscard]] std::shared_ptr<const StackSegment> openLibrarySegment(const std::shared_ptr<const h5::File>& file,
                                                                     h5::Dataset dataset);

} // namespace ewald::io
