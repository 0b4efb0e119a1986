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
constexpr double kRounding = 1e-6; // of an intensity: what single precision and the clipping leave of a smooth curve
constexpr double kEnds = 0.125;    // parts of the pattern at its ends where bins may have few pixels
constexpr std::size_t kLocal = 40; // points to either side that the noise there is taken from
/// The curve beside a peak bends upwards, on both sides, by this part of its downward bend at the top: a Gaussian's by
/// 0.4, a Lorentzian's by 0.2. Beside a step it does so on the lower side only.
constexpr double kLeastLobe = 0.15;
constexpr double kMostUneven = 3; // half widths of a peak to both sides, one over the other
constexpr double kEndPart = 0.5;  // widths that a peak is away from an end, and heights by which it has fallen there

struct Found {
    std::size_t at = 0; ///< point
    double height = 0;
    double fwhm = 0;
};

/// Of the noise from point to point: second differences of a smooth curve vanish.
double deviationOf(std::vector<double> bends) {
    return kMedianToDeviation * medianOf(std::move(bends)) / std::sqrt(6.0);
}

/// A pattern and what is known of each of its points.
struct Curve {
    std::vector<double> x;
    std::vector<double> y;     ///< mean of three points, the middle one twice
    std::vector<double> below; ///< what is clipped off
    std::vector<double> above; ///< the rest: with much of a background that is not much wider than what is clipped
    std::vector<double> noise; ///< standard deviations
};

/// The noise is that of most points. Where there are more counts it grows with their root; where bins have few pixels,
/// next to the beam and in the corners of the detector, as `sigma` says, or else as the second differences there.
std::vector<double> noiseOf(const std::vector<double>& y, const std::vector<double>& sigma, const Curve& curve) {
    std::vector<double> bends(y.size());
    for (std::size_t i = 1; i + 1 < y.size(); ++i) bends[i] = std::abs(y[i - 1] - 2 * y[i] + y[i + 1]);
    bends.front() = bends[1];
    bends.back() = bends[y.size() - 2];
    const double usual = deviationOf(bends), level = medianOf(curve.below), usualSigma = medianOf(sigma);
    const auto ends = static_cast<std::size_t>(kEnds * static_cast<double>(y.size()));
    std::vector<double> noise(y.size(), usual);
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double below = curve.below[i];
        if (level > 0 && below > level) noise[i] *= std::sqrt(below / level);
        if (usualSigma > 0) {
            const double underPeak = below > 0 && curve.y[i] > below ? std::sqrt(below / curve.y[i]) : 1;
            noise[i] = std::max(noise[i], usual * sigma[i] / usualSigma * underPeak);
        } else if (i < ends || i + ends >= y.size()) {
            const auto first = bends.begin() + static_cast<std::ptrdiff_t>(i - std::min(i, kLocal));
            const auto last = bends.begin() + static_cast<std::ptrdiff_t>(std::min(y.size(), i + kLocal + 1));
            noise[i] = std::max(noise[i], deviationOf({first, last}));
        }
        noise[i] = std::max(noise[i], kRounding * std::abs(curve.y[i]));
    }
    return noise;
}

/// A maximum as it stands in its surroundings.
struct Stand {
    double height = 0;   ///< over the higher one of the lowest points to both sides
    double noise = 0;    ///< at the maximum or at that point, where it is larger
    std::size_t low = 0; ///< first points at half of the height
    std::size_t high = 0;
    [[nodiscard]] std::size_t width() const noexcept { return high - low; }
};

/// \param reach points to either side that are looked at, as far as they are not higher
Stand standOf(const Curve& curve, std::size_t top, std::size_t reach) {
    const std::vector<double>& y = curve.above;
    const std::size_t first = top - std::min(top, reach), last = std::min(y.size() - 1, top + reach);
    std::size_t left = top, right = top;
    for (std::size_t i = top; i-- > first && y[i] <= y[top];)
        if (y[i] < y[left]) left = i;
    for (std::size_t i = top + 1; i <= last && y[i] <= y[top]; ++i)
        if (y[i] < y[right]) right = i;
    const std::size_t base = y[left] > y[right] ? left : right;
    Stand stand{y[top] - y[base], std::max(curve.noise[top], curve.noise[base]), top, top};
    // By twice the noise below half of the height: a dip of the noise is no end.
    const double half = y[top] - stand.height / 2 - std::min(2 * curve.noise[top], stand.height / 4);
    while (stand.low > 0 && y[stand.low] > half) --stand.low;
    while (stand.high + 1 < y.size() && y[stand.high] > half) ++stand.high;
    return stand;
}

