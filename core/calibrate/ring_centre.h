// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/beam.h"
#include "calibrate/ring_image.h"

#include <vector>

namespace ewald::calibrate {

/// A pixel on the flank of something, and the direction across it.
struct Edge {
    double y_m = 0;
    double x_m = 0;
    double alongRows = 0; ///< unit vector
    double alongCols = 0;
};

/// The pixels with the steepest flanks, where all neighbours were measured: gaps have none.
/// \param flat of the image, see flattened() \param smoothing standard deviation of the Gaussian before slopes are
/// taken, in pixels \param most how many at most
[[nodiscard]] std::vector<Edge> strongestEdges(const RingImage& image, const std::vector<float>& flat, double smoothing,
                                               std::size_t most);

/// A place on the plane of the detector.
struct CentreGuess {
    double row_m = 0;
    double col_m = 0;
    double votes = 0; ///< above those of its surroundings
};

/// Where the lines across the edges meet most often, best first: the centre of rings up to one detector beyond the
/// image, right to some per cent of its size, also for grainy and faint rings. Hough's vote with directions.
[[nodiscard]] std::vector<CentreGuess> voteForCentre(const RingImage& image, const std::vector<Edge>& edges,
                                                     std::size_t most);

/// What fitDirections() does with it.
enum class Distance { isFitted, stays };

/// The geometry whose rings run along the edges: least squares of the sine of the angle between an edge's direction
/// and that in which 2θ grows, robust (Cauchy), over all five parameters, or those beside the distance. Without a tilt
/// the distance says nothing and stays; it is known only from which rings there are.
/// \returns the geometry and the weighted mean square, smaller = better
struct DirectionFit {
    Beam beam;
    double misfit = 1;
};
[[nodiscard]] DirectionFit fitDirections(const std::vector<Edge>& edges, const Beam& start, double size_m,
                                         Distance distance = Distance::isFitted);

} // namespace ewald::calibrate
