// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/peak_fit.h"

#include "base/long_call.h"
#include "fit/least_squares.h"
#include "fit/snip.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::fit {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostAsymmetry = 0.9;
constexpr std::size_t kRounds = 6; // of variances; three are usual

/// The points of a region, one after the other.
struct Points {
    std::vector<double> x, y, variance; ///< no variance: all alike
    std::vector<double> clipped;        ///< a background that is known; empty: none is
    double low = 0, high = 0;

    [[nodiscard]] std::size_t count() const { return x.size(); }
    [[nodiscard]] double bin() const {
        return count() > 1 ? (x.back() - x.front()) / static_cast<double>(count() - 1) : 0;
    }
    /// Of a point, over what is known.
    [[nodiscard]] double over(std::size_t i) const { return clipped.empty() ? y[i] : y[i] - clipped[i]; }
    /// The region as [−1, 1].
    [[nodiscard]] double scaled(double at) const { return (2 * at - low - high) / (high - low); }
};

/// What is clipped off a pattern, one value a point, not a number where the pattern is none.
std::vector<double> clippedOf(const Pattern& pattern, std::size_t reach) {
    std::vector<double> curve;
    for (const double y : pattern.y)
        if (std::isfinite(y)) curve.push_back(y);
    const std::vector<double> below = snipBackground(curve, reach);
    std::vector<double> all(pattern.y.size(), kNaN);
    for (std::size_t i = 0, k = 0; i < all.size(); ++i)
        if (std::isfinite(pattern.y[i])) all[i] = below[k++];
    return all;
}

Points pointsOf(const Pattern& pattern, const PeakRegion& region, const PeakModel& model) {
    Points points;
    points.low = region.low;
    points.high = region.high;
    std::vector<double> clipped;
    if (model.snipReach > 0) clipped = clippedOf(pattern, model.snipReach);
    const auto first = std::ranges::lower_bound(pattern.x, region.low);
    for (auto i = static_cast<std::size_t>(first - pattern.x.begin()); i < pattern.x.size(); ++i) {
        if (pattern.x[i] > region.high) break;
        const bool known = pattern.sigma.empty() || std::isfinite(pattern.sigma[i]);
        if (!std::isfinite(pattern.y[i]) || !known) continue;
        points.x.push_back(pattern.x[i]);
        points.y.push_back(pattern.y[i]);
        if (!pattern.sigma.empty()) points.variance.push_back(pattern.sigma[i] * pattern.sigma[i]);
        if (!clipped.empty()) points.clipped.push_back(clipped[i]);
    }
    return points;
}

/// Tₙ(t) of n = 0, 1, …
void chebyshev(double t, std::span<double> values) {
    for (std::size_t n = 0; n < values.size(); ++n)
        values[n] = n == 0 ? 1 : n == 1 ? t : 2 * t * values[n - 1] - values[n - 2];
}

double sumOf(std::span<const double> coefficients, double t) {
    std::vector<double> terms(coefficients.size());
    chebyshev(t, terms);
    double sum = 0;
    for (std::size_t n = 0; n < terms.size(); ++n) sum += coefficients[n] * terms[n];
    return sum;
}

/// Variances as a function of the curve: σᵢ² + k (curveᵢ − yᵢ), with the slope k of σ² against y.
class Variances {
public:
    explicit Variances(const Points& points) : m_points(points) {
        if (points.variance.empty()) return;
        const auto n = static_cast<double>(points.count());
        double meanY = 0, meanV = 0, yy = 0, yv = 0;
        for (std::size_t i = 0; i < points.count(); ++i) {
            meanY += points.y[i] / n;
            meanV += points.variance[i] / n;
        }
        for (std::size_t i = 0; i < points.count(); ++i) {
            yy += (points.y[i] - meanY) * (points.y[i] - meanY);
            yv += (points.y[i] - meanY) * (points.variance[i] - meanV);
        }
        m_slope = yy > 0 ? std::max(0.0, yv / yy) : 0;
        m_least = meanV > 0 ? 1e-4 * meanV : 1;
    }
    [[nodiscard]] bool depend() const { return m_slope > 0; }
    [[nodiscard]] std::vector<double> deviations(const std::vector<double>& curve) const {
        std::vector<double> out(m_points.count(), 1.0);
        for (std::size_t i = 0; i < m_points.variance.size(); ++i)
            out[i] = std::sqrt(std::max(m_least, m_points.variance[i] + m_slope * (curve[i] - m_points.y[i])));
        return out;
    }

private:
    const Points& m_points;
    double m_slope = 0;
    double m_least = 1;
};

