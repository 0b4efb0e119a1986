// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phase_clock.h"
#include "compute/communicator.h"
#include "compute/ptycho_ops.h"
#include "compute/queue.h"
#include "ptycho/partition.h"
#include "ptycho/positions.h"
#include "ptycho/problem.h"

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

namespace ewald::ptycho {

using compute::Buffer;
using compute::Cd;
using compute::Cf;
using compute::FramePlace;
using compute::StepSums;

/// A run of consecutive entries of the global frame order: one mini-batch, the same on every rank.
struct Batch {
    std::size_t first = 0; ///< entry of the permutation
    std::size_t count = 0; ///< entries; wraps around at the end
};

/// A batch as one rank sees it.
struct LocalBatch {
    std::span<const int> frames; ///< local frames, in the order of the global permutation
    Region region;               ///< what the batch touches of this rank's object, all ranks' frames; in its pixels
    std::vector<Region> touched; ///< tiled only, by rank: what its frames touch, in pixels of the whole object
};

/// Object and probe of one rank at one moment, in the computer's memory.
struct KeptEstimate {
    std::vector<Cf> object; ///< this rank's part
    std::vector<Cf> probe;
    Array<Complex, 2> outside; ///< tiled, rank 0: what no rank holds
    PositionState positions;
};

/// The device memory of one rank, and what every engine does with it: collect sums of a mini-batch over all ranks.
///
/// The probe is replicated. The object is replicated, or tiled: each rank holds the box around its frames' windows, and
/// where boxes overlap every holder has the pixels. A rank that touches a pixel holds it, so that a rank that exchanges
/// the sums of a batch with the neighbours that hold the same pixels has them complete; no owner is needed.
///
/// Either way all copies are bit-identical, and the same for any number of ranks, between two calls of reduce(): sums
/// are exact on a grid (kernels::exactSummand), so that the order of summation has no effect. That is needed: small
/// mini-batches are chaotic, and a difference of one part in 10⁷ grows to 4 % within a few hundred updates.
class EngineContext {
public:
    /// Moves the rank's frames and its part of the start (whole on every rank) to its device. Talks to no other rank.
    /// \throws DeviceError
    EngineContext(const Problem& problem, const ModelSettings& model, const Estimate& start, compute::Queue& queue,
                  compute::Communicator& communicator);

    [[nodiscard]] compute::PtychoOps& ops() { return m_queue.ptycho(); }
    [[nodiscard]] compute::Communicator& communicator() { return m_communicator; }
    [[nodiscard]] const Problem& problem() const { return m_problem; }
    [[nodiscard]] const compute::PtychoModel& model() const { return m_model; }
    [[nodiscard]] std::size_t localFrames() const { return m_places.size(); }

    [[nodiscard]] bool tiled() const { return !m_problem.tiles.empty(); }
    /// Whether the device holds the frames of a call only: makeStep() counts them 0, 1, … then.
    [[nodiscard]] bool streams() const { return m_problem.streamed && !m_measured.empty(); }

    /// What this rank has to do with a batch; `frames` is valid until the next call.
    [[nodiscard]] LocalBatch localBatch(const Batch& batch);
    [[nodiscard]] LocalBatch everything() { return localBatch({0, m_problem.frames}); }
    [[nodiscard]] Region wholeObject() const { return {0, 0, m_model.objectRows, m_model.objectCols}; }
    [[nodiscard]] Region wholeProbe() const { return {0, 0, m_model.size, m_model.size}; }

    /// How many frames an engine may hand to makeStep().
    [[nodiscard]] std::size_t framesAtOnce() const {
        return m_problem.framesAtOnce > 0 ? m_problem.framesAtOnce : std::max<std::size_t>(1, localFrames());
    }
    /// A step over `frames` with all arrays of this rank filled in; valid until the next call.
    [[nodiscard]] compute::FrameStep makeStep(std::span<const int> frames, bool object, bool probe);
    /// Chooses the grids of the sums for batches of `frames` from the object and probe as they are now, so that sums do
    /// not depend on how frames are shared. To be called at the start of an iteration.
    void chooseGrids(std::size_t frames);
    void clearSums(Region region, bool object, bool probe);
    /// Sums of all ranks, on every rank that holds the pixel. Collective.
    void reduce(const LocalBatch& part, bool object, bool probe);
    void reduce(StepSums& sums);
    /// Times of all ranks added up, and by rank what it spent in communication. Collective.
    struct TimesOfRanks {
        PhaseTimes sum;
        std::vector<double> communication;
    };
    /// The same, and what the ranks have spent their time on so far.
    [[nodiscard]] TimesOfRanks reduceWithTimes(StepSums& sums);
    /// Of all ranks, after reduce(). Collective when tiled.
    [[nodiscard]] float largestObjectWeight(const LocalBatch& part);
    [[nodiscard]] float largestProbeWeight();

