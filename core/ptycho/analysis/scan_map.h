// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <span>
#include <vector>

namespace ewald::ptycho {

/// The pixels of a map over the scan: pixel (r, c) is at (originY_m + r stepY_m, originX_m + c stepX_m) along the rows
/// and columns of the object.
struct ScanGrid {
    std::size_t rows = 0;
    std::size_t cols = 0;
    double originY_m = 0;
    double originX_m = 0;
    double stepY_m = 0;
    double stepX_m = 0;
    bool raster = false; ///< each position belongs to one pixel; else maps are interpolated
};

/// A grid for positions along rows (y) and columns (x) of the object, metres. A raster is recognised where the
/// coordinates of both axes lie in evenly spaced groups (within a quarter of the step) of which at least half the
/// crossings are there; anything else gets square pixels of the median distance between nearest neighbours.
/// At most 4096 pixels a side. Any thread.
[[nodiscard]] ScanGrid makeScanGrid(std::span<const ScanPosition> positions);

/// One value a position as a map [row][col]; NaN where no position is near. On a raster the mean of the values in a
/// pixel. Else a Gaussian mean of the values within 1.5 steps with a standard deviation of half a step (normalised
/// convolution, Knutsson & Westin 1993). Values that are not finite are left out.
[[nodiscard]] Array<float, 2> mapOnto(const ScanGrid& grid, std::span<const ScanPosition> positions,
                                      std::span<const double> values);

/// The function whose slopes along rows and columns come nearest to the given ones (least squares), with mean 0:
/// differences of neighbours are compared with the mean of their two slopes (trapezoidal rule, exact for polynomials of
/// second order), which is Poisson's equation with free edges, solved by cosine transforms. Slopes that are not finite
/// count as 0. cf. Frankot & Chellappa 1988, IEEE PAMI 10, 439.
/// \param slopeY, slopeX [row][col] per metre; stepY_m, stepX_m distance of neighbours, metres
[[nodiscard]] Array<float, 2> integrateSlopes(const Array<float, 2>& slopeY, const Array<float, 2>& slopeX,
                                              double stepY_m, double stepX_m);

/// The function whose differences between neighbours come nearest to the given ones (least squares), with mean 0; as
/// above. \param down, right [row][col], from a pixel to the next row or column; those of the last row or column are
/// not used; at least two pixels in all
[[nodiscard]] Array<float, 2> integrateDifferences(const Array<float, 2>& down, const Array<float, 2>& right);

} // namespace ewald::ptycho
