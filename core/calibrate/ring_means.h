// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/ring_points.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ewald::calibrate {

/// What the points of a ring have in common.
struct RingMean {
    std::size_t ring = 0; ///< index into the rings
    std::size_t points = 0;
    double mean_px = 0;      ///< of measured − expected
    double meanSigma_px = 0; ///< by the scatter; 0 of a single point
    double scatter_px = 0;   ///< standard deviation of the points
};

/// Of each ring that has points, by its number. \param pixels what each point is off \param weights of the points;
/// those with 0 do not count
[[nodiscard]] std::vector<RingMean> meansOfRings(std::span<const RingPoint> points, std::span<const double> pixels,
                                                 std::span<const double> weights);

/// Means of several groups of points: what they are off beyond what their errors explain.
class Excess {
public:
    /// Groups of fewer points have no error that could be relied on.
    static constexpr std::size_t kFewestPoints = 5;

    void add(double mean, double sigma);
    /// Root of the mean square, at least 0.
    [[nodiscard]] double root() const;
    /// The mean square, where it is more than three of its standard errors and there are four groups; else 0.
    /// \param absorbed of the means, by what was fitted to them
    [[nodiscard]] double certain(double absorbed) const;

private:
    double m_sum = 0, m_variance = 0, m_count = 0;
};

/// Of the means of rings with Excess::kFewestPoints points. \param rings RingMean, or more
template <class Rings>
[[nodiscard]] Excess excessOf(const Rings& rings) {
    Excess excess;
    for (const RingMean& ring : rings)
        if (ring.points >= Excess::kFewestPoints) excess.add(ring.mean_px, ring.meanSigma_px);
    return excess;
}

} // namespace ewald::calibrate
