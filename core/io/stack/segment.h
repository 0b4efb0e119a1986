// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/pixel_type.h"
#include "io/frame_stack.h"
#include "io/stack/images/raw_file.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

// What a stack is made of: runs of frames that lie together in one dataset or file. Only what opens stacks includes
// this: the sources of openStack() and the readers of scans.
namespace ewald::io {

class StackSegment;

/// Memory that is handed out and used again once nothing refers to it any more. For one thread.
class MemoryPool {
public:
    using Buffer = std::shared_ptr<std::vector<std::byte>>;

    /// Memory of `bytes` bytes with any content, to which nothing else refers.
    [[nodiscard]] Buffer take(std::size_t bytes);

private:
    std::vector<Buffer> m_buffers;
};

/// What a reader of one thread carries from frame to frame. What a segment hands out comes from take(); the rest is
/// written over by the next frame.
struct ReadContext {
    std::span<std::byte> place;    ///< where a compressed chunk is wanted, when it fits
    std::vector<std::byte> stored; ///< a chunk as it lies in the file, on its way to the decoder
    MemoryPool pool;
    /// The unit that was read last, nullptr: none; which one; and which of its parts are decoded.
    MemoryPool::Buffer unit;
    FrameUnit unitIs;
    std::vector<bool> partsThere;
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
    /// Memory for a frame that is handed out.
    [[nodiscard]] MemoryPool::Buffer take(std::size_t count) { return pool.take(count); }
    /// Reads what is handed out as it lies in the file. \throws DataError
    [[nodiscard]] MemoryPool::Buffer readFrame(const RawFile& file, std::uint64_t offset, std::size_t count) {
        MemoryPool::Buffer frame = take(count);
        read(file, offset, *frame);
        return frame;
    }
    /// As above, into `place` when that is large enough.
    [[nodiscard]] StoredFrame readChunk(const RawFile& file, std::uint64_t offset, std::size_t count,
                                        const codec::BitshuffleFormat& format) {
        if (count > place.size()) {
            const MemoryPool::Buffer chunk = readFrame(file, offset, count);
            return {*chunk, format, chunk};
        }
        read(file, offset, place.first(count));
        return {place.first(count), format, nullptr};
    }
};

/// A frame of decoded pixels.
[[nodiscard]] inline StoredFrame pixelsIn(const MemoryPool::Buffer& frame) { return {*frame, std::nullopt, frame}; }

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
    /// \throws DataError, with or without `where`
    [[nodiscard]] virtual StoredFrame read(std::size_t frame, ReadContext& context) const = 0;
    /// Frames of the largest unit.
    [[nodiscard]] virtual std::size_t chunkFrames() const noexcept { return 1; }
    /// What the frame is decoded with.
    [[nodiscard]] virtual FrameUnit unitOf(std::size_t frame) const { return {this, frame}; }
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
    /// One frame of another list.
    void append(const FrameList& other, std::size_t frame);

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
    [[nodiscard]] FrameUnit unitOf(std::size_t frame) const {
        const Place place = at(frame);
        return place.segment->unitOf(place.frame);
    }
    [[nodiscard]] std::uint64_t storedBytes() const noexcept;
    /// "gzip, shuffle", "none and bitshuffle-LZ4".
    [[nodiscard]] std::string compression() const;
    /// The files that hold the frames, each once.
    [[nodiscard]] std::set<std::filesystem::path> files() const;
    /// Frames without those at the end of which is known that they are not there.
    [[nodiscard]] std::size_t framesThere() const;
    /// Those of which is not known that they cannot be read.
    [[nodiscard]] std::vector<std::size_t> readable() const;
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
    [[nodiscard]] const Run& runOf(std::size_t frame) const;
    std::vector<Run> m_runs;
    std::size_t m_size = 0;
    FrameShape m_shape;
};

/// What a file says of the acquisition that its frames are of, which may go on in other files.
struct Acquisition {
    std::size_t frames = 0; ///< of the whole acquisition
    std::string by;         ///< what says so: a dataset path, a key of a header
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
    std::optional<Acquisition> acquisition;
    std::size_t unwritten = 0;         ///< frames that datasets announce at their end and do not hold
    std::size_t cutOff = 0;            ///< see FrameStack::cutOff
    std::vector<std::size_t> missing;  ///< see FrameStack::missing
    std::optional<double> saturation;  ///< see FrameStack::saturation
    std::optional<double> lowest;      ///< see FrameStack::lowest
    std::optional<double> notMeasured; ///< see FrameStack::notMeasured
    double notMeasuredWithin = 0;      ///< see FrameStack::notMeasuredWithin
    AppliedCorrections applied;
    std::optional<double> exposure_s; ///< see FrameStack::exposure_s
    std::vector<Note> notes;

    void note(Severity severity, std::string text) { notes.push_back({severity, std::move(text)}); }
};

/// A stack of what was found.
[[nodiscard]] std::shared_ptr<const FrameStack> makeStack(StackContents contents);

} // namespace ewald::io
