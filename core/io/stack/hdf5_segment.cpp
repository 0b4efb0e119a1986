// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/hdf5_segment.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/hdf5/hdf5_filters.h"
#include "io/hdf5/hdf5_storage.h"
#include "io/stack/chunk_grid.h"
#include "io/stack/declared_axes.h"
#include "io/stack/images/byte_order.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace ewald::io {
namespace {

using h5::Storage;

constexpr std::size_t kMaxSide = 100'000;
constexpr std::size_t kMaxFrames = 20'000'000; // 5 hours at 1 kHz; lists of more would take gigabytes
/// Frames that are chunked together are kept together, up to this much.
constexpr std::size_t kMostUnitBytes = std::size_t{256} << 20U;

class Hdf5Segment : public StackSegment {
public:
    Hdf5Segment(const h5::Dataset& dataset, std::size_t frames, FrameShape shape, std::string compression)
        : m_file(dataset.file()), m_where(dataset.where()), m_frames(frames), m_shape(shape),
          m_compression(std::move(compression)) {}

    FrameShape shape() const noexcept override { return m_shape; }
    std::size_t frameCount() const noexcept override { return m_frames; }
    std::string where(std::size_t frame) const override { return m_where + " frame " + std::to_string(frame); }
    std::string compression() const override { return m_compression; }
    std::filesystem::path file() const override { return m_file; }

private:
    std::filesystem::path m_file;
    std::string m_where;
    std::size_t m_frames;
    FrameShape m_shape;
    std::string m_compression;
};

/// A dataset without chunks: frames lie one after the other.
class ContiguousSegment final : public Hdf5Segment {
public:
    ContiguousSegment(const h5::Dataset& dataset, std::size_t frames, FrameShape shape, Storage storage,
                      std::shared_ptr<const RawFile> file)
        : Hdf5Segment(dataset, frames, shape, "none"), m_storage(std::move(storage)), m_file(std::move(file)) {}

    std::uint64_t storedBytes() const noexcept override { return frameCount() * shape().bytes(); }

    StoredFrame read(std::size_t frame, ReadContext& context) const override {
        const std::size_t size = shape().bytes();
        const MemoryPool::Buffer pixels = context.take(size);
        if (m_storage.layout == Storage::Layout::compact)
            std::copy_n(m_storage.compact.begin() + static_cast<std::ptrdiff_t>(frame * size), size, pixels->begin());
        else
            context.read(*m_file, m_storage.chunks[0].address + frame * size, *pixels);
        if (m_storage.bigEndian != kBigEndianMachine) swapBytes(*pixels, bytesOf(shape().type));
        return pixelsIn(pixels);
    }

private:
    Storage m_storage;
    std::shared_ptr<const RawFile> m_file;
};

class ChunkedSegment final : public Hdf5Segment {
public:
    ChunkedSegment(const h5::Dataset& dataset, std::size_t frames, FrameShape shape, std::string compression,
                   Storage storage, std::shared_ptr<const RawFile> file)
        : Hdf5Segment(dataset, frames, shape, std::move(compression)), m_grid(dataset.shape(), dataset.info().chunk),
          m_storage(std::move(storage)), m_file(std::move(file)), m_element(bytesOf(shape.type)),
          m_chunkBytes(m_grid.chunkFrames() * m_grid.chunkRows * m_grid.chunkCols * m_element),
          m_swap(m_storage.bigEndian != kBigEndianMachine && m_element > 1) {
        const codec::ChunkDecoder decoder(m_storage.filters, m_chunkBytes); // complains about what it cannot decode
        m_bitshuffle = decoder.bitshuffleOnly();
        for (const h5::StoredChunk& chunk : m_storage.chunks)
            if (chunk.address != h5::kNoAddress) m_storedBytes += chunk.bytes;
        m_keptFrames = std::max<std::size_t>(1, kMostUnitBytes / shape.bytes());
        m_oneEach = m_grid.chunkFrames() == 1 && m_grid.chunkRows == m_grid.rows && m_grid.chunkCols == m_grid.cols;
    }

    std::size_t chunkFrames() const noexcept override { return std::min(m_grid.bandOf(0).count, m_keptFrames); }
    FrameUnit unitOf(std::size_t frame) const override { return {this, windowOf(frame).first}; }
    std::uint64_t storedBytes() const noexcept override { return m_storedBytes; }

