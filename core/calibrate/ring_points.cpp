// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_points.h"

#include "base/median.h"
#include "base/units.h"
#include "compute/devices/parallel.h"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace ewald::calibrate {
namespace {

constexpr std::size_t kSectors = 180;
constexpr std::size_t kBins = 24;
constexpr std::array<std::size_t, 6> kMerged{1, 2, 3, 5, 10, 15}; // sectors that make a point
constexpr double kFewestPixels = 30;                              // of a point
constexpr double kLeastFilled = 0.6;                              // of the bins of a point
constexpr double kPeakReach = 0.7;                                // of the window: maxima farther out are another's

struct Bin {
    double pixels = 0, sum = 0, squares = 0, angle = 0, chi = 0; // chi and angle: from the middle
};

/// The window about one ring.
struct Window {
    std::size_t ring = 0;
    double low = 0, high = 0; // 2θ
    [[nodiscard]] double middle() const { return (low + high) / 2; }
    [[nodiscard]] double half() const { return (high - low) / 2; }
};

std::vector<Window> windowsOf(const std::vector<KnownRing>& rings, const Beam& beam, double pixel_m,
                              const PointSearch& search) {
    std::vector<Window> windows;
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const double angle = rings[i].twoTheta;
        // What a pixel is at this angle on an untilted detector.
        const double pixel = pixel_m / beam.distance_m * std::cos(angle) * std::cos(angle);
        double gap = i > 0 ? angle - rings[i - 1].twoTheta : angle;
        if (i + 1 < rings.size()) gap = std::min(gap, rings[i + 1].twoTheta - angle);
        if (gap < search.leastGap_px * pixel) continue;
        const double half = std::min(0.45 * gap, search.reach_px * pixel);
        windows.push_back({i, angle - half, angle + half});
    }
    return windows;
}

