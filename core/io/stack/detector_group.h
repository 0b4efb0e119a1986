// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/hdf5_resolver.h"
#include "io/stack/segment.h"

#include <memory>
#include <string>
#include <vector>

namespace ewald::io {

/// The first component of a path: "/entry".
[[nodiscard]] std::string entryOf(const std::string& path);
/// A path without its last component; empty for one component.
[[nodiscard]] std::string parentOf(const std::string& path);

/// The group of the detector that the frames at `framesPath` come from; empty when there is none. Of several in the
/// entry it is the one that holds the frames, whatever links or virtual datasets lead to them; where none does, the one
/// that fits frames of this shape. What cannot be told is noted where the detectors differ.
[[nodiscard]] std::string detectorGroup(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                                        const std::string& framesPath, FrameShape shape, std::vector<Note>& notes);

} // namespace ewald::io
