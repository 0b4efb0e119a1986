// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "codec/bitshuffle.h"
#include "io/frame_stack.h"
#include "job/integration/group_worker.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ewald::job {

/// Reads, decodes and integrates frames on the processor.
///
/// Bitshuffle chunks are decoded block by block, and each block of several frames is integrated while it is in the
/// cache; blocks that no bin needs are not decoded. A frame's result does not depend on the other frames of its group.
class GroupIntegrator final : public GroupWorker {
public:
    /// Keeps references to all.
    GroupIntegrator(const io::FrameStack& stack, const azint::Integrator& integrator, const RunControl& control);

    [[nodiscard]] std::size_t preferredFrames() const noexcept override;
    void integrate(std::span<const std::size_t> frames, std::span<azint::FrameResult> results,
                   std::span<std::string> failures) override;
    [[nodiscard]] WorkerTimes times() const noexcept override;

private:
    /// One frame on its way.
    struct Lane {
        std::unique_ptr<codec::BitshuffleStream> stream;
        codec::BitshuffleFormat format; ///< for which the stream was made
        bool isStream = false;
        bool failed = false;
        io::StoredFrame stored;            ///< holds the memory of `pixels` or of the stream
        std::span<const std::byte> pixels; ///< decoded, when it is no stream
        std::vector<std::byte> own;        ///< block or planes of a stream, or a frame that was decoded whole
    };

    void integrateSideBySide(std::span<const std::size_t> frames, std::span<azint::FrameResult> results,
                             std::span<std::string> failures);
    void integrateWhole(std::size_t frame, azint::FrameResult& result, std::string& failure);
    void load(Lane& lane, std::size_t frame, std::string& failure);
    [[nodiscard]] std::size_t lanesFor(std::span<const std::size_t> frames) const;
    void openStream(Lane& lane, const io::StoredFrame& stored, std::size_t frame);
    void decodeWhole(Lane& lane);
    void unifyBlocks(std::span<Lane> lanes, std::span<const std::size_t> frames, std::span<std::string> failures);
    struct BlockTask {
        std::size_t pixel;
        bool isWanted; ///< else it is passed over
        bool asPlanes; ///< only decompressed
    };
    [[nodiscard]] bool areAllPlanes(std::span<const Lane> lanes) const;
    void decodeBlocks(std::span<Lane> lanes, std::span<const std::size_t> frames, std::span<std::string> failures,
                      const BlockTask& task);
    void untranspose(std::size_t elements);
    void addInterleaved();
    void pump(std::span<Lane> lanes, std::span<const std::size_t> frames, std::span<std::string> failures);
    void stopIfAborted() const;
    [[nodiscard]] std::string because(std::size_t frame, const Error& error) const;
    [[nodiscard]] bool monitorOf(std::size_t frame, double& factor, std::string& failure) const;

    const io::FrameStack& m_stack;
    const azint::Integrator& m_integrator;
    const RunControl& m_control;
    std::size_t m_frameBytes;
    std::size_t m_unitBytes; ///< of the largest frames that are decoded together
    std::unique_ptr<io::FrameReader> m_reader;
    std::unique_ptr<azint::FrameAccumulator> m_accumulator; ///< absent when frames are integrated whole
    std::vector<Lane> m_lanes;
    std::array<const std::byte*, azint::kFrameLanes> m_at{}; ///< the block of each lane; null: failed or no frame
    std::vector<std::byte> m_interleaved; ///< [part][kLaneElements][lane] integers of m_widths[part] bytes; each part
                                          ///< has room for whole elements
    std::vector<unsigned> m_widths;
    std::vector<std::byte> m_zeros; ///< planes of a lane without a frame
    double m_loading_s = 0;         ///< in readers: reading, and what they decode themselves
    double m_decode_s = 0;
    double m_integrate_s = 0;
};

} // namespace ewald::job
