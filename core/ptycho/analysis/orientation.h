// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "base/run_control.h"
#include "compute/devices/queue.h"
#include "ptycho/model/problem.h"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace ewald::ptycho {

/// One of the eight ways in which the axes of the positions may lie to those of the frames; as in PositionOptions.
struct Orientation {
    bool swap = false;
    bool flipRow = false;
    bool flipCol = false;
    bool operator==(const Orientation&) const = default;
};
/// All eight, without swap first.
[[nodiscard]] std::array<Orientation, 8> allOrientations();
/// Turned by 180°: in the far field the complex conjugate of a turned object explains the same frames.
[[nodiscard]] Orientation turned(Orientation orientation);

/// Frames to find the orientation with, some tens from the middle of the scan.
struct OrientationSample {
    Geometry geometry;
    PositionOptions options;             ///< scale, rotation, basis; flips and swap are those of the trials
    std::vector<ScanPosition> positions; ///< one a frame, metres
    std::vector<float> amplitudes;       ///< [frame][n][n] √I, zero frequency at the corner, negative = masked
    Array<Complex, 3> probe;             ///< [mode][n][n], known in the axes of the frames; empty = not known
};

struct OrientationTrial {
    Orientation orientation;
    double error = 0;         ///< fourier_error after the iterations
    Array<Complex, 2> object; ///< [H][W], in the orientation's own axes, for thumbnails
};

struct OrientationAnswer {
    std::vector<OrientationTrial> trials; ///< all eight, smallest error first
    /// The next error that belongs neither to the best one nor to a twin that explains the frames as well, divided by
    /// the best error.
    double margin = 1;
    bool clear = false; ///< margin ≥ 1.3: below, no orientation explains the frames better than the others
    /// The twin of the best one, where the frames cannot tell them apart.
    std::optional<Orientation> twin;
    /// The twin where the frames cannot tell them apart, but the known probe does: with it, the twin has `probeMargin`
    /// (≥ 1.3) times the error.
    std::optional<Orientation> ruledOut;
    double probeMargin = 1;
};

/// Called after each trial, on the calling thread. \param trials done so far, in the order in which they were made
using OrientationProgress = std::function<void(std::span<const OrientationTrial> trials, std::size_t count)>;

/// Finds how the axes of the positions lie to those of the frames: a few iterations of rPIE for each of the eight ways.
///
/// In the near field the mean pattern, propagated back, begins all of them, and the errors tell all eight apart. In the
/// far field a probe made of the mean pattern begins them, with the defocus found anew for each way and for both signs:
/// the twin (turned by 180°, conjugated, with the other sign of the defocus) then explains the frames as well as the
/// truth. The two are told apart only by a probe that is known: the one with which the error falls clearly faster is
/// taken.
///
/// \param iterations of each trial
/// \throws StoppedError when `control` asks for a stop; DataError, InternalError for a sample of the wrong size
[[nodiscard]] OrientationAnswer findOrientation(const OrientationSample& sample, std::size_t iterations,
                                                compute::Queue& queue, RunControl& control,
                                                const OrientationProgress& progress = {});

} // namespace ewald::ptycho