    StoredFrame read(std::size_t frame, ReadContext& context) const override {
        return m_oneEach ? readChunk(frame, context) : readFromUnit(frame, context);
    }

private:
    /// One chunk that is one frame.
    StoredFrame readChunk(std::size_t frame, ReadContext& context) const {
        const h5::StoredChunk chunk = m_storage.chunk(frame);
        if (chunk.address == h5::kNoAddress) {
            const MemoryPool::Buffer empty = context.take(m_chunkBytes);
            fill(*empty);
            return pixelsIn(empty);
        }
        if (m_bitshuffle && (chunk.filterMask & 1U) == 0 && !m_swap)
            return context.readChunk(*m_file, chunk.address, chunk.bytes, *m_bitshuffle);
        if (m_storage.filters.empty() && chunk.bytes == m_chunkBytes) {
            const MemoryPool::Buffer plain = context.readFrame(*m_file, chunk.address, chunk.bytes);
            if (m_swap) swapBytes(*plain, m_element);
            return pixelsIn(plain);
        }
        context.readStored(*m_file, chunk.address, chunk.bytes);
        const MemoryPool::Buffer pixels = context.take(m_chunkBytes);
        decode(chunk, context, *pixels);
        return pixelsIn(pixels);
    }

    /// The frames that are kept with one: the band of its chunks, or a part of that where it is too large.
    Grid::Band windowOf(std::size_t frame) const {
        const Grid::Band band = m_grid.bandOf(frame);
        const std::size_t begin = (frame - band.first) / m_keptFrames * m_keptFrames;
        return {band.first + begin, std::min(m_keptFrames, band.count - begin)};
    }

    /// A frame that shares its chunks with others, or is put together from several: all frames of a chunk are decoded
    /// at once and kept for the next reads.
    StoredFrame readFromUnit(std::size_t frame, ReadContext& context) const {
        const std::size_t size = shape().bytes();
        const Grid::Band band = m_grid.bandOf(frame);
        const Grid::Band window = windowOf(frame);
        const std::size_t firstBlock = m_grid.blockOf(band.first);
        if (!context.unit || context.unitIs != FrameUnit{this, window.first}) {
            context.unit.reset(); // its memory is used again unless somebody holds it
            context.unit = context.take(window.count * size);
            context.unitIs = {this, window.first};
            context.partsThere.assign(m_grid.blockOf(band.first + band.count - 1) - firstBlock + 1, false);
        }
        const std::size_t block = m_grid.blockOf(frame);
        if (!context.partsThere[block - firstBlock]) {
            for (std::size_t tile = 0; tile < m_grid.tiles(); ++tile) placeTile(block, tile, window, context);
            context.partsThere[block - firstBlock] = true;
        }
        return {std::span(*context.unit).subspan((frame - window.first) * size, size), std::nullopt, context.unit};
    }

    /// Decodes one chunk and copies its frames to their places in the unit.
    void placeTile(std::size_t block, std::size_t tile, const Grid::Band& window, ReadContext& context) const {
        const h5::StoredChunk chunk = m_storage.chunk(block * m_grid.tiles() + tile);
        Scratch& own = scratchOf(context);
        own.tile.resize(m_chunkBytes);
        if (chunk.address == h5::kNoAddress) {
            fill(own.tile);
        } else {
            context.readStored(*m_file, chunk.address, chunk.bytes);
            decode(chunk, context, own.tile);
        }
        const std::size_t top = tile / m_grid.tilesAcross() * m_grid.chunkRows;
        const std::size_t left = tile % m_grid.tilesAcross() * m_grid.chunkCols;
        const std::size_t rows = std::min(m_grid.chunkRows, m_grid.rows - top);
        const std::size_t rowBytes = std::min(m_grid.chunkCols, m_grid.cols - left) * m_element;
        for (std::size_t inside = 0; inside < m_grid.chunkFrames(); ++inside) {
            const auto frame = m_grid.frameAt(block, inside);
            if (!frame || *frame < window.first || *frame - window.first >= window.count) continue;
            for (std::size_t r = 0; r < rows; ++r) {
                const std::size_t from = ((inside * m_grid.chunkRows + r) * m_grid.chunkCols) * m_element;
                const std::size_t to =
                    (((*frame - window.first) * m_grid.rows + top + r) * m_grid.cols + left) * m_element;
                std::memcpy(context.unit->data() + to, own.tile.data() + from, rowBytes);
            }
        }
    }

    /// What this segment keeps in a context: a decoder has buffers of its own.
    struct Scratch {
        explicit Scratch(codec::ChunkDecoder made) : decoder(std::move(made)) {}
        codec::ChunkDecoder decoder;
        std::vector<std::byte> tile;
    };
    Scratch& scratchOf(ReadContext& context) const {
        if (context.scratchOf != this) {
            context.scratch = std::make_shared<Scratch>(codec::ChunkDecoder(m_storage.filters, m_chunkBytes));
            context.scratchOf = this;
        }
        return *static_cast<Scratch*>(context.scratch.get());
    }