/// Parameters: five a peak, then those of the background.
class RegionModel : public Residuals {
public:
    RegionModel(const Points& points, const PeakModel& model, std::size_t peaks)
        : m_points(points), m_peaks(peaks), m_terms(model.backgroundDegree + 1),
          m_polynomials(points.count() * m_terms), m_deviations(points.count(), 1.0) {
        for (std::size_t i = 0; i < points.count(); ++i)
            chebyshev(points.scaled(points.x[i]), std::span(m_polynomials).subspan(i * m_terms, m_terms));
    }
    void weigh(std::vector<double> deviations) { m_deviations = std::move(deviations); }

    [[nodiscard]] std::size_t parameters() const override { return m_peaks * kPeakParameters + m_terms; }
    [[nodiscard]] std::size_t count() const override { return m_points.count(); }
    [[nodiscard]] bool evaluate(std::span<const double> p, std::span<double> f) const override {
        const std::vector<double> model = curve(p);
        bool finite = true;
        for (std::size_t i = 0; i < f.size(); ++i) {
            f[i] = (model[i] - m_points.y[i]) / m_deviations[i];
            finite = finite && std::isfinite(f[i]);
        }
        return finite;
    }
    void slopes(std::span<const double> p, std::span<double> jacobian) const override {
        const std::size_t n = count();
        for (std::size_t k = 0; k < m_peaks; ++k) {
            const Peak peak = peakAt(p, k);
            for (std::size_t i = 0; i < n; ++i) {
                const PeakPoint point = pointOf(peak, m_points.x[i]);
                for (std::size_t j = 0; j < kPeakParameters; ++j)
                    jacobian[(k * kPeakParameters + j) * n + i] = point.slopes[j] / m_deviations[i];
            }
        }
        for (std::size_t t = 0; t < m_terms; ++t)
            for (std::size_t i = 0; i < n; ++i)
                jacobian[(m_peaks * kPeakParameters + t) * n + i] = m_polynomials[i * m_terms + t] / m_deviations[i];
    }
    [[nodiscard]] std::vector<double> curve(std::span<const double> p) const {
        std::vector<double> sum = m_points.clipped;
        sum.resize(count());
        for (std::size_t k = 0; k < m_peaks; ++k) {
            const Peak peak = peakAt(p, k);
            for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += peak.at(m_points.x[i]);
        }
        const std::span<const double> background = p.subspan(m_peaks * kPeakParameters);
        for (std::size_t i = 0; i < sum.size(); ++i)
            for (std::size_t t = 0; t < m_terms; ++t) sum[i] += background[t] * m_polynomials[i * m_terms + t];
        return sum;
    }
    [[nodiscard]] static Peak peakAt(std::span<const double> p, std::size_t k) {
        PeakValues values{};
        std::ranges::copy(p.subspan(k * kPeakParameters, kPeakParameters), values.begin());
        return peakOf(values);
    }

private:
    const Points& m_points;
    std::size_t m_peaks;
    std::size_t m_terms;
    std::vector<double> m_polynomials; ///< [point][term]
    std::vector<double> m_deviations;
};

/// Straight line between the ends of the region, each the mean of a tenth of its points.
struct Line {
    double first = 0, last = 0;
    explicit Line(const Points& points) {
        const std::size_t n = points.count(), ends = std::max<std::size_t>(1, n / 10);
        for (std::size_t i = 0; i < ends; ++i) {
            first += points.over(i) / static_cast<double>(ends);
            last += points.over(n - 1 - i) / static_cast<double>(ends);
        }
    }
    [[nodiscard]] double at(double t) const { return (first * (1 - t) + last * (1 + t)) / 2; }
};

/// Points above the background of `Line`.
std::vector<double> aboveLine(const Points& points) {
    const Line line(points);
    std::vector<double> above(points.count());
    for (std::size_t i = 0; i < above.size(); ++i) above[i] = points.over(i) - line.at(points.scaled(points.x[i]));
    return above;
}

