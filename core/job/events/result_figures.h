// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ewald::job {

/// What tables of many jobs show of each result.
struct ResultFigures {
    double fourierError = -1;   ///< of the saved state; < 0: there is none
    double resolution_m = -1;   ///< by the ring correlation of halves, at the half-bit threshold; < 0: not measured
    bool isSaved = false;       ///< there is a file of it, also of a job that has stopped early
    bool errorIsHigh = false;   ///< far above the noise limit, and it falls no more
    double pixelsOfFrames = 0;  ///< frames × pixels that were worked on; 0: not known
    std::string noResolution{}; ///< in words, why the halves gave none; empty: they did, or none were made
    bool operator==(const ResultFigures&) const = default;
};

} // namespace ewald::job
