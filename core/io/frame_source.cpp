// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/frame_source.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ewald::io {
namespace {

class Hdf5Frames final : public FrameSource {
public:
    explicit Hdf5Frames(h5::Dataset dataset) : m_dataset(std::move(dataset)) {
        const h5::Shape& shape = m_dataset.shape();
        m_raster = shape.size() == 4;
        m_frames = m_raster ? shape[0] * shape[1] : shape[0];
        m_rows = shape[shape.size() - 2];
        m_cols = shape[shape.size() - 1];
    }

    std::size_t frameCount() const override { return m_frames; }
    std::size_t rows() const override { return m_rows; }
    std::size_t cols() const override { return m_cols; }
    std::string storedType() const override { return m_dataset.info().type.name; }

    std::optional<double> saturationValue() const override {
        const h5::ElementType& type = m_dataset.info().type;
        if (type.kind != h5::ElementType::Kind::unsignedInteger) return std::nullopt;
        return std::ldexp(1.0, static_cast<int>(type.bytes * 8)) - 1;
    }

    std::size_t chunkFrames() const override {
        const h5::Shape& chunk = m_dataset.info().chunk;
        if (chunk.empty()) return 1;
        // In a raster a chunk that covers whole lines holds lines of frames, otherwise frames of one line.
        if (!m_raster) return std::min(chunk[0], m_frames);
        return chunk[0] > 1 ? std::min(chunk[0] * m_dataset.shape()[1], m_frames) : std::max<std::size_t>(chunk[1], 1);
    }

    void read(std::size_t first, std::size_t count, std::span<float> out) const override {
        if (first > m_frames || count > m_frames - first || out.size() != count * m_rows * m_cols)
            throw InternalError("frames outside the stack or a buffer of another size", m_dataset.where());
        try {
            readFrames(first, count, out);
        } catch (const DataError& error) {
            throw DataError(error.problem(),
                            error.where() + " frames " + std::to_string(first) + " to " +
                                std::to_string(first + std::max<std::size_t>(count, 1) - 1),
                            error.hint());
        }
    }

private:
    void readFrames(std::size_t first, std::size_t count, std::span<float> out) const {
        if (!m_raster) {
            m_dataset.readBlock<float>({first, 0, 0}, {count, m_rows, m_cols}, out);
            return;
        }
        // A run of frames crosses lines of the raster: whole lines at once, the rest piece by piece.
        const std::size_t perLine = m_dataset.shape()[1];
        const std::size_t frameSize = m_rows * m_cols;
        while (count > 0) {
            const std::size_t line = first / perLine;
            const std::size_t column = first % perLine;
            const bool wholeLines = column == 0 && count >= perLine;
            const std::size_t lines = wholeLines ? count / perLine : 1;
            const std::size_t inLine = wholeLines ? perLine : std::min(perLine - column, count);
            m_dataset.readBlock<float>({line, column, 0, 0}, {lines, inLine, m_rows, m_cols},
                                       out.first(lines * inLine * frameSize));
            out = out.subspan(lines * inLine * frameSize);
            first += lines * inLine;
            count -= lines * inLine;
        }
    }

    h5::Dataset m_dataset;
    bool m_raster = false;
    std::size_t m_frames = 0;
    std::size_t m_rows = 0;
    std::size_t m_cols = 0;
};

class JoinedFrames final : public FrameSource {
public:
    explicit JoinedFrames(std::vector<std::shared_ptr<const FrameSource>> parts) : m_parts(std::move(parts)) {
        for (const auto& part : m_parts) {
            m_starts.push_back(m_frames);
            m_frames += part->frameCount();
        }
    }

    std::size_t frameCount() const override { return m_frames; }
    std::size_t rows() const override { return m_parts.front()->rows(); }
    std::size_t cols() const override { return m_parts.front()->cols(); }
    std::string storedType() const override { return m_parts.front()->storedType(); }
    std::optional<double> saturationValue() const override { return m_parts.front()->saturationValue(); }
    std::size_t chunkFrames() const override { return m_parts.front()->chunkFrames(); }

    void read(std::size_t first, std::size_t count, std::span<float> out) const override {
        const std::size_t frameSize = rows() * cols();
        if (first > m_frames || count > m_frames - first || out.size() != count * frameSize)
            throw InternalError("frames outside the stack or a buffer of another size");
        while (count > 0) {
            const auto after = std::upper_bound(m_starts.begin(), m_starts.end(), first);
            const auto part = static_cast<std::size_t>(after - m_starts.begin()) - 1;
            const std::size_t offset = first - m_starts[part];
            const std::size_t here = std::min(count, m_parts[part]->frameCount() - offset);
            m_parts[part]->read(offset, here, out.first(here * frameSize));
            out = out.subspan(here * frameSize);
            first += here;
            count -= here;
        }
    }

private:
    std::vector<std::shared_ptr<const FrameSource>> m_parts; ///< none of them empty
    std::vector<std::size_t> m_starts;
    std::size_t m_frames = 0;
};

class SelectedFrames final : public FrameSource {
public:
    SelectedFrames(std::shared_ptr<const FrameSource> source, std::vector<std::size_t> indices)
        : m_source(std::move(source)), m_indices(std::move(indices)) {}

