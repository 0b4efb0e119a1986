// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibrate/ring_match.h"
#include "calibrate/ring_profile.h"

#include <cstddef>
#include <vector>

namespace ewald::calibrate {

/// How much a profile looks like the one that a calibrant would make. No single ring has to be told from its
/// neighbours for that: it serves where rings overlap, and where they are too faint to be peaks.
struct Likeness {
    double distance_m = 0;
    double width_px = 0;    ///< of the rings: standard deviation of their Gaussians
    double correlation = 0; ///< of the two curves, without what noise takes away from it; 1 = alike
    double signal = 0;      ///< of that, over its standard error from noise alone
};

class ProfileLikeness {
public:
    /// \param pixel_m of the image that the profile is of \param first, last ends of the profile in its bins
    ProfileLikeness(const RingProfile& profile, const std::vector<KnownRing>& rings, double pixel_m, double first,
                    double last);

    /// At one distance, with the width that fits best.
    [[nodiscard]] Likeness at(double distance_m) const;
    /// The best of the distances between two, one for each local maximum, best first.
    [[nodiscard]] std::vector<Likeness> best(double nearest_m, double farthest_m, std::size_t most) const;

private:
    [[nodiscard]] std::vector<double> flattened(const std::vector<double>& curve) const;
    [[nodiscard]] double quick(double distance_m) const;
    [[nodiscard]] Likeness at(double distance_m, double width_px) const;

    const std::vector<KnownRing>& m_rings;
    double m_pixel_m;
    std::size_t m_first = 0;      ///< bin that the members begin with
    std::vector<double> m_pixels; ///< of the bins
    std::vector<double> m_curve;  ///< the flattened profile
    std::vector<double> m_noise;  ///< variance of its bins
    std::vector<double> m_weight;
    double m_background = 0; ///< of the profile, over its largest height
};

} // namespace ewald::calibrate
