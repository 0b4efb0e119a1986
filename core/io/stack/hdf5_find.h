// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/hdf5_resolver.h"

#include <memory>
#include <string>
#include <vector>

namespace ewald::io {

/// Where a file holds its frames.
struct FoundFrames {
    std::vector<std::string> paths; ///< datasets, to be read one after the other
    std::string format;             ///< "Eiger master", "LImA", …
    std::string remark;             ///< what a person should know of the choice; empty = nothing
};

/// Looks for the frames of a file: NeXus masters, Eiger's links, LImA, BLISS, what @default and @signal lead to, and
/// where nothing helps the largest dataset of at least three axes. `paths` is empty when there is nothing;
/// `remark` then says what might have been.
[[nodiscard]] FoundFrames findFrames(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file);

} // namespace ewald::io
