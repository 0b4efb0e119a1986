// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace ewald::io {

/// Where the beam hits the plane of a module.
struct BeamOnModule {
    double row = 0, col = 0; ///< pixels of the frame from the outer corner of pixel (0, 0)
    double distance_m = 0;   ///< from the sample, along the beam in either sense
};

/// Where one module of a detector (NXdetector_module) lies by the directions of its pixels and what they depend on.
struct ModulePlace {
    std::string path;
    std::string problem;            ///< what of it or of what it depends on is not understood, a phrase; empty: nothing
    std::vector<std::string> links; ///< of the chain on which it depends, in the order in which they move it
    bool turnsDuringScan = false;   ///< angles of a link change
    std::string travelsBy;          ///< the first translation that changes during the scan; empty: none
    double travel_m = 0;            ///< of that
    std::array<double, 3> fast{}, slow{}; ///< of unit length, of columns and rows: x, y, z of NeXus
    double tilt_deg = 0;                  ///< between the normal of its pixels and the beam (z)
    /// The way in its plane from the point of normal incidence to the beam, from columns towards rows.
    double tiltDirection_deg = 0;
    /// Rows and columns run so that azimuths have the other sense of rotation.
    bool isMirrored = false;
    /// How the tilted image is turned around the beam, as rot3 of a PONI, against rows that run downwards and columns
    /// to the right, seen from the source; by half a turn more for programs that mean the axes the other way round.
    double turn_deg = 0;
    double pixelHeight_m = 0, pixelWidth_m = 0;
    std::array<double, 3> first_m{};       ///< the outer corner of its first pixel: x, y, z of NeXus
    std::array<double, 2> dataOrigin{};    ///< row and column of that pixel in the frames
    std::array<std::size_t, 2> dataSize{}; ///< rows and columns; 0: not said, or not of an image
    bool placed = false;                   ///< false: nothing says where its first pixel lies across the beam
    /// Of one that is not placed by itself: what the detector as a whole depends on moves the first pixel out of the
    /// beam, as the definition has it; many files give the readings of motors there, whose zeros are anywhere.
    bool placedByWhole = false;
    BeamOnModule beam;
    BeamOnModule unturned; ///< the same if nothing of the chain were turned, as an arm at its zero
    /// `beam` if the file means its axes the other way round, as some programs write them.
    double mirroredRow = 0, mirroredCol = 0;
};
/// Modules that say in which directions their pixels run.
[[nodiscard]] std::vector<ModulePlace> modulePlaces(const h5::File& file, const std::string& detector);

} // namespace ewald::io
