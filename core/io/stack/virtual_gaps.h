// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/hdf5_resolver.h"
#include "io/stack/segment.h"

#include <memory>
#include <string>

namespace ewald::io {

/// Masks the pixels that a virtual dataset of modules takes from none of its sources, in no frame: the library gives
/// them its fill value, which may be a count. They are noted.
void maskVirtualGaps(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file, const std::string& path,
                     StackContents& contents);

} // namespace ewald::io
