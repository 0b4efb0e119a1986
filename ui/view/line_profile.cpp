// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/line_profile.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace ewald::view {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kWidest = 1000;

/// Mean over the pixels across the line at one of its points; NaN where none has a value.
double meanAcross(const ImageData& image, QPointF middle, QPointF across, int steps) {
    double sum = 0;
    std::complex<double> vectors = 0;
    int count = 0;
    for (int k = 0; k < steps; ++k) {
        const QPointF p = middle + across * (k - (steps - 1) / 2.0);
        if (!(p.x() >= 0 && p.y() >= 0) || p.x() >= static_cast<double>(image.cols()) ||
            p.y() >= static_cast<double>(image.rows()))
            continue;
        const auto value =
            static_cast<double>(image.value(static_cast<std::size_t>(p.y()), static_cast<std::size_t>(p.x())));
        if (!std::isfinite(value)) continue;
        sum += value;
        vectors += std::polar(1.0, value);
        ++count;
    }
    if (count == 0) return kNone;
    return count > 1 && image.quantity == Quantity::phase ? std::arg(vectors) : sum / count;
}

/// Samples between two distances, without those that have no value.
struct Samples {
    std::vector<double> at, value;
};
Samples between(const LineProfile& profile, double first, double second) {
    Samples found;
    for (std::size_t i = 0; i < profile.value.size(); ++i) {
        const double at = profile.distance_m[i];
        if (at < std::min(first, second) || at > std::max(first, second) || !std::isfinite(profile.value[i])) continue;
        found.at.push_back(at);
        found.value.push_back(profile.value[i]);
    }
    return found;
}

/// Where the values, from sample `from` on in steps of `step`, cross a level for the first time.
std::optional<double> crossing(const Samples& samples, std::ptrdiff_t from, std::ptrdiff_t step, double level) {
    const auto count = static_cast<std::ptrdiff_t>(samples.value.size());
    for (std::ptrdiff_t i = from; i + step >= 0 && i + step < count; i += step) {
        const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(i + step);
        const double here = samples.value[a] - level, next = samples.value[b] - level;
        if (here == 0) return samples.at[a];
        if ((here < 0) == (next < 0) && next != 0) continue;
        return samples.at[a] + (samples.at[b] - samples.at[a]) * here / (here - next);
    }
    return {};
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::optional<double> fullWidth(const Samples& samples) {
    const double ground = (samples.value.front() + samples.value.back()) / 2;
    const auto top = std::max_element(samples.value.begin(), samples.value.end(),
                                      [&](double a, double b) { return std::abs(a - ground) < std::abs(b - ground); });
    const double level = (*top + ground) / 2;
    const std::ptrdiff_t at = top - samples.value.begin();
    if (*top == ground) return {};
    const auto left = crossing(samples, at, -1, level), right = crossing(samples, at, 1, level);
    if (!left || !right) return {};
    // One peak, and not one of many lines or of the noise: elsewhere nothing is nearly as high.
    constexpr double kNearly = 0.7;
    for (std::size_t i = 0; i < samples.value.size(); ++i) {
        const bool outside = samples.at[i] < *left || samples.at[i] > *right;
        if (outside && (samples.value[i] - ground) / (*top - ground) > kNearly) return {};
    }
    return *right - *left;
}

std::optional<double> edgeWidth(const Samples& samples) {
    const std::size_t outer = std::max<std::size_t>(1, samples.value.size() / 10);
    const auto part = static_cast<std::ptrdiff_t>(outer);
    const double start = median({samples.value.begin(), samples.value.begin() + part});
    const double end = median({samples.value.end() - part, samples.value.end()});
    const double step = end - start;
    if (!(std::abs(step) > 1e-9 * std::max(std::abs(start), std::abs(end)))) return {};
    // From the middle of the edge outwards, so that noise on the levels does not count.
    std::ptrdiff_t middle = 0;
    while (static_cast<std::size_t>(middle) + 1 < samples.value.size() &&
           (samples.value[static_cast<std::size_t>(middle)] - start) / step < 0.5)
        ++middle;
    const auto low = crossing(samples, middle, -1, start + 0.1 * step);
    const auto high = crossing(samples, middle > 0 ? middle - 1 : 0, 1, start + 0.9 * step);
    if (!low || !high) return {};
    // One edge: each side of it stays on its own side of the middle, by and large, and lines that are crossed are not
    // deeper than it is high.
    constexpr double kMostBeyond = 0.1, kFarthest = 0.5; // of the samples, of the step
    std::size_t beyond = 0;
    for (std::size_t i = 0; i < samples.value.size(); ++i) {
        const double height = (samples.value[i] - start) / step;
        const bool otherSide = (samples.at[i] < std::min(*low, *high) && height > 0.5) ||
                               (samples.at[i] > std::max(*low, *high) && height < 0.5);
        if (otherSide || height < -kFarthest || height > 1 + kFarthest) ++beyond;
    }
    if (static_cast<double>(beyond) > kMostBeyond * static_cast<double>(samples.value.size())) return {};
    return std::abs(*high - *low);
}

double valueNear(const LineProfile& profile, double distance) {
    const auto next = std::lower_bound(profile.distance_m.begin(), profile.distance_m.end(), distance);
    if (next == profile.distance_m.end()) return profile.value.empty() ? kNone : profile.value.back();
    auto i = static_cast<std::size_t>(next - profile.distance_m.begin());
    if (i > 0 && distance - profile.distance_m[i - 1] < profile.distance_m[i] - distance) --i;
    return profile.value[i];
}

} // namespace

bool LineProfile::metric() const { return std::isfinite(length_m); }

LineProfile profileOf(const ImageData& image, QPointF from, QPointF to, double width_px, double pixelHeight_m,
                      double pixelWidth_m) {
    LineProfile line;
    line.from = from;
    line.to = to;
    line.width_px = std::clamp(std::round(width_px), 1.0, kWidest);
    const QPointF delta = to - from;
    line.length_px = std::hypot(delta.x(), delta.y());
    const bool metric = pixelWidth_m > 0 && pixelHeight_m > 0;
    // Across is a right angle in the sample, also where its pixels are not square.
    const double aspect = metric ? pixelHeight_m / pixelWidth_m : 1;
    const double length = std::hypot(delta.x(), delta.y() * aspect);
    line.length_m = metric ? length * pixelWidth_m : kNone;
    const QPointF across =
        length > 0 ? QPointF(-delta.y() * aspect / length, delta.x() / length / aspect) : QPointF(0, 1);
    const auto steps = static_cast<std::size_t>(std::clamp(std::ceil(line.length_px), 1.0, 20000.0));
    for (std::size_t k = 0; k <= steps; ++k) {
        const double t = static_cast<double>(k) / static_cast<double>(steps);
        line.distance_m.push_back(t * (metric ? line.length_m : line.length_px));
        line.value.push_back(
            image.empty() ? kNone : meanAcross(image, from + delta * t, across, static_cast<int>(line.width_px)));
    }
    return line;
}

ProfileReading readProfile(const LineProfile& profile, double first, double second) {
    ProfileReading reading;
    reading.valueAtFirst = valueNear(profile, first);
    reading.valueAtSecond = valueNear(profile, second);
    const Samples samples = between(profile, first, second);
    if (samples.value.size() < 3) return reading;
    reading.fwhm = fullWidth(samples);
    reading.edge = edgeWidth(samples);
    return reading;
}

} // namespace ewald::view
