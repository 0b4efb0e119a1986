// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_profile.h"

#include "fit/snip.h"

#include <algorithm>
#include <cmath>

namespace ewald::calibrate {
namespace {

constexpr std::size_t kMostBins = 8192;
constexpr double kFewestPixels = 8;
constexpr double kLeastSignal = 7;

} // namespace

RingProfile ringProfile(const RingImage& image, const Beam& beam) {
    const BeamPlane plane(beam);
    const double scale = beam.distance_m / image.pixel_m;
    std::vector<double> sum, squares, pixels;
    for (std::size_t r = 0; r < image.rows; ++r)
        for (std::size_t c = 0; c < image.cols; ++c) {
            const std::size_t at = r * image.cols + c;
            if (image.valid[at] == 0) continue;
            const double tangent = plane.tangent(image.row_m[r], image.col_m[c]);
            if (tangent > kMostTangent) continue;
            const auto bin = static_cast<std::size_t>(tangent * scale);
            if (bin >= kMostBins) continue;
            if (bin >= sum.size()) {
                sum.resize(bin + 1);
                squares.resize(bin + 1);
                pixels.resize(bin + 1);
            }
            const auto value = static_cast<double>(image.counts[at]);
            sum[bin] += value;
            squares[bin] += value * value;
            pixels[bin] += 1;
        }
    RingProfile profile;
    profile.pixels = pixels;
    profile.mean.resize(sum.size());
    profile.sigma.resize(sum.size());
    for (std::size_t i = 0; i < sum.size(); ++i) {
        if (pixels[i] < 1) continue;
        profile.mean[i] = sum[i] / pixels[i];
        const double variance = std::max(0.0, squares[i] / pixels[i] - profile.mean[i] * profile.mean[i]);
        // Of pixels without any count the scatter is not zero but unknown: half a count in all of them.
        profile.sigma[i] = std::sqrt(variance / pixels[i]) + 0.5 / pixels[i];
    }
    return profile;
}

std::vector<ProfilePeak> profilePeaks(const RingProfile& profile) {
    // Bins without enough pixels end the curve and are bridged within it.
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < profile.mean.size(); ++i)
        if (profile.pixels[i] >= kFewestPixels) used.push_back(i);
    if (used.size() < 8) return {};
    std::vector<double> curve, sigma;
    for (std::size_t k = 0; k < used.size(); ++k) {
        // Weights 1 2 1: the noise of single bins makes no peaks.
        double sum = 0, square = 0, weight = 0;
        for (std::size_t j = k > 0 ? k - 1 : 0; j <= std::min(used.size() - 1, k + 1); ++j) {
            const double w = j == k ? 2 : 1;
            sum += w * profile.mean[used[j]];
            square += w * w * profile.sigma[used[j]] * profile.sigma[used[j]];
            weight += w;
        }
        curve.push_back(sum / weight);
        sigma.push_back(std::sqrt(square) / weight);
    }
    const std::vector<double> below = fit::snipBackground(curve, 24);
    std::vector<ProfilePeak> peaks;
    for (std::size_t k = 2; k + 2 < curve.size(); ++k) {
        const double height = curve[k] - below[k];
        if (!(curve[k] > curve[k - 1] && curve[k] >= curve[k + 1] && curve[k - 1] > curve[k - 2] - sigma[k] &&
              curve[k + 1] > curve[k + 2] - sigma[k]))
            continue;
        // The scatter under the peak counts: that of its spots is part of what is seen.
        const double noise = std::max(std::min(sigma[k - 2], sigma[k + 2]), 0.3 * sigma[k]);
        if (!(height > kLeastSignal * noise)) continue;
        const double bend = curve[k - 1] - 2 * curve[k] + curve[k + 1];
        const double shift = bend < 0 ? (curve[k - 1] - curve[k + 1]) / (2 * bend) : 0;
        peaks.push_back({static_cast<double>(used[k]) + 0.5 + shift, height, height / noise});
    }
    return peaks;
}

} // namespace ewald::calibrate
