// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/long_call.h"
#include "base/median.h"
#include "fit/peak_fit.h"
#include "fit/snip.h"

#include <algorithm>
#include <cmath>

namespace ewald::fit {
namespace {

constexpr double kLeastSignal = 8;       // heights in standard deviations of the noise
constexpr double kLeastPart = 0.01;      // heights in those of the highest peak
constexpr double kHalfRegion = 4;        // widths of a peak from its position to the end of its region
constexpr double kFewestBins = 8;        // from there to the end, at least
constexpr double kApart = 2;             // sums of widths between neighbours that have regions of their own
constexpr std::size_t kMostTogether = 6; // peaks of one region
/// Part of the surroundings of a peak (to one side) that its width at half height is at most. A parabola, as which the
/// top of any smooth background looks, has √2 whatever the surroundings are; a Gaussian that fills them just so, 0.6.
constexpr double kNarrow = 0.6;
constexpr double kNextReach = 1.3; // from one size of surroundings to the next
constexpr double kWidest = 0.24;   // surroundings of the widest peaks, which are 1/7 of the pattern wide

struct Found {
    std::size_t at = 0; ///< point
    double height = 0;
    double fwhm = 0;
};

/// Standard deviation of the noise from point to point: second differences of a smooth curve vanish.
double noiseOf(const std::vector<double>& y) {
    std::vector<double> bends;
    for (std::size_t i = 1; i + 1 < y.size(); ++i) bends.push_back(std::abs(y[i - 1] - 2 * y[i] + y[i + 1]));
    return kMedianToDeviation * medianOf(std::move(bends)) / std::sqrt(6.0);
}

/// A maximum as it stands in its surroundings.
struct Stand {
    double height = 0;   ///< over the higher one of the lowest points to both sides
    std::size_t low = 0; ///< first points at half of it
    std::size_t high = 0;
};

/// \param reach points to either side that are looked at, as far as they are not higher
/// \param noise by twice of which the curve has to fall below half of the height: a dip of the noise is no end
Stand standOf(const std::vector<double>& y, std::size_t top, std::size_t reach, double noise) {
    double left = y[top], right = y[top];
    const std::size_t first = top - std::min(top, reach), last = std::min(y.size() - 1, top + reach);
    for (std::size_t i = top; i-- > first && y[i] <= y[top];) left = std::min(left, y[i]);
    for (std::size_t i = top + 1; i <= last && y[i] <= y[top]; ++i) right = std::min(right, y[i]);
    Stand stand{y[top] - std::max(left, right), top, top};
    const double half = y[top] - stand.height / 2 - std::min(2 * noise, stand.height / 4);
    while (stand.low > 0 && y[stand.low] > half) --stand.low;
    while (stand.high + 1 < y.size() && y[stand.high] > half) ++stand.high;
    return stand;
}

/// As the peak that it is in the widest surroundings in which it is narrow; height 0: it is the top of something wide,
/// or of no more than noise.
Found peakAt(const std::vector<double>& x, const std::vector<double>& y, std::size_t top, double noise,
             std::size_t widest) {
    Found found{top, 0, 0};
    for (double reach = kFewestBins / 2; reach < static_cast<double>(widest); reach *= kNextReach) {
        const Stand stand = standOf(y, top, static_cast<std::size_t>(reach), noise);
        const bool isNarrow = static_cast<double>(stand.high - stand.low) <= kNarrow * std::floor(reach);
        if (isNarrow && stand.height > kLeastSignal * noise) found = {top, stand.height, x[stand.high] - x[stand.low]};
    }
    return found;
}

std::vector<Found> maximaOf(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> smooth(y.size());
    for (std::size_t i = 0; i < y.size(); ++i)
        smooth[i] = i == 0 || i + 1 == y.size() ? y[i] : (y[i - 1] + 2 * y[i] + y[i + 1]) / 4;
    const std::size_t clipped = std::max<std::size_t>(16, y.size() / 40);
    const std::vector<double> below = snipBackground(smooth, clipped);
    std::vector<double> above(y.size()); // with much of a background that is not much wider than what is clipped
    for (std::size_t i = 0; i < y.size(); ++i) above[i] = smooth[i] - below[i];
    const auto widest = std::max(4 * clipped, static_cast<std::size_t>(kWidest * static_cast<double>(y.size())));
    const double noise = noiseOf(y), level = medianOf(below);
    std::vector<Found> found;
    for (std::size_t i = 1; i + 1 < y.size(); ++i) {
        if (!(above[i] > above[i - 1] && above[i] >= above[i + 1])) continue;
        // The noise is that of most points; where there are more counts it grows with their root.
        const double here = level > 0 && below[i] > level ? noise * std::sqrt(below[i] / level) : noise;
        if (!(above[i] > kLeastSignal * here)) continue;
        const Found peak = peakAt(x, above, i, here, widest);
        if (peak.height > 0) found.push_back(peak);
    }
    double highest = 0;
    for (const Found& peak : found) highest = std::max(highest, peak.height);
    std::erase_if(found, [&](const Found& peak) { return peak.height < kLeastPart * highest; });
    return found;
}

} // namespace

std::vector<PeakRegion> findPeakRegions(const Pattern& pattern, std::size_t mostPeaks) {
    longCall("searching peaks");
    std::vector<double> x, y;
    for (std::size_t i = 0; i < pattern.x.size(); ++i)
        if (std::isfinite(pattern.y[i])) {
            x.push_back(pattern.x[i]);
            y.push_back(pattern.y[i]);
        }
    if (x.size() < 2 * static_cast<std::size_t>(kFewestBins)) return {};
    std::vector<Found> found = maximaOf(x, y);
    std::ranges::stable_sort(found, std::ranges::greater(), &Found::height);
    if (found.size() > mostPeaks) found.resize(mostPeaks);
    std::ranges::sort(found, {}, &Found::at);
    const double bin = (x.back() - x.front()) / static_cast<double>(x.size() - 1);
    std::vector<PeakRegion> regions;
    const Found* neighbour = nullptr;
    for (const Found& peak : found) {
        const double half = std::max(kHalfRegion * peak.fwhm, kFewestBins * bin);
        PeakRegion region{std::max(x.front(), x[peak.at] - half), std::min(x.back(), x[peak.at] + half), {x[peak.at]}};
        if (neighbour && regions.back().high > region.low) {
            PeakRegion& before = regions.back();
            const double distance = x[peak.at] - x[neighbour->at];
            if (distance < kApart * (peak.fwhm + neighbour->fwhm) && before.positions.size() < kMostTogether) {
                before.high = std::max(before.high, region.high);
                before.positions.push_back(x[peak.at]);
                neighbour = &peak;
                continue;
            }
            before.high = std::min(before.high, x[neighbour->at] + distance / 2);
            region.low = std::max(region.low, x[neighbour->at] + distance / 2);
        }
        regions.push_back(std::move(region));
        neighbour = &peak;
    }
    return regions;
}

} // namespace ewald::fit
