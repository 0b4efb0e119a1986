// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/images/detector_file.h"
#include "io/readers/detector_modules.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace ewald::io {

/// Why the modules do not say where each pixel of frames of this shape is, a phrase; empty: they do. \param shape rows,
/// columns
[[nodiscard]] std::string problemOfParts(std::span<const ModulePlace> modules, std::array<std::size_t, 2> shape);

/// The distance of the plane that stands across the beam and from which the depths of detectorOfModules() are counted:
/// that of the middle of the first module.
[[nodiscard]] double distanceOf(std::span<const ModulePlace> modules);

/// The pixels of modules in any planes, without path: corners from where the beam meets a plane across it at
/// distanceOf(), along the axes 1 and 2 of a PONI without rotations. Pixels of no module are masked. \param modules of
/// which problemOfParts() says nothing \param shape rows, columns of the frames
[[nodiscard]] DetectorFile detectorOfModules(std::span<const ModulePlace> modules, std::array<std::size_t, 2> shape);

} // namespace ewald::io
