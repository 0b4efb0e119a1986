// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ewald::azint::detail {

/// Corners or pixels of a row that one call takes at most.
inline constexpr std::size_t kRowPart = 64;
/// Bins of a pixel that are split here; pixels over more are left to PixelSplitter::split().
inline constexpr std::size_t kRowBins = 4;

/// A row of points of the detector: column c is at (p1, c · pixel2 − poni2, p3) of the detector's axes, in metres.
struct RowPlace {
    double p1 = 0;
    double p3 = 0;
    double pixel2 = 0;
    double poni2 = 0;
    double rotation[3][3] = {}; ///< as Geometry's: what one metre along each axis is in the sample's (y, x, z)
};

/// What is computed in CornerPart::radial.
enum class RowRadial { none, across, twoTheta, q };

/// Corners of a row in single precision, rounded from double precision as the scalar code does.
struct CornerPart {
    float radial[kRowPart];
    float chi[kRowPart];
    /// Not zero: the rounding of an arc tangent is too close to call, the scalar code has to decide.
    std::uint8_t doubtful[kRowPart];
};

/// Columns of a QuadPart: one more than pixels, and a few that fill the last vector.
inline constexpr std::size_t kRowCorners = kRowPart + 8;

/// Corners of two neighbouring rows of the grid.
struct QuadPart {
    float radial[2][kRowCorners];
    float chi[2][kRowCorners];
};

/// The bins of neighbouring pixels of a row.
struct RowShares {
    /// Not split here: the scalar code has to.
    static constexpr std::uint8_t kUnknown = 255;
    std::int32_t first[kRowPart];     ///< bin
    std::uint8_t width[kRowPart];     ///< bins; zero = none
    float shares[kRowPart][kRowBins]; ///< of the pixel
};

/// The inner loops of making a table, compiled for more than one kind of processor: all give the same bits, since
/// nothing is contracted or reordered.
struct TableLoops {
    /// kRowPart corners from column `firstCol` on. \param qFactor 4π / wavelength in nm
    void (*corners)(const RowPlace& place, double firstCol, RowRadial what, double qFactor, bool withChi,
                    CornerPart& out);
    /// Cosines of the angle of incidence of kRowPart points. \param step 1 or −1: from one column to the next
    void (*cosines)(const RowPlace& place, double firstCol, double step, double* out);
    /// Full splitting of kRowPart pixels along the radius, for bins of `width` from `lower` on.
    void (*split)(const QuadPart& corners, double lower, double width, std::size_t bins, RowShares& out);
};

[[nodiscard]] const TableLoops& baselineTableLoops() noexcept;
[[nodiscard]] const TableLoops& avx2TableLoops() noexcept;
[[nodiscard]] const TableLoops& avx512TableLoops() noexcept;
/// The best loops for this processor.
[[nodiscard]] const TableLoops& tableLoops() noexcept;

} // namespace ewald::azint::detail
