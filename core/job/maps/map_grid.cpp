// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/maps/map_grid.h"

#include "base/median.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ewald::job {
namespace {

bool isKnown(const ScanPosition& place) { return std::isfinite(place.x) && std::isfinite(place.y); }

double longestSide(const Triangle& triangle, std::span<const ScanPosition> places) {
    double longest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const ScanPosition &from = places[triangle[i]], &to = places[triangle[(i + 1) % 3]];
        longest = std::max(longest, std::hypot(to.x - from.x, to.y - from.y));
    }
    return longest;
}

/// Takes away those that span a place without frames: a gap, or a bay of the border.
void leaveGapsOpen(std::vector<Triangle>& triangles, std::span<const ScanPosition> places) {
    constexpr double kMost = 3; // times the usual: of places drawn at random one in some thousands is longer
    std::vector<double> sides;
    for (const Triangle& triangle : triangles) sides.push_back(longestSide(triangle, places));
    if (sides.empty()) return;
    const double most = kMost * medianOf(std::move(sides));
    std::erase_if(triangles, [&](const Triangle& triangle) { return longestSide(triangle, places) > most; });
}

/// Enters a triangle at the pixels whose middles lie in it, or on its sides.
void enter(std::int32_t number, const Triangle& triangle, std::span<const ScanPosition> places,
           const ptycho::ScanGrid& grid, Array<std::int32_t, 2>& of) {
    constexpr double kOnSide = -1e-9;
    const auto reach = [&](double ScanPosition::*axis, double origin, double step, std::size_t count) {
        double low = std::numeric_limits<double>::max(), high = -low;
        for (const std::size_t corner : triangle) {
            const double at = (places[corner].*axis - origin) / step;
            low = std::min(low, at);
            high = std::max(high, at);
        }
        const double most = static_cast<double>(count) - 1;
        return std::pair(static_cast<std::size_t>(std::clamp(std::ceil(low - 1e-6), 0.0, most)),
                         static_cast<std::size_t>(std::clamp(std::floor(high + 1e-6), 0.0, most)));
    };
    const auto [firstRow, lastRow] = reach(&ScanPosition::y, grid.originY_m, grid.stepY_m, grid.rows);
    const auto [firstCol, lastCol] = reach(&ScanPosition::x, grid.originX_m, grid.stepX_m, grid.cols);
    for (std::size_t row = firstRow; row <= lastRow; ++row)
        for (std::size_t col = firstCol; col <= lastCol; ++col) {
            const ScanPosition middle{.y = grid.originY_m + static_cast<double>(row) * grid.stepY_m,
                                      .x = grid.originX_m + static_cast<double>(col) * grid.stepX_m};
            const std::array<double, 3> weights = weightsAt(triangle, places, middle);
            if (std::ranges::all_of(weights, [](double weight) { return weight >= kOnSide; })) of(row, col) = number;
        }
}

} // namespace

MapGrid MapGrid::ofColumns(std::size_t frames, std::size_t columns, bool snake) {
    MapGrid map;
    columns = std::max<std::size_t>(columns, 1);
    map.m_grid = {
        .rows = (frames + columns - 1) / columns, .cols = columns, .stepY_m = 1, .stepX_m = 1, .raster = true};
    map.m_snake = snake;
    map.m_frames = frames;
    return map;
}

MapGrid MapGrid::ofPlaces(std::vector<ScanPosition> places) {
    MapGrid map;
    std::vector<ScanPosition> known;
    std::vector<std::size_t> frameOf;
    for (std::size_t frame = 0; frame < places.size(); ++frame) {
        if (!isKnown(places[frame])) continue;
        known.push_back(places[frame]);
        frameOf.push_back(frame);
    }
    map.m_grid = ptycho::makeScanGrid(known);
    map.m_hasPlaces = true;
    map.m_frames = places.size();
    map.m_places = std::move(places);
    if (map.m_grid.raster) return map;
    map.m_triangles = triangulate(known);
    for (Triangle& triangle : map.m_triangles)
        for (std::size_t& corner : triangle) corner = frameOf[corner];
    leaveGapsOpen(map.m_triangles, map.m_places);
    map.m_triangleOf = Array<std::int32_t, 2>({map.m_grid.rows, map.m_grid.cols}, -1);
    for (std::size_t i = 0; i < map.m_triangles.size(); ++i)
        enter(static_cast<std::int32_t>(i), map.m_triangles[i], map.m_places, map.m_grid, map.m_triangleOf);
    return map;
}

