// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"
#include "io/frame_stack.h"
#include "job/document/document.h"

#include <optional>
#include <string>

namespace ewald::job {

/// Whether the document corrects frames once more that their file says are corrected, in one sentence for people.
/// Empty: it does not. Any thread.
[[nodiscard]] std::string correctedTwice(const JobDocument& job, const io::FrameStack& stack);

/// What words about a geometry call it.
enum class GeometrySource {
    poniFile,
    typed, ///< by hand, also where it is kept in a file or began as one
};

/// Where a PONI contradicts the frames or what their file says, in one sentence for people: "this PONI is for 296 µm
/// pixels and 89 keV, the file says 172 µm and 20 keV". Empty: it does not. What the document gives itself
/// (pixel_size_m, energy_keV, distance_m, …) replaces both, and is not compared. Behind it correctedTwice(). Any
/// thread.
///
/// Tolerances: 2 % of pixel size and wavelength, which neither binning nor an edge scan reaches; 10 % of the distance,
/// which files often give from a stage's zero.
[[nodiscard]] std::string poniContradiction(const azint::Poni& poni, const JobDocument& job,
                                            const io::FrameStack& stack,
                                            GeometrySource source = GeometrySource::poniFile);
/// The same of poniOf(), where the document names such a file; else what is odd about the geometry that it types or the
/// frames' file says.
[[nodiscard]] std::string poniContradiction(const std::optional<azint::Poni>& file, const JobDocument& job,
                                            const io::FrameStack& stack,
                                            GeometrySource source = GeometrySource::poniFile);
/// The same for one who asks for nothing else. \throws DataError where the PONI file cannot be read
[[nodiscard]] std::string poniContradiction(const JobDocument& job, const io::FrameStack& stack);

} // namespace ewald::job
