// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/likely_calibrant.h"

#include "compute/devices/parallel.h"

#include <algorithm>
#include <cmath>

namespace ewald::calibrate {

std::optional<LikelyCalibrant> likelyCalibrant(const MeasuredRings& measured, double wavelength_m, double near_m) {
    constexpr double kAlike = 0.03; // of scores: lines that overlap on one side and not on the other
    const std::vector<azint::CalibrantName>& names = azint::calibrantNames();
    std::vector<std::vector<DistanceMatch>> found(names.size());
    compute::parallelFor(names.size(), 0, [&](std::size_t i) {
        const std::vector<KnownRing> rings = knownRings(*azint::findCalibrant(names[i].name), wavelength_m);
        if (rings.empty()) return;
        found[i] = matchDistances(measured.peaks, rings, measured.pixel_m, measured.first, measured.last, 4);
    });
    double best = 0;
    for (const std::vector<DistanceMatch>& matches : found)
        for (const DistanceMatch& match : matches) best = std::max(best, match.score);
    if (!(best > 0)) return std::nullopt;
    std::optional<LikelyCalibrant> likely;
    double nearest = 0;
    for (std::size_t i = 0; i < names.size(); ++i)
        for (const DistanceMatch& match : found[i]) {
            if (match.score < best - kAlike) continue;
            const double apart = near_m > 0 ? std::abs(std::log(match.distance_m / near_m)) : 0;
            if (likely && !(apart < nearest)) continue;
            likely = {names[i].label, names[i].name, match};
            nearest = apart;
        }
    return likely;
}

} // namespace ewald::calibrate
