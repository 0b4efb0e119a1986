// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel bodies of a probe that is not the same in all frames (orthogonal probe relaxation: Odstrčil et al. 2016, Opt.
// Express 24, 8360): the probes of frames, and what the frames say about their modes and weights.
#pragma once

#include "kernels/ptycho_bodies.h"
#include "kernels/sum_grid.h"

#include <cstddef>

namespace ewald::kernels {

inline constexpr int kMostVariableModes = 4;

/// The first mode of the probe in frame i: P_i0 = P_0 + Σ_j c_ij V_j, with real weights.
struct VariableModes {
    const Cf* modes = nullptr;      ///< V [j][n][n]
    const float* weights = nullptr; ///< c [local frame][j]
    int count = 0;                  ///< of modes; 0: the probe is the same in all frames
};

/// What a frame says about its weights, by mode: with χ the residual of the first mode at the sample, ‖χ − δ V_j O‖²
/// is least at δ = slope / curvature. Zeros beyond the modes that there are.
template <class Real>
struct WeightNormals {
    Real slope[kMostVariableModes] = {};     ///< Re⟨V_j O, χ⟩
    Real curvature[kMostVariableModes] = {}; ///< ‖V_j O‖²
};

/// z = frame of the call: its probe, all modes.
struct FrameProbes {
    const Cf* probe;          ///< [mode][n][n], or spectra of these
    VariableModes variable;   ///< likewise
    const int* index;         ///< local frame of each of the call
    const FramePlace* places; ///< the spectra are shifted there; null: no spectra
    Cf* out;                  ///< [frame][mode][n][n]
    int n, modes;
    float scale; ///< of what is shifted
    EWALD_HD void operator()(int z, int y, int x) const {
        const unsigned pixel = pixelAt(y, x, n), pixels = static_cast<unsigned>(n * n);
        Cf* to = out + frameAt(z, modes, n) + pixel;
        Cf value = probe[pixel];
        if (variable.count > 0) {
            const float* c = variable.weights + static_cast<std::ptrdiff_t>(index[z]) * variable.count;
            for (int j = 0; j < variable.count; ++j)
                value = value + c[j] * variable.modes[static_cast<unsigned>(j) * pixels + pixel];
        }
        const Cf ramp = places ? scale * shiftRamp(places[z], y, x, n, -1) : Cf{1, 0};
        to[0] = places ? ramp * value : value;
        for (int k = 1; k < modes; ++k) {
            const Cf other = probe[static_cast<unsigned>(k) * pixels + pixel];
            to[static_cast<unsigned>(k) * pixels] = places ? ramp * other : other;
        }
    }
};

/// z = frame: conj(O) χ of the first mode, of waves of all modes.
struct FirstModeProduct {
    ObjectView object;
    const Cf* wave; ///< χ [frame][mode][n][n]
    const FramePlace* places;
    Cf* out; ///< [frame][n][n]
    int n, modes;
    EWALD_HD void operator()(int z, int y, int x) const {
        const unsigned pixel = pixelAt(y, x, n);
        out[frameAt(z, 1, n) + pixel] = conjMul(object.at(places[z], y, x), wave[frameAt(z, modes, n) + pixel]);
    }
};

/// z = mode·groups + group: adds c conj(O) χ and c² |O|² of every groups-th frame.
struct AddVariableSums {
    ObjectView object;
    const Cf* product; ///< FirstModeProduct, or spectra of it, shifted back
    const FramePlace* places;
    const float* weights; ///< c [local frame][mode]
    const int* index;
    int count, frames, n, groups;
    SumGrid sumGrid, weightGrid;
    Cd* sum;          ///< [mode][n][n]
    double* weight;   ///< [mode][n][n]
    unsigned* beyond; ///< raised where a summand is beyond its grid
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const unsigned pixel = pixelAt(y, x, n);
        const int mode = z / groups;
        long long re = 0, im = 0, den = 0;
        bool out = false;
        for (int frame = z % groups; frame < frames; frame += groups) {
            const float c = weights[static_cast<std::ptrdiff_t>(index[frame]) * count + mode];
            const Cf h = c * product[frameAt(frame, 1, n) + pixel];
            re += sumGrid.count(h.re);
            im += sumGrid.count(h.im);
            const float weightOf = c * c * norm2(object.at(places[frame], y, x));
            den += weightGrid.count(weightOf);
            out = out || sumGrid.isBeyond(h.re) || sumGrid.isBeyond(h.im) || weightGrid.isBeyond(weightOf);
        }
        if (out) raiseFlag(beyond);
        const std::size_t at = static_cast<std::size_t>(mode) * pixels + pixel;
        addExact(sum[at].re, sumGrid.value(re));
        addExact(sum[at].im, sumGrid.value(im));
        addExact(weight[at], weightGrid.value(den));
    }
};

/// z = frame: what a pixel adds to WeightNormals. Products and modes may both be spectra. The object is taken at whole
/// pixels where the probe is shifted: the curvature only bounds the step.
struct WeightTerms {
    ObjectView object;
    const Cf* product;  ///< as in AddVariableSums
    const Cf* partners; ///< V, or spectra of it / scale
    float scale;
    const Cf* modes; ///< V
    const FramePlace* places;
    int count, n;
    EWALD_HD WeightNormals<float> operator()(int z, int y, int x) const {
        const unsigned pixel = pixelAt(y, x, n), pixels = static_cast<unsigned>(n * n);
        const Cf s = product[frameAt(z, 1, n) + pixel];
        const float o2 = norm2(object.at(places[z], y, x));
        WeightNormals<float> terms;
        for (int j = 0; j < count && j < kMostVariableModes; ++j) {
            const unsigned at = static_cast<unsigned>(j) * pixels + pixel;
            terms.slope[j] = scale * conjMul(partners[at], s).re;
            terms.curvature[j] = o2 * norm2(modes[at]);
        }
        return terms;
    }
};

} // namespace ewald::kernels
