// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"
#include "io/hdf5/hdf5_storage.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

// Frames and the chunks that they lie in: of the sources of segments.
namespace ewald::io {

[[nodiscard]] constexpr std::size_t divideUp(std::size_t a, std::size_t b) { return a / b + (a % b != 0 ? 1 : 0); }

/// Where a frame and its chunks lie in the dataset.
struct Grid {
    h5::Shape lead;      ///< axes before rows and columns
    h5::Shape leadChunk; ///< extents of a chunk along them
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::size_t chunkRows = 0;
    std::size_t chunkCols = 0;

    Grid(const h5::Shape& shape, const h5::Shape& chunk) {
        const std::size_t rank = shape.size();
        lead.assign(shape.begin(), shape.end() - 2);
        rows = shape[rank - 2];
        cols = shape[rank - 1];
        if (chunk.empty()) return;
        leadChunk.assign(chunk.begin(), chunk.end() - 2);
        chunkRows = chunk[rank - 2];
        chunkCols = chunk[rank - 1];
    }
    [[nodiscard]] std::size_t tilesDown() const { return divideUp(rows, chunkRows); }
    [[nodiscard]] std::size_t tilesAcross() const { return divideUp(cols, chunkCols); }
    [[nodiscard]] std::size_t tiles() const { return tilesDown() * tilesAcross(); }
    /// Frames in one chunk, those beyond the edge of the dataset included.
    [[nodiscard]] std::size_t chunkFrames() const {
        std::size_t count = 1;
        for (const std::size_t extent : leadChunk) count *= extent;
        return count;
    }
    /// Which chunk along the leading axes holds the frame, C order.
    [[nodiscard]] std::size_t blockOf(std::size_t frame) const {
        std::size_t block = 0;
        std::size_t step = 1;
        for (std::size_t axis = lead.size(); axis-- > 0;) {
            block += frame % lead[axis] / leadChunk[axis] * step;
            frame /= lead[axis];
            step *= divideUp(lead[axis], leadChunk[axis]);
        }
        return block;
    }
    /// The frame at place `inside` (C order) of such a chunk; nullopt beyond the edge of the dataset.
    [[nodiscard]] std::optional<std::size_t> frameAt(std::size_t block, std::size_t inside) const {
        std::size_t frame = 0;
        std::size_t step = 1;
        for (std::size_t axis = lead.size(); axis-- > 0;) {
            const std::size_t blocks = divideUp(lead[axis], leadChunk[axis]);
            const std::size_t index = block % blocks * leadChunk[axis] + inside % leadChunk[axis];
            if (index >= lead[axis]) return std::nullopt;
            frame += index * step;
            step *= lead[axis];
            block /= blocks;
            inside /= leadChunk[axis];
        }
        return frame;
    }
    struct Band {
        std::size_t first = 0;
        std::size_t count = 1;
    };
    /// The neighbouring frames that whole chunks make: along the first axis on which a chunk holds more than one, and
    /// all axes behind it.
    [[nodiscard]] Band bandOf(std::size_t frame) const {
        const auto several = std::ranges::find_if(leadChunk, [](std::size_t extent) { return extent > 1; });
        if (several == leadChunk.end()) return {frame, 1};
        const auto axis = static_cast<std::size_t>(several - leadChunk.begin());
        std::size_t line = 1; // frames behind one index of the axis
        for (std::size_t behind = axis + 1; behind < lead.size(); ++behind) line *= lead[behind];
        const std::size_t index = frame / line % lead[axis];
        const std::size_t begin = index / leadChunk[axis] * leadChunk[axis];
        return {(frame / line - index + begin) * line, std::min(leadChunk[axis], lead[axis] - begin) * line};
    }
};

/// Which chunks of a dataset were written.
class ChunkMap {
public:
    ChunkMap(const Grid& grid, const h5::Storage& storage, std::size_t frames)
        : m_grid(grid), m_storage(storage), m_frames(frames) {}

    /// Frames from the start on that are complete, in a file of this size, but for holes before others that are.
    [[nodiscard]] std::size_t complete(std::uint64_t fileBytes) const {
        std::size_t end = m_frames;
        if (m_grid.lead.size() == 1) // those behind the last chunk, without a look at each
            end = std::min(end, divideUp(m_storage.chunks.size(), m_grid.tiles()) * m_grid.leadChunk[0]);
        while (end > 0 && !isComplete(end - 1, fileBytes)) --end;
        return end;
    }

    /// Frames before `end` without a single chunk, and how many have some of theirs only.
    struct Unwritten {
        std::vector<std::pair<std::size_t, std::size_t>> runs; ///< first, count
        std::size_t frames = 0;                                ///< in the runs
        std::size_t partly = 0;
        std::size_t firstPartly = 0;
    };
    /// Looks at each chunk of the table once.
    [[nodiscard]] Unwritten unwritten(std::size_t end) const {
        Unwritten found;
        if (std::ranges::none_of(m_storage.chunks, [](const auto& chunk) { return chunk.address == h5::kNoAddress; }))
            if (m_storage.chunks.size() >= (m_grid.blockOf(end == 0 ? 0 : end - 1) + 1) * m_grid.tiles()) return found;
        std::size_t seen = m_frames; // block whose chunks have been counted last
        std::size_t missing = 0;
        for (std::size_t frame = 0; frame < end; ++frame) {
            if (const std::size_t block = m_grid.blockOf(frame); block != seen) {
                seen = block;
                missing = 0;
                for (std::size_t tile = 0; tile < m_grid.tiles(); ++tile)
                    if (m_storage.chunk(block * m_grid.tiles() + tile).address == h5::kNoAddress) ++missing;
            }
            if (missing == 0) continue;
            if (missing < m_grid.tiles()) {
                if (found.partly++ == 0) found.firstPartly = frame;
                continue;
            }
            ++found.frames;
            if (!found.runs.empty() && found.runs.back().first + found.runs.back().second == frame)
                ++found.runs.back().second;
            else
                found.runs.emplace_back(frame, 1);
        }
        return found;
    }

private:
    /// Whether all chunks of a frame are there, in a file of this size.
    [[nodiscard]] bool isComplete(std::size_t frame, std::uint64_t fileBytes) const {
        const std::size_t first = m_grid.blockOf(frame) * m_grid.tiles();
        for (std::size_t tile = 0; tile < m_grid.tiles(); ++tile) {
            const h5::StoredChunk chunk = m_storage.chunk(first + tile);
            if (chunk.address == h5::kNoAddress || chunk.address > fileBytes || chunk.bytes > fileBytes - chunk.address)
                return false;
        }
        return true;
    }

    const Grid& m_grid;
    const h5::Storage& m_storage;
    std::size_t m_frames;
};

} // namespace ewald::io