    void decode(const h5::StoredChunk& chunk, ReadContext& context, std::span<std::byte> out) const {
        scratchOf(context).decoder.decode(context.stored, chunk.filterMask, out);
        if (m_swap) swapBytes(out, m_element);
    }

    void fill(std::span<std::byte> out) const {
        std::vector<std::byte> value = m_storage.fill;
        if (m_swap) std::reverse(value.begin(), value.end());
        for (std::size_t at = 0; at < out.size(); at += m_element)
            std::memcpy(out.data() + at, value.data(), m_element);
    }

    Grid m_grid;
    Storage m_storage;
    std::shared_ptr<const RawFile> m_file;
    std::size_t m_element;
    std::size_t m_chunkBytes;
    bool m_swap;
    std::size_t m_keptFrames = 1; ///< of a unit, at most
    bool m_oneEach = false;
    std::optional<codec::BitshuffleFormat> m_bitshuffle;
    std::uint64_t m_storedBytes = 0;
};

/// Frames that the HDF5 library reads, one caller at a time. Those of a chunk are read together.
class LibrarySegment final : public Hdf5Segment {
public:
    LibrarySegment(std::shared_ptr<const h5::File> file, h5::Dataset dataset, std::size_t frames, FrameShape shape,
                   std::string compression)
        : Hdf5Segment(dataset, frames, shape, std::move(compression)), m_file(std::move(file)),
          m_dataset(std::move(dataset)) {
        const h5::Shape& chunk = m_dataset.info().chunk;
        if (m_dataset.shape().size() == 3 && !chunk.empty())
            m_together = std::clamp<std::size_t>(kMostUnitBytes / shape.bytes(), 1, std::min(chunk[0], frames));
    }

    std::size_t chunkFrames() const noexcept override { return m_together; }
    FrameUnit unitOf(std::size_t frame) const override { return {this, frame / m_together}; }

    StoredFrame read(std::size_t frame, ReadContext& context) const override {
        const std::size_t size = shape().bytes();
        if (!context.unit || context.unitIs != unitOf(frame)) {
            const auto begin = std::chrono::steady_clock::now();
            const std::size_t first = frame / m_together * m_together;
            const std::size_t count = std::min(m_together, frameCount() - first);
            context.unit.reset(); // its memory is used again unless somebody holds it
            MemoryPool::Buffer unit = context.take(count * size);
            withPixelType(shape().type, [&](auto number) { readAs<decltype(number)>(first, count, *unit); });
            context.unit = std::move(unit);
            context.unitIs = unitOf(frame);
            context.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            context.bytes += count * size;
        }
        return {std::span(*context.unit).subspan(frame % m_together * size, size), std::nullopt, context.unit};
    }

private:
    template <class T>
    void readAs(std::size_t frame, std::size_t frames, std::vector<std::byte>& out) const {
        const h5::Shape& shape = m_dataset.shape();
        h5::Shape start(shape.size(), 0);
        h5::Shape count(shape.size(), 1);
        count[shape.size() - 2] = shape[shape.size() - 2];
        count[shape.size() - 1] = shape[shape.size() - 1];
        for (std::size_t axis = shape.size() - 2; axis-- > 0;) {
            start[axis] = frame % shape[axis];
            frame /= shape[axis];
        }
        if (shape.size() == 3) count[0] = frames;
        // The memory of a vector of bytes suits every type of number.
        m_dataset.readBlock<T>(start, count, std::span<T>(reinterpret_cast<T*>(out.data()), out.size() / sizeof(T)));
    }