Peak startAt(const Points& points, const std::vector<double>& above, std::size_t top, const PeakModel& model) {
    std::size_t low = top, high = top;
    while (low > 0 && above[low - 1] > above[top] / 2) --low;
    while (high + 1 < above.size() && above[high + 1] > above[top] / 2) ++high;
    Peak peak = startOf(model.shape);
    peak.position = points.x[top];
    peak.fwhm = std::max(1.5 * points.bin(), points.x[high] - points.x[low]);
    peak.area = 1;
    peak.area = above[top] / peak.height();
    return peak;
}

FitOptions optionsOf(const Points& points, const PeakModel& model, std::size_t peaks) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    FitOptions options;
    options.tolerance = 1e-4;
    const auto free = freeOf(model.shape);
    for (std::size_t k = 0; k < peaks; ++k) {
        for (const bool moves : free) options.fixed.push_back(!moves);
        const PeakValues lower{-kFar, points.low, points.bin() / 2, 0, -kMostAsymmetry};
        const PeakValues upper{kFar, points.high, points.high - points.low, 1, kMostAsymmetry};
        options.lower.insert(options.lower.end(), lower.begin(), lower.end());
        options.upper.insert(options.upper.end(), upper.begin(), upper.end());
    }
    for (std::size_t t = 0; t <= model.backgroundDegree; ++t) {
        options.fixed.push_back(false);
        options.lower.push_back(-kFar);
        options.upper.push_back(kFar);
    }
    return options;
}

/// The mean of each point and its neighbours: what the variances of the first round are taken at.
std::vector<double> smoothed(const std::vector<double>& y) {
    std::vector<double> out(y.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
        const std::size_t first = i < 2 ? 0 : i - 2, last = std::min(y.size() - 1, i + 2);
        for (std::size_t k = first; k <= last; ++k) out[i] += y[k] / static_cast<double>(last - first + 1);
    }
    return out;
}

RegionFit withoutPoints(const Points& points, std::size_t peaks, const PeakModel& model) {
    RegionFit fit;
    fit.points = points.count();
    fit.reducedChi2 = kNaN;
    fit.background.assign(model.backgroundDegree + 1, kNaN);
    FittedPeak none;
    none.peak = peakOf({kNaN, kNaN, kNaN, kNaN, kNaN});
    none.sigmas.fill(kNaN);
    none.background = kNaN;
    fit.peaks.assign(peaks, none);
    return fit;
}

/// Between the points of a fit on straight lines, beyond them as at the last one.
double clippedAt(const RegionFit& fit, double x) {
    if (fit.clipped.empty()) return 0;
    const auto next = static_cast<std::size_t>(std::ranges::lower_bound(fit.x, x) - fit.x.begin());
    if (next == 0) return fit.clipped.front();
    if (next == fit.x.size()) return fit.clipped.back();
    const double part = (x - fit.x[next - 1]) / (fit.x[next] - fit.x[next - 1]);
    return (1 - part) * fit.clipped[next - 1] + part * fit.clipped[next];
}

/// Standard deviations of the fitted parameters, as FittedPeak has them.
PeakValues sigmasOf(const Covariance& covariance, const FitOptions& options, std::size_t peak, double scale) {
    PeakValues sigmas{};
    for (std::size_t j = 0; j < kPeakParameters; ++j) {
        const std::size_t k = peak * kPeakParameters + j;
        if (options.fixed[k]) continue;
        const double sigma = covariance.sigma(k);
        sigmas[j] = covariance.determined[k] && sigma > 0 ? sigma * scale : kNaN;
    }
    return sigmas;
}

} // namespace

std::vector<Peak> startsOf(const Pattern& pattern, const PeakRegion& region, const PeakModel& model) {
    const Points points = pointsOf(pattern, region, model);
    if (points.count() == 0) return std::vector<Peak>(std::max<std::size_t>(1, region.positions.size()));
    const std::vector<double> above = aboveLine(points);
    std::vector<Peak> starts;
    if (region.positions.empty()) {
        const std::vector<double> smooth = smoothed(above);
        starts.push_back(
            startAt(points, above, static_cast<std::size_t>(std::ranges::max_element(smooth) - smooth.begin()), model));
    }
    for (const double position : region.positions) {
        const auto next = static_cast<std::size_t>(std::ranges::lower_bound(points.x, position) - points.x.begin());
        const std::size_t here = std::min(next, points.count() - 1);
        std::size_t top = here;
        for (std::size_t i = here < 2 ? 0 : here - 2; i <= std::min(points.count() - 1, here + 2); ++i)
            if (above[i] > above[top]) top = i;
        starts.push_back(startAt(points, above, top, model));
        Peak& peak = starts.back();
        peak.position = position;
        // What two peaks have in common belongs to both of them.
        for (const double other : region.positions)
            if (other != position && std::abs(other - position) < peak.fwhm) {
                peak.area *= std::abs(other - position) / peak.fwhm;
                peak.fwhm = std::abs(other - position);
            }
    }
    return starts;
}