/// Sums of all pixels that lie in a window, by window, sector and bin.
class Sums {
public:
    Sums(const RingImage& image, const Beam& beam, const std::vector<Window>& windows)
        : m_windows(windows), m_bins(windows.size() * kSectors * kBins) {
        if (windows.empty()) return;
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
                const double place = (angle - window.low) / (window.high - window.low) * kBins;
                const auto bin = std::min(kBins - 1, static_cast<std::size_t>(place));
                const auto number = static_cast<std::size_t>(above - 1 - windows.begin());
                lines[r].push_back({static_cast<std::uint32_t>((number * kSectors + sector) * kBins + bin),
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
        return m_bins[(window * kSectors + sector) * kBins + bin];
    }
    /// Several sectors together; chi is counted from the first one's beginning.
    [[nodiscard]] std::array<Bin, kBins> merged(std::size_t window, std::size_t first, std::size_t count) const {
        std::array<Bin, kBins> out;
        for (std::size_t s = first; s < first + count; ++s)
            for (std::size_t b = 0; b < kBins; ++b) {
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
    std::vector<Bin> m_bins;
};

/// A Gaussian on a slope: height, centre, width, level, slope. Angles in units of the window's half width.
struct Peak {
    double height = 0, centre = 0, width = 0.3, level = 0, slope = 0;
    double sigmaHeight = 0, sigmaCentre = 0;
};

/// Least squares of the peak to the means of the bins. The width is fitted for a whole ring and given for a sector.
class PeakFit {
public:
    /// \param noise variance of a pixel over its expected count \param floor smallest expected count
    PeakFit(const std::array<Bin, kBins>& bins, double half, double noise, double floor)
        : m_noise(noise), m_floor(floor) {
        for (const Bin& bin : bins) {
            if (bin.pixels < 1) continue;
            m_x.push_back(bin.angle / bin.pixels / half);
            m_y.push_back(bin.sum / bin.pixels);
            m_n.push_back(bin.pixels);
        }
    }

    [[nodiscard]] std::size_t filled() const { return m_x.size(); }

    /// The best of the places in the window, then refined. Nothing where the fit leaves the window or finds a dip.
    [[nodiscard]] std::optional<Peak> fit(double width, bool widthToo) const {
        std::optional<Peak> best;
        double least = 0;
        for (double centre = -kPeakReach; centre <= kPeakReach + 1e-9; centre += std::max(0.05, width / 2)) {
            Peak peak;
            peak.centre = centre;
            peak.width = width;
            const double misfit = solveLinear(peak);
            if (peak.height > 0 && (!best || misfit < least)) {
                best = peak;
                least = misfit;
            }
        }
        if (!best) return std::nullopt;
        for (int round = 0; round < 12; ++round)
            if (!improve(*best, widthToo)) return std::nullopt;
        if (!(best->height > 0) || std::abs(best->centre) > kPeakReach) return std::nullopt;
        return best;
    }

private:
    [[nodiscard]] double weight(const Peak& peak, std::size_t i) const {
        const double z = (m_x[i] - peak.centre) / peak.width;
        const double model = peak.level + peak.slope * m_x[i] + peak.height * std::exp(-z * z / 2);
        return m_n[i] / (m_noise * std::max(model, m_floor));
    }

    /// Height, level and slope for a given place, all bins by their pixels. \returns the weighted squares
    double solveLinear(Peak& peak) const {
        Eigen::Matrix3d a = Eigen::Matrix3d::Identity() * 1e-9;
        Eigen::Vector3d b = Eigen::Vector3d::Zero();
        const auto row = [&](std::size_t i) {
            const double z = (m_x[i] - peak.centre) / peak.width;
            return Eigen::Vector3d(std::exp(-z * z / 2), 1, m_x[i]);
        };
        for (std::size_t i = 0; i < m_x.size(); ++i) {
            const Eigen::Vector3d f = row(i);
            a += m_n[i] * f * f.transpose();
            b += m_n[i] * f * m_y[i];
        }
        const Eigen::Vector3d p = a.ldlt().solve(b);
        peak.height = p[0];
        peak.level = p[1];
        peak.slope = p[2];
        double sum = 0;
        for (std::size_t i = 0; i < m_x.size(); ++i) {
            const double rest = m_y[i] - row(i).dot(p);
            sum += m_n[i] * rest * rest;
        }
        return sum;
    }

    /// One step of Gauss and Newton, with the errors of where it began.
    bool improve(Peak& peak, bool widthToo) const {
        Eigen::Matrix<double, 5, 5> a = Eigen::Matrix<double, 5, 5>::Zero();
        Eigen::Matrix<double, 5, 1> b = Eigen::Matrix<double, 5, 1>::Zero();
        for (std::size_t i = 0; i < m_x.size(); ++i) {
            const double z = (m_x[i] - peak.centre) / peak.width;
            const double bell = std::exp(-z * z / 2);
            Eigen::Matrix<double, 5, 1> f;
            f << bell, peak.height * bell * z / peak.width, 1, m_x[i],
                widthToo ? peak.height * bell * z * z / peak.width : 0;
            const double rest = m_y[i] - peak.level - peak.slope * m_x[i] - peak.height * bell;
            const double w = weight(peak, i);
            a += w * f * f.transpose();
            b += w * rest * f;
        }
        if (!widthToo) a(4, 4) = 1;
        const Eigen::Matrix<double, 5, 5> inverse = a.inverse();
        if (!inverse.allFinite() || !(inverse(0, 0) > 0) || !(inverse(1, 1) > 0)) return false;
        const Eigen::Matrix<double, 5, 1> step = inverse * b;
        peak.sigmaHeight = std::sqrt(inverse(0, 0));
        peak.sigmaCentre = std::sqrt(inverse(1, 1));
        peak.height += step[0];
        peak.centre += std::clamp(step[1], -peak.width / 2, peak.width / 2);
        peak.level += step[2];
        peak.slope += step[3];
        if (widthToo) peak.width = std::clamp(peak.width + step[4], peak.width / 1.5, peak.width * 1.5);
        return std::abs(peak.centre) < 1 && peak.width > 0.01 && peak.width < 2;
    }

    std::vector<double> m_x, m_y, m_n;
    double m_noise, m_floor;
};

/// What a whole ring says before it is divided.
struct WholeRing {
    Peak peak;
    double noise = 1, floor = 0;
    double pixels = 0;
};

std::optional<WholeRing> wholeRing(const Sums& sums, std::size_t window, double half) {
    WholeRing whole;
    // Sectors are laid upon each other where each has its maximum later; here, as they are: the width of a ring whose
    // geometry is not yet right is too large, which costs precision and biases nothing.
    const std::array<Bin, kBins> all = sums.merged(window, 0, kSectors);
    double total = 0;
    std::vector<double> noises; // a bright spot in one of them must not speak for all
    for (std::size_t s = 0; s < kSectors; ++s) {
        double scatter = 0, expected = 0;
        for (std::size_t b = 0; b < kBins; ++b) {
            const Bin& bin = sums.at(window, s, b);
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
    const PeakFit fit(all, half, whole.noise, whole.floor);
    if (static_cast<double>(fit.filled()) < kLeastFilled * kBins) return std::nullopt;
    for (const double width : {0.15, 0.35})
        if (const auto peak = fit.fit(width, true); peak && peak->height > 4 * peak->sigmaHeight) {
            whole.peak = *peak;
            return whole;
        }
    return std::nullopt;
}

} // namespace

std::vector<RingPoint> findRingPoints(const RingImage& image, const Beam& beam, const std::vector<KnownRing>& rings,
                                      const PointSearch& search) {
    const std::vector<Window> windows = windowsOf(rings, beam, image.pixel_m, search);
    const Sums sums(image, beam, windows);
    const BeamPlane plane(beam);
    std::vector<RingPoint> points;
    for (std::size_t w = 0; w < windows.size(); ++w) {
        const Window& window = windows[w];
        const auto whole = wholeRing(sums, w, window.half());
        if (!whole || whole->peak.width > 0.6) continue;
        // So many points share the signal of the ring: each has its part of the square.
        std::size_t touched = 0;
        for (std::size_t s = 0; s < kSectors; ++s) {
            double pixels = 0;
            for (std::size_t b = 0; b < kBins; ++b) pixels += sums.at(w, s, b).pixels;
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
            const std::array<Bin, kBins> bins = sums.merged(w, s, count);
            double pixels = 0, chi = 0;
            for (const Bin& bin : bins) {
                pixels += bin.pixels;
                chi += bin.chi;
            }
            if (pixels < std::max(kFewestPixels, 0.4 * pixelsOfOne * static_cast<double>(count))) continue;
            const PeakFit fit(bins, window.half(), whole->noise, whole->floor);
            if (static_cast<double>(fit.filled()) < kLeastFilled * kBins) continue;
            const auto peak = fit.fit(whole->peak.width, false);
            if (!peak || peak->height < search.leastSignal * peak->sigmaHeight) continue;
            RingPoint point;
            point.ring = window.ring;
            point.chi = (static_cast<double>(s) + chi / pixels) * 2 * kPi / kSectors - kPi;
            point.width = static_cast<double>(count) * 2 * kPi / kSectors;
            point.sigma = peak->sigmaCentre * window.half();
            point.signal = peak->height / peak->sigmaHeight;
            point.ringWidth = whole->peak.width * window.half();
            std::array<double, 2> place{};
            if (!plane.place(window.middle() + peak->centre * window.half(), point.chi, place)) continue;
            point.y_m = place[0];
            point.x_m = place[1];
            points.push_back(point);
        }
    }
    return points;
}

} // namespace ewald::calibrate
