// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/engines/engine_context.h"

namespace ewald::ptycho {

/// What a perfect model leaves unexplained of one pixel whose counts k are Poisson with mean λ:
/// E(√k − √λ)², → 2λ for few counts, ¼ for many, 0.455 at most.
[[nodiscard]] double expectedError(double lambda);
/// Half the Poisson deviance, E(λ − k + k ln(k/λ)): → −λ ln λ for few counts, ½ for many, 0.58 at most.
[[nodiscard]] double expectedDeviance(double lambda);

/// What a perfect model would have for frames of counts: figures of merit divided by it are 1 at the noise limit, and
/// below it where noise is fitted.
struct NoiseFloor {
    double error = 0;    ///< of the fourier error
    double deviance = 0; ///< of half the Poisson deviance per valid pixel
};

/// Of the first frames of the scan's order, with the model as it is for λ: both sums hardly depend on it. The same bits
/// for any number of ranks (of CPUs). Collective.
[[nodiscard]] NoiseFloor measureNoiseFloor(EngineContext& state);

} // namespace ewald::ptycho
