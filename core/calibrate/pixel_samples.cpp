// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/pixel_samples.h"

#include <algorithm>
#include <cmath>

namespace ewald::calibrate {

std::vector<PixelSample> pixelSamples(const RingImage& image, const std::vector<float>& flat, std::size_t most) {
    const std::size_t count = image.validPixels();
    const double keep = std::min(1.0, static_cast<double>(most) / static_cast<double>(std::max<std::size_t>(1, count)));
    std::vector<PixelSample> samples;
    double due = 0;
    for (std::size_t r = 0; r < image.rows; ++r) {
        due += 0.618034 * keep * static_cast<double>(r % 7); // no columns of samples
        for (std::size_t c = 0; c < image.cols; ++c) {
            const std::size_t at = r * image.cols + c;
            if (image.valid[at] == 0) continue;
            due += keep;
            if (due < 1) continue;
            due -= std::floor(due);
            samples.push_back({static_cast<float>(image.row_m[r]), static_cast<float>(image.col_m[c]), flat[at]});
        }
    }
    return samples;
}

} // namespace ewald::calibrate
