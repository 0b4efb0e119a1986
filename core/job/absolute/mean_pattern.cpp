// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/absolute/mean_pattern.h"

#include <cmath>
#include <limits>

namespace ewald::job {

MeanPattern meanOverFrames(const io::IntegrationResult& result) {
    const std::size_t bins = result.axes().bins();
    MeanPattern mean{std::vector<double>(bins), std::vector<double>(result.hasErrors() ? bins : 0)};
    std::vector<double> frames(bins);
    for (std::size_t frame = 0; frame < result.axes().frames; ++frame) {
        const std::vector<float> values = result.intensity(frame);
        const std::vector<float> errors = result.hasErrors() ? result.errors(frame) : std::vector<float>();
        for (std::size_t bin = 0; bin < bins; ++bin) {
            if (!std::isfinite(values[bin])) continue;
            frames[bin] += 1;
            mean.values[bin] += static_cast<double>(values[bin]);
            if (!errors.empty()) mean.sigmas[bin] += std::pow(static_cast<double>(errors[bin]), 2);
        }
    }
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t bin = 0; bin < bins; ++bin) {
        mean.values[bin] = frames[bin] > 0 ? mean.values[bin] / frames[bin] : kNaN;
        if (!mean.sigmas.empty()) mean.sigmas[bin] = frames[bin] > 0 ? std::sqrt(mean.sigmas[bin]) / frames[bin] : kNaN;
    }
    return mean;
}

} // namespace ewald::job
