// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/peak_shape.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ewald::fit {

/// A pattern, or the part of one. Points whose y is not a number are left out.
struct Pattern {
    std::span<const double> x;     ///< growing
    std::span<const double> y;     ///< of each x
    std::span<const double> sigma; ///< standard deviations of y; empty: not known, the same for all points
};

/// A part of a pattern whose peaks are fitted together, on one background.
struct PeakRegion {
    double low = 0; ///< unit of the axis; both ends belong to it
    double high = 0;
    std::vector<double> positions; ///< where its peaks are, about; empty: one, at the highest point over the background
};

struct PeakModel {
    PeakShape shape = PeakShape::pseudoVoigt;
    std::size_t backgroundDegree = 1; ///< of a sum of Chebyshev polynomials
    /// Points to each side over which the pattern is clipped (snipBackground()) for a background under the polynomial,
    /// which no fit changes; 0: the polynomial alone.
    std::size_t snipReach = 0;
    bool operator==(const PeakModel&) const = default;
};

enum class PeakState : std::uint8_t {
    fitted = 0,
    weak = 1, ///< the area is not three of its standard deviations: there may be no peak
    notConverged =
        2,        ///< the fit did not come to rest, or the middle is at an end of the region: the values mean little
    noPoints = 3, ///< there are not enough points, all values are NaN
};

struct FittedPeak {
    Peak peak;
    /// Standard deviations of the five parameters: 0 of those that the shape fixes, NaN of those that the points do not
    /// determine or that are at their limit.
    PeakValues sigmas{};
    double background = 0; ///< under the maximum, all of it
    PeakState state = PeakState::noPoints;
};

struct RegionFit {
    std::vector<FittedPeak> peaks;
    std::vector<double> background; ///< coefficients of T₀, T₁ … over the region as [−1, 1]
    std::vector<double> x, clipped; ///< of the points: the background that was clipped off below it; empty: none was
    double reducedChi2 = 0;         ///< Σ(y − model)²/σ² a degree of freedom; without sigma, with σ = 1
    std::size_t points = 0;
};

/// Least squares with the variances of the model, not of the data: points that happen to be low are not believed more
/// than those that happen to be high (which would make areas too small where counts are few). Where sigma² grows with
/// y, as of counts, it is taken at the fitted curve, and fitted again.
///
/// Errors come from sigma; without it, and where χ² is larger than chance allows, from the scatter about the fit.
/// \param start one a peak; empty: from the pattern
[[nodiscard]] RegionFit fitRegion(const Pattern& pattern, const PeakRegion& region, const PeakModel& model,
                                  std::span<const Peak> start = {});
/// What fitRegion() starts from by itself: the peaks at the positions of the region, with the widths of their upper
/// halves.
[[nodiscard]] std::vector<Peak> startsOf(const Pattern& pattern, const PeakRegion& region, const PeakModel& model);

/// The fitted curve at x, of which `low` and `high` are those of the region.
[[nodiscard]] double curveAt(const RegionFit& fit, const PeakRegion& region, double x);
[[nodiscard]] double backgroundAt(const RegionFit& fit, const PeakRegion& region, double x);

/// Regions around the peaks of a pattern that stand out of its noise, neighbours that overlap in one. What is wide is
/// background: a peak is at most 1/7 of the pattern wide (half maximum). A step, and a flank at an end, is no peak: the
/// curve has to fall on both sides. The noise is taken from the points; sigma says where it is larger than elsewhere.
/// \param mostPeaks the strongest are kept
[[nodiscard]] std::vector<PeakRegion> findPeakRegions(const Pattern& pattern, std::size_t mostPeaks);

} // namespace ewald::fit
