// SPDX-License-Identifier: GPL-3.0-or-later
//
// Light that a detector counts in other pixels than those where it falls: Î = K I + b, with K a Gaussian along rows and
// columns. A source of a finite size, whose beam is partially coherent, spreads intensities in the same way. K is
// symmetric, so that χ̂ = (K factor)·ψ̂, with the factor of each pixel of the detector from its Î.
#pragma once

#include "kernels/complex.h"
#include "kernels/detector_bodies.h"
#include "kernels/measured_frames.h"

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

/// Sums over valid pixels of one frame, of the amplitudes' loss and Î after the point spread: with D = ∂Î/∂σ²,
/// Σ D (1 − √(I/Î)), the derivative of the loss, and Σ D²/(2Î), its expected second one.
template <class Real>
struct SpreadTerms {
    Real slope = 0;
    Real curvature = 0;
};

/// z = frame of the call. The weights are those of a discrete diffusion, ∂Î/∂σ² = ½ΔÎ without the background, with
/// the differences of neighbours along each axis. Pixels at the detector's edges, which have not all of them, say
/// nothing.
struct TermsOfSpread {
    const Cf* collected; ///< [frame][size][size], √ of the light that has been spread, / scale
    MeasuredFrames measured;
    Detector detector;
    const int* index;
    float scale;
    PointSpread spread;
    int size;
    EWALD_HD SpreadTerms<float> operator()(int z, int y, int x) const {
        const int row = onDetector(y), col = onDetector(x);
        if (row == 0 || col == 0 || row == size - 1 || col == size - 1) return {};
        const std::size_t pixels = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
        const Cf* frame = collected + static_cast<std::size_t>(z) * pixels;
        const std::size_t pixel = placeOf(row, col), local = static_cast<std::size_t>(index[z]);
        const float root = detector.root(light(frame, row, col), scale, pixel);
        const float amplitude = detector.amplitude(measured, local, local * pixels + pixel, root);
        constexpr float kDark = 1e-6F; // counts
        if (amplitude < 0 || !(root * root > kDark)) return {};
        const float around = light(frame, row - 1, col) + light(frame, row + 1, col) + light(frame, row, col - 1) +
                             light(frame, row, col + 1);
        const float change = 0.5F * scale * scale * (around - 4 * light(frame, row, col));
        return {change * (1 - amplitude / root), change * change / (2 * root * root)};
    }

private:
    EWALD_HD int onDetector(int line) const {
        return line < spread.edge ? line - spread.edge + size : line - spread.edge;
    }
    EWALD_HD std::size_t placeOf(int row, int col) const {
        const int y = row + spread.edge < size ? row + spread.edge : row + spread.edge - size;
        const int x = col + spread.edge < size ? col + spread.edge : col + spread.edge - size;
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(size) + static_cast<std::size_t>(x);
    }
    EWALD_HD float light(const Cf* frame, int row, int col) const { return norm2(frame[placeOf(row, col)]); }
};

} // namespace ewald::kernels
