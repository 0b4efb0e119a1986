// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/cpu/cpu_launcher.h"
#include "compute/cpu/cpu_tasks.h"
#include "compute/cpu/frame_worker.h"
#include "compute/operations/generic_ptycho_ops.h"

#include <functional>
#include <memory>
#include <vector>

namespace ewald::compute::cpu {

/// The CPU's ptychography operations: the generic ones over the rank's threads, and in the place of those that are hot
/// its own. There frames are shared among the threads, each frame stays in the cache of its thread, and sums into the
/// object are made by tasks that own rows, in frame order: the same bits in every run.
class CpuPtychoOps final : public GenericPtychoOps<CpuLauncher> {
public:
    /// `threads` ≥ 1 of this rank; `loops`: which build of the inner loops to use.
    explicit CpuPtychoOps(int threads, const FrameLoops& loops = frameLoops());

    [[nodiscard]] std::size_t storedWaveSize(const PtychoModel& model) const override;
    void frameStep(const FrameStep& step) override;
    [[nodiscard]] StepSums takeSums() override;
    void frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule) override;
    void finishProbeSum(const PtychoModel& model, Cd* probeSum) override;
    void probeSums(const FrameStep& step) override;
    void detectorWaves(const FrameStep& step) override;
    void packWaves(const PtychoModel& model, const Cf* stored, Cf* plain) override;
    void unpackWaves(const PtychoModel& model, const Cf* plain, Cf* stored) override;
    void stepNormals(const FrameStep& step, const Directions& directions, StepNormals* out) override;
    void lineTerms(const FrameStep& step, const Directions& directions, LineTerms* out) override;
    void windowWeights(const FrameStep& step) override;
    void modelIntensity(const FrameStep& step, float* intensity) override;
    void transformAll(Cf* waves, int n, int count) override;
    double maximum(const double* array, int cols, Region region) override;
    float peak(const Cf* array, std::size_t count) override;
    void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                   UpdateRule rule) override;
    void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region, float maxWeight,
                   UpdateRule rule) override;
    void pieUpdateWith(std::span<const double> largest, Cf* target, Cd* sum, double* weight, int layers, int rows,
                       int cols, Region region, UpdateRule rule) override;
    void overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                       float inertia) override;
    void direction(Cf* target, Cd* sum, const double* weight, int layers, int rows, int cols, Region region,
                   float floor, Cf* single) override;
    void precondition(Cf* target, const Cf* values, const double* weight, int layers, int rows, int cols,
                      float floor) override;
    void momentUpdate(Cf* target, Cd* sum, Cf* first, Cf* second, std::size_t count, MomentRule rule) override;
    void combine(Cf* target, float scale, const Cf* other, float factor, int cols, Region region) override;
    double dot(const Cf* a, const Cf* b, int cols, Region region, double anchor) override;

private:
    CpuPtychoOps(std::shared_ptr<CpuTasks> tasks, const FrameLoops& loops);
    /// Whether a step has something that only the generic operations know.
    [[nodiscard]] static bool isBeyondOwnLoops(const FrameStep& step) {
        return step.variable.count > 0 || step.propagation.turns || step.model.collects() || step.model.slices > 1;
    }
    /// Whether each worker has sums of its own for the probe.
    [[nodiscard]] static bool hasOwnSums(const FrameStep& step);
    [[nodiscard]] static bool touchesRow(const FrameStep& step, int frame, int row);
    CallContext prepare(const FrameStep& step, const Directions& directions = {});
    void makeSpectrum(const PtychoModel& model, const Cf* probe, AlignedArray<Cf>& spectrum);
    void makeIntensity(const FrameStep& step);
    /// The detector's background in the order of detectorPixels().
    const float* makeBackground(const FrameStep& step);
    void makeWindows(const FrameStep& step, std::size_t count);
    void makeWaves(const FrameStep& step, std::size_t count);
    [[nodiscard]] std::size_t framesAtOnce(const FrameStep& step) const;
    /// The order in which frames are worked on: results do not depend on it, cache hits do.
    [[nodiscard]] static std::vector<std::size_t> topToBottom(const FrameStep& step, std::span<const int> frames);
    [[nodiscard]] std::size_t framesPerTask(const FrameStep& step, std::size_t count) const;
    /// Work beside the frames of a batch, done while one thread would wait for the other's last frame.
    struct ExtraTasks {
        std::size_t count = 0;
        std::function<void(std::size_t task, std::size_t slot)> body;
    };
    /// Frames [first, first + count) of the step; the windows of these begin at `window`.
    void runFrames(const CallContext& call, std::size_t first, std::size_t count, std::size_t window,
                   const ExtraTasks& extra);
    /// The largest of the batch's weights in one row of the object.
    double largestWeight(const FrameStep& step, std::span<const std::size_t> byColumn, int row, std::size_t slot);
    void updateObjectRow(const FrameStep& step, std::span<const std::size_t> byColumn, int row, std::size_t slot,
                         Cf* object, float maxWeight, UpdateRule rule);
    void addProbeRows(const CallContext& call, std::span<const int> frames, std::span<const Cf* const> waves);
    /// Moves what the workers have summed up for the probe to the call's sums.
    void collectProbeSums(const FrameStep& step);
    void collectOwnSums(const FrameStep& step, int firstRow, int lastRow);
    void collectShiftedSums(const FrameStep& step);
    void collectBackgroundSums(const FrameStep& step);
    void spread(const FrameStep& step, std::span<const int> frames);
    /// Adds window `window` of `frame` to one row of the object's sums, or of its weights; the rows begin at the
    /// object's column 0.
    void spreadGradientRow(const FrameStep& step, std::size_t window, int frame, int row, Cd* sum) const;
    void spreadWeightRow(const FrameStep& step, std::size_t window, int frame, int row, double* weight) const;
    [[nodiscard]] std::vector<std::size_t> framesByColumn(const FrameStep& step) const;
    template <class Add, class Done>
    void walkRow(const FrameStep& step, std::span<const std::size_t> byColumn, int row, Add&& add, Done&& done) const;

    StepSums m_sums;       ///< until they are taken
    bool m_beyond = false; ///< likewise: of the weights of a probe that all frames share
    const FrameLoops* m_loops;
    std::shared_ptr<CpuTasks> m_tasks;
    std::vector<FrameWorker> m_workers;
    std::vector<PaddedWindow> m_windows;
    std::vector<AlignedArray<Cf>> m_waves; ///< exit waves [mode][n][n] of the current frames
    struct RowSums {
        AlignedArray<Cd> sum; ///< one row of the object; zeros between two uses
        AlignedArray<double> weight;
    };
    std::vector<RowSums> m_rowSums;       ///< one a thread
    AlignedArray<Cf> m_spectrum;          ///< Fourier shift: F[P]
    AlignedArray<Cf> m_directionSpectrum; ///< and F[ΔP]
    AlignedArray<float> m_intensity;      ///< Σ_k |P_k|², padded like a window
    AlignedArray<float> m_background;
    std::shared_ptr<const FftPlans> m_plans;
};

} // namespace ewald::compute::cpu
