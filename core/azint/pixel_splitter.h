// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/binning.h"
#include "azint/loops/table_loops.h"

#include <algorithm>
#include <span>
#include <vector>

namespace ewald::azint {

/// The bins of one pixel: runs of neighbouring radial bins, one a sector of a cake.
struct PixelWeights {
    struct Span {
        std::uint32_t bin = 0;         ///< index of the first
        std::uint32_t firstWeight = 0; ///< in `weights`
        std::uint32_t width = 0;       ///< number of bins
    };
    std::vector<Span> spans;
    std::vector<float> weights; ///< weights of the pixel, together one where it lies inside all ranges

    void clear() noexcept {
        spans.clear();
        weights.clear();
    }
};

/// Radius and azimuth of a pixel: centre, and half the extent of its bounding box. Radians, internal units.
struct PixelBox {
    double radial = 0;
    double chi = 0;
    double radialHalf = 0;
    double chiHalf = 0;
};

/// Centre of a pixel (of the PONI's detector, not of the stored image) and the largest distance of a corner from it.
/// \param withChi false: the azimuth, which costs most of the time, stays zero
[[nodiscard]] PixelBox pixelBox(const Geometry& geometry, Unit unit, const CornerGrid& grid, std::size_t row,
                                std::size_t col, bool withChi);

/// Splits pixels between bins. Const functions may be called from several threads at once.
class PixelSplitter {
public:
    /// All three must outlive the splitter.
    PixelSplitter(const Geometry& geometry, const Binning& binning, const CornerGrid& grid);

    /// The weights of the pixel at a row and column of the PONI's detector; `out` is empty when it lies outside.
    void split(std::size_t row, std::size_t col, PixelWeights& out) const;

    /// Whether splitRow() can take anything off split().
    [[nodiscard]] bool splitsRows() const noexcept;
    /// The same shares for detail::kRowPart pixels of a row at once, from column `firstCol` on. Pixels beyond the row
    /// or of width RowShares::kUnknown are not in `out`.
    void splitRow(std::size_t row, std::size_t firstCol, detail::RowShares& out) const;

private:
    struct Quad {
        double radial[4]; ///< in bins
        double chi[4];    ///< radians, without a jump
    };
    [[nodiscard]] bool quadOf(std::size_t row, std::size_t col, Quad& quad) const;
    /// Bins along the azimuth: the sector of a pattern is one.
    [[nodiscard]] std::size_t sectors() const noexcept { return std::max<std::size_t>(1, m_binning.settings.nptAzim); }
    [[nodiscard]] bool insideSector(double low, double high) const noexcept;
    /// Whether the sector of a pattern ends within these azimuths, so that only a part of the pixel counts.
    [[nodiscard]] bool isCutBySector(double low, double high) const noexcept;
    void splitBox(std::size_t row, std::size_t col, PixelWeights& out) const;
    void splitQuadOneDimension(const Quad& quad, PixelWeights& out) const;
    void splitQuadTwoDimensions(const Quad& quad, PixelWeights& out) const;
    void splitIntoCells(const Quad& quad, double shift, bool clampChi, PixelWeights& out) const;

    const Geometry& m_geometry;
    const Binning& m_binning;
    const CornerGrid& m_grid;
    bool m_pyfaiEdges;
};

/// Areas under the closed line through the corners (x, y) in the strips [first + i, first + i + 1) of x, positive where
/// it is travelled clockwise; what lies outside the strips is left out. \param areas one a strip, added to. In single
/// precision, edge after edge, which is how the reference programs do it:
///        weights then agree to the last digits (and are good to 3e-5 of a pixel where azimuths are large)
void addStripAreas(std::span<const double> x, std::span<const double> y, std::ptrdiff_t first, std::span<float> areas);

/// The same, and each strip divided into cells [firstSector + s, firstSector + s + 1) of y: within a strip every edge
/// counts as a horizontal line at its mean height, so areas of strips are exact and their division into cells is that
/// of a staircase (as in the reference programs). \param cells [sector][strip], `strips` a row, added to
void addCellAreas(std::span<const double> x, std::span<const double> y, std::ptrdiff_t first,
                  std::ptrdiff_t firstSector, std::size_t strips, std::span<float> cells);

} // namespace ewald::azint
