// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <span>
#include <string>

namespace ewald::io {

/// Says that an array (slow, fast, rows, columns) is taken for a raster of frames, where its file does not say so: the
/// second axis may be that of the modules of a detector, each with a geometry of its own, or of something else. A
/// warning where it has as many entries as such detectors have modules. \param where of the array, for the message
void noteRasterGuess(const std::string& where, std::span<const std::size_t> shape, StackContents& contents);

} // namespace ewald::io
