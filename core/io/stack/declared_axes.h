// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/hdf5_resolver.h"
#include "io/stack/segment.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {

/// The names of the axes as @axes of a group or, before 2014, of a dataset ("y:x:time") lists them.
[[nodiscard]] std::vector<std::string> axisNamesAt(const h5::File& file, const std::string& path);

/// Refuses frames at `path` whose @axes say that one of the last two axes counts frames, while rows and columns come
/// before, or that the last one is that of patterns (radial_axis, q). \throws DataError
void checkDeclaredAxes(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file, const std::string& path);

/// Refuses frames whose last axes are not rows and columns, by their extents. \param where of the array \param chunk of
/// its dataset; empty: none \throws DataError
void checkLastAxes(const std::string& where, const h5::Shape& shape, const h5::Shape& chunk = {});

/// Says which axis of the frames at `path` (@axes of their group) holds another number of values than there are frames
/// along it.
[[nodiscard]] std::vector<std::string> compareAxes(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                                                   const std::string& path);

/// Says that an array (slow, fast, rows, columns) is taken for a raster of frames, where its file does not say so: the
/// second axis may be that of the modules of a detector, each with a geometry of its own, or of something else. A
/// warning where it has as many entries as such detectors have modules. \param where of the array, for the message
void noteRasterGuess(const std::string& where, std::span<const std::size_t> shape, StackContents& contents);

/// Warns of an array whose last axis, and not its first, may be that of the frames: nothing in the file says which it
/// is. \param where of the array, for the message
void noteThinFrames(const std::string& where, const h5::Shape& shape, StackContents& contents);

} // namespace ewald::io
