// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/devices/queue.h"
#include "compute/operations/ptycho_ops.h"
#include "ptycho/iteration/field_space.h"
#include "ptycho/model/positions.h"
#include "ptycho/model/problem.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace ewald::ptycho {

using compute::FramePlace;
using compute::SumTiles;

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
    /// Where the frames of all ranks touch little of the region: the tiles of it that they touch
    /// (SumTiles::numberOf()), valid as `frames` are. Empty: all.
    std::span<const unsigned> tiles;
};

/// Some consecutive frames of a list.
struct FramePiece {
    std::size_t first = 0; ///< of the list
    std::span<const int> frames;
};

/// The frames of one rank: what was measured, on the device or streamed to it, and where their waves lie in the object.
///
/// A local frame is a number from 0 to count() − 1; a frame has Problem::placesOfFrame() waves.
class FrameFeed {
public:
    /// Moves the rank's frames to its device, unless they are streamed. Talks to no other rank.
    /// \param model what it says of sizes, interpolation and transfer when a call is made counts
    /// \param positions likewise; place() is to be called where they have changed
    /// \throws DeviceError, InternalError where parts of the problem contradict each other
    FrameFeed(const Problem& problem, const compute::PtychoModel& model, const FieldSpace& fields,
              const PositionState& positions, compute::Queue& queue, int rank);

    /// Local frames.
    [[nodiscard]] std::size_t count() const { return m_numbers.size(); }
    /// The number in the scan of a local frame.
    [[nodiscard]] std::size_t numberOf(int local) const { return m_numbers[static_cast<std::size_t>(local)]; }
    /// The numbers in the scan of all local frames.
    [[nodiscard]] std::span<const std::size_t> numbers() const { return m_numbers; }
    /// Whether the device holds the frames of a step only, which counts them 0, 1, … then.
    [[nodiscard]] bool streams() const { return m_problem.streamed && !m_measured.empty(); }
    /// How many frames a step may have.
    [[nodiscard]] std::size_t atOnce() const;
    /// How many a call of an engine has that works on all frames at once. The same on every rank, so that all look for
    /// a stop equally often.
    [[nodiscard]] std::size_t ofCall() const {
        return m_problem.framesAtOnce > 0 ? std::min(m_problem.framesAtOnce, kFramesPerCall) : kFramesPerCall;
    }
    /// Frames whose numbers the device has room for.
    [[nodiscard]] std::size_t held() const { return streams() ? std::min(atOnce(), count()) : count(); }
    /// `frames` in pieces of at most atOnce(), or `most`, frames.
    [[nodiscard]] std::vector<FramePiece> pieces(std::span<const int> frames,
                                                 std::size_t most = std::numeric_limits<std::size_t>::max()) const;
    /// Whether probes go on to a tilted sample, each as far as the position of its frame says.
    [[nodiscard]] bool tilted() const { return !m_turns.empty(); }

    /// What this rank has to do with a batch; `frames` is valid until the next call.
    [[nodiscard]] LocalBatch localBatch(const Batch& batch);
    [[nodiscard]] LocalBatch everything() { return localBatch({0, m_problem.frames}); }

    /// Places all waves by the positions and the interpolation as they are now.
    void place();
    /// Frames and places of a step that needs no measured data: nothing is uploaded.
    void putPlaces(compute::FrameStep& step, std::span<const int> frames) const;
    /// Frames, measured data and places of a step; streamed: uploads them. Valid until the next call.
    void put(compute::FrameStep& step, std::span<const int> frames);
    /// The places of the waves of any frame of the scan, in this rank's part of the object, and, of a tilted sample,
    /// how far its probe goes, in metres.
    void addPlaces(std::size_t frame, std::vector<FramePlace>& places, std::vector<float>& distances) const;

private:
    [[nodiscard]] FramePlace placeOf(const PixelPosition& position) const; ///< in the whole object
    /// Of a wave of a frame; of the frame itself where it has one.
    [[nodiscard]] PixelPosition positionOf(std::size_t frame, std::size_t point) const;
    void makeTurns();
    void upload(int localFrame, std::size_t slot);
    void findTiles(const std::vector<Region>& windows, LocalBatch& part);

    const Problem& m_problem;
    const compute::PtychoModel& m_model;
    const FieldSpace& m_fields;
    const PositionState& m_positions;
    compute::Queue& m_queue;
    int m_rank;
    std::span<const std::size_t> m_numbers;
    Buffer<std::byte> m_measured;     ///< all frames of the rank, or those of a step when they are streamed
    MeasuredFrames m_frames;          ///< m_measured, or the computer's memory itself
    std::vector<FramePlace> m_places; ///< [local frame][place of frame] of the local frames, in this rank's part
    Buffer<float> m_turns;            ///< of a tilted sample: compute::ProbePropagation, …
    std::vector<float> m_distances;   ///< … metres as m_places, …
    Buffer<float> m_deviceDistances;  ///< … the same, …
    Buffer<float> m_stepDistances;    ///< … and of the frames of a step where they are streamed
    std::vector<FramePlace> m_streamedPlaces; ///< of the frames in m_measured
    std::vector<int> m_streamedFrames;        ///< 0, 1, …
    std::vector<int> m_batchFrames;
    std::vector<unsigned> m_batchTiles;
    std::vector<bool> m_touched; ///< by tile
};

} // namespace ewald::ptycho
