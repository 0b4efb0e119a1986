// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/frame_stack.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/first_few.h"
#include "io/hdf5/hdf5.h"
#include "io/stack/file_kind.h"
#include "io/stack/file_list.h"
#include "io/stack/file_patterns.h"
#include "io/stack/segment.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <numeric>
#include <set>
#include <utility>

namespace ewald::io {
namespace {

class SegmentStack;

/// Adds where it happened to errors that do not say it.
template <class Action>
auto naming(const FrameList::Place& place, ReadContext& context, const Action& action) {
    try {
        return action();
    } catch (const DataError& error) {
        throw DataError(error.problem(), place.segment->where(place.frame),
                        error.hint().empty() ? std::string("the file may be damaged or incomplete") : error.hint());
    } catch (const std::bad_alloc&) {
        context = ReadContext{};
        throw DeviceError("out of memory for the frame", place.segment->where(place.frame), "use fewer workers");
    }
}

class SegmentReader final : public FrameReader {
public:
    SegmentReader(std::shared_ptr<const SegmentStack> owner, const FrameList& frames)
        : m_owner(std::move(owner)), m_frames(frames) {}

    StoredFrame read(std::size_t frame) override { return readInto(frame, {}); }

    StoredFrame readInto(std::size_t frame, std::span<std::byte> place) override {
        m_context.place = place;
        const FrameList::Place source = m_frames.at(frame);
        return naming(source, m_context, [&] {
            StoredFrame stored = source.segment->read(source.frame, m_context);
            // A chunk that says it is of another size is refused here: the decoder has a buffer for one frame.
            if (stored.bitshuffle && stored.bitshuffle->compression != codec::BitshuffleCompression::none &&
                codec::ByteReader(stored.bytes, "bitshuffle").takeU64() != m_frames.shape().bytes())
                codec::throwDamaged("bitshuffle", "the chunk is of another size than a frame");
            return stored;
        });
    }

    std::span<const std::byte> readPixels(std::size_t frame) override {
        m_last = {}; // its memory is used again
        m_last = read(frame);
        if (!m_last.bitshuffle) return m_last.bytes;
        return naming(m_frames.at(frame), m_context, [&] {
            m_pixels.resize(m_frames.shape().bytes());
            codec::decodeBitshuffle(m_last.bytes, *m_last.bitshuffle, m_pixels);
            return std::span<const std::byte>(m_pixels);
        });
    }

    void readNumbers(std::size_t frame, std::span<float> out) override {
        const std::span<const std::byte> pixels = readPixels(frame);
        if (out.size() != m_frames.shape().pixels() || pixels.size() != m_frames.shape().bytes())
            throw InternalError("a frame of another size than its buffer");
        withPixelType(m_frames.shape().type, [&](auto number) {
            using Number = decltype(number);
            for (std::size_t i = 0; i < out.size(); ++i) {
                Number value;
                std::memcpy(&value, pixels.data() + i * sizeof(Number), sizeof(Number));
                out[i] = static_cast<float>(value);
            }
        });
    }

    double readSeconds() const noexcept override { return m_context.seconds; }
    std::uint64_t readBytes() const noexcept override { return m_context.bytes; }

private:
    std::shared_ptr<const SegmentStack> m_owner; ///< keeps what `m_frames` refers to
    const FrameList& m_frames;
    ReadContext m_context;
    StoredFrame m_last; ///< of readPixels()
    std::vector<std::byte> m_pixels;
};

class SegmentStack final : public FrameStack, public std::enable_shared_from_this<SegmentStack> {
public:
    explicit SegmentStack(StackContents contents) : m_frames(std::move(contents.frames)) {
        format = std::move(contents.format);
        framesPath = std::move(contents.framesPath);
        compression = m_frames.compression();
        storedBytes = m_frames.storedBytes();
        geometry = std::move(contents.geometry);
        mask = std::move(contents.mask);
        flat = std::move(contents.flat);
        applied = std::move(contents.applied);
        exposure_s = contents.exposure_s;
        monitor = std::move(contents.monitor);
        scanShape = std::move(contents.scanShape);
        cutOff = contents.cutOff;
        missing = std::move(contents.missing);
        saturation = contents.saturation;
        lowest = contents.lowest;
        notMeasured = contents.notMeasured;
        notMeasuredWithin = contents.notMeasuredWithin;
        notes = std::move(contents.notes);
        const std::set<std::filesystem::path> files = m_frames.files();
        sourceFiles.assign(files.begin(), files.end());
    }

