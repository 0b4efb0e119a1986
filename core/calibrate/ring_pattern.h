// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/beam.h"
#include "calibrate/pixel_samples.h"
#include "calibrate/ring_image.h"
#include "calibrate/ring_match.h"

#include <cstddef>
#include <vector>

namespace ewald::calibrate {

/// How much of an image the rings of a calibrant explain under a geometry. Sharpness asks whether there are rings;
/// this asks whether they are those of the calibrant, all pixels at once, so that no ring has to be told from its
/// neighbours or from the noise. A geometry has to be right to about the width of a ring to be seen.
class RingPattern {
public:
    /// \param flat see flattened() \param most pixels looked at, evenly spread
    RingPattern(const RingImage& image, const std::vector<float>& flat, const std::vector<KnownRing>& rings,
                std::size_t most);

    /// Part of the variance that one number times the pattern explains, 0 to 1. \param width_px standard deviation of a
    /// ring at the beam, in pixels of the image
    [[nodiscard]] double of(const Beam& beam, double width_px) const;

    /// Maximum near `start`, by a simplex that begins with such steps; see Sharpness::sharpest().
    [[nodiscard]] Beam best(const Beam& start, double width_px, double step_m, double step_rad, double stepOfDistance,
                            int evaluations) const;

private:
    struct Line {
        double tangent, cosine2, height;
    };
    std::vector<PixelSample> m_samples;
    std::vector<Line> m_lines;
    double m_pixel_m;
    double m_squares = 0; ///< sum over all values
};

} // namespace ewald::calibrate
