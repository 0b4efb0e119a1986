// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_pattern.h"

#include "calibrate/simplex.h"

#include <algorithm>
#include <cmath>

namespace ewald::calibrate {
namespace {

constexpr std::size_t kMostBins = 4096;
constexpr double kBackground = 0.15;  // of the brightest ring that is seen
constexpr std::ptrdiff_t kReach = 20; // bins: half of the mean that is taken for the background

/// Weighted running means over 2·kReach + 1 bins.
std::vector<double> levelOf(const std::vector<double>& values, const std::vector<double>& weights) {
    const auto count = static_cast<std::ptrdiff_t>(values.size());
    thread_local std::vector<double> sums, ofWeights;
    sums.assign(values.size() + 1, 0);
    ofWeights.assign(values.size() + 1, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        sums[i + 1] = sums[i] + weights[i] * values[i];
        ofWeights[i + 1] = ofWeights[i] + weights[i];
    }
    std::vector<double> level(values.size());
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const auto begin = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, i - kReach));
        const auto end = static_cast<std::size_t>(std::min(count, i + kReach + 1));
        const double weight = ofWeights[end] - ofWeights[begin];
        level[static_cast<std::size_t>(i)] = weight > 0 ? (sums[end] - sums[begin]) / weight : 0;
    }
    return level;
}

} // namespace

RingPattern::RingPattern(const RingImage& image, const std::vector<float>& flat, const std::vector<KnownRing>& rings,
                         std::size_t most)
    : m_samples(pixelSamples(image, flat, most)), m_pixel_m(image.pixel_m) {
    for (const PixelSample& sample : m_samples)
        m_squares += static_cast<double>(sample.value) * static_cast<double>(sample.value);
    for (const KnownRing& ring : rings)
        if (std::tan(ring.twoTheta) < kMostTangent)
            m_lines.push_back(
                {std::tan(ring.twoTheta), std::pow(std::cos(ring.twoTheta), 2), std::pow(ring.strength, 0.8)});
}

double RingPattern::of(const Beam& beam, double width_px) const {
    if (!(m_squares > 0) || !(beam.distance_m > 0)) return 0;
    const BeamPlane plane(beam);
    thread_local std::vector<double> sums, pixels, model;
    sums.assign(kMostBins, 0);
    pixels.assign(kMostBins, 0);
    const double scale = beam.distance_m / m_pixel_m;
    std::size_t used = 0;
    for (const PixelSample& s : m_samples) {
        const double tangent = plane.tangent(static_cast<double>(s.y_m), static_cast<double>(s.x_m));
        if (tangent > kMostTangent) continue;
        const auto bin = static_cast<std::size_t>(tangent * scale);
        if (bin >= kMostBins) continue;
        used = std::max(used, bin + 1);
        sums[bin] += static_cast<double>(s.value);
        pixels[bin] += 1;
    }
    std::size_t first = 0;
    while (first < used && pixels[first] == 0) ++first;
    sums.resize(used);
    pixels.resize(used);
    model.assign(used, 0);
    double highest = 0;
    for (const Line& line : m_lines) {
        const double middle = line.tangent * scale - 0.5, width = width_px / line.cosine2, reach = 4 * width;
        if (middle + reach < static_cast<double>(first)) continue;
        if (middle - reach > static_cast<double>(used)) break;
        const auto begin = static_cast<std::size_t>(std::max(static_cast<double>(first), middle - reach));
        const auto end = std::min(used, static_cast<std::size_t>(std::max(0.0, middle + reach)) + 1);
        for (std::size_t i = begin; i < end; ++i) {
            const double z = (static_cast<double>(i) - middle) / width;
            model[i] += line.height * std::exp(-z * z / 2);
            if (pixels[i] > 0) highest = std::max(highest, model[i]);
        }
    }
    if (!(highest > 0)) return 0;
    double mean = 0, count = 0;
    for (std::size_t i = first; i < used; ++i) {
        mean += pixels[i] * model[i];
        count += pixels[i];
    }
    mean = mean / count + kBackground * highest;
    for (std::size_t i = first; i < used; ++i) model[i] = std::asinh((model[i] + kBackground * highest) / mean);
    const std::vector<double> level = levelOf(model, pixels);
    double both = 0, squares = 0;
    for (std::size_t i = first; i < used; ++i) {
        const double value = model[i] - level[i];
        both += value * sums[i];
        squares += pixels[i] * value * value;
    }
    return both > 0 && squares > 0 ? both * both / squares / m_squares : 0;
}

Beam RingPattern::best(const Beam& start, double width_px, double step_m, double step_rad, double stepOfDistance,
                       int evaluations) const {
    const auto beamAt = [&](const Point& p) { return Beam{start.distance_m * std::exp(p[4]), p[0], p[1], p[2], p[3]}; };
    const auto value = [&](const Point& p) {
        return std::hypot(p[2], p[3]) < 1.2 ? of(beamAt(p), width_px) : 0.0; // detectors are tilted by 70° at most
    };
    return beamAt(climb({start.row_m, start.col_m, start.rot1, start.rot2, 0},
                        {step_m, step_m, step_rad, step_rad, stepOfDistance}, evaluations, value));
}

} // namespace ewald::calibrate
