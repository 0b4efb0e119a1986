// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/scan_map.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/operations/fft.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ewald::ptycho {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostPixels = 4096; ///< a side

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Median distance of a position to its nearest neighbour elsewhere; of at most 2000 positions. 0 when all are equal.
double neighbourDistance(std::span<const ScanPosition> positions) {
    // In order of x, neighbours in y only have to be looked for until x alone is farther away.
    std::vector<ScanPosition> sorted(positions.begin(), positions.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    std::vector<double> distances;
    const std::size_t step = std::max<std::size_t>(1, sorted.size() / 2000);
    for (std::size_t i = 0; i < sorted.size(); i += step) {
        double nearest = std::numeric_limits<double>::max();
        const auto look = [&](std::size_t j) {
            const double dx = sorted[j].x - sorted[i].x, dy = sorted[j].y - sorted[i].y;
            if (std::abs(dx) >= nearest) return false;
            if (const double d = std::hypot(dx, dy); d > 0) nearest = std::min(nearest, d);
            return true;
        };
        for (std::size_t j = i + 1; j < sorted.size() && look(j); ++j) {}
        for (std::size_t j = i; j-- > 0 && look(j);) {}
        if (nearest < std::numeric_limits<double>::max()) distances.push_back(nearest);
    }
    return distances.empty() ? 0 : median(std::move(distances));
}

/// Evenly spaced groups of coordinates.
struct Groups {
    std::size_t count = 0;
    double first = 0;
    double step = 0;
};

/// Absent when the coordinates lie in no such groups. \param near coordinates of one group are not farther apart
std::optional<Groups> groupsOf(std::vector<double> values, double near) {
    std::sort(values.begin(), values.end());
    std::vector<double> centres;
    for (std::size_t begin = 0, end = 0; begin < values.size(); begin = end) {
        double sum = 0;
        for (end = begin; end < values.size() && values[end] - values[begin] <= near; ++end) sum += values[end];
        centres.push_back(sum / static_cast<double>(end - begin));
        if (centres.size() > kMostPixels) return std::nullopt;
    }
    if (centres.size() < 2) return std::nullopt;
    std::vector<double> gaps;
    for (std::size_t i = 1; i < centres.size(); ++i) gaps.push_back(centres[i] - centres[i - 1]);
    const double step = median(gaps);
    // Whole lines may be missing, but all have to fit.
    const double span = (centres.back() - centres.front()) / step;
    Groups groups{static_cast<std::size_t>(std::lround(span)) + 1, centres.front(), 0};
    if (groups.count < 2 || groups.count > kMostPixels) return std::nullopt;
    groups.step = (centres.back() - centres.front()) / static_cast<double>(groups.count - 1);
    for (const double centre : centres) {
        const double place = (centre - groups.first) / groups.step;
        if (std::abs(place - std::round(place)) > 0.25) return std::nullopt;
    }
    return groups;
}

std::optional<ScanGrid> rasterOf(std::span<const ScanPosition> positions, double distance) {
    std::vector<double> y, x;
    for (const ScanPosition& p : positions) y.push_back(p.y), x.push_back(p.x);
    const auto rows = groupsOf(std::move(y), distance / 2), cols = groupsOf(std::move(x), distance / 2);
    if (!rows || !cols || 2 * positions.size() < rows->count * cols->count) return std::nullopt;
    return ScanGrid{rows->count, cols->count, rows->first, cols->first, rows->step, cols->step, true};
}

} // namespace

