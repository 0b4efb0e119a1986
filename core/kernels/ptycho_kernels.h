// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bodies of the ptychography operations: what happens to ONE pixel. Host and device; no loops over an image, no
// allocation, no launch. Loops over the modes of a pixel are part of a body: modes are summed incoherently there.
#pragma once

#include "kernels/complex.h"

#include <cmath>

namespace ewald::kernels {

/// Where the window of a frame lies in the object: pixel of its corner and the fraction of a pixel beyond it.
struct alignas(16) FramePlace {
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
    /// The weighted sum of four values, with the same bits in every kernel (see sumOfProducts()).
    EWALD_HD float mean(float x00, float x01, float x10, float x11) const {
        return sumOfProducts(w00, x00, w01, x01) + w10 * x10 + w11 * x11;
    }
};

/// Keeps the projection finite where the model has no intensity at all.
inline constexpr float kAmplitudeFloor = 1e-7F;

/// √I / |ψ̂| of the magnitude projection; 1 where the pixel is masked (negative amplitude): masked pixels are free.
/// \param root √Σ_modes |ψ̂|²
template <class Real>
EWALD_HD Real magnitudeFactor(Real amplitude, Real root) {
    return amplitude < 0 ? Real(1) : amplitude / (root + static_cast<Real>(kAmplitudeFloor));
}

/// The update of waves s that are stored at the detector, with m = F[PO] and the magnitude projection Π_F:
///   s += keep·s + step·(Π_F(reflectModel·m + reflectStored·s) + model·m)
/// Difference map with relaxation r: 0, r, −1, 2, −1.
struct ProjectionRule {
    float keep = 0; ///< beside s itself
    float step = 1;
    float model = -1;
    float reflectModel = 2;
    float reflectStored = -1;
    float softness = 0; ///< Π_F goes that part less of the way: 0 puts the measured amplitude, 1 changes nothing

