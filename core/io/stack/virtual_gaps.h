// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "io/hdf5/hdf5.h"
#include "io/stack/hdf5_resolver.h"
#include "io/stack/segment.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ewald::io {

/// 1 for the pixels that a virtual dataset of modules takes from none of its sources, in no frame: the library gives
/// them its fill value, which may be a count. They are noted. Empty: none are known.
[[nodiscard]] Array<std::uint8_t, 2> virtualGaps(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                                                 const std::string& path, FrameShape shape, std::vector<Note>& notes);

/// The library ends a virtual dataset of numbered sources ("part_%b.h5") before the first that is not there, as if the
/// measurement had ended. \return where sources of later numbers exist, a warning that names the first that is missing,
/// and says how many frames are left out \throws DataError where that leaves no frame
[[nodiscard]] std::vector<std::pair<Severity, std::string>> sourcesBeyondEnd(
    Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file, const h5::Dataset& dataset);

} // namespace ewald::io
