// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "compute/operations/ptycho_ops.h"
#include "ptycho/model/frame_store.h"
#include "ptycho/model/settings.h"
#include "ptycho/model/tilt.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::ptycho {

enum class Propagation { farField, nearField };

/// The experiment behind the frames; all lengths in metres.
struct Geometry {
    Propagation propagation = Propagation::farField;
    std::size_t size = 0;         ///< n: side of the probe, pixels
    std::size_t oversampling = 1; ///< u: a pixel of a frame is u×u of the probe's transform (far field)
    double wavelength_m = 0;
    double objectPixelHeight_m = 0; ///< λz/(n·detector pixel) in the far field, detector pixel/M in the near field
    double objectPixelWidth_m = 0;
    double effectiveDistance_m = 0; ///< near field: z2/M
    double magnification = 1;       ///< near field: (z1+z2)/z1
    std::optional<Tilt> tilt;       ///< of a sample that is not perpendicular to the beam (far field)

    [[nodiscard]] std::size_t frameSize() const { return size / oversampling; }
    [[nodiscard]] std::size_t framePixels() const { return frameSize() * frameSize(); }
};

/// Far field when `focusToSample_m` is not > 0, else near field with cone-beam magnification.
/// \param size of a frame \param detectorPixelHeight_m, detectorPixelWidth_m after binning
/// \param oversampling in the far field: the window is so many times larger than a frame, its pixels are the same
/// \throws DataError when a length is not positive and finite, or for a near field that is oversampled
[[nodiscard]] Geometry makeGeometry(std::size_t size, double wavelength_m, double distance_m,
                                    double detectorPixelHeight_m, double detectorPixelWidth_m, double focusToSample_m,
                                    std::size_t oversampling = 1);

/// The same with the sample and the detector at their angles: the object's pixels become those of the plane of the
/// sample. Transmission leaves it as it is.
/// \param directions of the detector's rows and columns, as in PositionOptions::basis
/// \throws DataError for a near field, and as makeTilt()
[[nodiscard]] Geometry tiltedGeometry(Geometry geometry, const Basis& directions, const SampleGeometry& sample);

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
    Basis basis{{{0, -1, 0}, {-1, 0, 0}}};
};

/// Where each frame's window lies in the object, and how large the object has to be.
struct ScanLayout {
    std::vector<PixelPosition> positions; ///< window corner, sub-pixel, ≥ margin
    std::vector<PixelPosition> paths;     ///< of a fly scan, see Problem; else empty
    std::vector<double> propagations_m;   ///< of a tilted sample, see Problem; empty where no probe goes anywhere
    std::size_t objectRows = 0;
    std::size_t objectCols = 0;
    double originY_m = 0; ///< row 0 corresponds to this "row coordinate" in metres (after flips)
    double originX_m = 0;
    PositionOptions options;
    /// Back to metres in the file's own axes (for results): the inverse of layoutScan for one position.
    [[nodiscard]] ScanPosition toMetres(PixelPosition position, const Geometry& geometry) const;
};
/// \param paths how far each frame went while it was exposed, metres in the file's axes; empty: it stood still
/// \param along what the sample has been moved along the beam, metres; empty: it has not. Matters to a tilted sample
/// \throws DataError for an object of more than 20,000 pixels a side or positions that are not finite
[[nodiscard]] ScanLayout layoutScan(const std::vector<ScanPosition>& positions, const Geometry& geometry,
                                    std::size_t margin, const PositionOptions& options,
                                    const std::vector<ScanPosition>& paths = {}, const std::vector<double>& along = {});
/// How far each frame of a scan went while it was exposed, if the beam moved on without a stop: the mean way from and
/// to its neighbours in the order of the file, at the ends of a line that of the line.
[[nodiscard]] std::vector<ScanPosition> flyPaths(const std::vector<ScanPosition>& positions);
/// Where wave `point` of a frame lies.
[[nodiscard]] PixelPosition flyPosition(PixelPosition position, PixelPosition path, std::size_t point,
                                        std::size_t points);

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

/// Which frames belong to which rank (partitionFrames() in ptycho/model/partition.h).
struct FramePartition {
    std::vector<std::vector<std::size_t>> framesOf; ///< by rank, in the order of the permutation
    std::vector<int> rankOf;                        ///< by frame
    std::vector<std::size_t> placeOf;               ///< by frame: its place among its rank's
};

/// A part of an object of one layer whose transmission is known; its phase is 0.
struct KnownRegion {
    compute::Region region;  ///< pixels of the object; empty: nothing is known
    double transmission = 1; ///< amplitude, > 0
};

/// What one rank works on.
struct Problem {
    Geometry geometry;
    std::size_t frames = 0; ///< of all ranks
    FrameOrder order;
    std::vector<PixelPosition> positions; ///< of all frames
    std::size_t objectRows = 0;           ///< of a layer
    std::size_t objectCols = 0;
    FramePartition partition;
    /// By rank: the part of the object that the rank holds (tilesOf() in ptycho/model/partition.h). Empty: each holds
    /// all.
    std::vector<compute::Region> tiles;
    std::size_t flyPoints = 1;          ///< a frame is the mean of so many waves, evenly along its path
    std::vector<PixelPosition> paths;   ///< of all frames: how far each went while it was exposed, around its position
    std::vector<double> propagations_m; ///< of all frames, see propagation_m(); empty: probes go nowhere
    std::size_t slices = 1;             ///< of the object, one behind the other, each objectRows × objectCols
    std::size_t objectModes = 1;        ///< objects of which each frame sees a share, likewise; one slice
    double sliceSpacing_m = 0;          ///< from one to the next
    double pointSpread_px = 0;          ///< σ of the Gaussian in which a frame's pixels count light; 0: each its own
    bool fitsPointSpread = false;       ///< from that one on
    KnownRegion known;
    std::size_t objectRoom = 0; ///< pixels around each window that the object has
    std::size_t tileRoom = 0;   ///< pixels around each window that the tile that holds it has, for positions that move
    std::shared_ptr<FrameStore> measured; ///< this rank's frames (partition.framesOf), frameSize() a side, zero
                                          ///< frequency at the corner
    double meanPhotons = 0;               ///< mean Σ I per frame over ALL frames
    double saturation = 0; ///< counts from which on a pixel says only that there are as many, or more; 0 = none does
    bool streamed = false; ///< a device with memory of its own gets the frames of a batch when it needs them
    std::size_t framesAtOnce = 0; ///< frames of a mini-batch that are worked on at the same time; 0 = all

    /// Arrays of objectRows × objectCols that the object consists of.
    [[nodiscard]] std::size_t layers() const { return slices * objectModes; }
    /// Waves of each mode of the probe that make a frame.
    [[nodiscard]] std::size_t placesOfFrame() const { return flyPoints * objectModes; }
    /// Of a tilted sample: how far the probe goes along the beam, from where it is stored to where it meets the sample
    /// when the window of the frame lies at `position`.
    [[nodiscard]] double propagation_m(std::size_t frame, PixelPosition position) const;
};

/// What a run starts from and what it gives. Probe: real-space centre in the middle of the array.
struct Estimate {
    Array<Complex, 2> object; ///< [layer · H][W]: slices or modes one below the other
    Array<Complex, 3> probe;  ///< [mode][n][n], Σ|P|² = photons per frame
};

} // namespace ewald::ptycho