    std::shared_ptr<const h5::File> m_file;
    h5::Dataset m_dataset;
    std::size_t m_together = 1; ///< frames that are read at a time
};

/// Number of frames. \throws DataError for what can be no stack of frames
std::size_t checkedFrames(const h5::Dataset& dataset) {
    const h5::DatasetInfo& info = dataset.info();
    const std::string shape = h5::toText(info.shape);
    if (!info.type.isReal())
        throw DataError(phrase("the frames are stored as %1, not as real numbers", info.type.name), dataset.where(),
                        "name the dataset of the measured frames");
    if (info.shape.size() < 2)
        throw DataError(phrase("has the shape %1, frames need rows and columns", shape), dataset.where(),
                        "name the dataset of the measured frames");
    if (info.null || info.elements() == 0)
        throw DataError(phrase("the dataset of the frames is empty %1", shape), dataset.where(),
                        "the measurement may have been aborted before the first frame");
    checkLastAxes(dataset.where(), info.shape, info.chunk);
    const std::size_t rows = info.shape[info.shape.size() - 2];
    const std::size_t cols = info.shape[info.shape.size() - 1];
    const std::size_t frames = info.elements() / (rows * cols);
    if (frames > kMaxFrames && rows <= kMaxSide && cols <= kMaxSide)
        throw DataError(phrase("announces %1 frames, more than the %2 that Ewald takes", frames, kMaxFrames),
                        dataset.where(), "the file may be damaged; or cut it into smaller ones");
    if (rows > kMaxSide || cols > kMaxSide || rows * cols > (std::size_t{1} << 30U))
        throw DataError(phrase("the frames have the absurd shape %1", shape), dataset.where(), "name another dataset");
    return frames;
}

/// "bitshuffle-LZ4", "gzip, shuffle", "none".
std::string compressionText(const h5::DatasetInfo& info, const std::vector<codec::FilterStep>& filters) {
    if (filters.empty()) return "none";
    if (filters.size() == 1 && filters[0].id == codec::filter_id::kBitshuffle) {
        const unsigned kind = filters[0].parameters.size() > 4 ? filters[0].parameters[4] : 0;
        return kind == 2 ? "bitshuffle-LZ4" : kind == 3 ? "bitshuffle-zstd" : "bitshuffle";
    }
    return info.filterNames();
}

} // namespace

std::optional<PixelType> pixelTypeOf(const h5::ElementType& type) {
    using Kind = h5::ElementType::Kind;
    const auto byWidth = [&](PixelType one, PixelType two, PixelType four,
                             PixelType eight) -> std::optional<PixelType> {
        switch (type.bytes) {
        case 1: return one;
        case 2: return two;
        case 4: return four;
        case 8: return eight;
        default: return std::nullopt;
        }
    };
    switch (type.kind) {
    case Kind::boolean:
    case Kind::unsignedInteger:
        return byWidth(PixelType::uint8, PixelType::uint16, PixelType::uint32, PixelType::uint64);
    case Kind::integer: return byWidth(PixelType::int8, PixelType::int16, PixelType::int32, PixelType::int64);
    case Kind::floating:
        if (type.bytes == 4) return PixelType::float32;
        if (type.bytes == 8) return PixelType::float64;
        return std::nullopt;
    default: return std::nullopt;
    }
}

std::shared_ptr<const StackSegment> openLibrarySegment(const std::shared_ptr<const h5::File>& file,
                                                       h5::Dataset dataset) {
    const std::size_t frames = checkedFrames(dataset);
    const h5::DatasetInfo& info = dataset.info();
    const std::string filter = info.unavailableFilter();
    if (!filter.empty())
        throw DataError(phrase("the frames are compressed with %1, which Ewald cannot undo", filter), dataset.where(),
                        "rewrite the file without it, e.g. h5repack -f GZIP=1 OLD NEW where that filter is installed");
    const std::size_t rank = info.shape.size();
    const PixelType fallback = info.type.bytes <= 4 ? PixelType::float32 : PixelType::float64;
    const FrameShape shape{info.shape[rank - 2], info.shape[rank - 1], pixelTypeOf(info.type).value_or(fallback)};
    std::string compression = info.filters.empty() ? "none" : info.filterNames();
    return std::make_shared<LibrarySegment>(file, std::move(dataset), frames, shape, std::move(compression));
}

