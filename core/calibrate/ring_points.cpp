// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_points.h"

#include "base/median.h"
#include "base/units.h"
#include "calibrate/ring_peak.h"
#include "compute/devices/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace ewald::calibrate {
namespace {

constexpr std::size_t kSectors = 180;
constexpr std::size_t kBins = 24, kMostBins = 160;
constexpr double kGroupSpan = 3;                                  // of a group, in reaches
constexpr std::array<std::size_t, 6> kMerged{1, 2, 3, 5, 10, 15}; // sectors that make a point
constexpr double kFewestPixels = 30;                              // of a point
constexpr double kLeastFilled = 0.6;                              // of the bins of a point
constexpr double kPeakReach = 0.7;                                // of the window: maxima farther out are another's

/// The window about one ring, or about several that stand close.
struct Window {
    std::size_t ring = 0;     // that its points are of
    double low = 0, high = 0; // 2θ
    std::size_t bins = kBins;
    double reach = kPeakReach;       // of the shift, in half widths
    std::vector<PeakPart> parts{{}}; // offsets from the middle; shares are not yet known
    double ringOffset = 0;           // of `ring` from the middle, in half widths
    [[nodiscard]] double middle() const { return (low + high) / 2; }
    [[nodiscard]] double half() const { return (high - low) / 2; }
};

/// Rings `first` to `last`, which are too close for windows of their own. \param pixel radians
Window groupWindow(const std::vector<KnownRing>& rings, std::size_t first, std::size_t last, double pixel,
                   const PointSearch& search) {
    Window window;
    const auto clear = [&](std::size_t ring, std::size_t next) { // half the way to the next group
        return 0.45 * std::abs(rings[ring].twoTheta - rings[next].twoTheta);
    };
    double below = search.reach_px * pixel, above = below;
    if (first > 0) below = std::min(below, clear(first, first - 1));
    if (last + 1 < rings.size()) above = std::min(above, clear(last, last + 1));
    window.low = rings[first].twoTheta - below;
    window.high = rings[last].twoTheta + above;
    window.ring = first;
    window.parts.clear();
    const double aside = search.reach_px * pixel; // rings beyond the ends reach in
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const double angle = rings[i].twoTheta;
        if (angle < window.low - aside || angle > window.high + aside) continue;
        window.parts.push_back({(angle - window.middle()) / window.half(), std::pow(rings[i].strength, 0.8)});
        if (i >= first && i <= last && rings[i].strength > rings[window.ring].strength) window.ring = i;
    }
    double highest = 0;
    for (const PeakPart& part : window.parts) highest = std::max(highest, part.share);
    for (PeakPart& part : window.parts) part.share /= highest;
    window.ringOffset = (rings[window.ring].twoTheta - window.middle()) / window.half();
    const double width_px = (window.high - window.low) / pixel;
    window.bins = std::clamp<std::size_t>(static_cast<std::size_t>(2 * width_px), kBins, kMostBins);
    window.reach = std::min(kPeakReach, std::max(1.5, search.reach_px / 3) * pixel / window.half());
    return window;
}

/// Rings between `first` and `last`, each too close to the next, as groups that are not too wide, divided where rings
/// stand farthest from each other.
void addGroups(std::vector<Window>& windows, const std::vector<KnownRing>& rings, std::size_t first, std::size_t last,
               double pixel, const PointSearch& search) {
    const double span = rings[last].twoTheta - rings[first].twoTheta;
    if (last == first || span < kGroupSpan * search.reach_px * pixel) {
        windows.push_back(groupWindow(rings, first, last, pixel, search));
        return;
    }
    std::size_t cut = first;
    double best = 0;
    for (std::size_t i = first; i < last; ++i) {
        const double gap = rings[i + 1].twoTheta - rings[i].twoTheta;
        // Near the middle rather than near the ends.
        const double part = (rings[i].twoTheta + gap / 2 - rings[first].twoTheta) / span;
        const double worth = gap * part * (1 - part);
        if (worth > best) {
            best = worth;
            cut = i;
        }
    }
    addGroups(windows, rings, first, cut, pixel, search);
    addGroups(windows, rings, cut + 1, last, pixel, search);
}

