// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/image_render.h"

#include "base/long_call.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ewald::view {

bool ImageData::empty() const noexcept { return rows() == 0 || cols() == 0; }

std::size_t ImageData::rows() const noexcept {
    if (real != nullptr) return real->extent(0);
    if (channels != nullptr) return channels->values[0]->extent(0);
    return complex != nullptr ? complex->extent(0) : 0;
}

std::size_t ImageData::cols() const noexcept {
    if (real != nullptr) return real->extent(1);
    if (channels != nullptr) return channels->values[0]->extent(1);
    return complex != nullptr ? complex->extent(1) : 0;
}

float ImageData::value(std::size_t row, std::size_t col) const noexcept {
    if (real != nullptr) return (*real)(row, col);
    if (channels != nullptr) return (*channels->values[0])(row, col);
    const Complex z = (*complex)(row, col);
    // An infinite number has an angle, too.
    const bool phase = quantity == Quantity::phase && std::isfinite(z.real()) && std::isfinite(z.imag());
    return phase ? std::arg(z) : std::abs(z);
}

bool PixelRect::contains(const PixelRect& other) const noexcept {
    return left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom;
}

PixelRect shownPart(const ImageData& image) {
    PixelRect part{image.cols(), image.rows(), 0, 0};
    for (std::size_t row = 0; row < image.rows(); ++row) {
        const auto shown = [&](std::size_t col) {
            return !std::isinf(image.complex ? (*image.complex)(row, col).real() : image.value(row, col));
        };
        std::size_t first = 0, end = image.cols();
        while (first < end && !shown(first)) ++first;
        while (end > first && !shown(end - 1)) --end;
        if (first == end) continue;
        part = {std::min(part.left, first), std::min(part.top, row), std::max(part.right, end), row + 1};
    }
    return part.right > part.left ? part : PixelRect{};
}

std::vector<float> sampleValues(const ImageData& image, std::size_t maximum) {
    std::vector<float> values;
    if (image.empty() || maximum == 0) return values;
    const std::size_t total = image.rows() * image.cols();
    std::size_t stride = total > maximum ? total / maximum : 1;
    // A stride that shares a factor with the width would look at some columns only.
    while (std::gcd(stride, image.cols()) != 1) ++stride;
    values.reserve(total / stride + 1);
    for (std::size_t i = 0; i < total; i += stride) values.push_back(image.value(i / image.cols(), i % image.cols()));
    return values;
}

Range imageRange(const ImageData& image, const RangeChoice& choice) {
    if (image.channels != nullptr) return image.channels->ranges[0];
    const bool hue = image.quantity == Quantity::complexColour;
    RangeChoice used = choice;
    if (hue) used.log = false;
    const std::vector<float> values = used.manual ? std::vector<float>{} : sampleValues(image, std::size_t{1} << 19);
    Range range = resolveRange(values, used);
    if (hue) range.low = 0;
    if (!(range.high > range.low)) range.high = range.low + 1;
    return range;
}