RegionFit fitRegion(const Pattern& pattern, const PeakRegion& region, const PeakModel& model,
                    std::span<const Peak> start) {
    longCall("fitting peaks");
    const Points points = pointsOf(pattern, region, model);
    const std::vector<Peak> starts =
        start.empty() ? startsOf(pattern, region, model) : std::vector<Peak>(start.begin(), start.end());
    const std::size_t peaks = starts.size();
    const FitOptions options = optionsOf(points, model, peaks);
    const auto free = static_cast<std::size_t>(std::ranges::count(options.fixed, false));
    if (points.count() <= free || !(region.high > region.low)) return withoutPoints(points, peaks, model);

    std::vector<double> parameters;
    for (const Peak& peak : starts) {
        const PeakValues values = valuesOf(peak);
        parameters.insert(parameters.end(), values.begin(), values.end());
    }
    const Line line(points);
    parameters.push_back((line.first + line.last) / 2);
    if (model.backgroundDegree > 0) parameters.push_back((line.last - line.first) / 2);
    parameters.resize(peaks * kPeakParameters + model.backgroundDegree + 1, 0.0);

    RegionModel curve(points, model, peaks);
    const Variances variances(points);
    curve.weigh(variances.deviations(smoothed(points.y)));
    Minimum found;
    for (std::size_t round = 0; round < kRounds; ++round) {
        const double before = found.cost;
        found = minimise(curve, parameters, options);
        parameters = found.parameters;
        if (!variances.depend() || (round > 0 && std::abs(found.cost - before) <= 1e-7 * before)) break;
        curve.weigh(variances.deviations(curve.curve(parameters)));
    }

    RegionFit fit;
    fit.points = points.count();
    const auto freedom = static_cast<double>(points.count() - free);
    fit.reducedChi2 = 2 * found.cost / freedom;
    fit.background.assign(parameters.begin() + static_cast<std::ptrdiff_t>(peaks * kPeakParameters), parameters.end());
    if (!points.clipped.empty()) {
        fit.x = points.x;
        fit.clipped = points.clipped;
    }
    const bool byScatter = points.variance.empty() || fit.reducedChi2 > 1 + 3 * std::sqrt(2 / freedom);
    const Covariance covariance = covarianceAt(curve, parameters, options);
    for (std::size_t k = 0; k < peaks; ++k) {
        FittedPeak peak;
        peak.peak = RegionModel::peakAt(parameters, k);
        peak.sigmas = sigmasOf(covariance, options, k, byScatter ? std::sqrt(fit.reducedChi2) : 1);
        peak.background = backgroundAt(fit, region, peak.peak.position);
        const bool isInside =
            peak.peak.position > points.low + points.bin() / 2 && peak.peak.position < points.high - points.bin() / 2;
        peak.state = !found.converged                         ? PeakState::notConverged
                     : !(peak.peak.area > 3 * peak.sigmas[0]) ? PeakState::weak
                     : !isInside                              ? PeakState::notConverged
                                                              : PeakState::fitted;
        if (peak.state == PeakState::notConverged && !isInside) peak.sigmas.fill(kNaN);
        fit.peaks.push_back(peak);
    }
    return fit;
}

double backgroundAt(const RegionFit& fit, const PeakRegion& region, double x) {
    return clippedAt(fit, x) + sumOf(fit.background, (2 * x - region.low - region.high) / (region.high - region.low));
}

double curveAt(const RegionFit& fit, const PeakRegion& region, double x) {
    double sum = backgroundAt(fit, region, x);
    for (const FittedPeak& peak : fit.peaks) sum += peak.peak.at(x);
    return sum;
}

} // namespace ewald::fit