std::vector<Window> groupsOf(const std::vector<KnownRing>& rings, const Beam& beam, double pixel_m,
                             const PointSearch& search) {
    std::vector<Window> windows;
    for (std::size_t first = 0; first < rings.size();) {
        const double pixel = pixel_m / beam.distance_m * std::pow(std::cos(rings[first].twoTheta), 2);
        std::size_t last = first;
        while (last + 1 < rings.size() && rings[last + 1].twoTheta - rings[last].twoTheta < search.leastGap_px * pixel)
            ++last;
        addGroups(windows, rings, first, last, pixel, search);
        first = last + 1;
    }
    return windows;
}

std::vector<Window> windowsOf(const std::vector<KnownRing>& rings, const Beam& beam, double pixel_m,
                              const PointSearch& search) {
    if (search.groups) return groupsOf(rings, beam, pixel_m, search);
    std::vector<Window> windows;
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const double angle = rings[i].twoTheta;
        // What a pixel is at this angle on an untilted detector.
        const double pixel = pixel_m / beam.distance_m * std::cos(angle) * std::cos(angle);
        double gap = i > 0 ? angle - rings[i - 1].twoTheta : angle;
        if (i + 1 < rings.size()) gap = std::min(gap, rings[i + 1].twoTheta - angle);
        if (gap < search.leastGap_px * pixel) continue;
        const double half = std::min(0.45 * gap, search.reach_px * pixel);
        Window window;
        window.ring = i;
        window.low = angle - half;
        window.high = angle + half;
        windows.push_back(std::move(window));
    }
    return windows;
}

using Bin = PeakBin;

/// Sums of all pixels that lie in a window, by window, sector and bin.
class Sums {
public:
    Sums(const RingImage& image, const Beam& beam, const std::vector<Window>& windows) : m_windows(windows) {
        if (windows.empty()) return;
        std::size_t total = 0;
        for (const Window& window : windows) {
            m_first.push_back(total);
            total += kSectors * window.bins;
        }
        m_bins.resize(total);
        const BeamPlane plane(beam);
        struct Hit {
            std::uint32_t bin;
            float angle, chi, value;
        };
        std::vector<std::vector<Hit>> lines(image.rows);
        compute::parallelFor(image.rows, 0, [&](std::size_t r) {
            for (std::size_t c = 0; c < image.cols; ++c) {
                const std::size_t at = r * image.cols + c;
                if (image.valid[at] == 0) continue;
                const double angle = plane.twoTheta(image.row_m[r], image.col_m[c]);
                const auto above =
                    std::ranges::upper_bound(windows, angle, {}, [](const Window& window) { return window.low; });
                if (above == windows.begin()) continue;
                const Window& window = *(above - 1);
                if (angle >= window.high) continue;
                const double turn = plane.chi(image.row_m[r], image.col_m[c]) / (2 * kPi) + 0.5;
                const auto sector = std::min(kSectors - 1, static_cast<std::size_t>(turn * kSectors));
                const double place =
                    (angle - window.low) / (window.high - window.low) * static_cast<double>(window.bins);
                const auto bin = std::min(window.bins - 1, static_cast<std::size_t>(place));
                const auto number = static_cast<std::size_t>(above - 1 - windows.begin());
                lines[r].push_back({static_cast<std::uint32_t>(m_first[number] + sector * window.bins + bin),
                                    static_cast<float>(angle - window.middle()),
                                    static_cast<float>(turn * kSectors - static_cast<double>(sector)),
                                    image.counts[at]});
            }
        });
        for (const auto& line : lines)
            for (const Hit& hit : line) {
                Bin& bin = m_bins[hit.bin];
                const auto value = static_cast<double>(hit.value);
                bin.pixels += 1;
                bin.sum += value;
                bin.squares += value * value;
                bin.angle += static_cast<double>(hit.angle);
                bin.chi += static_cast<double>(hit.chi);
            }
    }

