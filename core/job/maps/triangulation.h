// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace ewald::job {

/// Three indices of points, counter-clockwise where x points right and y up.
using Triangle = std::array<std::size_t, 3>;

/// The Delaunay triangles of points in a plane: no point lies inside of the circle around a triangle (points are
/// compared on a grid of a millionth of their extent; those that coincide there count once, the first of them). Empty
/// where all points are on a line; at the border a triangle flatter than a thousandth of the extent may be missing.
/// Incremental insertion (Bowyer 1981, Computer Journal 24, 162; Watson 1981, ibid. 167) with exact predicates. About
/// n^1.2 for scans; any thread.
[[nodiscard]] std::vector<Triangle> triangulate(std::span<const ScanPosition> points);

/// Weights of the corners of a triangle at a place, which are its linear interpolation; their sum is 1, and one is
/// negative outside.
[[nodiscard]] std::array<double, 3> weightsAt(const Triangle& triangle, std::span<const ScanPosition> points,
                                              const ScanPosition& place);

} // namespace ewald::job
