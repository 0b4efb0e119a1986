// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "compute/ptycho_ops.h"
#include "ptycho/frame_store.h"
#include "ptycho/settings.h"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ewald::ptycho {

enum class Propagation { farField, nearField };

/// The experiment behind the frames; all lengths in metres.
struct Geometry {
    Propagation propagation = Propagation::farField;
    std::size_t size = 0; ///< n: side of a frame and of the probe, pixels
    double wavelength_m = 0;
    double objectPixelHeight_m = 0; ///< λz/(n·detector pixel) in the far field, detector pixel/M in the near field
    double objectPixelWidth_m = 0;
    double effectiveDistance_m = 0; ///< near field: z2/M
    double magnification = 1;       ///< near field: (z1+z2)/z1
};

/// Far field when `focusToSample_m` is not > 0, else near field with cone-beam magnification.
/// \param detectorPixelHeight_m, detectorPixelWidth_m after binning
/// \throws DataError when a length is not positive and finite
[[nodiscard]] Geometry makeGeometry(std::size_t size, double wavelength_m, double distance_m,
                                    double detectorPixelHeight_m, double detectorPixelWidth_m, double focusToSample_m);

/// How the positions of a file become rows and columns of the object.
struct PositionOptions {
    bool flipRow = false; ///< negate y
    bool flipCol = false; ///< negate x
    bool swap = false;    ///< y becomes the column
    double scaleRow = 1;
    double scaleCol = 1;
    double rotation_deg = 0; ///< counter-clockwise, applied to (x, y) before the flips
    /// Rows of the detector's basis vectors (x, y, z) for row and column step; the default detector is
    /// {{0,−1,0},{−1,0,0}}: row = +t_y/px, col = +t_x/px. Only directions matter.
    std::array<std::array<double, 3>, 2> basis{{{0, -1, 0}, {-1, 0, 0}}};
};

/// Where each frame's window lies in the object, and how large the object has to be.
struct ScanLayout {
    std::vector<PixelPosition> positions; ///< window corner, sub-pixel, ≥ margin
    std::size_t objectRows = 0;
    std::size_t objectCols = 0;
    double originY_m = 0; ///< row 0 corresponds to this "row coordinate" in metres (after flips)
    double originX_m = 0;
    PositionOptions options;
    /// Back to metres in the file's own axes (for results): the inverse of layoutScan for one position.
    [[nodiscard]] ScanPosition toMetres(PixelPosition position, const Geometry& geometry) const;
};
/// \throws DataError for an object of more than 20,000 pixels a side or positions that are not finite
[[nodiscard]] ScanLayout layoutScan(const std::vector<ScanPosition>& positions, const Geometry& geometry,
                                    std::size_t margin, const PositionOptions& options);

/// The order of the frames that mini-batches are cut from, drawn from the seed alone: the same for any number of ranks.
struct FrameOrder {
    std::vector<std::size_t> permutation; ///< of 0 … frames−1
};
[[nodiscard]] FrameOrder makeFrameOrder(std::size_t frames, unsigned long long seed);

/// How frames are partitioned among ranks. The answer does not depend on it.
enum class Partition {
    interleaved, ///< entry j of the order to rank j mod ranks: every rank has frames of every mini-batch
    stripes,     ///< bands of rows
    tiles,       ///< boxes, by recursive bisection
    clusters,    ///< k-means: compact whatever the shape of the scan
};

/// Which frames belong to which rank (partitionFrames() in ptycho/partition.h).
struct FramePartition {
    std::vector<std::vector<std::size_t>> framesOf; ///< by rank, in the order of the permutation
    std::vector<int> rankOf;                        ///< by frame
    std::vector<std::size_t> placeOf;               ///< by frame: its place among its rank's
};

/// What one rank works on.
struct Problem {
    Geometry geometry;
    std::size_t frames = 0; ///< of all ranks
    FrameOrder order;
    std::vector<PixelPosition> positions; ///< of all frames
    std::size_t objectRows = 0;
    std::size_t objectCols = 0;
    FramePartition partition;
    /// By rank: the part of the object that the rank holds (tilesOf() in ptycho/partition.h). Empty: each holds all.
    std::vector<compute::Region> tiles;
    std::size_t objectRoom = 0; ///< pixels around each window that the object has
    std::size_t tileRoom = 0;   ///< pixels around each window that the tile that holds it has, for positions that move
    std::shared_ptr<FrameStore> measured; ///< this rank's frames (partition.framesOf), n×n each, zero frequency at the
                                          ///< corner
    double meanPhotons = 0;               ///< mean Σ I per frame over ALL frames
    bool streamed = false;        ///< a device with memory of its own gets the frames of a batch when it needs them
    std::size_t framesAtOnce = 0; ///< frames of a mini-batch that are worked on at the same time; 0 = all
};

/// What a run starts from and what it gives. Probe: real-space centre in the middle of the array.
struct Estimate {
    Array<Complex, 2> object; ///< [H][W]
    Array<Complex, 3> probe;  ///< [mode][n][n], Σ|P|² = photons per frame
};

} // namespace ewald::ptycho
