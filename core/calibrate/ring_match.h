// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/calibrant.h"
#include "calibrate/ring_profile.h"

#include <vector>

namespace ewald::calibrate {

/// A ring that a calibrant makes.
struct KnownRing {
    double twoTheta = 0; ///< radians, below 90°
    double d_A = 0;
    std::string hkl;
    double strength = 0; ///< about how bright: multiplicity, Lorentz factor, thermal motion; 1 = the brightest
};
/// By growing angle. Calibrants do not know their structure factors; the strength does without them.
[[nodiscard]] std::vector<KnownRing> knownRings(const azint::Calibrant& calibrant, double wavelength_m);

/// How well a distance explains the peaks of a profile.
struct DistanceMatch {
    double distance_m = 0;
    double ofHits_m = 0; ///< distance that the peaks that were hit ask for, their median; 0 without hits
    double score = 0;    ///< 0 … 1, corrected for chance
    std::size_t hits = 0;
    std::size_t expected = 0; ///< rings within the profile
    double explained = 0;     ///< share of the measured peaks, weighted with the root of their height
};

/// Tries all distances of 0.03 to 20 m: at which of them do the rings lie on peaks, and the peaks on rings? Hits that
/// so many peaks give by chance do not count. \returns the best `most`, one for each local maximum, best first
/// \param pixel_m of the image that the profile is of \param first, last ends of the profile in its bins
[[nodiscard]] std::vector<DistanceMatch> matchDistances(const std::vector<ProfilePeak>& peaks,
                                                        const std::vector<KnownRing>& rings, double pixel_m,
                                                        double first, double last, std::size_t most);
/// The same for one distance.
[[nodiscard]] DistanceMatch matchAt(double distance_m, const std::vector<ProfilePeak>& peaks,
                                    const std::vector<KnownRing>& rings, double pixel_m, double first, double last);

} // namespace ewald::calibrate