    std::size_t frameCount() const override { return m_indices.size(); }
    std::size_t rows() const override { return m_source->rows(); }
    std::size_t cols() const override { return m_source->cols(); }
    std::string storedType() const override { return m_source->storedType(); }
    std::optional<double> saturationValue() const override { return m_source->saturationValue(); }
    std::size_t chunkFrames() const override { return m_source->chunkFrames(); }

    void read(std::size_t first, std::size_t count, std::span<float> out) const override {
        const std::size_t frameSize = rows() * cols();
        if (first > m_indices.size() || count > m_indices.size() - first || out.size() != count * frameSize)
            throw InternalError("frames outside the selection or a buffer of another size");
        std::size_t done = 0;
        while (done < count) {
            const std::size_t start = m_indices[first + done];
            std::size_t run = 1;
            while (done + run < count && m_indices[first + done + run] == start + run) ++run;
            m_source->read(start, run, out.subspan(done * frameSize, run * frameSize));
            done += run;
        }
    }

private:
    std::shared_ptr<const FrameSource> m_source;
    std::vector<std::size_t> m_indices;
};

} // namespace

std::shared_ptr<const FrameSource> openHdf5Frames(const h5::File& file, const std::string& path) {
    // Chunks of several frames are decoded once when frames are looked at one by one.
    constexpr std::size_t kCacheBytes = std::size_t{32} << 20;
    h5::Dataset dataset = file.dataset(path, kCacheBytes);
    const h5::DatasetInfo& info = dataset.info();
    const std::string shape = h5::toText(info.shape);
    if (!info.type.isReal())
        throw DataError("the frames are stored as " + info.type.name + ", not as real numbers", dataset.where(),
                        "name the dataset of the measured frames");
    if (info.shape.size() != 3 && info.shape.size() != 4)
        throw DataError(
            "the frames have the shape " + shape + ", a scan needs (frames, rows, columns)", dataset.where(),
            info.shape.size() == 2 ? "this is a single image, not a scan" : "name the dataset of the measured frames");
    if (info.null || info.elements() == 0)
        throw DataError("the dataset of the frames is empty " + shape, dataset.where(),
                        "the scan may have been aborted before the first frame");
    const std::size_t rows = info.shape[info.shape.size() - 2];
    const std::size_t cols = info.shape[info.shape.size() - 1];
    constexpr std::size_t kMaxSide = 65536;
    constexpr std::size_t kMaxFrames = 100'000'000; // a year at 3 Hz; a declared size beyond it is a damaged file
    if (rows > kMaxSide || cols > kMaxSide || info.elements() / (rows * cols) > kMaxFrames)
        throw DataError("the frames have the absurd shape " + shape, dataset.where(), "name another dataset");
    const std::string filter = info.unavailableFilter();
    if (!filter.empty())
        throw DataError("the frames are compressed with " + filter + ", which Ewald cannot undo", dataset.where(),
                        "rewrite the file without it, e.g. h5repack -f GZIP=1 OLD NEW where that filter is installed");
    const std::vector<std::string> missing = dataset.missingSources();
    if (!missing.empty())
        throw DataError("the frames are a virtual dataset whose source file " + missing.front() + " is not there" +
                            (missing.size() > 1 ? " (" + std::to_string(missing.size()) + " files are missing)" : ""),
                        dataset.where(), "put the source files where the virtual dataset looks for them");
    return std::make_shared<Hdf5Frames>(std::move(dataset));
}

std::shared_ptr<const FrameSource> joinFrames(std::vector<std::shared_ptr<const FrameSource>> parts,
                                              const std::string& where) {
    if (parts.empty()) throw DataError("there are no frames", where, "the scan may have been aborted");
    for (const auto& part : parts)
        if (part->rows() != parts.front()->rows() || part->cols() != parts.front()->cols())
            throw DataError("the parts of the scan have frames of different shape", where, "choose one of the parts");
    if (parts.size() == 1) return parts.front();
    return std::make_shared<JoinedFrames>(std::move(parts));
}

std::shared_ptr<const FrameSource> selectFrames(std::shared_ptr<const FrameSource> source,
                                                std::vector<std::size_t> indices) {
    for (const std::size_t index : indices)
        if (index >= source->frameCount()) throw InternalError("a selected frame is outside the stack");
    return std::make_shared<SelectedFrames>(std::move(source), std::move(indices));
}

} // namespace ewald::io
