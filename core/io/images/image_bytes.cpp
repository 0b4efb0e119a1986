// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/images/image_bytes.h"

#include "base/units.h"

#include <algorithm>
#include <cmath>

namespace ewald::io {
namespace {

std::uint8_t toByte(double fraction) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(fraction, 0.0, 1.0)));
}

} // namespace

std::optional<std::pair<double, double>> greyRange(const Array<float, 2>& image, std::span<const float> weight) {
    std::vector<float> counted;
    for (std::size_t i = 0; i < image.size(); ++i)
        if (std::isfinite(image.data()[i]) && (weight.empty() || weight[i] > 0)) counted.push_back(image.data()[i]);
    if (counted.empty()) return std::nullopt;
    const auto percentile = [&](double fraction) {
        const auto place =
            counted.begin() + static_cast<std::ptrdiff_t>(fraction * static_cast<double>(counted.size() - 1));
        std::nth_element(counted.begin(), place, counted.end());
        return static_cast<double>(*place);
    };
    const double low = percentile(0.005);
    return std::pair(low, percentile(0.995));
}

std::vector<std::uint8_t> greyBytes(const Array<float, 2>& image, std::span<const float> weight) {
    std::vector<std::uint8_t> rgb(image.size() * 3, 0);
    const auto range = greyRange(image, weight);
    if (!range) return rgb;
    const auto [low, high] = *range;
    for (std::size_t i = 0; i < image.size(); ++i) {
        const double value = image.data()[i];
        // A constant image has no range: middle grey.
        const std::uint8_t grey = !std::isfinite(value) ? std::uint8_t{0}
                                  : high > low          ? toByte((value - low) / (high - low))
                                                        : std::uint8_t{128};
        std::fill_n(rgb.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, grey);
    }
    return rgb;
}

std::vector<std::uint8_t> complexBytes(std::span<const Complex> image) {
    double largest = 0;
    for (const Complex value : image) largest = std::max(largest, static_cast<double>(std::abs(value)));
    std::vector<std::uint8_t> rgb(image.size() * 3, 0);
    if (!(largest > 0) || !std::isfinite(largest)) return rgb;
    for (std::size_t i = 0; i < image.size(); ++i) {
        const double brightness = std::abs(image[i]) / largest;
        const double phase = std::arg(image[i]);
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const double offset = 2 * kPi / 3 * static_cast<double>(channel);
            rgb[3 * i + channel] = toByte(brightness * (0.5 + 0.5 * std::cos(phase - offset)));
        }
    }
    return rgb;
}

} // namespace ewald::io