    /// What Π_F multiplies a pixel by. \param hard magnitudeFactor()
    [[nodiscard]] EWALD_HD float factor(float hard) const { return hard + softness * (1 - hard); }
    [[nodiscard]] EWALD_HD float reflected(float m, float s) const { return reflectModel * m + reflectStored * s; }
    /// Of s, for its real or imaginary part.
    [[nodiscard]] EWALD_HD float change(float factor, float m, float s) const {
        return keep * s + step * (factor * reflected(m, s) + model * m);
    }
};

/// What is minimised, as a function of the model's intensity Î.
enum class Loss {
    amplitude, ///< Σ(√Î − √I)²
    poisson,   ///< Σ Î − I ln Î
    intensity, ///< Σ (Î − I)²/(I + 1)
    unbiased,  ///< Σ(meanRoot(Î) − √I)²: the amplitudes for Poisson counts, √I of which has a mean below √Î
    robust ///< Σ c² ln(1 + (√Î − √I)²/c²), c = kOutlier: Student's t, for which single pixels can be wrong
};

/// Beyond this residual of √I, whose noise is ½, pixels count less and less: the t distribution of four degrees of
/// freedom.
inline constexpr float kOutlier = 1;

/// Whether χ̂ of a loss is that of the amplitudes as counts grow and the model gets near: steps along it are as long.
EWALD_HD constexpr bool isOfAmplitudes(Loss loss) { return loss != Loss::poisson && loss != Loss::intensity; }

/// The model's √Î where it stands in a denominator: a pixel that the model leaves dark has no bounded derivatives.
template <class Real>
EWALD_HD Real boundedRoot(Real amplitude, Real root) {
    constexpr Real kLeast = Real(0.03); // √Î of a thousandth of a count
    const Real least = Real(0.1) * amplitude > kLeast ? Real(0.1) * amplitude : kLeast;
    return root > least ? root : least;
}

/// The mean of √k of Poisson counts k, and its derivatives by their mean.
template <class Real>
struct MeanRoot {
    Real value;
    Real slope;
    Real bend;
};

/// λ √(A/B) with polynomials A, B of second and third order: λ for small, √(λ − ¼) for large λ, in between fitted to
/// the sum over the distribution; within 9·10⁻⁴ of it (√λ: up to twice as large). The derivatives are those of the
/// fit.
template <class Real>
EWALD_HD MeanRoot<Real> meanRoot(Real mean) {
    constexpr Real kMany = Real(1e4); // from here on they are the same to the last digit, and powers may overflow
    if (mean > kMany) {
        const Real root = std::sqrt(mean - Real(0.25));
        return {root, 1 / (2 * root), -1 / (4 * root * root * root)};
    }
    constexpr Real p = Real(2.64125), q = Real(5.98405), r = Real(6.20756);
    const Real a = (mean + p) * mean + q;
    const Real b = ((mean + (p + Real(0.25))) * mean + r) * mean + q;
    const Real a1 = (2 * mean + p) / a; // logarithmic derivatives
    const Real b1 = ((3 * mean + 2 * (p + Real(0.25))) * mean + r) / b;
    const Real h1 = (a1 - b1) / 2;
    const Real h2 = (2 / a - a1 * a1 - (6 * mean + 2 * (p + Real(0.25))) / b + b1 * b1) / 2;
    const Real root = std::sqrt(a / b);
    return {mean * root, root * (1 + mean * h1), root * (2 * h1 + mean * (h1 * h1 + h2))};
}

/// χ̂ = factor · ψ̂ is the direction of steepest descent, −∂L/∂ψ̂*. 0 where the pixel is masked.
template <class Real>
EWALD_HD Real descentFactor(Loss loss, Real amplitude, Real root) {
    if (amplitude < 0) return 0;
    if (loss == Loss::amplitude) return magnitudeFactor(amplitude, root) - 1;
    if (loss == Loss::robust) {
        const Real residual = (root - amplitude) / static_cast<Real>(kOutlier);
        return (magnitudeFactor(amplitude, root) - 1) / (1 + residual * residual);
    }
    if (loss == Loss::unbiased) {
        const MeanRoot<Real> expected = meanRoot(root * root);
        return 2 * expected.slope * (amplitude - expected.value);
    }
    if (loss == Loss::poisson) {
        const Real ratio = amplitude / boundedRoot(amplitude, root);
        return ratio * ratio - 1;
    }
    return 2 * (amplitude * amplitude - root * root) / (amplitude * amplitude + 1);
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
    const float weight = sumOfProducts(1 - alpha, den, alpha, maxDen);
    return weight > 0 ? old + (step / weight) * num : old;
}

/// (num + ε·old) / (den + ε): the overlap projection with inertia (Marchesini et al. 2013, Inverse Problems 29, eq.
/// 14). A pixel that nothing illuminated stays as it is, to the last bit: whether an update passes over it depends on
/// the tiles.
EWALD_HD Cf overlapUpdate(Cf old, Cf num, float den, float inertia) {
    return den > 0 ? (1 / (den + inertia)) * (num + inertia * old) : old;
}

/// How gradients of mini-batches move a value, by their running means (Kingma & Ba 2015, ICLR, for the squares).
struct MomentRule {
    float gain = 1;          ///< on the gradient
    float memory = 0;        ///< of the first moment: m = memory·m + fresh·g
    float fresh = 1;         ///< 1 − memory: a mean; 1: a velocity
    float squaresMemory = 0; ///< of the second: v = squaresMemory·v + (1 − squaresMemory)·g²
    float squaresScale = 1;  ///< 1/(1 − squaresMemory^steps): v began with 0
    float floor = 0;         ///< beside √v
    float step = 0;          ///< with the scale of the first moment
};

/// The change of a value; real and imaginary parts have squares of their own. \param second null: none are wanted
EWALD_HD Cf momentChange(Cf gradient, Cf& first, Cf* second, const MomentRule& rule) {
    const Cf g = rule.gain * gradient;
    first = rule.memory * first + rule.fresh * g;
    if (!second) return rule.step * first;
    const float fresh = 1 - rule.squaresMemory;
    *second = {rule.squaresMemory * second->re + fresh * (g.re * g.re),
               rule.squaresMemory * second->im + fresh * (g.im * g.im)};
    const float re = std::sqrt(rule.squaresScale * second->re) + rule.floor;
    const float im = std::sqrt(rule.squaresScale * second->im) + rule.floor;
    return {re > 0 ? rule.step * first.re / re : 0.0F, im > 0 ? rule.step * first.im / im : 0.0F};
}

/// The amplitude brought into [low, high] (high ≤ 0: no upper limit), the phase kept.
EWALD_HD Cf limitAmplitude(Cf value, float low, float high) {
    const float amplitude = std::sqrt(norm2(value));
    if (high > 0 && amplitude > high) return (high / amplitude) * value;
    if (amplitude < low) return amplitude > 0 ? (low / amplitude) * value : Cf{low, 0};
    return value;
}

} // namespace ewald::kernels
