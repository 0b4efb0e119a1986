// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "io/result_file.h"

#include <functional>
#include <memory>
#include <vector>

namespace ewald::ui {

/// Where a scan has brought light to its object.
struct LitArea {
    Array<float, 2> light;       ///< photons at each pixel, largest = 1; empty when not known
    Array<std::uint8_t, 2> mask; ///< 1 = lit; empty when not known
};

/// An object as it was reconstructed, and how it is to be shown.
struct ObjectRequest {
    std::shared_ptr<const Array<Complex, 2>> raw;    ///< of several slices their product, of modes the strongest
    std::shared_ptr<const Array<Complex, 3>> layers; ///< slices or modes; null: there is one
    std::size_t layer = 0;                           ///< to be shown, counted from 1; 0 = `raw`
    std::shared_ptr<const LitArea> lit; ///< of an object of the same scan; null or of another shape: found anew
    std::shared_ptr<const Array<Complex, 3>> probe;
    std::vector<PixelPosition> positions; ///< of the frames' windows
    bool removeRamp = true;
    bool litOnly = true;
    /// For rows and columns of an image 1 where it is flat: the ramp is fitted there. Empty: in all of the lit area.
    std::function<Array<std::uint8_t, 2>(std::size_t rows, std::size_t cols)> flat;
};

struct ShownObject {
    std::shared_ptr<const Array<Complex, 2>> image;     ///< to be shown; infinite = not lit
    std::shared_ptr<const Array<Complex, 2>> litObject; ///< the same of the lit area only, whatever was asked for
    std::shared_ptr<const LitArea> lit;
};

/// Takes the phase ramp out and leaves out what no light reached. Any thread; takes a fraction of a second for large
/// objects.
[[nodiscard]] ShownObject prepareObject(const ObjectRequest& request);

/// A copy of an image with `outside` where the mask is 0; the image itself where the mask is of another shape.
[[nodiscard]] Array<Complex, 2> withinMask(const Array<Complex, 2>& image, const Array<std::uint8_t, 2>& mask,
                                           Complex outside);

/// The phase without jumps of 2π (ptycho::unwrapPhase()), by whole turns such that its median is nearest to 0. Infinite
/// where the image is, NaN where its phase is not known. Any thread.
[[nodiscard]] Array<float, 2> unwrappedPhase(const Array<Complex, 2>& image);

} // namespace ewald::ui
