// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_likeness.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::calibrate {
namespace {

constexpr double kLevelReach = 12; // bins: standard deviation of the Gaussian that is taken for the background
constexpr double kFewestPixels = 8;
constexpr double kModelError = 0.15; // of a flattened curve: calibrants do not know how bright their rings are
constexpr double kStep = 4e-4;       // of the logarithm of the distance
constexpr std::array<double, 5> kWidths_px{0.8, 1.2, 1.8, 2.6, 3.8};
constexpr std::size_t kFewestBins = 20;

} // namespace

ProfileLikeness::ProfileLikeness(const RingProfile& profile, const std::vector<KnownRing>& rings, double pixel_m,
                                 double first, double last)
    : m_rings(rings), m_pixel_m(pixel_m), m_first(static_cast<std::size_t>(std::max(0.0, first))) {
    const std::size_t end = std::min(profile.mean.size(), static_cast<std::size_t>(std::max(0.0, last)));
    if (end < m_first + kFewestBins) return;
    double sum = 0, pixels = 0;
    std::vector<double> level;
    for (std::size_t i = m_first; i < end; ++i) {
        m_pixels.push_back(profile.pixels[i] < kFewestPixels ? 0 : profile.pixels[i]);
        sum += m_pixels.back() * profile.mean[i];
        pixels += m_pixels.back();
        if (m_pixels.back() > 0) level.push_back(profile.mean[i]);
    }
    if (!(sum > 0) || level.size() < kFewestBins) {
        m_pixels.clear();
        return;
    }
    const double scale = sum / pixels;
    std::ranges::sort(level);
    const double low = level[level.size() / 10], high = level.back();
    m_background = high > low ? std::clamp(low / (high - low), 0.01, 10.0) : 1;
    std::vector<double> curve;
    for (std::size_t i = m_first; i < end; ++i) {
        curve.push_back(std::asinh(profile.mean[i] / scale));
        const double slope = 1 / std::sqrt(scale * scale + profile.mean[i] * profile.mean[i]);
        const double variance = std::pow(slope * profile.sigma[i], 2);
        m_noise.push_back(variance);
        m_weight.push_back(m_pixels[i - m_first] > 0 ? 1 / (variance + kModelError * kModelError) : 0);
    }
    m_curve = flattened(curve);
}

std::vector<double> ProfileLikeness::flattened(const std::vector<double>& curve) const {
    const auto reach = static_cast<std::size_t>(2.5 * kLevelReach);
    static const std::vector<double> kernel = [] {
        std::vector<double> out;
        for (double x = 0; x <= 2.5 * kLevelReach; x += 1)
            out.push_back(std::exp(-x * x / (2 * kLevelReach * kLevelReach)));
        return out;
    }();
    std::vector<double> out(curve.size());
    for (std::size_t i = 0; i < curve.size(); ++i) {
        if (m_weight[i] == 0) continue;
        double sum = 0, weights = 0;
        for (std::size_t j = i > reach ? i - reach : 0; j < std::min(curve.size(), i + reach + 1); ++j) {
            const double w = kernel[i > j ? i - j : j - i] * m_weight[j];
            sum += w * curve[j];
            weights += w;
        }
        out[i] = curve[i] - sum / weights;
    }
    return out;
}

/// The curve at the places of the rings, more where they are bright.
double ProfileLikeness::quick(double distance_m) const {
    double sum = 0, squares = 0;
    for (const KnownRing& ring : m_rings) {
        const double place = distance_m * std::tan(ring.twoTheta) / m_pixel_m - static_cast<double>(m_first) - 0.5;
        if (place < 0) continue;
        const auto bin = static_cast<std::size_t>(place);
        if (bin + 1 >= m_curve.size()) break;
        if (m_weight[bin] == 0 || m_weight[bin + 1] == 0) continue;
        const double part = place - static_cast<double>(bin);
        const double bright = std::sqrt(ring.strength);
        const double weight = m_weight[bin] * kModelError * kModelError;
        sum += weight * bright * ((1 - part) * m_curve[bin] + part * m_curve[bin + 1]);
        squares += weight * bright * bright;
    }
    return squares > 0 ? sum / std::sqrt(squares) : 0;
}

