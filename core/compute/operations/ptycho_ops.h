// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phase_clock.h"
#include "kernels/complex.h"
#include "kernels/measured_frames.h"
#include "kernels/position_bodies.h"
#include "kernels/ptycho_kernels.h"

#include <cstddef>
#include <span>

namespace ewald::compute {

using kernels::Cd;
using kernels::Cf;
using kernels::FramePlace;
using PositionNormals = kernels::PositionNormals<double>;

/// How the fraction of a position is taken into account (ptycho::Subpixel for the operations).
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

/// A rectangle of the object, outside of which nothing changes.
struct Region {
    int row = 0;
    int col = 0;
    int rows = 0;
    int cols = 0;
};

/// The update of the wave at the detector.
enum class ExitUpdate {
    pie,          ///< χ̂ = (√I/|ψ̂| − 1) ψ̂: the difference to the magnitude projection
    differenceMap ///< ψ̂ += r (Π_F(2 F[PO] − ψ̂) − F[PO]), with ψ̂ stored between iterations
};

/// Metrics summed over frames, taken from F[PO] before the update. On the CPU exact, so that the order does not show.
struct StepSums {
    double error = 0;     ///< Σ(|ψ̂|−√I)² over valid pixels
    double intensity = 0; ///< ΣI over valid pixels
    double deviance = 0;  ///< half the Poisson deviance
    double valid = 0;     ///< valid pixels
    double change = 0;    ///< Σ|new − old|² of the stored waves (difference map)

    StepSums& operator+=(const StepSums& other) {
        error += other.error;
        intensity += other.intensity;
        deviance += other.deviance;
        valid += other.valid;
        change += other.change;
        return *this;
    }
};

/// Anchors (kernels::exactSummand) of the sums: they make a sum independent of the order of its frames. The same on
/// every rank.
struct SumGrids {
    double objectSum = 0;
    double objectWeight = 0;
    double probeSum = 0;
    double probeWeight = 0;
    double metrics = 0; ///< of a frame's part of StepSums; 0: not rounded
};

/// The anchor for sums of about `magnitude`: exact up to 2¹² times that, with a spacing of 2⁻⁴⁰ of it.
[[nodiscard]] double anchorFor(double magnitude);

/// The frames of one call. Sums are ADDED to the arrays; a null array is skipped.
struct FrameStep {
    PtychoModel model;
    const Cf* object = nullptr;         ///< [H][W]
    const Cf* probe = nullptr;          ///< [mode][n][n]
    kernels::MeasuredFrames measured;   ///< [local frame][n][n]
    const FramePlace* places = nullptr; ///< [local frame], host memory
    std::span<const int> frames;        ///< local frames of this call, host memory, in the order of summation
    ExitUpdate update = ExitUpdate::pie;
    Cf* waves = nullptr;     ///< difference map: storedWaveSize() per local frame, in the backend's own order
    Cf* exitWaves = nullptr; ///< w at the sample [local frame][mode][n][n]; filled unless null
    float relaxation = 1;
    SumGrids grids;
    Cd* objectSum = nullptr;        ///< [H][W]        Σ_i Σ_k P* w   (w = χ, or ψ of the difference map)
    double* objectWeight = nullptr; ///< [H][W]        Σ_i Σ_k |P|²
    Cd* probeSum = nullptr;         ///< [mode][n][n]  Σ_i O_i* w_k, to be completed by finishProbeSum()
    double* probeWeight = nullptr;  ///< [n][n]        Σ_i |O_i|²
    /// [local frame], written, from the object before the update; of χ, so that it belongs to ExitUpdate::pie.
    PositionNormals* positions = nullptr;
    PhaseClock* clock = nullptr; ///< enters Phase::update where frameStepAndUpdate() begins with it
};

/// How a new object or probe is computed from its sums: kernels::pieUpdate.
struct UpdateRule {
    float alpha = 1;
    float step = 1;
};

/// The rectangle of the object that the windows of a step's frames cover; empty without frames.
[[nodiscard]] Region boundsOf(const FrameStep& step);

/// The domain operations of ptychography on one queue. Same thread rules as the queue.
class PtychoOps {
public:
    virtual ~PtychoOps() = default;

