// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/beam.h"
#include "calibrate/ring_image.h"
#include "calibrate/ring_match.h"

#include <vector>

namespace ewald::calibrate {

/// A measured point of a ring: the middle of its peak within a sector.
struct RingPoint {
    std::size_t ring = 0; ///< index into the rings
    double y_m = 0;       ///< place on the detector
    double x_m = 0;
    double chi = 0;       ///< radians, under the geometry that it was found with
    double width = 0;     ///< of its sector, radians
    double sigma = 0;     ///< of its 2θ, radians, from counting statistics
    double signal = 0;    ///< height of the peak over its standard error
    double ringWidth = 0; ///< of the ring: standard deviation of its Gaussian, radians
};

/// How to look for points.
struct PointSearch {
    double reach_px =
        8; ///< half width of the window about a ring, at least; never beyond 0.45 of the way to a neighbour
    double leastGap_px = 6; ///< rings nearer to a neighbour are left out
    bool groups = false;    ///< rings that are nearer are looked for together, as a pattern that is shifted as a whole
    double width_px = 1.5;  ///< of rings that are looked for together, about: standard deviation of their Gaussians
    double leastSignal = 6; ///< of a point; sectors become wider until the ring has it on average
};

/// Finds the points of the rings near where a geometry expects them. In each sector of a ring (2° to 20°, by how much
/// signal there is) a Gaussian of the ring's own width on a sloping background is fitted to the profile, weighted by
/// counting statistics, with the noise taken from the scatter of the pixels. The same points on any number of threads.
[[nodiscard]] std::vector<RingPoint> findRingPoints(const RingImage& image, const Beam& beam,
                                                    const std::vector<KnownRing>& rings, const PointSearch& search);

} // namespace ewald::calibrate
