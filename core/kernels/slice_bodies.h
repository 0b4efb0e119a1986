// SPDX-License-Identifier: GPL-3.0-or-later
//
// An object of several slices (Maiden, Humphry & Rodenburg 2012, J. Opt. Soc. Am. A 29, 1606): what directions of all
// slices and of the probe make of the wave on its way through them. The way itself is made of the bodies of one slice,
// with the wave in front of a slice in the place of a probe that each frame has for its own.
#pragma once

#include "kernels/direction_bodies.h"
#include "kernels/ptycho_bodies.h"

#include <cstddef>

namespace ewald::kernels {

/// z = frame: a wave w + γ slope + γ² curve in front of a slice becomes the same behind it, where the slice is
/// O + γ ΔO; terms of γ³ are left out.
struct AlongSlice {
    ObjectView object;
    ObjectView objectDirection; ///< of no object: there is none
    const Cf* wave;             ///< in front of it [frame][mode][n][n]
    const FramePlace* places;
    Cf* slope; ///< [frame][mode][n][n]
    Cf* curve; ///< likewise; null: not wanted
    int n, modes;
    EWALD_HD void operator()(int z, int y, int x) const {
        const unsigned pixels = static_cast<unsigned>(n * n);
        const std::size_t own = frameAt(z, modes, n) + pixelAt(y, x, n);
        const Cf o = object.at(places[z], y, x);
        const Cf d = objectDirection.object ? objectDirection.at(places[z], y, x) : Cf{0, 0};
        EWALD_FEW
        for (int k = 0; k < modes; ++k) {
            const std::size_t at = own + static_cast<unsigned>(k) * pixels;
            if (curve) curve[at] = curve[at] * o + slope[at] * d;
            slope[at] = slope[at] * o + wave[at] * d;
        }
    }
};

/// z = frame: addStepTerms() of a pixel of the waves behind the last slice.
struct WaveNormals {
    const Cf* objectSlope; ///< [frame][mode][n][n], of the direction of all slices; null: there is none
    const Cf* probeSlope;  ///< likewise of the probe's
    const Cf* residual;    ///< [frame][mode][n][n]
    int n, modes;
    EWALD_HD StepNormals<float> operator()(int z, int y, int x) const {
        const unsigned pixels = static_cast<unsigned>(n * n);
        const std::size_t own = frameAt(z, modes, n) + pixelAt(y, x, n);
        StepNormals<float> sum;
        EWALD_FEW
        for (int k = 0; k < modes; ++k) {
            const std::size_t at = own + static_cast<unsigned>(k) * pixels;
            addStepTerms(objectSlope ? objectSlope[at] : Cf{0, 0}, probeSlope ? probeSlope[at] : Cf{0, 0}, residual[at],
                         sum);
        }
        return sum;
    }
};

} // namespace ewald::kernels
