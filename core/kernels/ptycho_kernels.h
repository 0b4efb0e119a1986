// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bodies of the ptychography operations: what happens to ONE pixel. Host and device; no loops over an image, no
// allocation, no launch. Loops over the modes of a pixel are part of a body: modes are summed incoherently there.
#pragma once

#include "kernels/complex.h"

#include <cmath>

namespace ewald::kernels {

/// Where the window of a frame lies in the object: pixel of its corner and the fraction of a pixel beyond it.
struct FramePlace {
    int row;
    int col;
    float dRow; ///< bilinear: 0…1; Fourier shift: −½…½; nearest: 0
    float dCol;
};

/// The four weights of a bilinear sample at (row + dRow, col + dCol): [down][right].
struct BilinearWeights {
    float w00, w01, w10, w11;
    static EWALD_HD BilinearWeights of(const FramePlace& p) {
        return {(1 - p.dRow) * (1 - p.dCol), (1 - p.dRow) * p.dCol, p.dRow * (1 - p.dCol), p.dRow * p.dCol};
    }
};

/// Keeps the projection finite where the model has no intensity at all.
inline constexpr float kAmplitudeFloor = 1e-7F;

/// √I / |ψ̂| of the magnitude projection; 1 where the pixel is masked (negative amplitude): masked pixels are free.
/// \param root √Σ_modes |ψ̂|²
EWALD_HD float magnitudeFactor(float amplitude, float root) {
    return amplitude < 0 ? 1.0F : amplitude / (root + kAmplitudeFloor);
}

/// ln(x) for normal x > 0 with a relative error below 2·10⁻⁷: range reduction to [√½, √2), then with f = x − 1
/// ln(1 + f) = f − f²/2 + f³·p(f), p fitted for the least relative error (7.6·10⁻⁸ there). Without division or branch,
/// so that it vectorises.
EWALD_HD float fastLog(float x) {
    union {
        float f;
        int i;
    } bits{x};
    const int exponent = (bits.i - 0x3f3504f3) >> 23; // 0x3f3504f3: √½
    bits.i -= exponent * (1 << 23);
    const float f = bits.f - 1.0F;
    const float f2 = f * f;
    float p = -0.0763431042F;
    p = p * f + 0.12761502F;
    p = p * f - 0.131602183F;
    p = p * f + 0.142017707F;
    p = p * f - 0.166233554F;
    p = p * f + 0.200012267F;
    p = p * f - 0.250008225F;
    p = p * f + 0.333333313F;
    return static_cast<float>(exponent) * 0.69314718F + (f + (f * f2 * p - 0.5F * f2));
}

/// What one pixel adds to the figures of merit.
struct PixelMetrics {
    float error;     ///< (|ψ̂| − √I)²
    float intensity; ///< I
    float deviance;  ///< half the Poisson deviance, Ie − I + I ln(I/Ie): ½ on average at the noise limit
    float valid;     ///< 1 or 0
};
/// \param root √Ie, \param factor magnitudeFactor(amplitude, root) = √(I/Ie): saves the logarithm a division
EWALD_HD PixelMetrics pixelMetrics(float amplitude, float root, float factor) {
    const float valid = amplitude < 0 ? 0.0F : 1.0F;
    const float difference = root - amplitude;
    const float counts = amplitude * amplitude;
    const float deviance = root * root - counts + 2 * counts * fastLog(factor < 1e-12F ? 1e-12F : factor);
    return {valid * difference * difference, valid * counts, valid * deviance, valid};
}

/// A summand rounded to the grid of `anchor` = 1.5·2^(52+k), spacing 2^k. Sums of such values in double precision are
/// exact while they stay below 2^(53+k): they do not depend on the order, and so not on threads, ranks or devices
/// (pre-rounding: Demmel & Nguyen 2013, ARITH 21).
EWALD_HD double exactSummand(double value, double anchor) { return (value + anchor) - anchor; }
EWALD_HD double exactSummand(float value, double anchor) { return exactSummand(static_cast<double>(value), anchor); }

/// new = old + step · num / ((1 − α)·den + α·max den): the rPIE update (Maiden et al. 2017, Optica 4, 736); α = 1 is
/// ePIE's. A pixel that nothing illuminated stays as it is.
EWALD_HD Cf pieUpdate(Cf old, Cf num, float den, float maxDen, float alpha, float step) {
    const float weight = (1 - alpha) * den + alpha * maxDen;
    return weight > 0 ? old + (step / weight) * num : old;
}

/// (num + ε·old) / (den + ε): the overlap projection with inertia (Marchesini et al. 2013, Inverse Problems 29, eq.
/// 14). A pixel that nothing illuminated stays as it is, to the last bit: whether an update passes over it depends on
/// the tiles.
EWALD_HD Cf overlapUpdate(Cf old, Cf num, float den, float inertia) {
    return den > 0 ? (1 / (den + inertia)) * (num + inertia * old) : old;
}

/// The amplitude brought into [low, high] (high ≤ 0: no upper limit), the phase kept.
EWALD_HD Cf limitAmplitude(Cf value, float low, float high) {
    const float amplitude = std::sqrt(norm2(value));
    if (high > 0 && amplitude > high) return (high / amplitude) * value;
    if (amplitude < low) return amplitude > 0 ? (low / amplitude) * value : Cf{low, 0};
    return value;
}

} // namespace ewald::kernels
