// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "calibrate/beam_fit.h"
#include "calibrate/likely_calibrant.h"
#include "calibrate/ring_means.h"

#include <optional>
#include <string>
#include <vector>

namespace ewald::calibrate {

/// What is known before; nothing is needed.
struct CalibrationHints {
    std::optional<double> distance_m; ///< right to a third
    std::optional<double> row_m;      ///< of the direct beam, right to a twentieth of the image
    std::optional<double> col_m;
};

/// A distance is clear when it has such a score, and so many times that of any other (real and simulated images 0.36 to
/// 0.98 with a runner-up of at most half; wrong calibrants 0.09 to 0.29).
inline constexpr double kClearScore = 0.33, kClearRatio = 2;

/// A geometry is the right one when the rings of the calibrant explain such a share of what any rings explain (right
/// ones of simulated images 0.77 to 1.05, of measured ceria 0.87; wrong calibrants 0 to 0.45).
inline constexpr double kProvenShare = 0.75;
/// … and a wrong one when it is less than this, unless peaks speak for it: other substances in the image take a share.
inline constexpr double kDisprovenShare = 0.3;

/// How a ring was found.
struct RingSummary : RingMean {
    double azimuth_deg = 0; ///< seen
};

enum class Trust { good, doubtful, refused };

/// What a calibration is worth, in words.
struct CalibrationVerdict {
    Trust trust = Trust::refused;
    /// Phrases: what is not as it should be and what helps; of a good one, none.
    struct Reason {
        std::string problem;
        std::string cure;
    };
    std::vector<Reason> reasons;
    /// Another built-in calibrant that explains the image, and clearly better than the one that was named.
    std::optional<LikelyCalibrant> better{};
};

/// The outcome of calibrate(). Nothing but `verdict` is to be believed where that is "refused".
struct Calibration {
    BeamFit fit;
    std::vector<RingPoint> points; ///< that the fit is of
    std::vector<RingSummary> rings;
    double pixel_m = 0;                    ///< of the image, in which residuals are
    double azimuth_deg = 0;                ///< seen by all rings together
    DistanceMatch match;                   ///< of the answer
    double share = 0;                      ///< of what any rings explain of the image: by those of the calibrant
    double otherScore = 0;                 ///< DistanceMatch::score of the best other distance
    bool tiltFixed = false;                ///< the points did not determine it: it is zero
    MeasuredRings measured;                ///< under the answer; where there is none, under the sharpest of the shapes
    std::optional<LikelyCalibrant> likely; ///< looked for where the calibrant does not explain all
    CalibrationVerdict verdict;
};

/// Finds the geometry from one image of a calibrant's rings, from nothing: centre by a vote of edges, tilt by their
/// directions and the sharpness of the radial profile, distance by which rings there are, then a fit to points of the
/// rings. Two mirrored images give two mirrored geometries: rings cannot tell them apart.
/// \throws StoppedError
[[nodiscard]] Calibration calibrate(const RingImage& image, const std::vector<KnownRing>& rings,
                                    const CalibrationHints& hints, const RunControl& control);

/// What to think of a calibration whose other members are filled.
[[nodiscard]] CalibrationVerdict verdictOf(const Calibration& calibration, const std::vector<KnownRing>& rings);

/// Whether the points say what a parameter is: it has an error, a distance one smaller than itself, and no other
/// parameter can stand in for it (|correlation| ≤ 0.98).
[[nodiscard]] bool isDetermined(const BeamFit& fit, std::size_t parameter);

} // namespace ewald::calibrate
