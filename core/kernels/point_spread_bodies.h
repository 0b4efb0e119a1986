// SPDX-License-Identifier: GPL-3.0-or-later
//
// Light that a detector counts in other pixels than those where it falls: Î = K I + b, with K a Gaussian along rows and
// columns. A source of a finite size, whose beam is partially coherent, spreads intensities in the same way. K is
// symmetric, so that χ̂ = (K factor)·ψ̂, with the factor of each pixel of the detector from its Î.
#pragma once

#include "kernels/complex.h"

#include <cmath>
#include <cstddef>

namespace ewald::kernels {

/// Weights along one axis. What goes beyond the detector's edges is lost.
struct PointSpread {
    const float* weights = nullptr; ///< [reach + 1] of light that is counted so many pixels away; null: K is 1
    int reach = 0;
    int edge = 0; ///< row and column of an array that is the detector's first: behind it lies its last

    EWALD_HD bool spreads() const { return weights != nullptr; }
};

/// z = plane: what reaches each pixel along its row, or along its column. In another plane: all of a line is read.
struct SpreadLines {
    const float* from; ///< [plane][size][size]
    float* to;
    PointSpread spread;
    int size;
    bool columns;
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t side = static_cast<std::size_t>(size);
        const std::size_t plane = static_cast<std::size_t>(z) * side * side;
        const std::size_t step = columns ? side : 1;
        const float* line = from + plane + (columns ? static_cast<std::size_t>(x) : static_cast<std::size_t>(y) * side);
        const int here = (columns ? y : x) - spread.edge;
        const int at = here < 0 ? here + size : here; // on the detector
        const int first = at > spread.reach ? at - spread.reach : 0;
        const int last = at + spread.reach < size ? at + spread.reach : size - 1;
        float sum = 0;
        for (int other = first; other <= last; ++other) {
            const int inArray = other + spread.edge < size ? other + spread.edge : other + spread.edge - size;
            sum +=
                spread.weights[other < at ? at - other : other - at] * line[static_cast<std::size_t>(inArray) * step];
        }
        to[plane + static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x)] = sum;
    }
};

/// Flat, what CollectWaves and FactorOfCollected have left: the intensity of each pixel, or its factor.
struct TakeCollected {
    const Cf* collected;
    float* out;
    bool factors;
    EWALD_HD void operator()(int, int, int i) const {
        out[i] = factors ? collected[i].im : collected[i].re * collected[i].re;
    }
};

/// The way back.
struct PutCollected {
    const float* in;
    Cf* collected;
    bool factors;
    EWALD_HD void operator()(int, int, int i) const {
        if (factors)
            collected[i].im = in[i];
        else
            collected[i] = {std::sqrt(in[i]), 0};
    }
};

} // namespace ewald::kernels