Likeness ProfileLikeness::at(double distance_m, double width_px) const {
    Likeness out{distance_m, width_px, 0, 0};
    std::vector<double> model(m_curve.size());
    double highest = 0;
    for (const KnownRing& ring : m_rings) {
        const double cosine = std::cos(ring.twoTheta);
        const double middle = distance_m * std::tan(ring.twoTheta) / m_pixel_m - static_cast<double>(m_first) - 0.5;
        const double width = width_px / (cosine * cosine), reach = 4 * width;
        if (middle + reach < 0) continue;
        if (middle - reach > static_cast<double>(model.size())) break;
        const auto begin = static_cast<std::size_t>(std::max(0.0, middle - reach));
        const auto end = std::min(model.size(), static_cast<std::size_t>(std::max(0.0, middle + reach)) + 1);
        for (std::size_t i = begin; i < end; ++i) {
            const double z = (static_cast<double>(i) - middle) / width;
            model[i] += std::pow(ring.strength, 0.8) * std::exp(-z * z / 2);
        }
    }
    double sum = 0, weights = 0;
    for (std::size_t i = 0; i < model.size(); ++i)
        if (m_weight[i] > 0) highest = std::max(highest, model[i]);
    if (!(highest > 0)) return out;
    for (std::size_t i = 0; i < model.size(); ++i) {
        model[i] += m_background * highest;
        sum += m_pixels[i] * model[i];
        weights += m_pixels[i];
    }
    for (double& value : model) value = std::asinh(value * weights / sum);
    model = flattened(model);
    double both = 0, ofModel = 0, ofCurve = 0, noise = 0, noiseOfBoth = 0;
    for (std::size_t i = 0; i < model.size(); ++i) {
        const double w = m_weight[i];
        both += w * model[i] * m_curve[i];
        ofModel += w * model[i] * model[i];
        ofCurve += w * m_curve[i] * m_curve[i];
        noise += w * m_noise[i];
        noiseOfBoth += w * w * model[i] * model[i] * m_noise[i];
    }
    const double clean = std::max(ofCurve - noise, 0.1 * ofCurve);
    if (ofModel > 0 && clean > 0) out.correlation = std::min(1.0, both / std::sqrt(ofModel * clean));
    if (noiseOfBoth > 0) out.signal = both / std::sqrt(noiseOfBoth);
    return out;
}

Likeness ProfileLikeness::at(double distance_m) const {
    Likeness best{distance_m, 0, 0, 0};
    if (m_curve.empty()) return best;
    for (const double width_px : kWidths_px)
        if (const Likeness one = at(distance_m, width_px); one.correlation > best.correlation) best = one;
    return best;
}

std::vector<Likeness> ProfileLikeness::best(double nearest_m, double farthest_m, std::size_t most) const {
    struct Place {
        double distance_m, worth;
    };
    if (m_curve.empty()) return {};
    std::vector<Place> places;
    for (double logarithm = std::log(nearest_m); logarithm < std::log(farthest_m); logarithm += kStep)
        places.push_back({std::exp(logarithm), quick(std::exp(logarithm))});
    std::ranges::stable_sort(places, std::greater{}, &Place::worth);
    std::vector<Place> peaks;
    for (const Place& place : places) {
        if (peaks.size() == 5 * most || !(place.worth > 0)) break;
        if (std::ranges::none_of(peaks, [&](const Place& other) {
                return std::abs(std::log(other.distance_m / place.distance_m)) < 5 * kStep;
            }))
            peaks.push_back(place);
    }
    std::vector<Likeness> out;
    for (const Place& place : peaks) out.push_back(at(place.distance_m));
    std::ranges::stable_sort(out, std::greater{}, &Likeness::correlation);
    if (out.size() > most) out.resize(most);
    return out;
}

} // namespace ewald::calibrate
