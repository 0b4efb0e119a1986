// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/beam.h"
#include "calibrate/ring_image.h"

#include <vector>

namespace ewald::calibrate {

/// The mean of an image over its rings. Bin i holds pixels with L·tan 2θ/pixel in [i, i + 1).
struct RingProfile {
    std::vector<double> mean;   ///< counts; 0 where no pixel is
    std::vector<double> sigma;  ///< standard error of the mean
    std::vector<double> pixels; ///< in the bin
};
[[nodiscard]] RingProfile ringProfile(const RingImage& image, const Beam& beam);

struct ProfilePeak {
    double radius = 0; ///< L·tan 2θ/pixel, at the maximum
    double height = 0; ///< above the background
    double signal = 0; ///< height over its standard error
};
/// Maxima of a profile that stand out, by growing radius.
[[nodiscard]] std::vector<ProfilePeak> profilePeaks(const RingProfile& profile);

} // namespace ewald::calibrate
