// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"

#include <filesystem>

namespace ewald::job {

/// azint::readPoni() of a file that may name a description of its detector, too: pyFAI's in a NeXus file, or an
/// instrument of HEXRD with its distortion (azint/instrument/ge_distortion.h). What was read of such a file is used
/// again as long as somebody holds it and the file is the same. Any thread. \throws DataError
[[nodiscard]] azint::Poni readGeometry(const std::filesystem::path& poni);
/// What readGeometry() reads of the files that a PONI names.
[[nodiscard]] azint::PoniFiles poniFiles();
/// \throws DataError saying what is wrong with a PONI file, or with a goniometer file, which is no geometry without the
/// position of its arm (job/integration/detector_arm.h)
void checkGeometryFile(const std::filesystem::path& file);

} // namespace ewald::job
