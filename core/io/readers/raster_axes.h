// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"
#include "io/scan.h"

#include <cstddef>
#include <string>
#include <vector>

// Which axis of the frames coordinates of a scan belong to. Included by the readers and by who places frames of a map.
namespace ewald::io {

/// Coordinates of a scan along x or y, as a file or a table holds them.
struct Coordinates {
    std::vector<double> values; ///< C order
    h5::Shape shape;
    std::vector<std::size_t> dimensions; ///< dimensionsOf(): axes of the frames; empty: nothing says it
    std::string name;                    ///< for messages
};

/// The axes of the frames, counted from 0, to which those of the dataset `axis` belong: by @NAME_indices or @axes of an
/// NXdata group that holds both, or, as before 2014, by @axis of the dataset or @axes of the frames. Empty: nothing
/// says it, or it is said in several ways.
[[nodiscard]] std::vector<std::size_t> dimensionsOf(const h5::File& file, const std::string& frames,
                                                    const std::string& axis);

/// Makes lists of one number a frame, in the order of the frames, of coordinates along the axes of a raster, of such of
/// the shape of a raster whose axes are exchanged, and of several readings a frame. Other lists stay as they are.
/// \param raster the first two extents of frames (slow, fast, rows, columns); empty: there is one list of frames
/// \param notes what was guessed or left out \return whether a list was changed
bool spreadOverFrames(Coordinates& x, Coordinates& y, std::size_t frames, const h5::Shape& raster,
                      std::vector<Note>& notes);

} // namespace ewald::io
