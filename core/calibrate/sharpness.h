// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/beam.h"
#include "calibrate/pixel_samples.h"
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

    /// The maximum that steps of Gauss and Newton reach from `start`, damped as Levenberg and Marquardt do: they follow
    /// narrow curved ridges, where a simplex comes to rest, and see less far. The values of the profile are eliminated
    /// from the problem (Kaufman, BIT 15 (1975) 49). \param distanceToo or it stays
    [[nodiscard]] Beam polished(const Beam& start, bool distanceToo, int rounds) const;

private:
    struct Normal; // equations of a step
    [[nodiscard]] Normal normalAt(const Beam& beam, bool distanceToo) const;
    std::vector<PixelSample> m_samples;
    double m_pixel_m;
    double m_squares = 0; ///< sum over all values
    double m_variance = 0;
};

} // namespace ewald::calibrate
