// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "compute/operations/ptycho_ops.h"
#include "ptycho/model/problem.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ewald::ptycho {

/// How the first mode of the probe changes from frame to frame: P_i0 = P_0 + Σ_j c_ij V_j. The same on every rank.
struct VariableProbe {
    Array<Complex, 3> modes;     ///< V [j][n][n], each of the norm of P_0; empty: the probe is the same in all frames
    std::vector<double> weights; ///< c [frame][j], by frame number, |c| ≤ 1, zero on average

    [[nodiscard]] std::size_t count() const noexcept { return modes.empty() ? 0 : modes.extent(0); }
    bool operator==(const VariableProbe&) const = default;
};

/// Brings the number of modes to `count`: the weakest go; new ones are zero, with weights ±1 drawn from the seed, so
/// that the sums of the next pass hold a random projection of what the probe does not explain yet.
void beginVariableModes(VariableProbe& state, std::size_t count, std::size_t frames, std::size_t n,
                        unsigned long long seed);

struct VariableProbeRule {
    std::size_t smoothing = 0; ///< frames of the running median of the weights; up to 2: none
};

/// What one pass over all frames gives.
struct VariableProbeSums {
    std::span<const Complex> sums;                           ///< [j][n][n] Σ_i c_ij O_i* χ_i0
    std::span<const double> weights;                         ///< [j][n][n] Σ_i c_ij² |O_i|²
    std::span<const kernels::WeightNormals<double>> normals; ///< by frame number
    std::span<const PixelPosition> positions;                ///< likewise
};

/// One damped least-squares step of modes and weights; then modes are made orthogonal to P_0 (an intensity or a phase
/// of a frame is no change of the probe) and to each other, the strongest first, and weights are smoothed, limited and
/// made zero on average (Odstrčil et al. 2016, Opt. Express 24, 8360). Modes that were zero begin with what their
/// random weights have collected, and weights of zero.
///
/// Two changes of the probe are taken out of modes as far as their weights are linear in the position of the frame,
/// since an object can have them as well. A ramp: an object with a phase (or a logarithm of its amplitude) of second
/// order, q(r), and probes with −q(r_i + x) give the same exit waves. A shift: an object that is stretched, in the far
/// field, nearly so. Measured on a drift of 5 %: phase error of the object 0.0020 rad; 0.0122 with both left in, 0.0081
/// with the shift, 0.0042 without a variable probe, 0.0019 of a steady beam.
/// \param first P_0 [n][n], which takes up the mean of the change
void refineVariableProbe(VariableProbe& state, std::span<Complex> first, const VariableProbeSums& found,
                         const VariableProbeRule& rule);

/// The running median of every count-th number, over `window` frames, fewer at the ends and the same on both sides: a
/// straight line stays one.
void smoothWeights(std::span<double> weights, std::size_t count, std::size_t mode, std::size_t window);

} // namespace ewald::ptycho
