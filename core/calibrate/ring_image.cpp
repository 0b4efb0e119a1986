// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_image.h"

#include "base/error.h"
#include "compute/devices/parallel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ewald::calibrate {
namespace {

std::vector<double> centresOf(const azint::PixelAxis& axis, std::size_t count) {
    std::vector<double> centres(count);
    for (std::size_t i = 0; i < count; ++i) centres[i] = axis.place_m(static_cast<double>(i) + 0.5);
    return centres;
}

std::vector<float> gaussian(double sigma) {
    const auto reach = static_cast<std::size_t>(std::ceil(3 * sigma));
    std::vector<float> weights(2 * reach + 1);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double x = (static_cast<double>(i) - static_cast<double>(reach)) / sigma;
        weights[i] = static_cast<float>(std::exp(-x * x / 2));
    }
    return weights;
}

/// One direction of a separable blur, nothing beyond the edges. \param step between neighbours along it
void blurLine(const float* in, float* out, std::size_t count, std::size_t step, const std::vector<float>& weights) {
    const std::size_t reach = weights.size() / 2;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t first = i > reach ? i - reach : 0;
        const std::size_t last = std::min(count - 1, i + reach);
        float sum = 0;
        for (std::size_t j = first; j <= last; ++j) sum += weights[j + reach - i] * in[j * step];
        out[i * step] = sum;
    }
}

std::vector<float> blurredPlain(const std::vector<float>& values, std::size_t rows, std::size_t cols,
                                const std::vector<float>& weights) {
    std::vector<float> across(values.size());
    compute::parallelFor(rows, 0,
                         [&](std::size_t r) { blurLine(&values[r * cols], &across[r * cols], cols, 1, weights); });
    std::vector<float> out(values.size());
    const std::size_t reach = weights.size() / 2;
    compute::parallelFor(rows, 0, [&](std::size_t r) { // whole rows at a time: neighbours in memory
        float* const line = &out[r * cols];
        for (std::size_t j = r > reach ? r - reach : 0; j <= std::min(rows - 1, r + reach); ++j) {
            const float weight = weights[j + reach - r];
            const float* const other = &across[j * cols];
            for (std::size_t c = 0; c < cols; ++c) line[c] += weight * other[c];
        }
    });
    return out;
}

/// The least difference of two values, of a sample of pixels: what one count makes, where counts are scaled or
/// averaged.
double leastStep(const RingImage& image) {
    constexpr std::size_t kSample = 20'000;
    std::vector<float> values;
    for (std::size_t i = 0; i < image.counts.size(); i += std::max<std::size_t>(1, image.counts.size() / kSample))
        if (image.valid[i] != 0) values.push_back(image.counts[i]);
    std::ranges::sort(values);
    float least = values.empty() ? 0 : values.back() - values.front();
    for (std::size_t i = 1; i < values.size(); ++i)
        if (values[i] > values[i - 1]) least = std::min(least, values[i] - values[i - 1]);
    return static_cast<double>(least);
}

/// Whether a pixel stands alone: high above the second of its neighbours and what is `typical`, by more than counts
/// scatter (12 standard deviations). A ring may end where neighbours were not measured: there, above all of them.
/// \param step of one count
bool isLone(const RingImage& image, std::size_t row, std::size_t col, double typical, double step) {
    constexpr double kTimes = 6, kDeviations = 12;
    constexpr std::size_t kFewestNeighbours = 3;
    const auto value = static_cast<double>(image.counts[row * image.cols + col]);
    const auto limitOver = [&](double level) {
        return std::max(kTimes * level, level + kDeviations * (std::sqrt(level * step) + step));
    };
    if (value <= limitOver(typical)) return false;
    float first = 0, second = 0;
    std::size_t neighbours = 0;
    for (std::size_t r = row > 0 ? row - 1 : 0; r <= std::min(image.rows - 1, row + 1); ++r)
        for (std::size_t c = col > 0 ? col - 1 : 0; c <= std::min(image.cols - 1, col + 1); ++c) {
            const std::size_t at = r * image.cols + c;
            if ((r == row && c == col) || image.valid[at] == 0) continue;
            ++neighbours;
            second = std::max(second, std::min(first, image.counts[at]));
            first = std::max(first, image.counts[at]);
        }
    constexpr std::size_t kAll = 8;
    return neighbours >= kFewestNeighbours &&
           value > limitOver(static_cast<double>(neighbours == kAll ? second : first));
}

void leaveOutLonePixels(RingImage& image) {
    const double typical = typicalCounts(image), step = leastStep(image);
    std::vector<std::size_t> lone;
    for (std::size_t r = 0; r < image.rows; ++r)
        for (std::size_t c = 0; c < image.cols; ++c)
            if (image.valid[r * image.cols + c] != 0 && isLone(image, r, c, typical, step))
                lone.push_back(r * image.cols + c);
    for (const std::size_t at : lone) {
        image.valid[at] = 0;
        image.counts[at] = 0;
    }
    image.lone = lone.size();
}

} // namespace

