// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phase_clock.h"
#include "compute/operations/field_ops.h"
#include "kernels/complex.h"
#include "kernels/detector_bodies.h"
#include "kernels/direction_bodies.h"
#include "kernels/measured_frames.h"
#include "kernels/point_spread_bodies.h"
#include "kernels/position_bodies.h"
#include "kernels/ptycho_bodies.h"
#include "kernels/ptycho_kernels.h"
#include "kernels/variable_probe_bodies.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ewald::compute {

using kernels::Detector;
using kernels::FramePlace;
using kernels::isOfAmplitudes;
using kernels::kBackgroundTerms;
using kernels::Loss;
using kernels::PointSpread;
using kernels::ProbePropagation;
using kernels::ProjectionRule;
using FrameFigures = kernels::FrameFigures<double>;
using LineTerms = kernels::LineTerms<double>;
using SpreadTerms = kernels::SpreadTerms<double>;
using PositionNormals = kernels::PositionNormals<double>;
using StepNormals = kernels::StepNormals<double>;
using WeightNormals = kernels::WeightNormals<double>;

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
    /// Far field: a pixel of the detector collects u×u of the n×n pixels of the wave (kernels::CoarsePixels).
    int oversampling = 1;

    /// Fly scan: a frame is the mean of so many waves of the probe, each at a place of its own.
    int flyPoints = 1;

    /// Slices of the object one behind the other, far field: kernels/slice_bodies.h.
    int slices = 1;
    /// From a slice to the next: transfer function, n×n, zero frequency at the corner.
    const Cf* sliceTransfer = nullptr;

    /// Objects that a frame sees for a share of its time each, one below the other: a frame is the sum of their waves.
    int objectModes = 1;

    /// What pixels of the detector count of the light of others; weights in device memory.
    PointSpread pointSpread{};

    /// Arrays of objectRows × objectCols that the object consists of: one of slices and objectModes is 1.
    [[nodiscard]] int layers() const { return slices * objectModes; }
    /// Places of a frame: of each point of its path in each of the object's modes.
    [[nodiscard]] int placesOfFrame() const { return flyPoints * objectModes; }
    /// Whether a pixel of the detector collects more than the modes of one pixel of a wave.
    [[nodiscard]] bool collects() const { return oversampling > 1 || placesOfFrame() > 1 || pointSpread.spreads(); }
    /// Side of a frame.
    [[nodiscard]] int detectorSize() const { return size / oversampling; }
    /// Of one layer.
    [[nodiscard]] std::size_t slicePixels() const {
        return static_cast<std::size_t>(objectRows) * static_cast<std::size_t>(objectCols);
    }
    /// Where a layer begins in an array like the object.
    [[nodiscard]] std::size_t beginOf(int layer) const { return static_cast<std::size_t>(layer) * slicePixels(); }
    /// All of a layer of the object, and of a mode of the probe.
    [[nodiscard]] Region wholeObject() const { return {0, 0, objectRows, objectCols}; }
    [[nodiscard]] Region wholeProbe() const { return {0, 0, size, size}; }
};

/// The update of the wave at the detector.
enum class ExitUpdate {
    pie, ///< χ̂ = −∂L/∂ψ̂*, of the amplitude loss (√I/|ψ̂| − 1) ψ̂: the difference to the magnitude projection
    projections ///< kernels::ProjectionRule of ψ̂, which is stored between iterations
};

/// Metrics summed over frames, taken from F[PO] before the update. On the CPU exact, so that the order does not show.
struct StepSums {
    double error = 0;     ///< Σ(|ψ̂|−√I)² over valid pixels
    double intensity = 0; ///< ΣI over valid pixels
    double deviance = 0;  ///< half the Poisson deviance
    double valid = 0;     ///< valid pixels
    double change = 0;    ///< Σ|new − old|² of the stored waves
    /// Above 0: a summand was larger than SumGrids allow, so that the sums into object or probe, or of a variable
    /// probe, may depend on their order.
    double beyond = 0;

    /// Calls `action` with the place of each of them, in this order: what is done with all leaves none out.
    template <class Action>
    static constexpr void forEach(Action&& action) {
        action(&StepSums::error);
        action(&StepSums::intensity);
        action(&StepSums::deviance);
        action(&StepSums::valid);
        action(&StepSums::change);
        action(&StepSums::beyond);
    }
    StepSums& operator+=(const StepSums& other) {
        forEach([&](double StepSums::*sum) { this->*sum += other.*sum; });
        return *this;
    }
};
/// Its numbers, all of which forEach() names.
inline constexpr std::size_t kStepSums = [] {
    std::size_t count = 0;
    StepSums::forEach([&](double StepSums::*) { ++count; });
    return count;
}();
static_assert(sizeof(StepSums) == kStepSums * sizeof(double));

