// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/instrument/goniometer.h"
#include "azint/poni.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>

namespace ewald::job {

/// What a geometry file says, read once: a PONI file, or a goniometer file of pyFAI, which is no geometry without the
/// position of its arm (job/integration/detector_arm.h). A PONI file may name a description of its detector: pyFAI's in
/// a NeXus file, or an instrument of HEXRD with its distortion (azint/instrument/ge_distortion.h). What was read of
/// such a file is used again as long as somebody holds it and the file is the same.
struct GeometryFile {
    std::optional<azint::Poni> poni;
    std::optional<azint::Goniometer> goniometer;
};
/// Any thread. \throws DataError saying what is wrong with the file
[[nodiscard]] GeometryFile readGeometryFile(const std::filesystem::path& file);

/// The places of the pixels of frames of a shape (rows, columns) by the modules in their own file
/// (io::StackGeometry::panels). Kept as such files are. Any thread. \throws DataError
[[nodiscard]] std::shared_ptr<const azint::PixelMap> panelsIn(const std::filesystem::path& file,
                                                              std::array<std::size_t, 2> shape);

/// What readGeometryFile() reads of the files that a PONI names.
[[nodiscard]] azint::PoniFiles poniFiles();

} // namespace ewald::job
