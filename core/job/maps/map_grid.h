// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "job/maps/triangulation.h"
#include "ptycho/analysis/scan_map.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ewald::job {

/// How one value a frame becomes an image: frames in rows of equal length, or at places in space.
///
/// Frames are counted as the values are: rows of a result. Image coordinates are pixels, (row, col); the pixel (r, c)
/// covers [r, r + 1) × [c, c + 1), its middle is at (r + ½, c + ½). Immutable, any thread.
class MapGrid {
public:
    /// Frames as they come, `columns` in a row, of which every second one runs backwards where `snake`.
    [[nodiscard]] static MapGrid ofColumns(std::size_t frames, std::size_t columns, bool snake);
    /// Frames at places along rows (y) and columns (x) of the image, metres. A raster, in whatever order it was taken,
    /// has a pixel for each of its places (ptycho::makeScanGrid()), of several frames in one the mean. Other places are
    /// triangulated, and pixels of their median distance are interpolated linearly; triangles with a side three times
    /// as long as usual hold nothing. Places that are not finite are no part of it. \throws DataError where there are
    /// no two different ones
    [[nodiscard]] static MapGrid ofPlaces(std::vector<ScanPosition> places);

    [[nodiscard]] std::size_t rows() const noexcept { return m_grid.rows; }
    [[nodiscard]] std::size_t cols() const noexcept { return m_grid.cols; }
    /// Whether places are known: the origin is the middle of pixel (0, 0), metres; else origin 0 and steps 1.
    [[nodiscard]] bool hasPlaces() const noexcept { return m_hasPlaces; }
    [[nodiscard]] const ptycho::ScanGrid& grid() const noexcept { return m_grid; }
    [[nodiscard]] bool isInterpolated() const noexcept { return m_hasPlaces && !m_grid.raster; }

    /// [row][col] of one value a frame; not a number where there is none.
    [[nodiscard]] Array<float, 2> imageOf(std::span<const double> values) const;
    /// Where a frame is; nothing where its place is not known.
    [[nodiscard]] std::optional<std::pair<double, double>> pixelOf(std::size_t frame) const;
    /// The frame in the pixel of a point of the image, of places the nearest one, and the first of several there;
    /// nothing outside, or where none is within one and a half pixels.
    [[nodiscard]] std::optional<std::size_t> frameAt(double row, double col) const;

private:
    ptycho::ScanGrid m_grid;
    bool m_hasPlaces = false;
    bool m_snake = false;
    std::size_t m_frames = 0;
    std::vector<ScanPosition> m_places; ///< of the frames
    std::vector<Triangle> m_triangles;
    Array<std::int32_t, 2> m_triangleOf; ///< of a pixel's middle; −1: none
};

} // namespace ewald::job
