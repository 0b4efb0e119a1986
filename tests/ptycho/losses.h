// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/ptycho_ops.h"

#include <cmath>

namespace ewald::ptycho {

inline constexpr compute::Loss kLosses[] = {compute::Loss::amplitude, compute::Loss::poisson, compute::Loss::intensity,
                                            compute::Loss::unbiased, compute::Loss::robust};

/// The losses as they are defined, up to a constant.
inline double lossOf(compute::Loss loss, double counts, double intensity) {
    if (loss == compute::Loss::amplitude) return std::pow(std::sqrt(intensity) - std::sqrt(counts), 2);
    if (loss == compute::Loss::poisson) return intensity - counts * std::log(intensity);
    if (loss == compute::Loss::robust)
        return std::log(1 + std::pow(std::sqrt(intensity) - std::sqrt(counts), 2)); // c = 1
    if (loss == compute::Loss::unbiased) return std::pow(kernels::meanRoot(intensity).value - std::sqrt(counts), 2);
    return std::pow(intensity - counts, 2) / (counts + 1);
}

} // namespace ewald::ptycho