ScanGrid makeScanGrid(std::span<const ScanPosition> positions) {
    if (positions.empty()) throw DataError("there are no scan positions", "positions");
    const double distance = neighbourDistance(positions);
    if (!(distance > 0)) throw DataError("all scan positions are equal", "positions", "there is no map of one point");
    if (const auto raster = rasterOf(positions, distance)) return *raster;
    const auto byY =
        std::minmax_element(positions.begin(), positions.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
    const auto byX =
        std::minmax_element(positions.begin(), positions.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    ScanGrid grid;
    grid.originY_m = byY.first->y, grid.originX_m = byX.first->x;
    const double height = byY.second->y - grid.originY_m, width = byX.second->x - grid.originX_m;
    grid.stepY_m = grid.stepX_m = std::max(distance, std::max(height, width) / static_cast<double>(kMostPixels - 1));
    grid.rows = static_cast<std::size_t>(std::lround(height / grid.stepY_m)) + 1;
    grid.cols = static_cast<std::size_t>(std::lround(width / grid.stepX_m)) + 1;
    return grid;
}

Array<float, 2> mapOnto(const ScanGrid& grid, std::span<const ScanPosition> positions, std::span<const double> values) {
    Array<double, 2> sum({grid.rows, grid.cols}), weight({grid.rows, grid.cols});
    const double reach = grid.raster ? 0.5 : 1.5;
    for (std::size_t i = 0; i < positions.size() && i < values.size(); ++i) {
        if (!std::isfinite(values[i])) continue;
        const double row = (positions[i].y - grid.originY_m) / grid.stepY_m;
        const double col = (positions[i].x - grid.originX_m) / grid.stepX_m;
        const auto first = [&](double at) { return static_cast<std::size_t>(std::max(0.0, std::ceil(at - reach))); };
        const auto end = [&](double at, std::size_t count) {
            return static_cast<std::size_t>(std::clamp(std::floor(at + reach) + 1, 0.0, static_cast<double>(count)));
        };
        for (std::size_t r = first(row); r < end(row, grid.rows); ++r)
            for (std::size_t c = first(col); c < end(col, grid.cols); ++c) {
                const double dy = static_cast<double>(r) - row, dx = static_cast<double>(c) - col;
                const double w = grid.raster ? 1 : std::exp(-2 * (dy * dy + dx * dx)); // σ = ½
                sum(r, c) += w * values[i];
                weight(r, c) += w;
            }
    }
    Array<float, 2> map({grid.rows, grid.cols});
    for (std::size_t i = 0; i < map.size(); ++i) {
        // Farther than a step from the nearest position there is nothing to interpolate between.
        const bool known = weight.data()[i] > (grid.raster ? 0 : std::exp(-2.0));
        map.data()[i] = static_cast<float>(known ? sum.data()[i] / weight.data()[i] : kNaN);
    }
    return map;
}

Array<float, 2> integrateSlopes(const Array<float, 2>& slopeY, const Array<float, 2>& slopeX, double stepY_m,
                                double stepX_m) {
    const auto [rows, cols] = slopeY.shape();
    if (slopeX.shape() != slopeY.shape()) throw InternalError("slopes along rows and columns have different shapes");
    const auto value = [](float slope) { return std::isfinite(slope) ? static_cast<double>(slope) : 0.0; };
    Array<float, 2> down({rows, cols}), right({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            if (r + 1 < rows)
                down(r, c) = static_cast<float>((value(slopeY(r, c)) + value(slopeY(r + 1, c))) / 2 * stepY_m);
            if (c + 1 < cols)
                right(r, c) = static_cast<float>((value(slopeX(r, c)) + value(slopeX(r, c + 1))) / 2 * stepX_m);
        }
    return integrateDifferences(down, right);
}

Array<float, 2> integrateDifferences(const Array<float, 2>& down, const Array<float, 2>& right) {
    const auto [rows, cols] = down.shape();
    // What each pixel is higher than its neighbours, summed: the right-hand side of Poisson's equation.
    Array<double, 2> source({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            if (r + 1 < rows) {
                const auto rise = static_cast<double>(down(r, c));
                source(r, c) -= rise, source(r + 1, c) += rise;
            }
            if (c + 1 < cols) {
                const auto rise = static_cast<double>(right(r, c));
                source(r, c) -= rise, source(r, c + 1) += rise;
            }
        }
    // Mirrored at its edges it is periodic, and the FFT is a cosine transform.
    Array<Complex, 2> mirrored({2 * rows, 2 * cols});
    for (std::size_t r = 0; r < 2 * rows; ++r)
        for (std::size_t c = 0; c < 2 * cols; ++c)
            mirrored(r, c) = static_cast<float>(source(std::min(r, 2 * rows - 1 - r), std::min(c, 2 * cols - 1 - c)));
    compute::fft2d(mirrored, compute::FftDirection::forward);
    for (std::size_t r = 0; r < 2 * rows; ++r)
        for (std::size_t c = 0; c < 2 * cols; ++c) {
            const double divisor = 4 - 2 * std::cos(kPi * static_cast<double>(r) / static_cast<double>(rows)) -
                                   2 * std::cos(kPi * static_cast<double>(c) / static_cast<double>(cols));
            mirrored(r, c) = r + c == 0 ? Complex(0) : mirrored(r, c) / static_cast<float>(divisor);
        }
    compute::fft2d(mirrored, compute::FftDirection::backward);
    Array<float, 2> result({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) result(r, c) = mirrored(r, c).real();
    return result;
}

} // namespace ewald::ptycho
