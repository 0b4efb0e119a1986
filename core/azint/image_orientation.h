// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/geometry.h"
#include "base/array.h"
#include "base/run_control.h"

#include <array>
#include <functional>
#include <vector>

namespace ewald::azint {

/// What has to be done to the stored image before a PONI fits it: first transposed, then its rows reversed, then its
/// columns.
struct ImageOrientation {
    bool transposed = false;
    bool flipRows = false;
    bool flipCols = false;
    bool operator==(const ImageOrientation&) const = default;
};

/// All eight; the first changes nothing.
[[nodiscard]] std::array<ImageOrientation, 8> allImageOrientations();

/// The arguments of Geometry (with the shape of the stored image) that mean the same as `poni` and the image turned as
/// the orientation says, all directions in space included. \param rows, cols of the stored image
struct OrientedPoni {
    Poni poni;
    bool flipRows = false;
    bool flipCols = false;
};
[[nodiscard]] OrientedPoni oriented(const Poni& poni, std::size_t rows, std::size_t cols, ImageOrientation orientation);

/// How well rings of a geometry describe an image: the part of the variance of log(1 + counts) that the mean of each
/// ring explains, 0 … 1. Looks at a million pixels at most. \param image NaN = not measured \param mask of the same
/// shape, not zero = left out; empty = none; negative values are no counts and are left out, too. 0 where fewer than a
/// hundred pixels are left
[[nodiscard]] double ringScore(const Array<float, 2>& image, const Array<std::uint8_t, 2>& mask,
                               const Geometry& geometry);

struct ImageOrientationTrial {
    ImageOrientation orientation;
    OrientedPoni geometry;
    double score = 0; ///< ringScore()
};

/// The best first.
struct ImageOrientationAnswer {
    std::vector<ImageOrientationTrial> trials;
    /// How much more of the variance the next one leaves unexplained: 1.05 = five per cent more.
    double margin = 1;
    /// So many fit, the first ones: several where the beam is in the middle of the image or on one of its axes; none
    /// where rings explain little of it.
    std::size_t fitting = 0;
    [[nodiscard]] bool clear() const noexcept { return fitting == 1; }
};

/// Tries all orientations that the shapes allow. \param tried is called after each, with how many there are
/// \throws DataError, JobError for a geometry that makes no sense; StoppedError
[[nodiscard]] ImageOrientationAnswer findImageOrientation(
    const Array<float, 2>& image, const Array<std::uint8_t, 2>& mask, const Poni& poni, const RunControl& control,
    const std::function<void(const ImageOrientationTrial&, std::size_t)>& tried = {});

} // namespace ewald::azint