namespace {

/// The number that pixels have which were never written, in words; empty: it is not known.
std::string fillText(const Storage& storage, PixelType type) {
    if (!storage.plainNumbers || storage.fill.size() != bytesOf(type)) return {};
    std::vector<std::byte> value = storage.fill;
    if (storage.bigEndian != kBigEndianMachine) swapBytes(value, value.size());
    return withPixelType(type, [&](auto number) {
        std::memcpy(&number, value.data(), sizeof number);
        return numberText(static_cast<double>(number), 10);
    });
}

/// Says what of a chunked dataset is there, and what was never written.
void reportUnwritten(const h5::Dataset& dataset, const Storage& storage, std::size_t count, PixelType type,
                     std::uint64_t fileBytes, Hdf5Frames& frames) {
    const Grid grid(dataset.shape(), dataset.info().chunk);
    const ChunkMap chunks(grid, storage, count);
    const std::string where = dataset.where();
    frames.complete = chunks.complete(fileBytes);
    auto [runs, lost, partly, firstPartly] = chunks.unwritten(frames.complete);
    if (lost > 0) {
        const std::size_t first = runs.front().first;
        frames.lost.push_back({std::move(runs), translatable("the frame was never written"),
                               translatable("the file was closed before all frames were written into it"),
                               phrase("%1 {frame|frames} of %2 {1:was|were} never written and {1:is|are} missing "
                                      "(first: %3)",
                                      lost, where, first)});
    }
    if (partly == 0) return;
    const std::string fill = fillText(storage, type);
    frames.partly = fill.empty() ? phrase("parts of %1 {frame|frames} of %2 were never written (first: frame %3); they "
                                          "hold the fill value there",
                                          partly, where, firstPartly)
                                 : phrase("parts of %1 {frame|frames} of %2 were never written (first: frame %3); they "
                                          "hold the fill value %4 there",
                                          partly, where, firstPartly, fill);
}

/// Finds frames behind the ends of external raw files, for which the library would give the fill value.
void reportShortFiles(const std::vector<h5::ExternalPart>& parts, std::size_t count, std::uint64_t frameBytes,
                      const std::string& where, Hdf5Frames& frames) {
    const std::uint64_t total = count * frameBytes;
    std::uint64_t begin = 0; // of the part, in the dataset
    for (const h5::ExternalPart& part : parts) {
        const std::uint64_t wanted = std::min(part.bytes, total - begin);
        std::error_code failed;
        const std::uintmax_t size = std::filesystem::file_size(part.file, failed);
        const std::uint64_t there =
            failed || size < part.offset ? 0 : std::min<std::uint64_t>(wanted, size - part.offset);
        const std::uint64_t from = begin + there, end = begin + wanted;
        begin = end;
        if (there == wanted) continue;
        const auto first = static_cast<std::size_t>(from / frameBytes);
        const auto last = static_cast<std::size_t>((end - 1) / frameBytes);
        const std::string problem =
            failed ? phrase("the raw file %1 is not there", part.file)
                   : phrase("the raw file %1 is too short: it holds %2 of %3 bytes", part.file, there, wanted);
        if (frames.fileLost.empty()) frames.fileLost = problem;
        frames.lost.push_back({{{first, last - first + 1}},
                               problem,
                               translatable("copy the raw file again, beside the HDF5 file"),
                               phrase("%1: frames %2 to %3 of %4 are missing", problem, first, last, where)});
    }
}

} // namespace

Hdf5Frames openHdf5Segment(const std::shared_ptr<const h5::File>& file, h5::Dataset dataset,
                           const std::shared_ptr<DescriptorPool>& pool) {
    const std::size_t frames = checkedFrames(dataset);
    const h5::DatasetInfo& info = dataset.info();
    const std::optional<PixelType> type = pixelTypeOf(info.type);
    const bool decodable = std::all_of(info.filters.begin(), info.filters.end(),
                                       [](const h5::FilterInfo& filter) { return codec::canDecode(filter.id); });
    Storage storage = h5::storageOf(*file, dataset);
    const auto raw = std::make_shared<const RawFile>(dataset.file(), pool);
    const std::uint64_t fileBytes = raw->size();
    Hdf5Frames found;
    found.complete = frames;
    const std::size_t rank = info.shape.size();
    const FrameShape shape{info.shape[rank - 2], info.shape[rank - 1], type.value_or(PixelType::uint8)};
    const std::uint64_t frameBytes = std::uint64_t{shape.pixels()} * info.type.bytes;
    if (storage.layout == Storage::Layout::chunked) {
        reportUnwritten(dataset, storage, frames, shape.type, fileBytes, found);
    } else if (storage.layout == Storage::Layout::contiguous) {
        const std::uint64_t address = storage.chunks[0].address;
        const std::uint64_t there = address == h5::kNoAddress || address > fileBytes ? 0 : fileBytes - address;
        found.complete = static_cast<std::size_t>(std::min<std::uint64_t>(frames, there / frameBytes));
    }
    reportShortFiles(storage.external, frames, frameBytes, dataset.where(), found);
    if (!type || !decodable || !storage.plainNumbers || storage.layout == Storage::Layout::notDirect) {
        found.segment = openLibrarySegment(file, std::move(dataset));
    } else if (storage.layout == Storage::Layout::chunked) {
        std::string compression = compressionText(info, storage.filters);
        found.segment = std::make_shared<const ChunkedSegment>(dataset, frames, shape, std::move(compression),
                                                               std::move(storage), raw);
    } else {
        found.segment = std::make_shared<const ContiguousSegment>(dataset, frames, shape, std::move(storage), raw);
    }
    return found;
}

} // namespace ewald::io