Array<float, 2> MapGrid::imageOf(std::span<const double> values) const {
    constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
    Array<float, 2> image({rows(), cols()}, kNothing);
    if (!m_hasPlaces) {
        for (std::size_t frame = 0; frame < std::min(values.size(), m_frames); ++frame) {
            const auto [row, col] = *pixelOf(frame);
            image(static_cast<std::size_t>(row), static_cast<std::size_t>(col)) = static_cast<float>(values[frame]);
        }
        return image;
    }
    if (m_triangles.empty()) { // a raster, or places on a line
        std::vector<ScanPosition> places;
        std::vector<double> known;
        for (std::size_t frame = 0; frame < std::min(values.size(), m_frames); ++frame) {
            if (!isKnown(m_places[frame])) continue;
            places.push_back(m_places[frame]);
            known.push_back(values[frame]);
        }
        return ptycho::mapOnto(m_grid, places, known);
    }
    for (std::size_t row = 0; row < rows(); ++row)
        for (std::size_t col = 0; col < cols(); ++col) {
            const std::int32_t number = m_triangleOf(row, col);
            if (number < 0) continue;
            const Triangle& triangle = m_triangles[static_cast<std::size_t>(number)];
            const ScanPosition middle{.y = m_grid.originY_m + static_cast<double>(row) * m_grid.stepY_m,
                                      .x = m_grid.originX_m + static_cast<double>(col) * m_grid.stepX_m};
            const std::array<double, 3> weights = weightsAt(triangle, m_places, middle);
            double value = 0;
            for (std::size_t i = 0; i < 3; ++i) value += weights[i] * values[triangle[i]];
            image(row, col) = static_cast<float>(value);
        }
    return image;
}

std::optional<std::pair<double, double>> MapGrid::pixelOf(std::size_t frame) const {
    if (frame >= m_frames) return std::nullopt;
    if (m_hasPlaces) {
        const ScanPosition& place = m_places[frame];
        if (!isKnown(place)) return std::nullopt;
        return std::pair((place.y - m_grid.originY_m) / m_grid.stepY_m + 0.5,
                         (place.x - m_grid.originX_m) / m_grid.stepX_m + 0.5);
    }
    const std::size_t row = frame / cols(), along = frame % cols();
    const std::size_t col = m_snake && row % 2 == 1 ? cols() - 1 - along : along;
    return std::pair(static_cast<double>(row) + 0.5, static_cast<double>(col) + 0.5);
}

std::optional<std::size_t> MapGrid::frameAt(double row, double col) const {
    constexpr double kReach = 1.5;
    if (!(row >= 0 && col >= 0 && row < static_cast<double>(rows()) && col < static_cast<double>(cols())))
        return std::nullopt;
    if (!m_hasPlaces) {
        const auto line = static_cast<std::size_t>(row), along = static_cast<std::size_t>(col);
        const std::size_t frame = line * cols() + (m_snake && line % 2 == 1 ? cols() - 1 - along : along);
        return frame < m_frames ? std::optional(frame) : std::nullopt;
    }
    std::optional<std::size_t> nearest;
    double least = kReach;
    for (std::size_t frame = 0; frame < m_frames; ++frame) {
        const auto pixel = pixelOf(frame);
        if (!pixel) continue;
        const double away = std::hypot(pixel->first - row, pixel->second - col);
        if (away > least || (nearest && away == least)) continue;
        least = away;
        nearest = frame;
    }
    return nearest;
}

} // namespace ewald::job