namespace {

/// First pixel of each texel (and the end) when n pixels are spread over m texels.
std::vector<std::size_t> texelEdges(std::size_t n, std::size_t m) {
    std::vector<std::size_t> edges(m + 1);
    for (std::size_t k = 0; k <= m; ++k) edges[k] = m > 0 ? k * n / m : 0;
    return edges;
}

/// Sums of one texel over its pixels.
struct Mean {
    double value = 0;
    double re = 0;
    double im = 0;
    std::uint32_t count = 0;
    bool nothing = false; ///< has infinite pixels
};

void addRow(std::vector<Mean>& sums, const Array<float, 2>& image, std::size_t row, std::size_t left,
            const std::vector<std::size_t>& edges, std::size_t most) {
    const float* line = image.data() + row * image.extent(1) + left;
    for (std::size_t k = 0; k < sums.size(); ++k) {
        Mean& sum = sums[k];
        for (std::size_t i = edges[k], end = std::min(edges[k + 1], i + most); i < end; ++i) {
            if (!std::isfinite(line[i])) {
                sum.nothing = sum.nothing || std::isinf(line[i]);
                continue;
            }
            sum.value += static_cast<double>(line[i]);
            ++sum.count;
        }
    }
}

void addRow(std::vector<Mean>& sums, const Array<Complex, 2>& image, std::size_t row, std::size_t left,
            const std::vector<std::size_t>& edges, std::size_t most) {
    const Complex* line = image.data() + row * image.extent(1) + left;
    for (std::size_t k = 0; k < sums.size(); ++k) {
        Mean& sum = sums[k];
        for (std::size_t i = edges[k], end = std::min(edges[k + 1], i + most); i < end; ++i) {
            const float re = line[i].real();
            const float im = line[i].imag();
            // Plain arithmetic instead of std::abs, whose guard against overflow costs four times as much.
            const float norm = re * re + im * im;
            if (!std::isfinite(norm)) {
                sum.nothing = sum.nothing || std::isinf(norm);
                continue;
            }
            sum.value += static_cast<double>(std::sqrt(norm));
            sum.re += static_cast<double>(re);
            sum.im += static_cast<double>(im);
            ++sum.count;
        }
    }
}

Rgb colourOf(const Mean& sum, Quantity quantity, const Range& range, const ColourMap& map) {
    if (quantity == Quantity::phase) return map.at(range.fraction(std::atan2(sum.im, sum.re)));
    const double mean = sum.value / sum.count;
    if (quantity != Quantity::complexColour) return map.at(range.fraction(mean));
    const double length = std::hypot(sum.re, sum.im);
    if (!(length > 0)) return {};
    const double scale = mean / length;
    return complexColour({static_cast<float>(sum.re * scale), static_cast<float>(sum.im * scale)}, range.high);
}

/// Sums of the texels of one row: of an image, or of each of its three colours.
using RowSums = std::array<std::vector<Mean>, 3>;

void addRow(RowSums& sums, const ImageData& image, std::size_t row, std::size_t left,
            const std::vector<std::size_t>& edges, std::size_t most) {
    if (image.channels != nullptr)
        for (std::size_t c = 0; c < sums.size(); ++c)
            addRow(sums[c], *image.channels->values[c], row, left, edges, most);
    else if (image.real != nullptr)
        addRow(sums[0], *image.real, row, left, edges, most);
    else
        addRow(sums[0], *image.complex, row, left, edges, most);
}

Rgb colourOf(const RowSums& sums, std::size_t texel, const ColourChannels& channels) {
    std::array<std::uint8_t, 3> bytes{};
    for (std::size_t c = 0; c < bytes.size(); ++c) {
        const Mean& sum = sums[c][texel];
        if (sum.count == 0) continue;
        const double fraction = channels.ranges[c].fraction(sum.value / sum.count);
        bytes[c] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(fraction, 0.0, 1.0)));
    }
    return {bytes[0], bytes[1], bytes[2]};
}

} // namespace

Tile renderTile(const ImageData& image, const PixelRect& rect, std::size_t width, std::size_t height,
                const Range& range, const ColourMap& map, bool quick) {
    longCall("colouring an image");
    Tile tile{rect, std::min(width, rect.width()), std::min(height, rect.height()), {}, false};
    tile.rgba.resize(tile.width * tile.height * 4);
    const auto rows = texelEdges(rect.height(), tile.height);
    const auto cols = texelEdges(rect.width(), tile.width);
    const std::size_t most = quick ? 1 : rect.width();
    RowSums sums;
    const std::size_t layers = image.channels != nullptr ? sums.size() : 1;
    std::uint8_t* out = tile.rgba.data();
    for (std::size_t y = 0; y < tile.height; ++y) {
        for (std::size_t c = 0; c < layers; ++c) sums[c].assign(tile.width, Mean{});
        for (std::size_t row = rect.top + rows[y]; row < rect.top + (quick ? rows[y] + 1 : rows[y + 1]); ++row)
            addRow(sums, image, row, rect.left, cols, most);
        for (std::size_t x = 0; x < tile.width; ++x, out += 4) {
            bool some = false, beyond = false;
            for (std::size_t c = 0; c < layers; ++c) {
                some = some || sums[c][x].count > 0;
                beyond = beyond || sums[c][x].nothing;
            }
            const bool nothing = !some && beyond;
            const bool masked = !some && !nothing;
            tile.masked = tile.masked || masked;
            const bool dark = (rect.left + x + rect.top + y) % 4 < 2;
            const Rgb colour = !some        ? (dark ? kMaskedDark : kMaskedLight)
                               : layers > 1 ? colourOf(sums, x, *image.channels)
                                            : colourOf(sums[0][x], image.quantity, range, map);
            out[0] = colour.r;
            out[1] = colour.g;
            out[2] = colour.b;
            out[3] = nothing ? 0 : 255;
        }
    }
    return tile;
}

} // namespace ewald::view
