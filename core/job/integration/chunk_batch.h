// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/bitshuffle.h"
#include "compute/operations/integrate_ops.h"

namespace ewald::job {

/// Bitshuffle-LZ4 chunks of a batch, put together in one input slot of a device.
class ChunkBatch {
public:
    /// Keeps a reference to the operations.
    /// \param blockPixels of the table, \param frameBytes of a decoded frame, \param frames at most
    ChunkBatch(compute::IntegrateOps& ops, std::size_t slot, PixelType type, std::size_t blockPixels,
               std::size_t frameBytes, std::size_t frames);

    void clear() noexcept;
    [[nodiscard]] std::size_t slot() const noexcept { return m_slot; }
    [[nodiscard]] std::size_t frames() const noexcept { return m_frames; }
    [[nodiscard]] bool isFull() const noexcept { return m_frames == m_mostFrames; }
    /// Bytes of the input that are used.
    [[nodiscard]] std::size_t bytes() const noexcept { return m_end; }

    /// Where the next chunk may be read to, so that add() has nothing to copy.
    [[nodiscard]] std::span<std::byte> room() noexcept { return m_input.subspan(m_end); }
    /// Makes room for at least so many bytes more. What is in the batch is lost: only for an empty one.
    void reserve(std::size_t bytes);

    enum class Added {
        yes,
        noRoom,   ///< later, in an empty batch
        unsuited, ///< damaged, or in blocks of another size: not for this device
    };
    [[nodiscard]] Added add(codec::ConstBytes chunk, const codec::BitshuffleFormat& format);

private:
    [[nodiscard]] std::size_t placesBytes() const noexcept;

    compute::IntegrateOps& m_ops;
    std::size_t m_slot;
    std::size_t m_elementSize;
    std::size_t m_blockPixels;
    std::size_t m_blocks;
    std::size_t m_frameBytes;
    std::size_t m_mostFrames;
    std::size_t m_frames = 0;
    std::size_t m_end = 0;
    std::span<std::byte> m_input;
};

} // namespace ewald::job
