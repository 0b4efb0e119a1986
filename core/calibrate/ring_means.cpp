// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_means.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ewald::calibrate {

std::vector<RingMean> meansOfRings(std::span<const RingPoint> points, std::span<const double> pixels,
                                   std::span<const double> weights) {
    std::map<std::size_t, RingMean> means;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (weights[i] == 0) continue;
        RingMean& mean = means[points[i].ring];
        ++mean.points;
        mean.mean_px += pixels[i];
    }
    for (auto& [ring, mean] : means) {
        mean.ring = ring;
        mean.mean_px /= static_cast<double>(mean.points);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (weights[i] == 0) continue;
        RingMean& mean = means[points[i].ring];
        mean.scatter_px += std::pow(pixels[i] - mean.mean_px, 2);
    }
    std::vector<RingMean> all;
    for (auto& [ring, mean] : means) {
        const auto count = static_cast<double>(mean.points);
        mean.scatter_px = mean.points > 1 ? std::sqrt(mean.scatter_px / (count - 1)) : 0;
        mean.meanSigma_px = mean.scatter_px / std::sqrt(count);
        all.push_back(mean);
    }
    return all;
}

void Excess::add(double mean, double sigma) {
    m_sum += mean * mean - sigma * sigma;
    m_variance += 2 * std::pow(sigma, 4); // of the square of a normal number
    m_count += 1;
}

double Excess::root() const { return m_count > 0 ? std::sqrt(std::max(0.0, m_sum / m_count)) : 0; }

double Excess::certain(double absorbed) const {
    constexpr double kFewestGroups = 4;
    return m_count >= kFewestGroups && m_sum > 3 * std::sqrt(m_variance) ? m_sum / (m_count - absorbed) : 0;
}

} // namespace ewald::calibrate
