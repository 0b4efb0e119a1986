// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace ewald::io {

/// One module of a detector: its frames and where they lie in the whole frame.
struct MosaicTile {
    FrameList frames;
    std::size_t row = 0;
    std::size_t col = 0;
};

/// Frames put together of modules that are stored apart. Pixels between them are zero. All tiles have the same type and
/// as many frames; they lie inside `shape`.
[[nodiscard]] std::shared_ptr<const StackSegment> mosaicFrames(FrameShape shape, std::vector<MosaicTile> tiles);

} // namespace ewald::io