/// Second differences of means over half the width of a peak (Mariscotti, Nucl. Instrum. Methods 50 (1967) 309):
/// positive where the curve bends downwards.
class Bends {
public:
    Bends(const std::vector<double>& y, std::size_t width)
        : m_y(y), m_half(width < 2 ? 0 : (width - 2) / 4), m_step(2 * m_half + 1) {}
    [[nodiscard]] std::size_t step() const noexcept { return m_step; }
    /// Points that at() needs to either side.
    [[nodiscard]] std::size_t reach() const noexcept { return m_step + m_half; }
    [[nodiscard]] bool has(std::size_t i) const noexcept { return i >= reach() && i + reach() < m_y.size(); }
    [[nodiscard]] double at(std::size_t i) const { return meanAt(i) - (meanAt(i - m_step) + meanAt(i + m_step)) / 2; }

private:
    [[nodiscard]] double meanAt(std::size_t middle) const {
        double sum = 0;
        for (std::size_t i = middle - m_half; i <= middle + m_half; ++i) sum += m_y[i];
        return sum / static_cast<double>(m_step);
    }
    const std::vector<double>& m_y;
    std::size_t m_half;
    std::size_t m_step;
};

/// Whether the curve falls, and flattens out, on both sides of a maximum. Clipping makes maxima of steps, of shoulders
/// beside a beam stop, and of flanks at the ends of a pattern, too: there it does so on one side only. So near an end
/// that there are no points to see it flatten out, it has to fall.
bool hasPeakShape(const Curve& curve, std::size_t top, const Stand& stand) {
    const auto [shorter, longer] = std::minmax({top - stand.low, stand.high - top});
    if (static_cast<double>(longer) > kMostUneven * static_cast<double>(shorter) + 1) return false;
    const Bends bends(curve.y, stand.width());
    const double bend = bends.has(top) ? bends.at(top) : stand.height / 2;
    if (!(bend > 0)) return false;
    const std::size_t last = curve.y.size() - 1, farthest = 3 * bends.step();
    const std::size_t next = std::max<std::size_t>(1, bends.step() / 8); // of means that change no faster
    for (const bool isLeft : {true, false}) {
        const std::size_t away = isLeft ? top : last - top;
        bool flattens = false;
        for (std::size_t i = bends.step(); i <= std::min(away, farthest) && !flattens; i += next) {
            const std::size_t at = isLeft ? top - i : top + i;
            flattens = bends.has(at) && -bends.at(at) >= kLeastLobe * bend;
        }
        if (flattens) continue;
        const bool isNearEnd = away < farthest + bends.reach();
        if (!isNearEnd || static_cast<double>(away) < kEndPart * static_cast<double>(stand.width())) return false;
        const auto begin = curve.y.begin() + static_cast<std::ptrdiff_t>(isLeft ? 0 : top);
        const double lowest = *std::min_element(begin, begin + static_cast<std::ptrdiff_t>(away + 1));
        if (!(curve.y[top] - lowest >= kEndPart * stand.height)) return false;
    }
    return true;
}

/// As the peak that it is in the widest surroundings in which it is narrow; height 0: it is the top of something wide,
/// or of no more than noise, or a step.
Found peakAt(const Curve& curve, std::size_t top, std::size_t widest) {
    Found found{top, 0, 0};
    for (double reach = kFewestBins / 2; reach < static_cast<double>(widest); reach *= kNextReach) {
        const Stand stand = standOf(curve, top, static_cast<std::size_t>(reach));
        const bool isNarrow = static_cast<double>(stand.width()) <= kNarrow * std::floor(reach);
        if (isNarrow && stand.height > kLeastSignal * stand.noise && hasPeakShape(curve, top, stand))
            found = {top, stand.height, curve.x[stand.high] - curve.x[stand.low]};
    }
    return found;
}

Curve curveOf(const std::vector<double>& x, const std::vector<double>& y, const std::vector<double>& sigma,
              std::size_t clipped) {
    Curve curve{x, y, {}, y, {}};
    for (std::size_t i = 1; i + 1 < y.size(); ++i) curve.y[i] = (y[i - 1] + 2 * y[i] + y[i + 1]) / 4;
    curve.below = snipBackground(curve.y, clipped);
    for (std::size_t i = 0; i < y.size(); ++i) curve.above[i] = curve.y[i] - curve.below[i];
    curve.noise = noiseOf(y, sigma, curve);
    return curve;
}

std::vector<Found> maximaOf(const std::vector<double>& x, const std::vector<double>& y,
                            const std::vector<double>& sigma) {
    const std::size_t clipped = std::max<std::size_t>(16, y.size() / 40);
    const Curve curve = curveOf(x, y, sigma, clipped);
    const auto widest = std::max(4 * clipped, static_cast<std::size_t>(kWidest * static_cast<double>(y.size())));
    const std::vector<double>& above = curve.above;
    std::vector<Found> found;
    for (std::size_t i = 1; i + 1 < y.size(); ++i) {
        if (!(above[i] > above[i - 1] && above[i] >= above[i + 1])) continue;
        if (!(above[i] > kLeastSignal * curve.noise[i])) continue;
        const Found peak = peakAt(curve, i, widest);
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
    std::vector<double> x, y, sigma;
    for (std::size_t i = 0; i < pattern.x.size(); ++i)
        if (std::isfinite(pattern.y[i])) {
            x.push_back(pattern.x[i]);
            y.push_back(pattern.y[i]);
            if (pattern.sigma.empty()) continue;
            sigma.push_back(std::isfinite(pattern.sigma[i]) ? pattern.sigma[i] : 0);
        }
    if (x.size() < 2 * static_cast<std::size_t>(kFewestBins)) return {};
    std::vector<Found> found = maximaOf(x, y, sigma);
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
