// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/readers/detector_chain.h"
#include "io/readers/detector_modules.h"
#include "io/stack/segment.h"

#include <filesystem>
#include <span>
#include <string>

namespace ewald::io {

/// Whether the modules of a detector say what a rotation does to them: some depend on it, and all stand across the beam
/// rather than along it, by the same angles in all frames. \param link of the rotation
[[nodiscard]] bool followTheTurn(std::span<const ModulePlace> modules, const std::string& link);

/// Compares distance and beam centre of a file with where its modules and transformations put the detector. A tilt is
/// taken from there, with distance and beam centre; what contradicts them leaves all of it out, with a warning.
/// \param contents has distance, beam centre and pixel size as the file states them
/// \param panels the file, where it describes modules in several planes (readDetectorFile()); else empty
void placeDetector(std::span<const ModulePlace> modules, const DetectorChain& chain,
                   const std::filesystem::path& panels, StackContents& contents);

} // namespace ewald::io
