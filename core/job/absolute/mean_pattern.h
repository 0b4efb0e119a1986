// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/integration_file.h"

#include <vector>

namespace ewald::job {

/// The mean over the frames of a result; one value a bin, [sector][radial bin] of a cake.
struct MeanPattern {
    std::vector<double> values; ///< not a number where no frame has one
    std::vector<double> sigmas; ///< standard deviations of the means; empty: the result has no errors
};

/// Reads the frames one after the other. Any thread. \throws DataError
[[nodiscard]] MeanPattern meanOverFrames(const io::IntegrationResult& result);

} // namespace ewald::job
