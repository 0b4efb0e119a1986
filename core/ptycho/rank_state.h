// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communicator.h"
#include "compute/ptycho_ops.h"
#include "compute/queue.h"
#include "ptycho/problem.h"

#include <span>
#include <vector>

namespace ewald::ptycho {

using compute::Buffer;
using compute::Cd;
using compute::Cf;
using compute::FramePlace;
using compute::Region;
using compute::StepSums;

/// A run of consecutive entries of the global frame order: one mini-batch, the same on every rank.
struct Batch {
    std::size_t first = 0; ///< entry of the permutation
    std::size_t count = 0; ///< entries; wraps around at the end
};

/// The device memory of one rank, and what every engine does with it: collect sums of a mini-batch over all ranks.
/// Object and probe are replicated: bit-identical on every rank, and for any number of ranks, between two calls of
/// reduce(): sums are exact on a grid (kernels::onGrid), so that nobody's order of summation shows. That is needed:
/// small mini-batches are chaotic, and a difference of one part in 10⁷ grows to 4 % within a few hundred updates.
class RankState {
public:
    /// Moves the rank's frames and the start to its device. \throws DeviceError
    RankState(const Problem& problem, const ModelSettings& model, const Estimate& start, compute::Queue& queue,
              compute::Communicator& communicator);

    [[nodiscard]] compute::PtychoOps& ops() { return m_queue.ptycho(); }
    [[nodiscard]] compute::Communicator& communicator() { return m_communicator; }
    [[nodiscard]] const Problem& problem() const { return m_problem; }
    [[nodiscard]] const compute::PtychoModel& model() const { return m_model; }
    [[nodiscard]] std::size_t localFrames() const { return m_places.size(); }

    /// The local frames of a batch, in the order of the global permutation; valid until the next call.
    [[nodiscard]] std::span<const int> localFramesOf(const Batch& batch);
    /// The part of the object that any rank's frames of the batch touch.
    [[nodiscard]] Region regionOf(const Batch& batch) const;
    [[nodiscard]] Region wholeObject() const { return {0, 0, m_model.objectRows, m_model.objectCols}; }
    [[nodiscard]] Region wholeProbe() const { return {0, 0, m_model.size, m_model.size}; }

    /// A step over `frames` with all arrays of this rank filled in.
    [[nodiscard]] compute::FrameStep makeStep(std::span<const int> frames, bool object, bool probe);
    /// Chooses the grids of the sums for batches of `frames` from the object and probe as they are now, so that sums do
    /// not depend on how frames are shared. To be called at the start of an iteration.
    void chooseGrids(std::size_t frames);
    void clearSums(Region region, bool object, bool probe);
    /// Sums of all ranks, on every rank. One collective.
    void reduce(Region region, bool object, bool probe);
    void reduce(StepSums& sums);

    [[nodiscard]] Estimate download() const;
    void uploadProbe(const Array<Complex, 3>& probe);
    void uploadObject(const Array<Complex, 2>& object);
    [[nodiscard]] Array<Complex, 3> downloadProbe() const;
    [[nodiscard]] Array<Complex, 2> downloadObject() const;
    /// Σ_modes|ψ̂|² of any frame of the scan, n×n, zero frequency in the middle. Rank-local.
    [[nodiscard]] Array<float, 2> modelPattern(std::size_t frame);

    Buffer<Cf> object; ///< [H][W]
    Buffer<Cf> probe;  ///< [mode][n][n]
    Buffer<Cd> objectSum;
    Buffer<double> objectWeight;
    Buffer<Cd> probeSum;
    Buffer<double> probeWeight;

    [[nodiscard]] compute::Queue& queue() { return m_queue; }

private:
    void reduceOverRanks(Region region, bool object, bool probe);
    [[nodiscard]] FramePlace placeOf(const PixelPosition& position) const;

    const Problem& m_problem;
    compute::Queue& m_queue;
    compute::Communicator& m_communicator;
    compute::PtychoModel m_model;
    Buffer<float> m_amplitudes;
    Buffer<Cf> m_transfer;
    std::vector<FramePlace> m_places; ///< of the local frames
    std::vector<int> m_batchFrames;
    std::vector<double> m_staging;
    compute::SumGrids m_grids;
};

} // namespace ewald::ptycho
