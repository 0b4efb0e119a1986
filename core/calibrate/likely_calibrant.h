// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/ring_match.h"

#include <optional>
#include <string>
#include <vector>

namespace ewald::calibrate {

/// The peaks of a profile, and the part of it that was measured.
struct MeasuredRings {
    std::vector<ProfilePeak> peaks;
    double first = 0, last = 0; ///< in bins of the profile
    double pixel_m = 0;         ///< of the image that the profile is of
};

/// A built-in calibrant whose rings lie on the peaks of a profile.
struct LikelyCalibrant {
    std::string label; ///< for people: "CeO₂"
    std::string name;  ///< as azint::findCalibrant() knows it
    DistanceMatch match;
};

/// The built-in calibrant whose rings explain the peaks best, at any distance. Rings tell a lattice and no more: of
/// calibrants that explain them alike (cells of the same kind have the same rings, at other distances) the one whose
/// distance is nearest to `near_m`; 0: the first of the list. Absent where none explains anything.
[[nodiscard]] std::optional<LikelyCalibrant> likelyCalibrant(const MeasuredRings& measured, double wavelength_m,
                                                             double near_m);

} // namespace ewald::calibrate
