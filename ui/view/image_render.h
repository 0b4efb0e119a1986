// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "view/colour_map.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ewald::view {

/// What a pixel's colour stands for.
enum class Quantity { real, amplitude, phase, complexColour, unwrapped, channels };

/// Three images of one shape as the red, green and blue of one, each from black to full over a range of its own.
struct ColourChannels {
    std::array<std::shared_ptr<const Array<float, 2>>, 3> values; ///< [row][col]
    std::array<Range, 3> ranges;                                  ///< of different ends
};

/// An image to draw: one of the pointers is set; of an unwrapped phase, the first two. A cheap value.
struct ImageData {
    std::shared_ptr<const Array<float, 2>> real;
    std::shared_ptr<const Array<Complex, 2>> complex;
    Quantity quantity = Quantity::real;
    std::shared_ptr<const ColourChannels> channels{};

    [[nodiscard]] bool empty() const noexcept;
    [[nodiscard]] std::size_t rows() const noexcept;
    [[nodiscard]] std::size_t cols() const noexcept;
    /// What is shown at a pixel: the value, amplitude or phase (amplitude for complexColour; of three colours the first
    /// one's). Not checked.
    [[nodiscard]] float value(std::size_t row, std::size_t col) const noexcept;
};

/// A rectangle of whole image pixels: rows [top, bottom), columns [left, right).
struct PixelRect {
    std::size_t left = 0;
    std::size_t top = 0;
    std::size_t right = 0;
    std::size_t bottom = 0;

    [[nodiscard]] std::size_t width() const noexcept { return right - left; }
    [[nodiscard]] std::size_t height() const noexcept { return bottom - top; }
    [[nodiscard]] bool contains(const PixelRect& other) const noexcept;
    bool operator==(const PixelRect&) const = default;
};

/// A part of an image as colours: `width` × `height` texels, RGBA bytes, alpha 0 or 255, top row first, spread evenly
/// over `rect`.
struct Tile {
    PixelRect rect;
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::uint8_t> rgba;
    bool masked = false; ///< has hatched texels
};

/// The smallest rectangle around all pixels that are not infinite; empty where all are. Any thread.
[[nodiscard]] PixelRect shownPart(const ImageData& image);

/// At most about `maximum` values of what is shown, evenly spread over the image; for percentiles. Any thread.
[[nodiscard]] std::vector<float> sampleValues(const ImageData& image, std::size_t maximum);

/// The range of a choice; for complexColour it starts at 0, three colours have their own. Any thread.
[[nodiscard]] Range imageRange(const ImageData& image, const RangeChoice& choice);

/// Colours of a part of an image. Each texel is the mean over its pixels (amplitudes and complex phases apart), so that
/// nothing is lost when there are fewer texels than pixels; as many texels as pixels show every pixel as it is.
/// NaN is hatched (of three colours, where all of them are; else that one is black), infinite is transparent. `width` ≤
/// rect.width(), `height` ≤ rect.height(). Any thread. \param quick each texel is one of its pixels instead of the mean
[[nodiscard]] Tile renderTile(const ImageData& image, const PixelRect& rect, std::size_t width, std::size_t height,
                              const Range& range, const ColourMap& map, bool quick = false);

} // namespace ewald::view
