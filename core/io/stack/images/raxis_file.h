// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <filesystem>
#include <memory>

namespace ewald::io {

/// The image of a Rigaku image plate (R-AXIS): 16-bit numbers whose highest bit says that the others count multiples of
/// a number of the header. (Layout of the header: that of R-AXIS IV, as fabio's raxisimage documents it.)
/// \throws DataError: damaged
[[nodiscard]] StackContents openRaxisStack(const std::filesystem::path& file,
                                           const std::shared_ptr<DescriptorPool>& pool);

} // namespace ewald::io
