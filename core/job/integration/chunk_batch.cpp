// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/chunk_batch.h"

#include "base/error.h"

#include <algorithm>
#include <cstring>

namespace ewald::job {
namespace {

constexpr std::size_t kMostInputBytes = 0xFFFFFFFFU; ///< places are of 32 bits

} // namespace

ChunkBatch::ChunkBatch(compute::IntegrateOps& ops, std::size_t slot, PixelType type, std::size_t blockPixels,
                       std::size_t frameBytes, std::size_t frames)
    : m_ops(ops), m_slot(slot), m_elementSize(bytesOf(type)), m_blockPixels(blockPixels),
      m_blocks((frameBytes / bytesOf(type) / 8 * 8 + blockPixels - 1) / blockPixels), m_frameBytes(frameBytes),
      m_mostFrames(frames) {
    reserve(0);
}

std::size_t ChunkBatch::placesBytes() const noexcept {
    return m_mostFrames * (m_blocks + 1) * sizeof(compute::BlockPlace);
}

void ChunkBatch::clear() noexcept {
    m_frames = 0;
    m_end = placesBytes();
}

void ChunkBatch::reserve(std::size_t bytes) {
    clear();
    m_input = m_ops.input(m_slot, m_end + bytes);
}

ChunkBatch::Added ChunkBatch::add(codec::ConstBytes chunk, const codec::BitshuffleFormat& format) {
    if (format.compression != codec::BitshuffleCompression::lz4 || format.elementSize != m_elementSize)
        return Added::unsuited;
    if (m_frames == m_mostFrames || chunk.size() > room().size() || m_end + chunk.size() > kMostInputBytes)
        return Added::noRoom;
    codec::BitshuffleBlockIndex index;
    try {
        index = codec::indexBitshuffleBlocks(chunk, format, m_frameBytes);
    } catch (const DataError&) { // decoding on the processor reports what is wrong
        return Added::unsuited;
    }
    if (index.blockElements != m_blockPixels || index.offsets.size() != m_blocks + 1) return Added::unsuited;
    if (chunk.data() != room().data()) std::ranges::copy(chunk, room().begin());

    constexpr std::size_t kLengthBytes = 4; // of the length word before each block
    std::byte* place = m_input.data() + m_frames * (m_blocks + 1) * sizeof(compute::BlockPlace);
    const auto put = [&](std::size_t begin, std::size_t bytes) {
        const compute::BlockPlace at{static_cast<std::uint32_t>(m_end + begin), static_cast<std::uint32_t>(bytes)};
        std::memcpy(place, &at, sizeof at);
        place += sizeof at;
    };
    for (std::size_t b = 0; b < m_blocks; ++b) {
        const std::size_t end = index.offsets[b + 1] - (b + 1 < m_blocks ? kLengthBytes : 0);
        put(index.offsets[b], end - index.offsets[b]);
    }
    put(index.rawTailOffset, index.rawTailBytes);
    m_end += chunk.size();
    ++m_frames;
    return Added::yes;
}

} // namespace ewald::job