/// Anchors (kernels::exactSummand) of the sums: they make a sum independent of the order of its frames. The same on
/// every rank.
struct SumGrids {
    double objectSum = 0;
    double objectWeight = 0;
    double probeSum = 0;
    double probeWeight = 0;
    double variableSum = 0;
    double variableWeight = 0;
    double metrics = 0; ///< of a frame's part of StepSums; 0: not rounded
    /// Summands that a sum has, at most, all ranks' together: those of the object and the probe in a mini-batch, those
    /// of a variable probe in an iteration. 0: summands are not looked at.
    double summands = 0;
    double variableSummands = 0;

    /// kernels::summandLimit() of each.
    struct Limits {
        float objectSum, objectWeight, probeSum, probeWeight, variableSum, variableWeight;
    };
    [[nodiscard]] Limits limits() const;
};

/// The anchor for sums of about `magnitude`: exact up to 2¹² times that, with a spacing of 2⁻⁴⁰ of it.
[[nodiscard]] double anchorFor(double magnitude);

/// The frames of one call. Sums are ADDED to the arrays; a null array is skipped.
struct FrameStep {
    PtychoModel model;
    const Cf* object = nullptr;       ///< [layer][H][W]
    const Cf* probe = nullptr;        ///< [mode][n][n]
    kernels::VariableModes variable;  ///< device memory
    ProbePropagation propagation;     ///< device memory; of a Fourier shift, without `variable`
    kernels::MeasuredFrames measured; ///< [local frame][d][d], d = model.detectorSize()
    Detector detector;                ///< device memory
    const FramePlace* places =
        nullptr;                 ///< [local frame][model.placesOfFrame()], rows counted through layers; host memory
    std::span<const int> frames; ///< local frames of this call, host memory, in the order of summation
    ExitUpdate update = ExitUpdate::pie;
    Loss loss = Loss::amplitude; ///< L of ExitUpdate::pie
    Cf* waves = nullptr;         ///< projections: storedWaveSize() per local frame, in the backend's own order
    /// w at the sample, behind the last slice [place in `frames`][place of frame][mode][n][n]; filled unless null
    Cf* exitWaves = nullptr;
    ProjectionRule projection;
    SumGrids grids;
    Cd* objectSum = nullptr;        ///< [layer][H][W] Σ_i Σ_k P* w   (w = χ, or the stored ψ)
    double* objectWeight = nullptr; ///< [layer][H][W] Σ_i Σ_k |P|²; P is the wave in front of the slice
    Cd* probeSum = nullptr;         ///< [mode][n][n]  Σ_i O_i* w_k, to be completed by finishProbeSum()
    double* probeWeight = nullptr;  ///< [n][n]        Σ_i |O_i|²
    /// [local frame], written, from the object before the update; of χ, so that it belongs to ExitUpdate::pie.
    PositionNormals* positions = nullptr;
    /// Belong to `variable` and ExitUpdate::pie, from the waves before the update. [local frame], written:
    WeightNormals* weightNormals = nullptr;
    Cd* variableSum = nullptr;          ///< [j][n][n] Σ_i c_ij O_i* χ_i0; a spectrum where the probe is shifted
    double* variableWeight = nullptr;   ///< [j][n][n] Σ_i c_ij² |O_i|²
    SpreadTerms* spreadTerms = nullptr; ///< [local frame], likewise; belongs to model.pointSpread
    FrameFigures* figures = nullptr;    ///< [local frame], written, from the waves before the update
    /// [term][d][d] Σ_i kernels::BackgroundTerms on the grid of the metrics, likewise; belongs to detector.background.
    double* backgroundSums = nullptr;
    PhaseClock* clock = nullptr; ///< enters Phase::update where frameStepAndUpdate() begins with it

    /// The same with arrays of the object that begin at a layer.
    [[nodiscard]] FrameStep ofSlice(int layer) const {
        FrameStep step = *this;
        const std::size_t first = model.beginOf(layer);
        step.object += first;
        if (step.objectSum) step.objectSum += first;
        if (step.objectWeight) step.objectWeight += first;
        return step;
    }
};

