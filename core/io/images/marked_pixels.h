// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "io/frame_stack.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {

/// Pixels that hold no measurement, by what stands in them in every frame looked at.
struct MarkedPixels {
    Array<std::uint8_t, 2> mask;    ///< 1 = marked, and not known before; empty: none
    std::vector<std::string> lines; ///< one for each kind of mark, a phrase (base/phrase.h)
    /// The same of a mark that is a guess.
    std::vector<std::string> warnings;
    std::vector<float> first; ///< the first of the frames looked at; empty: it cannot be read
};

/// Gaps and dead pixels are marked, in every frame, by the marker of an integer type (markerOf() of
/// base/pixel_type.h), by negative counts of a signed one (at most two different ones in a frame, four in all: others
/// are counts below 0, with a warning), by one negative number of a floating-point type (−1 and −2 in a single frame),
/// and by the marker of a narrower type; the last two take two frames to be told from a measurement. And by the number
/// that the file gives to such pixels (FrameStack::notMeasured). A positive number that stays the same in two and more
/// frames and is far above all pixels that vary is taken for such a mark, too, with a warning, unless the pixel is
/// saturated. What looks like a mark and is not in every frame, or in a single frame, is only warned of: a largest
/// number that pixels share, of another type, far above all others or where the camera may be saturated, a negative
/// one, and unsigned counts that were written as signed numbers. NaN is none of this: it is left out frame by frame.
/// \param looked frames; those that cannot be read do not count \param known pixels that are left out anyhow; empty:
/// none \param saturation counts from which on a pixel is saturated; absent: as the file says \param lowest counts
/// below which pixels are left out frame by frame; absent: none are \throws DataError when none of the frames can be
/// read
[[nodiscard]] MarkedPixels findMarkedPixels(const FrameStack& frames, std::span<const std::size_t> looked,
                                            const Array<std::uint8_t, 2>& known, std::optional<double> saturation = {},
                                            std::optional<double> lowest = {});

/// At most `most` (≥ 2) of the frames, spread evenly, the first and the last among them; all of them where they are
/// few.
[[nodiscard]] std::vector<std::size_t> sampleOf(std::span<const std::size_t> frames, std::size_t most);

} // namespace ewald::io