    [[nodiscard]] const Bin& at(std::size_t window, std::size_t sector, std::size_t bin) const {
        return m_bins[m_first[window] + sector * m_windows[window].bins + bin];
    }
    /// Several sectors together; chi is counted from the first one's beginning.
    [[nodiscard]] std::vector<Bin> merged(std::size_t window, std::size_t first, std::size_t count) const {
        std::vector<Bin> out(m_windows[window].bins);
        for (std::size_t s = first; s < first + count; ++s)
            for (std::size_t b = 0; b < out.size(); ++b) {
                const Bin& bin = at(window, s, b);
                out[b].pixels += bin.pixels;
                out[b].sum += bin.sum;
                out[b].squares += bin.squares;
                out[b].angle += bin.angle;
                out[b].chi += bin.chi + static_cast<double>(s - first) * bin.pixels;
            }
        return out;
    }

private:
    const std::vector<Window>& m_windows;
    std::vector<std::size_t> m_first; // of a window's bins
    std::vector<Bin> m_bins;
};

/// What a whole ring says before it is divided.
struct WholeRing {
    Peak peak;
    double noise = 1, floor = 0;
    double pixels = 0;
};

/// Shares of the parts of a group, and a peak to begin with: the best of widths and places.
std::optional<Peak> groupPeak(std::span<const Bin> bins, Window& window, double pixel, double width_px,
                              const WholeRing& whole) {
    const PeakFit fit(bins, window.parts, window.half(), whole.noise, whole.floor);
    std::vector<double> shares, best;
    Peak peak;
    double least = 0;
    for (const double times : {0.7, 0.85, 1.0, 1.2, 1.5}) {
        const double width = times * width_px * pixel / window.half();
        for (double centre = -window.reach; centre <= window.reach; centre += width) {
            const double misfit = fit.fitShares(centre, width, shares);
            if (!best.empty() && misfit >= least) continue;
            least = misfit;
            best = shares;
            peak.width = width;
        }
    }
    const double highest = best.empty() ? 0 : *std::ranges::max_element(best);
    if (!(highest > 0)) return std::nullopt;
    for (std::size_t i = 0; i < best.size(); ++i) window.parts[i].share = best[i] / highest;
    return PeakFit(bins, window.parts, window.half(), whole.noise, whole.floor).fit(peak.width, false, window.reach);
}

/// \param pixel radians; the window's shares are set
std::optional<WholeRing> wholeRing(const Sums& sums, std::size_t number, Window& window, double pixel,
                                   double width_px) {
    WholeRing whole;
    // Sectors are laid upon each other where each has its maximum later; here, as they are: the width of a ring whose
    // geometry is not yet right is too large, which costs precision and biases nothing.
    const std::vector<Bin> all = sums.merged(number, 0, kSectors);
    double total = 0;
    std::vector<double> noises; // a bright spot in one of them must not speak for all
    for (std::size_t s = 0; s < kSectors; ++s) {
        double scatter = 0, expected = 0;
        for (std::size_t b = 0; b < window.bins; ++b) {
            const Bin& bin = sums.at(number, s, b);
            if (bin.pixels < 2) continue;
            scatter += (bin.squares - bin.sum * bin.sum / bin.pixels) / (bin.pixels - 1) * bin.pixels;
            expected += bin.sum;
        }
        if (expected > 0) noises.push_back(scatter / expected);
    }
    if (!noises.empty()) whole.noise = std::max(1e-6, medianOf(std::move(noises)));
    for (const Bin& bin : all) {
        whole.pixels += bin.pixels;
        total += bin.sum;
    }
    if (whole.pixels < kFewestPixels || !(total > 0)) return std::nullopt;
    const double mean = total / whole.pixels;
    whole.floor = std::max(0.1 * mean, mean / 1000);
    const PeakFit fit(all, window.parts, window.half(), whole.noise, whole.floor);
    if (static_cast<double>(fit.filled()) < kLeastFilled * static_cast<double>(window.bins)) return std::nullopt;
    if (window.parts.size() > 1) {
        const auto peak = groupPeak(all, window, pixel, width_px, whole);
        if (!peak || !(peak->height > 4 * peak->sigmaHeight)) return std::nullopt;
        whole.peak = *peak;
        return whole;
    }
    for (const double width : {0.15, 0.35})
        if (const auto peak = fit.fit(width, true, window.reach); peak && peak->height > 4 * peak->sigmaHeight) {
            whole.peak = *peak;
            return whole;
        }
    return std::nullopt;
}

