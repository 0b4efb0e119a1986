// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/ring_image.h"

#include <cstddef>
#include <vector>

namespace ewald::calibrate {

/// A pixel and what an image that was flattened has there.
struct PixelSample {
    float y_m = 0;
    float x_m = 0;
    float value = 0;
};

/// At most about `most` of the measured pixels, evenly spread. \param flat see flattened()
[[nodiscard]] std::vector<PixelSample> pixelSamples(const RingImage& image, const std::vector<float>& flat,
                                                    std::size_t most);

} // namespace ewald::calibrate
