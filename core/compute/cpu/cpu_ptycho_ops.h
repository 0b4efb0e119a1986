// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/cpu/frame_worker.h"
#include "compute/parallel.h"
#include "compute/ptycho_ops.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace ewald::compute::cpu {

/// The CPU's own ptychography operations: frames are shared among the threads of one rank, each frame stays in the
/// cache of its thread, and sums into the object are made by tasks that own rows, in frame order: the same bits in
/// every run.
class CpuPtychoOps final : public PtychoOps {
public:
    /// `threads` ≥ 1 of this rank; `loops`: which build of the inner loops to use.
    explicit CpuPtychoOps(int threads, const FrameLoops& loops = frameLoops());

    [[nodiscard]] std::size_t storedWaveSize(const PtychoModel& model) const override;
    void frameStep(const FrameStep& step) override;
    [[nodiscard]] StepSums takeSums() override { return std::exchange(m_sums, {}); }
    void frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule) override;
    void finishProbeSum(const PtychoModel& model, Cd* probeSum) override;
    void probeSums(const FrameStep& step) override;
    void detectorWaves(const FrameStep& step) override;
    void packWaves(const PtychoModel& model, const Cf* stored, Cf* plain) override;
    void unpackWaves(const PtychoModel& model, const Cf* plain, Cf* stored) override;
    void modelIntensity(const FrameStep& step, float* intensity) override;
    void transformAll(Cf* waves, int n, int count) override;
    using PtychoOps::clear;
    void clear(double* array, int cols, Region region) override;
    void pack(const double* array, int cols, Region region, double* packed) override;
    void unpack(double* array, int cols, Region region, const double* packed) override;
    double maximum(const double* array, int cols, Region region) override;
    float peak(const Cf* array, std::size_t count) override;
    using PtychoOps::pieUpdate;
    void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region, float maxWeight,
                   UpdateRule rule) override;
    void overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                       float inertia) override;
    void add(double* target, int cols, Region region, const double* packed) override;
    void copy(const Cf* from, std::size_t count, Cf* to) override;
    void scale(Cf* array, std::size_t count, float factor) override;
    void limitAmplitude(Cf* array, std::size_t count, float low, float high) override;
    void accelerate(Cf* value, Cf* reference, Cf* velocity, std::size_t count, float friction) override;

private:
    class TaskRange;
    /// body(task, slot) for tasks 0 … dealt + loose − 1. The first `dealt` are cut into as many stretches as there are
    /// threads, and a thread begins with the same stretch every time, so that it finds in its cache what it left there;
    /// then it helps with the loose ones, and with what others have not begun yet. `slot` (0 … threads − 1) marks
    /// the threads that work at the same time.
    void forTasks(std::size_t dealt, const std::function<void(std::size_t task, std::size_t slot)>& body,
                  std::size_t loose = 0);
    using RowsBody = std::function<void(std::size_t slot, int first, int last)>;
    void forRows(int rows, std::size_t bytesPerRow, const RowsBody& body);
    [[nodiscard]] std::size_t rowTasks(int rows, std::size_t bytesPerRow) const;
    /// Task `task` of `tasks` of forRows().
    static void runRows(int rows, std::size_t tasks, std::size_t task, std::size_t slot, const RowsBody& body);
    CallContext prepare(const FrameStep& step);
    void makeSpectrum(const FrameStep& step);
    void makeIntensity(const FrameStep& step);
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
    void spread(const FrameStep& step, std::span<const int> frames);
    /// Adds window `window` of `frame` to one row of the object's sums, or of its weights; the rows begin at the
    /// object's column 0.
    void spreadGradientRow(const FrameStep& step, std::size_t window, int frame, int row, Cd* sum) const;
    void spreadWeightRow(const FrameStep& step, std::size_t window, int frame, int row, double* weight) const;
    [[nodiscard]] std::vector<std::size_t> framesByColumn(const FrameStep& step) const;
    template <class Add, class Done>
    void walkRow(const FrameStep& step, std::span<const std::size_t> byColumn, int row, Add&& add, Done&& done) const;

    StepSums m_sums; ///< until they are taken
    const FrameLoops* m_loops;
    int m_threads;
    ThreadArena m_arena;
    std::vector<FrameWorker> m_workers;
    std::vector<PaddedWindow> m_windows;
    std::vector<AlignedArray<Cf>> m_waves; ///< exit waves [mode][n][n] of the current frames
    struct RowSums {
        AlignedArray<Cd> sum; ///< one row of the object; zeros between two uses
        AlignedArray<double> weight;
    };
    std::vector<RowSums> m_rowSums;  ///< one a thread
    AlignedArray<Cf> m_spectrum;     ///< Fourier shift: F[P]
    AlignedArray<float> m_intensity; ///< Σ_k |P_k|², padded like a window
    std::shared_ptr<const FftPlans> m_plans;
};

} // namespace ewald::compute::cpu