std::size_t RingImage::validPixels() const noexcept {
    return std::accumulate(valid.begin(), valid.end(), std::size_t{0});
}

RingImage makeRingImage(const Array<float, 2>& counts, const Array<std::uint8_t, 2>& mask, const azint::PixelAxis& rows,
                        const azint::PixelAxis& cols) {
    if (counts.size() == 0) throw DataError("an image without pixels");
    if (!mask.empty() && mask.shape() != counts.shape()) throw JobError("the mask has another shape than the image");
    RingImage image;
    image.rows = counts.extent(0);
    image.cols = counts.extent(1);
    image.counts.resize(counts.size());
    image.valid.resize(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const float value = counts.span()[i];
        const bool good = std::isfinite(value) && value >= 0 && (mask.empty() || mask.span()[i] == 0);
        image.counts[i] = good ? value : 0;
        image.valid[i] = good ? 1 : 0;
    }
    image.row_m = centresOf(rows, image.rows);
    image.col_m = centresOf(cols, image.cols);
    const double height = rows.place_m(static_cast<double>(image.rows)) / static_cast<double>(image.rows);
    const double width = cols.place_m(static_cast<double>(image.cols)) / static_cast<double>(image.cols);
    image.pixel_m = (height + width) / 2;
    if (!(height > 0) || !(width > 0)) throw JobError("the pixel size is not known", "pixel_size_m", "give it");
    leaveOutLonePixels(image);
    return image;
}

std::size_t reductionTo(const RingImage& image, std::size_t side) {
    return (std::max(image.rows, image.cols) + side - 1) / side;
}

RingImage reduced(const RingImage& image, std::size_t factor) {
    if (factor <= 1 || image.rows < factor || image.cols < factor) return image;
    RingImage small;
    small.rows = image.rows / factor;
    small.cols = image.cols / factor;
    small.pixel_m = image.pixel_m * static_cast<double>(factor);
    const auto means = [factor](const std::vector<double>& centres, std::size_t count) {
        std::vector<double> out(count);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < factor; ++j) out[i] += centres[i * factor + j];
            out[i] /= static_cast<double>(factor);
        }
        return out;
    };
    small.row_m = means(image.row_m, small.rows);
    small.col_m = means(image.col_m, small.cols);
    small.counts.resize(small.rows * small.cols);
    small.valid.resize(small.counts.size());
    for (std::size_t r = 0; r < small.rows; ++r)
        for (std::size_t c = 0; c < small.cols; ++c) {
            double sum = 0;
            std::size_t count = 0;
            for (std::size_t i = 0; i < factor; ++i)
                for (std::size_t j = 0; j < factor; ++j) {
                    const std::size_t at = (r * factor + i) * image.cols + c * factor + j;
                    sum += static_cast<double>(image.counts[at]);
                    count += image.valid[at];
                }
            if (2 * count < factor * factor) continue;
            small.counts[r * small.cols + c] = static_cast<float>(sum / static_cast<double>(count));
            small.valid[r * small.cols + c] = 1;
        }
    return small;
}

std::vector<float> blurred(const std::vector<float>& values, const std::vector<std::uint8_t>& valid, std::size_t rows,
                           std::size_t cols, double sigma) {
    const std::vector<float> weights = gaussian(sigma);
    std::vector<float> share(values.size());
    std::vector<float> kept(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        share[i] = valid[i] != 0 ? 1.0F : 0.0F;
        kept[i] = valid[i] != 0 ? values[i] : 0.0F;
    }
    std::vector<float> sums = blurredPlain(kept, rows, cols, weights);
    const std::vector<float> shares = blurredPlain(share, rows, cols, weights);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = shares[i] > 1e-3F ? sums[i] / shares[i] : 0.0F;
    return sums;
}

double typicalCounts(const RingImage& image) {
    std::vector<float> sorted;
    sorted.reserve(image.counts.size());
    for (std::size_t i = 0; i < image.counts.size(); ++i)
        if (image.valid[i] != 0) sorted.push_back(image.counts[i]);
    const auto most = static_cast<std::ptrdiff_t>(sorted.size() * 9 / 10);
    if (most < 1) return 0;
    std::ranges::nth_element(sorted, sorted.begin() + most);
    return std::accumulate(sorted.begin(), sorted.begin() + most, 0.0) / static_cast<double>(most);
}

std::vector<float> flattened(const RingImage& image, double sigma) {
    std::vector<float> level(image.counts.size());
    double scale = typicalCounts(image);
    if (!(scale > 0))
        scale = std::accumulate(image.counts.begin(), image.counts.end(), 0.0) /
                static_cast<double>(std::max<std::size_t>(1, image.validPixels()));
    if (!(scale > 0)) return level;
    for (std::size_t i = 0; i < level.size(); ++i) level[i] = std::asinh(image.counts[i] / static_cast<float>(scale));
    const std::vector<float> around = blurred(level, image.valid, image.rows, image.cols, sigma);
    for (std::size_t i = 0; i < level.size(); ++i) level[i] = image.valid[i] != 0 ? level[i] - around[i] : 0.0F;
    return level;
}

} // namespace ewald::calibrate