std::vector<RingPoint> pointsOf(const Sums& sums, std::size_t w, Window& window, const RingImage& image,
                                const Beam& beam, const std::vector<KnownRing>& rings, const PointSearch& search) {
    const BeamPlane plane(beam);
    std::vector<RingPoint> points;
    const double pixel = image.pixel_m / beam.distance_m * std::pow(std::cos(rings[window.ring].twoTheta), 2);
    const auto whole = wholeRing(sums, w, window, pixel, search.width_px);
    if (!whole || whole->peak.width > 0.6) return {};
    // So many points share the signal of the ring: each has its part of the square.
    std::size_t touched = 0;
    for (std::size_t s = 0; s < kSectors; ++s) {
        double pixels = 0;
        for (std::size_t b = 0; b < window.bins; ++b) pixels += sums.at(w, s, b).pixels;
        touched += pixels > 0 ? 1 : 0;
    }
    const double ofOne = whole->peak.height / whole->peak.sigmaHeight / std::sqrt(static_cast<double>(touched));
    const double pixelsOfOne = whole->pixels / static_cast<double>(touched);
    std::size_t count = kMerged.back();
    for (const std::size_t merged : kMerged) {
        const auto n = static_cast<double>(merged);
        if (ofOne * std::sqrt(n) < 1.5 * search.leastSignal || pixelsOfOne * n < kFewestPixels) continue;
        count = merged;
        break;
    }
    for (std::size_t s = 0; s + count <= kSectors; s += count) {
        const std::vector<Bin> bins = sums.merged(w, s, count);
        double pixels = 0, chi = 0;
        for (const Bin& bin : bins) {
            pixels += bin.pixels;
            chi += bin.chi;
        }
        if (pixels < std::max(kFewestPixels, 0.4 * pixelsOfOne * static_cast<double>(count))) continue;
        const PeakFit fit(bins, window.parts, window.half(), whole->noise, whole->floor);
        if (static_cast<double>(fit.filled()) < kLeastFilled * static_cast<double>(window.bins)) continue;
        const auto peak = fit.fit(whole->peak.width, false, window.reach);
        if (!peak || peak->height < search.leastSignal * peak->sigmaHeight) continue;
        RingPoint point;
        point.ring = window.ring;
        point.chi = (static_cast<double>(s) + chi / pixels) * 2 * kPi / kSectors - kPi;
        point.width = static_cast<double>(count) * 2 * kPi / kSectors;
        point.sigma = peak->sigmaCentre * window.half();
        point.signal = peak->height / peak->sigmaHeight;
        point.ringWidth = whole->peak.width * window.half();
        std::array<double, 2> place{};
        if (!plane.place(window.middle() + (window.ringOffset + peak->centre) * window.half(), point.chi, place))
            continue;
        point.y_m = place[0];
        point.x_m = place[1];
        points.push_back(point);
    }
    return points;
}

} // namespace

std::vector<RingPoint> findRingPoints(const RingImage& image, const Beam& beam, const std::vector<KnownRing>& rings,
                                      const PointSearch& search) {
    std::vector<Window> windows = windowsOf(rings, beam, image.pixel_m, search);
    const Sums sums(image, beam, windows);
    std::vector<std::vector<RingPoint>> found(windows.size());
    compute::parallelFor(windows.size(), 0,
                         [&](std::size_t w) { found[w] = pointsOf(sums, w, windows[w], image, beam, rings, search); });
    std::vector<RingPoint> points;
    for (const std::vector<RingPoint>& some : found) points.insert(points.end(), some.begin(), some.end());
    return points;
}

} // namespace ewald::calibrate