    void uploadProbe(const Array<Complex, 3>& probe);
    [[nodiscard]] Array<Complex, 3> downloadProbe() const;
    /// An array of the object's shape as a whole: on rank 0, empty elsewhere. Collective when tiled.
    [[nodiscard]] Array<Complex, 2> gather(const Buffer<Cf>& part);
    /// What `read` gives for each frame, by its number in the scan: on rank 0, empty elsewhere. Collective.
    /// \param size of a frame's part \param read (local frame, where to): called for each frame of this rank
    [[nodiscard]] std::vector<Complex> gatherFrames(std::size_t size,
                                                    const std::function<void(int, std::span<Complex>)>& read);
    /// The number in the scan of a frame of this rank.
    [[nodiscard]] std::size_t frameOf(int local) const {
        return m_problem.partition
            .framesOf[static_cast<std::size_t>(m_communicator.rank())][static_cast<std::size_t>(local)];
    }
    /// The object from the whole one of rank 0. Collective.
    void scatterObject(const Array<Complex, 2>& whole);
    /// Object and probe as they are, and back. Talks to no other rank.
    void keep(KeptEstimate& kept) const;
    void putBack(const KeptEstimate& kept);
    /// What keep() would have kept, from the whole ones; and the whole object of it: on rank 0, empty elsewhere.
    /// Collective when tiled.
    [[nodiscard]] KeptEstimate keptOf(std::span<const Complex> object, std::span<const Complex> probe) const;
    [[nodiscard]] Array<Complex, 2> gather(const KeptEstimate& kept);
    /// This rank's part of a whole array.
    void takePart(Buffer<Cf>& part, std::span<const Complex> whole);
    void scaleObject(float factor);
    void limitObjectAmplitude(float low, float high);
    /// Σ_modes|ψ̂|² of any frame of the scan, n×n, zero frequency in the middle: on rank 0. Collective when tiled.
    [[nodiscard]] Array<float, 2> modelPattern(std::size_t frame);
    /// The same of a frame whose window lies in this rank's part of the object. Talks to no other rank.
    [[nodiscard]] Array<float, 2> localPattern(std::size_t frame);
    /// Where the frames are: the problem's positions until they are refined.
    [[nodiscard]] const PositionState& positions() const { return m_positions; }
    /// How far a position may go: 0 where tiles have been cut without room for it.
    [[nodiscard]] double positionRoom() const;
    /// From here on, or no more: steps give the normal equations of their frames' positions (ExitUpdate::pie only).
    void collectPositions(bool wanted);
    /// A pass over the frames for their normal equations alone.
    void passForPositions();
    /// Moves the positions by what has been collected in one pass over all frames. Collective.
    void movePositions(const PositionRule& rule);
    /// As they were saved; of all frames, the same on every rank.
    void setPositions(PositionState positions);
    /// Metrics of all frames of this rank with object and probe as they are; nothing changes.
    [[nodiscard]] StepSums evaluate();
    /// The grid of exact sums of a frame's metrics.
    [[nodiscard]] double metricsAnchor() const noexcept { return m_grids.metrics; }

    Buffer<Cf> object; ///< [H][W] of this rank's part
    Buffer<Cf> probe;  ///< [mode][n][n]
    Buffer<Cd> objectSum;
    Buffer<double> objectWeight;
    Buffer<Cd> probeSum;
    Buffer<double> probeWeight;

    [[nodiscard]] compute::Queue& queue() { return m_queue; }
    /// What the time of this rank goes into. A device works on its own: there the clock runs in some iterations only.
    [[nodiscard]] PhaseClock& clock() { return m_clock; }
    /// To be called at the start of an iteration.
    void startClock(std::size_t iteration);

private:
    [[nodiscard]] Region tileOf(int rank) const;
    /// In pixels of this rank's part.
    [[nodiscard]] Region local(const Region& global) const;
    [[nodiscard]] FramePlace placeOf(const PixelPosition& position) const;   ///< in the whole object
    [[nodiscard]] FramePlace placeHere(const PixelPosition& position) const; ///< in this rank's part
    [[nodiscard]] compute::FrameStep emptyStep();
    void uploadFrame(int localFrame, std::size_t slot);
    void makePlaces();
    /// Takes over the normal equations of the frames of the last step, where the device holds those of a step only.
    void takeStreamedNormals();
    /// A rectangle of an array of sums, counted in doubles.
    struct SumPart {
        double* array;
        int cols; ///< of the array
        Region region;
    };
    [[nodiscard]] std::vector<SumPart> objectParts(const Region& region);
    [[nodiscard]] double* packedMemory(std::size_t size);
    void reduceOverRanks(const Region& region, bool object, bool probe);
    void exchangeHalos(const LocalBatch& part);
    void findPeakOutside();
    [[nodiscard]] Array<Complex, 2> gatherTiles(std::span<const Cf> mine, const Array<Complex, 2>& outside);

    const Problem& m_problem;
    compute::Queue& m_queue;
    compute::Communicator& m_communicator;
    compute::PtychoModel m_model;
    Buffer<std::byte> m_measured;             ///< all frames of the rank, or those of a call when they are streamed
    MeasuredFrames m_frames;                  ///< m_measured, or the computer's memory itself
    std::vector<FramePlace> m_streamedPlaces; ///< of the frames in m_measured
    std::vector<int> m_streamedFrames;        ///< 0, 1, …
    Buffer<Cf> m_transfer;
    Region m_tile;                    ///< this rank's part of the object
    std::vector<FramePlace> m_places; ///< of the local frames, in this rank's part
    PositionState m_positions;
    bool m_collecting = false;                           ///< normal equations
    Buffer<compute::PositionNormals> m_normals;          ///< of the frames that the device holds
    std::vector<compute::PositionNormals> m_keptNormals; ///< streamed: of the local frames
    std::vector<int> m_normalsOf;                        ///< streamed: the local frames whose normals are in m_normals
    /// Tiled, rank 0: the object, of which only the pixels that no rank holds are up to date, and their largest |O|².
    Array<Complex, 2> m_outside;
    float m_peakOutside = 0;
    std::vector<int> m_batchFrames;
    Buffer<double> m_packed; ///< sums on their way from or to other ranks
    std::vector<double> m_outgoing;
    std::vector<double> m_incoming;
    compute::SumGrids m_grids;
    PhaseClock m_clock;
};

} // namespace ewald::ptycho
