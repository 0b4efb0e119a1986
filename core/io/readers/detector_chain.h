// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"

#include <array>
#include <string>

namespace ewald::io {

/// Where the transformations of a detector put it (NXtransformations, from its depends_on on).
struct DetectorChain {
    std::string turnedBy;    ///< the rotation around the sample, or the angle of an arm beside the chain; empty: none
    double degrees = 0;      ///< of that
    std::string movedBy;     ///< the first translation along the beam (z); empty: none, or it changes during the scan
    double alongBeam_m = 0;  ///< sum of all translations along the beam, where nothing is turned
    bool isDistance = false; ///< the distance of the file is that sum, for want of another
    std::string shiftedBy;   ///< the first translation across the beam (x, y); empty: none
    std::array<double, 2> across_m{}; ///< sum of all translations along x and y, where nothing is turned
    std::string travelsBy;            ///< the first translation that changes during the scan; empty: none
    double travel_m = 0;              ///< from its least to its largest value
    std::string problem; ///< what of the chain is not understood, so that it moves the detector nowhere; empty: nothing
};
/// "rotation", "translation" or another type of a link of a chain: where the link does not say its type, by its unit.
[[nodiscard]] std::string transformationType(const h5::File& file, const std::string& path);
/// From the least to the largest value of a translation in metres; 0 where it stands still, within what an encoder says
/// of an axis that does.
[[nodiscard]] double travelOf(const h5::File& file, const std::string& path);
[[nodiscard]] DetectorChain detectorChain(const h5::File& file, const std::string& detector);

} // namespace ewald::io