    std::size_t frameCount() const noexcept override { return m_frames.size(); }
    std::size_t rows() const noexcept override { return m_frames.shape().rows; }
    std::size_t cols() const noexcept override { return m_frames.shape().cols; }
    PixelType pixelType() const noexcept override { return m_frames.shape().type; }
    std::size_t chunkFrames() const noexcept override { return m_frames.chunkFrames(); }
    FrameUnit unitOf(std::size_t frame) const override { return m_frames.unitOf(frame); }
    std::string where(std::size_t frame) const override {
        const FrameList::Place place = m_frames.at(frame);
        return place.segment->where(place.frame);
    }
    std::unique_ptr<FrameReader> makeReader() const override {
        return std::make_unique<SegmentReader>(shared_from_this(), m_frames);
    }
    std::shared_ptr<const FrameStack> select(std::span<const std::size_t> frames) const override {
        StackContents contents;
        contents.format = format;
        contents.framesPath = framesPath;
        contents.saturation = saturation;
        contents.lowest = lowest;
        contents.notMeasured = notMeasured;
        contents.notMeasuredWithin = notMeasuredWithin;
        contents.applied = applied;
        contents.exposure_s = exposure_s;
        for (const std::size_t frame : frames) contents.frames.append(m_frames, frame);
        return makeStack(std::move(contents));
    }
    std::size_t framesThere() const override { return m_frames.framesThere(); }
    std::vector<std::size_t> readableFrames() const override { return m_frames.readable(); }

private:
    FrameList m_frames;
};

} // namespace

std::optional<double> FrameStack::saturationValue() const {
    const std::optional<double> marker = markerOf(pixelType());
    return saturation && marker ? std::min(*saturation, *marker) : saturation ? saturation : marker;
}

std::vector<std::size_t> FrameStack::readableFrames() const {
    std::vector<std::size_t> all(frameCount());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

std::shared_ptr<const FrameStack> makeStack(StackContents contents) {
    // The library has walked through the index of all chunks and would keep the memory that this took.
    h5::releaseMemory();
    return std::make_shared<const SegmentStack>(std::move(contents));
}

std::shared_ptr<const FrameStack> openStack(std::span<const std::filesystem::path> files, const StackOptions& options) {
    if (files.empty()) throw DataError("no file of frames is named", {}, "name at least one");
    const std::vector<std::filesystem::path> all = expandPatterns(files);
    return makeStack(openFiles(all, options));
}

std::vector<Note> checkFrames(const FrameStack& stack, std::size_t most) {
    const std::size_t frames = stack.frameCount();
    const std::size_t looked = std::min(frames, stack.framesPath.empty() ? std::max<std::size_t>(most, 2) : 2);
    const auto reader = stack.makeReader();
    FirstFew damaged;
    for (std::size_t i = 0; i < looked; ++i) {
        const std::size_t frame = looked < 2 ? 0 : i * (frames - 1) / (looked - 1);
        try {
            static_cast<void>(reader->readPixels(frame));
        } catch (const DataError& error) {
            damaged.add(phrase("frame %1 cannot be read: %2", frame, error.what()));
        }
    }
    std::vector<Note> notes;
    damaged.giveTo(notes);
    if (damaged.more() > 0)
        notes.push_back(
            {Severity::warning, phrase("%1 of %2 frames that were looked at cannot be read", damaged.count(), looked)});
    return notes;
}

bool isHdf5File(const std::filesystem::path& file) noexcept { return fileKind(file) == FileKind::hdf5; }

bool isStackFile(const std::filesystem::path& file) noexcept {
    const FileKind kind = fileKind(file);
    return kind == FileKind::hdf5 || holdsImages(kind);
}

} // namespace ewald::io
