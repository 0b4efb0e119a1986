// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <filesystem>
#include <memory>

namespace ewald::io {

/// All frames of a file of a Merlin (Medipix3): each has a header of text in front of its pixels, which are big-endian.
/// (Quantum Detectors, Merlin Quad for Medipix3 user manual, section "Frame header".)
/// \throws DataError: damaged, or with pixels in the order of the chips' registers (raw)
[[nodiscard]] StackContents openMibStack(const std::filesystem::path& file,
                                         const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
