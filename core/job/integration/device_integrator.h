// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "io/frame_stack.h"
#include "job/integration/chunk_batch.h"
#include "job/integration/group_integrator.h"
#include "job/integration/group_worker.h"

#include <array>
#include <memory>
#include <vector>

namespace ewald::job {

/// Integrates bitshuffle-LZ4 frames on a device: chunks are read into memory that the device copies from, and decoded
/// and integrated there, a batch at a time; while one is computed, the next is read. What is special about a frame is
/// left to the processor: damage (which is described there), another compression or block size, more dummies than the
/// device lists; and everything, once the device fails or has no memory left. So a device gives what the processor
/// gives, up to the roundings of single precision.
class DeviceIntegrator final : public GroupWorker {
public:
    /// Keeps references to all but the queue. The table of the model belongs to the same device.
    /// \param queue its integrate() is not null \param batchFrames of a batch at most
    DeviceIntegrator(const io::FrameStack& stack, const azint::Integrator& integrator, const RunControl& control,
                     std::unique_ptr<compute::Queue> queue, const compute::IntegrateModel& model,
                     std::size_t batchFrames);

    [[nodiscard]] std::size_t preferredFrames() const noexcept override;
    void integrate(std::span<const std::size_t> frames, std::span<azint::FrameResult> results,
                   std::span<std::string> failures) override;
    [[nodiscard]] WorkerTimes times() const noexcept override;
    [[nodiscard]] std::string problem() const override { return m_problem; }
    /// Batches of a group: enough that the device seldom waits for the first and the last one.
    static constexpr std::size_t kBatchesAGroup = 4;

private:
    struct Batch {
        ChunkBatch chunks;
        std::vector<std::size_t> members; ///< which frames of the group
        std::vector<double> factors;      ///< of their normalisation
    };

    void integrateOnDevice(std::span<const std::size_t> frames, std::span<azint::FrameResult> results);
    void fill(Batch& batch, std::span<const std::size_t> frames, std::size_t& next);
    [[nodiscard]] bool read(Batch& batch, std::size_t frame, std::size_t member);
    void collect(Batch& batch, std::span<azint::FrameResult> results);
    void finish(const Batch& batch, const compute::BatchSums& sums, std::span<const std::size_t> good,
                std::span<azint::FrameResult> results);
    void integrateRest(std::span<const std::size_t> frames, std::span<azint::FrameResult> results,
                       std::span<std::string> failures);

    const io::FrameStack& m_stack;
    const azint::Integrator& m_integrator;
    const RunControl& m_control;
    std::unique_ptr<compute::Queue> m_queue;
    compute::IntegrateModel m_model;
    std::size_t m_batchFrames;
    std::unique_ptr<io::FrameReader> m_reader;
    azint::FrameAccumulator m_accumulator;
    std::array<Batch, compute::IntegrateOps::kSlots> m_batches;
    std::vector<bool> m_done; ///< frames of the group that the device has integrated
    std::string m_problem;    ///< of the device
    std::unique_ptr<GroupIntegrator> m_onProcessor;
    std::size_t m_leftFrames = 0;
    double m_wait_s = 0;
    double m_finish_s = 0;
};

} // namespace ewald::job
