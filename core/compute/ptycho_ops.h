// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/complex.h"
#include "kernels/ptycho_kernels.h"

#include <cstddef>
#include <span>

namespace ewald::compute {

using kernels::Cf;
using kernels::FramePlace;

/// How the fraction of a position enters (ptycho::Subpixel in the words of the operations).
enum class Interpolation { nearest, bilinear, fourierShift };

/// The forward model of all frames. Arrays are device memory, C order.
struct PtychoModel {
    int size = 0;  ///< n
    int modes = 1; ///< incoherent probe modes
    int objectRows = 0;
    int objectCols = 0;
    Interpolation interpolation = Interpolation::nearest;
    /// Near field: angular-spectrum transfer function, n×n, zero frequency at the corner. Null: far field.
    const Cf* transfer = nullptr;
};

/// A rectangle of the object; everything outside is known not to change.
struct Region {
    int row = 0;
    int col = 0;
    int rows = 0;
    int cols = 0;
};

/// What happens to the wave at the detector.
enum class ExitUpdate {
    pie,          ///< χ̂ = (√I/|ψ̂| − 1) ψ̂: the difference to the magnitude projection
    differenceMap ///< ψ̂ += r (Π_F(2 F[PO] − ψ̂) − F[PO]), with ψ̂ stored between iterations
};

/// Metrics summed over frames, taken from F[PO] before the update.
struct StepSums {
    double error = 0;     ///< Σ(|ψ̂|−√I)² over valid pixels
    double intensity = 0; ///< ΣI over valid pixels
    double deviance = 0;  ///< half the Poisson deviance
    double valid = 0;     ///< valid pixels
    double change = 0;    ///< Σ|new − old|² of the stored waves (difference map)
};

/// One call's worth of frames. Sums are ADDED to the arrays; a null array is left out.
struct FrameStep {
    PtychoModel model;
    const Cf* object = nullptr;        ///< [H][W]
    const Cf* probe = nullptr;         ///< [mode][n][n]
    const float* amplitudes = nullptr; ///< [local frame][n][n], negative = masked
    const FramePlace* places = nullptr;///< [local frame], host memory
    std::span<const int> frames;       ///< local frames of this call, host memory, in the order of summation
    ExitUpdate update = ExitUpdate::pie;
    Cf* waves = nullptr;               ///< difference map: storedWaveSize() a local frame, in the backend's own order
    float relaxation = 1;
    Cf* objectSum = nullptr;           ///< [H][W]        Σ_i Σ_k P* w   (w = χ, or ψ of the difference map)
    float* objectWeight = nullptr;     ///< [H][W]        Σ_i Σ_k |P|²
    Cf* probeSum = nullptr;            ///< [mode][n][n]  Σ_i O_i* w_k
    float* probeWeight = nullptr;      ///< [n][n]        Σ_i |O_i|²
};

/// The domain operations of ptychography on one queue. Same thread rules as the queue.
class PtychoOps {
public:
    virtual ~PtychoOps() = default;

    /// Complex numbers that the difference map stores a frame (≥ modes·n²).
    [[nodiscard]] virtual std::size_t storedWaveSize(const PtychoModel& model) const = 0;
    /// Forward model, update at the detector and back, with all sums, for each frame of the call.
    virtual StepSums frameStep(const FrameStep& step) = 0;
    /// The waves at the detector of the frames into step.waves: the difference map's start.
    virtual void exitWaves(const FrameStep& step) = 0;
    /// Σ_modes |ψ̂|² of frames[0] into `intensity` [n][n], device memory, zero frequency at the corner (far field).
    virtual void modelIntensity(const FrameStep& step, float* intensity) = 0;

    virtual void clear(Cf* array, int cols, Region region) = 0;
    virtual void clear(float* array, int cols, Region region) = 0;
    /// Largest value inside the region (0 when empty).
    [[nodiscard]] virtual float maximum(const float* array, int cols, Region region) = 0;
    /// target = pieUpdate(…) for `layers` arrays of rows × cols that share one weight array.
    virtual void pieUpdate(Cf* target, const Cf* sum, const float* weight, int layers, int rows, int cols, Region region,
                           float maxWeight, float alpha, float step) = 0;
    /// target = overlapUpdate(…), likewise.
    virtual void overlapUpdate(Cf* target, const Cf* sum, const float* weight, int layers, int rows, int cols,
                               Region region, float inertia) = 0;
    virtual void limitAmplitude(Cf* array, std::size_t count, float low, float high) = 0;
    /// velocity = friction·velocity + (value − reference); value = reference + velocity; reference = value.
    virtual void accelerate(Cf* value, Cf* reference, Cf* velocity, std::size_t count, float friction) = 0;
};

} // namespace ewald::compute
