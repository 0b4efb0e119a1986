// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/pixel_type.h"
#include "io/frame_stack.h"
#include "io/stack/raw_file.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

// What a stack is made of: runs of frames that lie together in one dataset or file. Only the sources of openStack()
// include this.
namespace ewald::io {

class StackSegment;

/// What a reader of one thread carries from frame to frame.
struct ReadContext {
    std::span<std::byte> place;     ///< where a compressed chunk is wanted, when it fits
    std::vector<std::byte> stored;  ///< bytes as they lie in the file
    std::vector<std::byte> decoded; ///< what was decoded last
    std::vector<std::byte> frame;   ///< one frame put together
    /// What `decoded` holds: a block of frames of a segment; nullptr = nothing.
    const StackSegment* decodedOf = nullptr;
    std::size_t decodedBlock = 0;
    /// Anything else that a segment wants to find again at its next frame (a decoder, an open image file).
    std::shared_ptr<void> scratch;
    const void* scratchOf = nullptr;
    double seconds = 0;
    std::uint64_t bytes = 0;

    /// Reads from a file and counts it. \throws DataError
    void read(const RawFile& file, std::uint64_t offset, std::span<std::byte> out) {
        const auto start = std::chrono::steady_clock::now();
        file.read(offset, out);
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        bytes += out.size();
    }
    /// As above, into `stored`.
    void readStored(const RawFile& file, std::uint64_t offset, std::size_t count) {
        stored.resize(count);
        read(file, offset, stored);
    }
    /// As above, into `place` when that is large enough.
    [[nodiscard]] std::span<const std::byte> readChunk(const RawFile& file, std::uint64_t offset, std::size_t count) {
        if (count > place.size()) {
            readStored(file, offset, count);
            return stored;
        }
        read(file, offset, place.first(count));
        return place.first(count);
    }
};

struct FrameShape {
    std::size_t rows = 0;
    std::size_t cols = 0;
    PixelType type = PixelType::uint8;
    bool operator==(const FrameShape&) const = default;
    [[nodiscard]] std::size_t pixels() const noexcept { return rows * cols; }
    [[nodiscard]] std::size_t bytes() const noexcept { return rows * cols * bytesOf(type); }
    /// "2167 × 2070 uint32".
    [[nodiscard]] std::string text() const;
};

/// Frames of one dataset or file. Fixed once made; all functions may be called from any thread.
class StackSegment {
public:
    virtual ~StackSegment() = default;
    [[nodiscard]] virtual FrameShape shape() const noexcept = 0;
    [[nodiscard]] virtual std::size_t frameCount() const noexcept = 0;
    /// "scan_data_000002.h5:/entry/data/data frame 17".
    [[nodiscard]] virtual std::string where(std::size_t frame) const = 0;
    /// The bytes belong to the context. \throws DataError, with or without `where`
    [[nodiscard]] virtual StoredFrame read(std::size_t frame, ReadContext& context) const = 0;
    [[nodiscard]] virtual std::size_t chunkFrames() const noexcept { return 1; }
    /// Of all frames as they are stored; 0 = unknown.
    [[nodiscard]] virtual std::uint64_t storedBytes() const noexcept { return 0; }
    /// "bitshuffle-LZ4", "none".
    [[nodiscard]] virtual std::string compression() const = 0;
    /// The file that holds the frames; empty when there is none, or more than one.
    [[nodiscard]] virtual std::filesystem::path file() const { return {}; }
};

/// Frames of several segments, in order.
class FrameList {
public:
    /// Frames first, first + step, … of a segment.
    /// \throws DataError naming both files when shape or type differ from those before
    void append(std::shared_ptr<const StackSegment> segment, std::size_t first, std::size_t count,
                std::size_t step = 1);
    void append(std::shared_ptr<const StackSegment> segment);
    void append(const FrameList& other);

    struct Place {
        const StackSegment* segment = nullptr;
        std::size_t frame = 0;
    };
    /// \throws InternalError beyond the end
    [[nodiscard]] Place at(std::size_t frame) const;
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] bool empty() const noexcept { return m_size == 0; }
    [[nodiscard]] FrameShape shape() const noexcept { return m_shape; }
    [[nodiscard]] std::size_t chunkFrames() const noexcept;
    [[nodiscard]] std::uint64_t storedBytes() const noexcept;
    /// "gzip, shuffle", "none and bitshuffle-LZ4".
    [[nodiscard]] std::string compression() const;
    /// The files that hold the frames, each once.
    [[nodiscard]] std::set<std::filesystem::path> files() const;
    /// Drops what lies behind the first `count` frames.
    void truncate(std::size_t count);

private:
    struct Run {
        std::size_t start = 0; ///< first frame of the list
        std::size_t count = 0;
        std::size_t first = 0; ///< frame of the segment
        std::size_t step = 1;
        std::shared_ptr<const StackSegment> segment;
    };
    std::vector<Run> m_runs;
    std::size_t m_size = 0;
    FrameShape m_shape;
};

/// A stack in the making: what openers of one format fill in.
struct StackContents {
    FrameList frames;
    std::string format;
    std::string framesPath;
    StackGeometry geometry;
    Array<std::uint8_t, 2> mask;
    Array<float, 2> flat;
    std::vector<double> monitor;
    std::vector<std::size_t> scanShape;
    std::vector<Note> notes;

    void note(Severity severity, std::string text) { notes.push_back({severity, std::move(text)}); }
};

} // namespace ewald::io
