// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/mosaic.h"

#include "base/phrase.h"

#include <algorithm>
#include <cstring>

namespace ewald::io {
namespace {

class MosaicSegment final : public StackSegment {
public:
    MosaicSegment(FrameShape shape, std::vector<MosaicTile> tiles) : m_shape(shape), m_tiles(std::move(tiles)) {}

    FrameShape shape() const noexcept override { return m_shape; }
    std::size_t frameCount() const noexcept override { return m_tiles.front().frames.size(); }
    std::string where(std::size_t frame) const override {
        const FrameList::Place place = m_tiles.front().frames.at(frame);
        return place.segment->where(place.frame);
    }
    std::size_t chunkFrames() const noexcept override { return m_tiles.front().frames.chunkFrames(); }
    std::uint64_t storedBytes() const noexcept override {
        std::uint64_t total = 0;
        for (const MosaicTile& tile : m_tiles) total += tile.frames.storedBytes();
        return total;
    }
    std::string compression() const override { return m_tiles.front().frames.compression(); }

    FrameUnit unitOf(std::size_t frame) const override { return m_tiles.front().frames.unitOf(frame); }

    StoredFrame read(std::size_t index, ReadContext& context) const override {
        // Every module has buffers of its own, so that a chunk of several frames is decoded once.
        if (context.scratchOf != this) {
            context.scratch = std::make_shared<Scratch>(m_tiles.size());
            context.scratchOf = this;
        }
        auto& scratch = *static_cast<Scratch*>(context.scratch.get());
        const MemoryPool::Buffer frame = context.take(m_shape.bytes());
        std::ranges::fill(*frame, std::byte{0});
        for (std::size_t t = 0; t < m_tiles.size(); ++t) {
            const FrameList::Place place = m_tiles[t].frames.at(index);
            ReadContext& own = scratch.contexts[t];
            const double seconds = own.seconds;
            const std::uint64_t bytes = own.bytes;
            try {
                paste(m_tiles[t], decoded(place.segment->read(place.frame, own), scratch.pixels, t), *frame);
            } catch (const DataError& error) {
                throw DataError(phrase("%1 (%2)", error.problem(), place.segment->where(place.frame)), error.where(),
                                error.hint());
            }
            context.seconds += own.seconds - seconds;
            context.bytes += own.bytes - bytes;
        }
        return pixelsIn(frame);
    }

private:
    struct Scratch {
        explicit Scratch(std::size_t tiles) : contexts(tiles) {}
        std::vector<ReadContext> contexts;
        std::vector<std::byte> pixels;
    };

    std::span<const std::byte> decoded(const StoredFrame& stored, std::vector<std::byte>& pixels,
                                       std::size_t tile) const {
        if (!stored.bitshuffle) return stored.bytes;
        pixels.resize(m_tiles[tile].frames.shape().bytes());
        codec::decodeBitshuffle(stored.bytes, *stored.bitshuffle, pixels);
        return pixels;
    }

    void paste(const MosaicTile& tile, std::span<const std::byte> pixels, std::span<std::byte> out) const {
        const FrameShape shape = tile.frames.shape();
        const std::size_t element = bytesOf(shape.type);
        for (std::size_t r = 0; r < shape.rows; ++r)
            std::memcpy(out.data() + ((tile.row + r) * m_shape.cols + tile.col) * element,
                        pixels.data() + r * shape.cols * element, shape.cols * element);
    }

    FrameShape m_shape;
    std::vector<MosaicTile> m_tiles;
};

} // namespace

std::shared_ptr<const StackSegment> mosaicFrames(FrameShape shape, std::vector<MosaicTile> tiles) {
    return std::make_shared<const MosaicSegment>(shape, std::move(tiles));
}

} // namespace ewald::io
