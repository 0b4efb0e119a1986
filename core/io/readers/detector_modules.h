// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"

#include <string>
#include <vector>

namespace ewald::io {

/// Where one module of a detector (NXdetector_module) lies by the directions of its pixels and what they depend on.
struct ModulePlace {
    std::string path;
    double tilt_deg = 0; ///< between the normal of its pixels and the beam (z)
    /// Rows and columns run so that azimuths have the other sense of rotation.
    bool isMirrored = false;
    /// Around the beam, between -180 and 180, against rows that run downwards and columns to the right, seen from the
    /// source; by half a turn more for programs that mean the axes the other way round.
    double turn_deg = 0;
    bool placed = false; ///< false: nothing says where its first pixel lies across the beam
    /// Where the beam hits the plane of its pixels, pixels of the frame from the outer corner of pixel (0, 0).
    double row = 0, col = 0;
    /// The same if the file means its axes the other way round, as some programs write them.
    double mirroredRow = 0, mirroredCol = 0;
};
/// Modules whose directions can be understood.
[[nodiscard]] std::vector<ModulePlace> modulePlaces(const h5::File& file, const std::string& detector);

} // namespace ewald::io
