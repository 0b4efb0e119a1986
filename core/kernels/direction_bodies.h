// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel bodies of engines that go along directions, ΔO of the object and ΔP of the probe: how far they may go.
#pragma once

#include "kernels/measured_frames.h"
#include "kernels/ptycho_bodies.h"
#include "kernels/ptycho_gather.h"

#include <cstddef>

namespace ewald::kernels {

/// The normal equations of the steps of one frame, summed over pixels and modes: with u = P ΔO, v = ΔP O and the
/// residual χ at the sample, ‖χ − α_O u − α_P v‖² is least where [[objectObject, objectProbe], [objectProbe,
/// probeProbe]] (α_O, α_P)ᵀ = (object, probe)ᵀ (Odstrčil et al. 2018, Opt. Express 26, 3108, eq. 23; real steps).
template <class Real>
struct StepNormals {
    Real objectObject = 0; ///< ‖u‖²
    Real probeProbe = 0;   ///< ‖v‖²
    Real objectProbe = 0;  ///< Re⟨u, v⟩
    Real object = 0;       ///< Re⟨u, χ⟩
    Real probe = 0;        ///< Re⟨v, χ⟩
};

/// What one pixel of one mode adds.
EWALD_HD void addStepTerms(Cf u, Cf v, Cf residual, StepNormals<float>& sum) {
    sum.objectObject += norm2(u);
    sum.probeProbe += norm2(v);
    sum.objectProbe += conjMul(u, v).re;
    sum.object += conjMul(u, residual).re;
    sum.probe += conjMul(v, residual).re;
}

/// First and second derivative of the loss of one frame along γ, at γ = 0.
template <class Real>
struct LineTerms {
    Real first = 0;
    Real second = 0;
};

/// Derivatives of one pixel's loss along Î(γ) = Î + first·γ + second·γ² + …
template <class Real>
EWALD_HD LineTerms<Real> lineTerms(Loss loss, Real amplitude, Real root, Real first, Real second) {
    if (amplitude < 0) return {0, 0};
    const Real safe = boundedRoot(amplitude, root);
    const Real slope = -descentFactor(loss, amplitude, root); // ∂L/∂Î
    Real curvature = 2 / (amplitude * amplitude + 1);         // ∂²L/∂Î²
    if (loss == Loss::amplitude) curvature = Real(0.5) * amplitude / (safe * safe * safe);
    if (loss == Loss::poisson) curvature = (amplitude * amplitude) / (safe * safe * safe * safe);
    if (loss == Loss::unbiased) {
        const MeanRoot<Real> expected = meanRoot(root * root);
        curvature = 2 * (expected.slope * expected.slope + (expected.value - amplitude) * expected.bend);
    }
    if (loss == Loss::robust) {
        const Real residual = (root - amplitude) / static_cast<Real>(kOutlier);
        const Real share = 1 / (1 + residual * residual);
        curvature =
            share * (Real(0.5) * amplitude / (safe * safe * safe) - share * (residual * residual) / (safe * safe));
    }
    return {slope * first, 2 * slope * second + curvature * first * first};
}

/// z = frame of the call: addStepTerms() of a pixel of its window.
struct StepTerms {
    ObjectView object;
    ObjectView objectDirection; ///< of no object: there is none
    const Cf* probe;            ///< [mode][n][n], or [frame][mode][n][n]
    const Cf* probeDirection;   ///< likewise; null: there is none
    std::size_t probeStride;    ///< of both, between frames
    const Cf* residual;         ///< [frame][mode][n][n]
    const FramePlace* places;
    int n, modes;
    EWALD_HD StepNormals<float> operator()(int z, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const std::size_t shared = static_cast<std::size_t>(z) * probeStride + pixel;
        const std::size_t own = static_cast<std::size_t>(z) * static_cast<std::size_t>(modes) * pixels + pixel;
        const Cf o = object.at(places[z], y, x);
        const Cf d = objectDirection.object ? objectDirection.at(places[z], y, x) : Cf{0, 0};
        StepNormals<float> sum;
        EWALD_FEW
        for (int k = 0; k < modes; ++k) {
            const std::size_t at = static_cast<std::size_t>(k) * pixels;
            const Cf v = probeDirection ? probeDirection[shared + at] * o : Cf{0, 0};
            addStepTerms(probe[shared + at] * d, v, residual[own + at], sum);
        }
        return sum;
    }
};

/// z = frame: ψ(γ) = (P + γ ΔP)(O + γ ΔO) = P O + γ slope + γ² curve of each mode.
struct LineWaves {
    ObjectView object;
    ObjectView objectDirection; ///< of no object: there is none
    const Cf* probe;
    const Cf* probeDirection; ///< null: there is none
    std::size_t probeStride;  ///< of both, between frames
    const FramePlace* places;
    Cf* slope;
    Cf* curve;
    int n, modes;
    EWALD_HD void operator()(int z, int y, int x) const {
        const unsigned pixel = pixelAt(y, x, n), pixels = static_cast<unsigned>(n * n);
        const std::size_t shared = static_cast<std::size_t>(z) * probeStride + pixel;
        const std::size_t own = frameAt(z, modes, n) + pixel;
        const Cf o = object.at(places[z], y, x);
        const Cf d = objectDirection.object ? objectDirection.at(places[z], y, x) : Cf{0, 0};
        EWALD_FEW
        for (int k = 0; k < modes; ++k) {
            const unsigned at = static_cast<unsigned>(k) * pixels;
            const Cf p = probeDirection ? probeDirection[shared + at] : Cf{0, 0};
            slope[own + at] = probe[shared + at] * d + p * o;
            curve[own + at] = p * d;
        }
    }
};

/// z = frame: lineTerms() of a pixel of the detector.
struct LineAtDetector {
    const Cf* start; ///< [frame][mode][n][n], each / scale
    const Cf* slope;
    const Cf* curve;
    MeasuredFrames measured; ///< [local frame][n][n]
    Detector detector;
    const int* index;
    float scale;
    int n, modes;
    Loss loss;
    EWALD_HD LineTerms<float> operator()(int z, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        float intensity = 0, first = 0, second = 0;
        EWALD_FEW
        for (int k = 0; k < modes; ++k) {
            const std::size_t at =
                (static_cast<std::size_t>(z) * static_cast<std::size_t>(modes) + static_cast<std::size_t>(k)) * pixels +
                pixel;
            intensity += norm2(start[at]);
            first += 2 * conjMul(start[at], slope[at]).re;
            second += norm2(slope[at]) + 2 * conjMul(start[at], curve[at]).re;
        }
        const float scale2 = scale * scale;
        const auto local = static_cast<std::size_t>(index[z]);
        const float root = detector.root(intensity, scale, pixel);
        return lineTerms(loss, detector.amplitude(measured, local, local * pixels + pixel, root), root, scale2 * first,
                         scale2 * second);
    }
};

/// (y, x) = pixel of a rectangle at (row, col): the weight of the frames of a call, without their fractions of a pixel.
struct AddWindowWeights {
    TileMasks tiles;
    const Cf* probe;         ///< [mode][n][n], or [frame][mode][n][n]
    std::size_t probeStride; ///< between frames
    const FramePlace* places;
    int n, modes;
    SumGrid grid;
    double* weight;
    int cols;         ///< of the object
    unsigned* beyond; ///< raised where a summand is beyond its grid
    EWALD_HD void operator()(int, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const unsigned* words = tiles.of(y / TileMasks::kRows, x / TileMasks::kCols);
        long long sum = 0;
        for (int word = 0; word < tiles.wordsPerTile; ++word)
            for (unsigned mask = words[word]; mask != 0; mask &= mask - 1) {
                const int frame = word * TileMasks::kBits + lowestBit(mask);
                const FramePlace& p = places[frame];
                const int r = tiles.row + y - p.row, c = tiles.col + x - p.col;
                if (r < 0 || c < 0 || r >= n || c >= n) continue;
                const Cf* at = probe + static_cast<std::size_t>(frame) * probeStride +
                               static_cast<std::size_t>(r) * static_cast<std::size_t>(n) + static_cast<std::size_t>(c);
                float intensity = 0;
                EWALD_FEW
                for (int k = 0; k < modes; ++k) intensity += norm2(at[static_cast<std::size_t>(k) * pixels]);
                sum += grid.count(intensity);
                if (grid.isBeyond(intensity)) raiseFlag(beyond);
            }
        weight[static_cast<std::ptrdiff_t>(tiles.row + y) * cols + tiles.col + x] += grid.value(sum);
    }
};

/// sum / √(weight² + floor²): the preconditioner of gradients, bounded where little light falls. 0 where none does.
EWALD_HD Cf dampedQuotient(Cf sum, float weight, float floor) {
    const float den = std::sqrt(weight * weight + floor * floor);
    return den > 0 ? (1 / den) * sum : Cf{0, 0};
}
/// z = row of a rectangle at (row, col), x = column: Re(a* b), one number.
struct DotRow {
    const Cf* a;
    const Cf* b;
    int cols, row, col;
    EWALD_HD float operator()(int z, int, int x) const {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row + z) * cols + col + x;
        return conjMul(a[at], b[at]).re;
    }
};

} // namespace ewald::kernels
