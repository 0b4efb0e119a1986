// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/image_region.h"

#include "base/units.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace ewald::view {

namespace {

/// Calls `use(row, col)` for all pixels of the region that lie in an image.
template <class Use>
void forPixels(const ImageRegion& region, std::size_t rows, std::size_t cols, const Use& use) {
    const auto clipped = [](double v, std::size_t limit) {
        return static_cast<std::size_t>(std::clamp(v, 0.0, static_cast<double>(limit)));
    };
    const QRectF& rect = region.rect;
    const std::size_t bottom = clipped(std::ceil(rect.bottom()), rows), right = clipped(std::ceil(rect.right()), cols);
    for (std::size_t r = clipped(std::floor(rect.top()), rows); r < bottom; ++r)
        for (std::size_t c = clipped(std::floor(rect.left()), cols); c < right; ++c)
            if (region.contains(r, c)) use(r, c);
}

double direction(const ImageData& image, const ImageRegion& region) {
    std::complex<double> sum = 0;
    forPixels(region, image.rows(), image.cols(), [&](std::size_t r, std::size_t c) {
        const auto phase = static_cast<double>(image.value(r, c));
        if (std::isfinite(phase)) sum += std::polar(1.0, phase);
    });
    return std::arg(sum);
}

} // namespace

bool ImageRegion::contains(std::size_t row, std::size_t col) const {
    const QPointF middle(static_cast<double>(col) + 0.5, static_cast<double>(row) + 0.5);
    if (shape == Shape::rectangle) {
        return middle.x() >= rect.left() && middle.x() < rect.right() && middle.y() >= rect.top() &&
               middle.y() < rect.bottom();
    }
    const QPointF away = middle - rect.center();
    const double x = 2 * away.x() / rect.width(), y = 2 * away.y() / rect.height();
    return x * x + y * y < 1; // NaN for one without width: not inside
}

QPolygonF ImageRegion::outline() const {
    if (shape == Shape::rectangle)
        return {rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft(), rect.topLeft()};
    constexpr int kCorners = 96;
    QPolygonF around;
    for (int k = 0; k <= kCorners; ++k) {
        const double angle = 2 * kPi * k / kCorners;
        around << rect.center() + QPointF(rect.width() / 2 * std::cos(angle), rect.height() / 2 * std::sin(angle));
    }
    return around;
}

RegionStatistics statisticsOf(const ImageData& image, const ImageRegion& region, double pixelHeight_m,
                              double pixelWidth_m) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    RegionStatistics found{region, 0, kNone, kNone, kNone, kNone, kNone};
    const bool wrapped = image.quantity == Quantity::phase;
    const double reference = wrapped ? direction(image, region) : 0;
    double sum = 0, squares = 0;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    double first = kNone;
    forPixels(region, image.rows(), image.cols(), [&](std::size_t r, std::size_t c) {
        auto value = static_cast<double>(image.value(r, c));
        if (!std::isfinite(value)) return;
        if (wrapped) value = reference + std::remainder(value - reference, 2 * kPi);
        if (found.pixels == 0) first = value;
        ++found.pixels;
        // About the first value: no digits are lost where the values differ little.
        sum += value - first, squares += (value - first) * (value - first);
        low = std::min(low, value), high = std::max(high, value);
    });
    if (pixelHeight_m > 0 && pixelWidth_m > 0)
        found.area_m2 = static_cast<double>(found.pixels) * pixelHeight_m * pixelWidth_m;
    if (found.pixels == 0) return found;
    const double count = static_cast<double>(found.pixels);
    found.mean = first + sum / count;
    found.deviation = std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count)));
    found.low = low, found.high = high;
    return found;
}

Array<std::uint8_t, 2> maskOf(const ImageRegion& region, std::size_t rows, std::size_t cols) {
    Array<std::uint8_t, 2> mask({rows, cols});
    forPixels(region, rows, cols, [&](std::size_t r, std::size_t c) { mask(r, c) = 1; });
    return mask;
}

} // namespace ewald::view
