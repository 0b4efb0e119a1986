// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5.h"
#include "io/result_file.h"

// Inside of result files and checkpoints, shared by the files that write and read them.
namespace ewald::io {

namespace layout {
inline constexpr const char* kProgram = "ewald";
inline constexpr const char* kObject = "/entry/object";
inline constexpr const char* kPixelHeight = "/entry/object/y_pixel_size";
inline constexpr const char* kPixelWidth = "/entry/object/x_pixel_size";
inline constexpr const char* kProbe = "/entry/probe";
inline constexpr const char* kPositions = "/entry/positions";
inline constexpr const char* kLoss = "/entry/loss";
inline constexpr const char* kProcess = "/entry/process";
inline constexpr const char* kWavelength = "/entry/instrument/beam/incident_wavelength";
} // namespace layout

/// A checkpoint leaves out what can be computed from the rest: it is written often and read once.
enum class ResultParts { complete, stateOnly };

void writeParts(h5::File& file, const PtychoResult& result, ResultParts parts);
[[nodiscard]] PtychoResult readParts(const h5::File& file);

/// Leading axes of extent one removed, as long as more than `kept` are there.
[[nodiscard]] h5::Shape squeezed(h5::Shape shape, std::size_t kept);

} // namespace ewald::io
