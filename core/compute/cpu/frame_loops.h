// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/ptycho_ops.h"

#include <array>
#include <cstddef>
#include <vector>

namespace ewald::compute::cpu {

/// The largest |summand| that loops have met, in lanes of their own: all are to be looked at.
struct LargestSummands {
    std::array<float, 16> sum{}; ///< of a real or imaginary part
    std::array<float, 8> weight{};
};

/// The innermost loops of the CPU backend: flat loops over contiguous memory around the kernel bodies. Compiled once
/// for any x86-64 (or other) processor, once for AVX2 + FMA and once for AVX-512; frameLoops() picks at run time.
struct FrameLoops {
    const char* name;

    /// One row of the object under a window: out[c] = Σ weights · object around (row, col + c).
    /// `above` is the object row, `below` the next one.
    void (*gatherRow)(const Cf* above, const Cf* below, kernels::BilinearWeights w, int n, Cf* out);
    /// The adjoint for one row of the object: sum[c] += Σ weights · source, c = 0…n (inclusive), on the grid of
    /// `anchor`. `here` and `above` are rows of the padded source with one zero before and two after the n values.
    void (*spreadRow)(const Cf* above, const Cf* here, kernels::BilinearWeights w, int n, double anchor, Cd* sum);
    void (*spreadWeightRow)(const float* above, const float* here, kernels::BilinearWeights w, int n, double anchor,
                            double* sum);
    /// sum += source on the grid
    void (*addOnGrid)(const float* source, std::size_t count, double anchor, double* sum);
    /// sum += source, both on the same grid
    void (*addSums)(const double* source, std::size_t count, double* sum);

    /// out = a · b
    void (*multiply)(const Cf* a, const Cf* b, std::size_t count, Cf* out);
    /// out = conj(a) · b
    void (*conjMultiply)(const Cf* a, const Cf* b, std::size_t count, Cf* out);
    /// A panel times the ramp down[r]·across[c] (or its conjugate) times `scale`; width is a multiple of four.
    void (*shiftPanel)(const Cf* in, const Cf* down, const Cf* across, int rows, int width, float scale, bool conjugate,
                       Cf* out);

    /// √counts of a panel: `rows` rows of `cols` pixels that lie `stride` apart from `first` on, into rows of `width`.
    void (*amplitudes)(kernels::MeasuredFrames measured, std::size_t first, int stride, int rows, int cols, float* out,
                       int width);
    /// `modes` waves that lie `stride` apart: wave = kernels::descentFactor(loss, √I, √Ie)·scaleOut·wave, with
    /// Ie = scaleIn²·Σ|wave|² + background (null: none, here and below). Adds the metrics.
    void (*project)(Loss loss, Cf* wave, std::size_t stride, int modes, const float* amplitude, const float* background,
                    std::size_t count, float scaleIn, float scaleOut, StepSums& sums);
    /// kernels::ProjectionRule of the stored waves with m = scaleIn·wave; then wave = scaleOut·stored.
    void (*projectStored)(Cf* wave, std::size_t stride, int modes, Cf* stored, std::size_t storedStride,
                          const float* amplitude, const float* background, std::size_t count, float scaleIn,
                          float scaleOut, kernels::ProjectionRule rule, StepSums& sums);
    /// What the pixels say about a frame and, unless `sums` is null, about the background: each term of
    /// kernels::BackgroundTerms is added on the grid of `anchor` to an array that lies `sumStride` from the one before.
    void (*detectorFigures)(Loss loss, const Cf* wave, std::size_t stride, int modes, const float* amplitude,
                            const float* background, std::size_t count, float scale, FrameFigures& figures,
                            double* sums, std::size_t sumStride, double anchor);
    /// sums += kernels::lineTerms() of pixels whose modes lie `stride` apart in all three waves, each / scale.
    void (*lineTerms)(Loss loss, const Cf* start, const Cf* slope, const Cf* curve, std::size_t stride, int modes,
                      const float* amplitude, const float* background, std::size_t count, float scale, LineTerms& sums);
    /// sum = scale²·Σ_modes |wave|²
    void (*intensity)(const Cf* wave, std::size_t stride, int modes, std::size_t count, float scale, float* out);

    /// Back at the sample, one row of n: g = Σ_k conj(P_k)·w_k; modes lie `stride` apart.
    void (*backRow)(const Cf* wave, std::size_t waveStride, const Cf* probe, std::size_t probeStride, int modes, int n,
                    Cf* gradient);
    /// One row of a frame's normal equations for its position: sums += kernels::positionTerms(). rows[0 … 4] are the
    /// object under the rows before, at and after this one, each with two columns more on either side.
    void (*positionRow)(const Cf* gradient, const float* intensity, const Cf* const rows[5], int n,
                        PositionNormals& sums);
    /// One row of n: sums += kernels::addStepTerms() of u = P·ΔO and v = ΔP·O; modes lie `stride` apart.
    void (*stepRow)(const Cf* object, const Cf* objectDirection, const Cf* probe, const Cf* probeDirection,
                    const Cf* residual, std::size_t stride, int modes, int n, StepNormals& sums);
    /// out = a·d + b·c, product = b·d; a null b or d is 0.
    void (*lineWaves)(const Cf* a, const Cf* b, const Cf* c, const Cf* d, std::size_t count, Cf* out, Cf* product);
    /// One row of the probe's sums: sum_k += conj(O)·w_k (modes lie `stride` apart in waves and sums), weight += |O|²,
    /// all on their grids. A null `wave`: the weight only.
    void (*addProbeRow)(const Cf* object, const Cf* wave, std::size_t stride, int modes, int n, double sumAnchor,
                        double weightAnchor, Cd* sum, double* weight, LargestSummands& largest);

    void (*pieUpdate)(Cf* target, Cd* sum, double* weight, int count, float maxWeight, float alpha, float step,
                      bool clearWeight);
    void (*overlapUpdate)(Cf* target, Cd* sum, double* weight, int count, float inertia, bool clearWeight);
    void (*direction)(Cf* target, Cd* sum, const double* weight, int count, float floor, Cf* single);
    void (*precondition)(Cf* target, const Cf* values, const double* weight, int count, float floor);
    void (*momentUpdate)(Cf* target, Cd* sum, Cf* first, Cf* second, std::size_t count, kernels::MomentRule rule);
    void (*combine)(Cf* target, float scale, const Cf* other, float factor, int count);
    /// Σ Re(a* b) on the grid of `anchor`
    double (*dot)(const Cf* a, const Cf* b, int count, double anchor);
    /// The largest value; leaves zeros behind.
    double (*takeMaximum)(double* values, int count);
    double (*maximum)(const double* values, int count);
    float (*peak)(const Cf* values, std::size_t count);
    /// The largest |value|.
    float (*largest)(const float* values, std::size_t count);
};

/// The loops for this processor.
[[nodiscard]] const FrameLoops& frameLoops();
/// All that this processor can run, the fastest last.
[[nodiscard]] std::vector<const FrameLoops*> usableFrameLoops();
/// Null when this build has none.
[[nodiscard]] const FrameLoops* frameLoopsAvx2();
[[nodiscard]] const FrameLoops* frameLoopsAvx512();

} // namespace ewald::compute::cpu