/// What the update of a step makes smaller.
[[nodiscard]] inline Loss lossOf(const FrameStep& step) {
    return step.update == ExitUpdate::pie ? step.loss : Loss::amplitude;
}

/// Where object and probe might go, arrays of the same shapes; null: nowhere.
struct Directions {
    const Cf* object = nullptr;
    const Cf* probe = nullptr;
};

/// How many of `frames` frames are best worked on at a time by kernels that hand waves to each other: all, where these
/// stay in half of the cache; else as many as stay in a third of it, where others come and go, in pieces of about the
/// same size. All again, where a piece would be too little work for a launch.
[[nodiscard]] std::size_t framesOfPiece(std::size_t frames, std::size_t bytesPerFrame, std::size_t cacheBytes);
/// The rectangle of the object, of all its modes as one array, that the windows of a step's frames cover; empty without
/// frames.
[[nodiscard]] Region boundsOf(const FrameStep& step);

/// The domain operations of ptychography on one queue: passes over frames, and the algebra of the fields that these sum
/// into. Same thread rules as the queue.
class PtychoOps : public FieldOps {
public:
    /// Complex numbers that are stored per frame (≥ modes·n²).
    [[nodiscard]] virtual std::size_t storedWaveSize(const PtychoModel& model) const = 0;
    /// Forward model, update at the detector and back, with all sums, for each frame of the call.
    virtual void frameStep(const FrameStep& step) = 0;
    /// The metrics of all frames since the last call, and whether a summand of any operation since then was beyond its
    /// grid. Waits for them: to be called once per iteration, not per batch.
    [[nodiscard]] virtual StepSums takeSums() = 0;
    /// frameStep(), then pieUpdate() of the object with the largest weight inside `region`: for a rank that has every
    /// frame of a mini-batch. The same bits as these calls one after the other; a backend may avoid the arrays of sums,
    /// which cause most of the memory traffic of a small batch.
    /// \param step   objectSum and objectWeight are scratch space that holds zeros before and after
    /// \param object step.object, to be written
    /// \param region holds the windows of all frames of the step, in each layer
    virtual void frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule);
    /// Adds to probeSum and probeWeight from step.exitWaves and the object as it is now. With a Fourier shift S_i to
    /// the place of each frame the sum is of what step.probe does not explain yet, Σ_i S_i⁻¹ O_i* (w_i − O_i S_i P):
    /// what the sum Σ_i S_i⁻¹ |O_i|² S_i multiplies a probe with is no number of a pixel, so that only a change of the
    /// probe can be divided by Σ|O|².
    virtual void probeSums(const FrameStep& step) = 0;
    /// Completes `probeSum` once the parts of all ranks are summed: with a Fourier shift it is a spectrum until then
    /// (a transform before the sum over ranks would round each rank's part by itself).
    virtual void finishProbeSum(const PtychoModel& model, Cd* probeSum) = 0;
    /// The waves at the detector of the frames into step.waves: the start of stored waves.
    virtual void detectorWaves(const FrameStep& step) = 0;
    /// The stored waves of one frame, storedWaveSize() numbers in the backend's own order, as [mode][n][n] in an order
    /// that all backends share (that of the transform's output), and back. Exact.
    virtual void packWaves(const PtychoModel& model, const Cf* stored, Cf* plain) = 0;
    virtual void unpackWaves(const PtychoModel& model, const Cf* plain, Cf* stored) = 0;
    /// The normal equations of the steps along `directions`, of each frame by its place in step.frames; χ is
    /// step.exitWaves, as frameStep() has left them. No metrics, no sums.
    virtual void stepNormals(const FrameStep& step, const Directions& directions, StepNormals* out) = 0;
    /// Derivatives of step.loss along `directions`, of each frame by its place in step.frames.
    virtual void lineTerms(const FrameStep& step, const Directions& directions, LineTerms* out) = 0;
    /// Adds Σ_i Σ_k |P_k|² to step.objectWeight, at whole pixels and without a transform.
    virtual void windowWeights(const FrameStep& step) = 0;
    /// Σ_modes |ψ̂|² of frames[0], as pixels count it, into `intensity` [d][d], device memory, zero frequency at the
    /// corner (far field).
    virtual void modelIntensity(const FrameStep& step, float* intensity) = 0;

    /// Forward and inverse transform of `count` waves of n×n each, as fast as the backend can: the floor that the other
    /// operations are measured against. In place; the values are scaled by n².
    virtual void transformAll(Cf* waves, int n, int count) = 0;
};

} // namespace ewald::compute
