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

/// How far one has to go down from a maximum before it goes up to a higher one.
double prominence(const std::vector<double>& y, std::size_t top) {
    double left = y[top], right = y[top];
    for (std::size_t i = top; i-- > 0 && y[i] <= y[top];) left = std::min(left, y[i]);
    for (std::size_t i = top + 1; i < y.size() && y[i] <= y[top]; ++i) right = std::min(right, y[i]);
    return y[top] - std::max(left, right);
}

std::vector<Found> maximaOf(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> smooth(y.size());
    for (std::size_t i = 0; i < y.size(); ++i)
        smooth[i] = i == 0 || i + 1 == y.size() ? y[i] : (y[i - 1] + 2 * y[i] + y[i + 1]) / 4;
    const std::vector<double> below = snipBackground(smooth, std::max<std::size_t>(16, y.size() / 40));
    std::vector<double> above(y.size());
    for (std::size_t i = 0; i < y.size(); ++i) above[i] = smooth[i] - below[i];
    const double least = std::max(kLeastSignal * noiseOf(y), kLeastPart * *std::ranges::max_element(above));
    std::vector<Found> found;
    for (std::size_t i = 1; i + 1 < y.size(); ++i) {
        if (!(above[i] > least && smooth[i] > smooth[i - 1] && smooth[i] >= smooth[i + 1])) continue;
        if (!(prominence(smooth, i) > least)) continue;
        std::size_t low = i, high = i;
        while (low > 0 && above[low] > above[i] / 2 && above[low] <= above[i]) --low;
        while (high + 1 < y.size() && above[high] > above[i] / 2 && above[high] <= above[i]) ++high;
        // The narrower side, twice: the other may be a neighbour's.
        found.push_back({i, above[i], 2 * std::min(x[i] - x[low], x[high] - x[i])});
    }
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
