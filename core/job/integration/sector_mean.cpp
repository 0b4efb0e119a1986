// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/sector_mean.h"

#include <cmath>
#include <limits>

namespace ewald::job {

std::vector<float> meanOverSectors(std::span<const float> values, std::span<const float> weights,
                                   std::size_t radialBins, bool errors) {
    std::vector<float> mean(radialBins, std::numeric_limits<float>::quiet_NaN());
    const bool isWeighted = weights.size() == values.size();
    for (std::size_t bin = 0; bin < radialBins; ++bin) {
        double sum = 0;
        double weightSum = 0;
        for (std::size_t i = bin; i < values.size(); i += radialBins) {
            const double weight = isWeighted ? static_cast<double>(weights[i]) : 1;
            if (!std::isfinite(values[i]) || !(weight > 0)) continue;
            const double share = weight * static_cast<double>(values[i]);
            sum += errors ? share * share : share;
            weightSum += weight;
        }
        if (weightSum > 0) mean[bin] = static_cast<float>((errors ? std::sqrt(sum) : sum) / weightSum);
    }
    return mean;
}

} // namespace ewald::job
