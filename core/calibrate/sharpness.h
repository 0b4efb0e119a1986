// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/beam.h"
#include "calibrate/ring_image.h"

#include <cstddef>
#include <vector>

namespace ewald::calibrate {

/// How sharp the radial profile of an image is under a geometry: the part of the variance that rings explain. It needs
/// no calibrant, and no distance that is right to better than a factor of three.
class Sharpness {
public:
    /// \param flat see flattened() \param most pixels looked at, evenly spread
    Sharpness(const RingImage& image, const std::vector<float>& flat, std::size_t most);

    /// 1 − variance within bins of 1.5 pixels/variance of all, corrected for the number of bins: 0 for noise, 1 where
    /// every pixel of a ring is alike.
    [[nodiscard]] double of(const Beam& beam) const;

    /// Maximum near `start`: Nelder and Mead's simplex, which begins with steps of `step_m` of the beam's place,
    /// `step_rad` of the tilt and `stepOfDistance` of the logarithm of the distance (0 = it stays).
    [[nodiscard]] Beam sharpest(const Beam& start, double step_m, double step_rad, double stepOfDistance,
                                int evaluations) const;

private:
    struct Sample {
        float y_m;
        float x_m;
        float value;
    };
    std::vector<Sample> m_samples;
    double m_pixel_m;
    double m_squares = 0; ///< sum over all values
    double m_variance = 0;
};

} // namespace ewald::calibrate