    /// Complex numbers that the difference map stores per frame (≥ modes·n²).
    [[nodiscard]] virtual std::size_t storedWaveSize(const PtychoModel& model) const = 0;
    /// Forward model, update at the detector and back, with all sums, for each frame of the call.
    virtual void frameStep(const FrameStep& step) = 0;
    /// The metrics of all frames since the last call. Waits for them: to be called once per iteration, not per batch.
    [[nodiscard]] virtual StepSums takeSums() = 0;
    /// frameStep(), then pieUpdate() of the object with the largest weight inside `region`: for a rank that has every
    /// frame of a mini-batch. The same bits as these calls one after the other; a backend may avoid the arrays of sums,
    /// which cause most of the memory traffic of a small batch.
    /// \param step   objectSum and objectWeight are scratch space that holds zeros before and after
    /// \param object step.object, to be written
    /// \param region holds the windows of all frames of the step
    virtual void frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule);
    /// Adds to probeSum and probeWeight from step.exitWaves and the object as it is now.
    virtual void probeSums(const FrameStep& step) = 0;
    /// Completes `probeSum` once the parts of all ranks are summed: with a Fourier shift it is a spectrum until then
    /// (a transform before the sum over ranks would round each rank's part by itself).
    virtual void finishProbeSum(const PtychoModel& model, Cd* probeSum) = 0;
    /// The waves at the detector of the frames into step.waves: the difference map's start.
    virtual void detectorWaves(const FrameStep& step) = 0;
    /// The stored waves of one frame, storedWaveSize() numbers in the backend's own order, as [mode][n][n] in an order
    /// that all backends share (that of the transform's output), and back. Exact.
    virtual void packWaves(const PtychoModel& model, const Cf* stored, Cf* plain) = 0;
    virtual void unpackWaves(const PtychoModel& model, const Cf* plain, Cf* stored) = 0;
    /// Σ_modes |ψ̂|² of frames[0] into `intensity` [n][n], device memory, zero frequency at the corner (far field).
    virtual void modelIntensity(const FrameStep& step, float* intensity) = 0;

    /// Forward and inverse transform of `count` waves of n×n each, as fast as the backend can: the floor that the other
    /// operations are measured against. In place; the values are scaled by n².
    virtual void transformAll(Cf* waves, int n, int count) = 0;

    virtual void clear(double* array, int cols, Region region) = 0;
    void clear(Cd* array, int cols, Region region) {
        clear(reinterpret_cast<double*>(array), 2 * cols, {region.row, 2 * region.col, region.rows, 2 * region.cols});
    }
    /// Copies the region of an array of `cols` columns, row after row, into consecutive memory of the queue, or back.
    virtual void pack(const double* array, int cols, Region region, double* packed) = 0;
    virtual void unpack(double* array, int cols, Region region, const double* packed) = 0;
    /// Largest value inside the region (0 when empty).
    [[nodiscard]] virtual double maximum(const double* array, int cols, Region region) = 0;
    /// Largest |value|² of an array.
    [[nodiscard]] virtual float peak(const Cf* array, std::size_t count) = 0;
    /// target = pieUpdate(…) for `layers` arrays of rows × cols that share one weight array. Clears sum and weight
    /// inside the region at the same time: they are in cache, and a separate pass would cost as much as the update.
    virtual void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                           float maxWeight, UpdateRule rule) = 0;
    /// The same with the largest weight of the region.
    virtual void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                           UpdateRule rule);
    /// target = overlapUpdate(…), likewise.
    virtual void overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                               float inertia) = 0;
    /// target += packed inside the region; `packed` is region.rows × region.cols.
    virtual void add(double* target, int cols, Region region, const double* packed) = 0;
    virtual void copy(const Cf* from, std::size_t count, Cf* to) = 0;
    virtual void scale(Cf* array, std::size_t count, float factor) = 0;
    virtual void limitAmplitude(Cf* array, std::size_t count, float low, float high) = 0;
    /// velocity = friction·velocity + (value − reference); value = reference + velocity; reference = value.
    virtual void accelerate(Cf* value, Cf* reference, Cf* velocity, std::size_t count, float friction) = 0;
};

} // namespace ewald::compute
