// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/pixel_table.h"

#include "azint/pixel_splitter.h"
#include "base/error.h"
#include "compute/parallel.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace ewald::azint {
namespace {

constexpr std::size_t kMaxRunLength = 255;
/// Weighted runs are summed in single precision: short ones, so that roundings stay below those of the weights.
constexpr std::size_t kMaxWeightedRunLength = 64;
constexpr std::size_t kMaxRunWidth = 64;
/// Segments that one task builds: long enough to be worth a task, short enough to balance.
constexpr std::size_t kTaskSegments = 256;
constexpr std::size_t kTasksAtOnce = 16;

/// Builds the runs of one layer over a stretch of segments.
class LayerBuilder {
public:
    explicit LayerBuilder(std::size_t segments) {
        m_layer.firstRun.reserve(segments + 1);
        m_layer.firstWeight.reserve(segments + 1);
    }

    void beginSegment(std::size_t firstPixel) {
        m_layer.firstRun.push_back(size32(m_layer.runs.size()));
        m_layer.firstWeight.push_back(size32(m_layer.weights.size()));
        m_next = firstPixel;
        m_open = false;
    }

    /// Adds a pixel with its weights in bins bin … bin + weights.size() − 1.
    void add(std::size_t pixel, std::size_t bin, std::span<const float> weights, bool mayPad) {
        const bool whole = weights.size() == 1 && weights[0] == 1.0F;
        if (!(m_open && pixel == m_next && tryJoin(bin, weights, whole, mayPad))) open(pixel, bin, weights, whole);
        m_next = pixel + 1;
    }

    /// Ends the stretch: from now on only layer() makes sense.
    [[nodiscard]] TableLayer& finish() {
        m_layer.firstRun.push_back(size32(m_layer.runs.size()));
        m_layer.firstWeight.push_back(size32(m_layer.weights.size()));
        return m_layer;
    }

private:
    static std::uint32_t size32(std::size_t size) {
        if (size > std::numeric_limits<std::uint32_t>::max())
            throw JobError("the pixel table is too large", "npt", "use fewer bins");
        return static_cast<std::uint32_t>(size);
    }

    void open(std::size_t pixel, std::size_t bin, std::span<const float> weights, bool whole) {
        PixelRun run;
        run.bin = static_cast<std::uint32_t>(bin);
        run.skip = static_cast<std::uint8_t>(pixel - m_next); // within a segment, so below 256
        run.length = 1;
        run.width = whole ? 0 : static_cast<std::uint8_t>(weights.size());
        m_layer.runs.push_back(run);
        if (!whole) m_layer.weights.insert(m_layer.weights.end(), weights.begin(), weights.end());
        m_open = true;
    }

    /// Lets a pixel join the open run when its bins fit, padded with zero weights; runs of whole pixels may turn into
    /// runs of two bins. Longer runs mean fewer visits to the accumulators.
    bool tryJoin(std::size_t bin, std::span<const float> weights, bool whole, bool mayPad) {
        PixelRun& run = m_layer.runs.back();
        if (run.length == (run.width == 0 ? kMaxRunLength : kMaxWeightedRunLength)) return false;
        if (run.width == 0) {
            if (whole && bin == run.bin) {
                ++run.length;
                return true;
            }
            if (!mayPad) return false;
            const std::size_t low = std::min<std::size_t>(bin, run.bin);
            const std::size_t high = std::max<std::size_t>(bin + weights.size(), run.bin + std::size_t{1});
            // Only short runs are rewritten: long ones are better off without weights.
            if (high - low > 2 || run.length > 4) return false;
            for (unsigned i = 0; i < run.length; ++i) {
                for (std::size_t b = low; b < high; ++b) m_layer.weights.push_back(b == run.bin ? 1.0F : 0.0F);
            }
            run.bin = static_cast<std::uint32_t>(low);
            run.width = static_cast<std::uint8_t>(high - low);
        }
        const std::size_t end = run.bin + std::size_t{run.width};
        if (bin < run.bin || bin + weights.size() > end) return false;
        if (!mayPad && (bin != run.bin || weights.size() != run.width)) return false;
        for (std::size_t b = run.bin; b < end; ++b) {
            m_layer.weights.push_back(b >= bin && b < bin + weights.size() ? weights[b - bin] : 0.0F);
        }
        ++run.length;
        return true;
    }

    TableLayer m_layer;
    std::size_t m_next = 0;
    bool m_open = false;
};

/// Splits pixels in the order in which they are stored, parts of rows at a time where that is possible.
class StoredSplitter {
public:
    StoredSplitter(const Geometry& geometry, const PixelSplitter& splitter)
        : m_geometry(geometry), m_splitter(splitter), m_splitsRows(splitter.splitsRows()) {}

    /// The shares of a stored pixel, valid until the next call. Fast for increasing pixels.
    const PixelWeights& split(std::size_t pixel) {
        const std::size_t cols = m_geometry.cols();
        if (pixel - m_rowBegin >= cols) { // a division costs as much as all the rest
            m_storedRow = pixel / cols;
            m_rowBegin = m_storedRow * cols;
        }
        const std::size_t storedCol = pixel - m_rowBegin;
        const std::size_t row = m_geometry.reversesRows() ? m_geometry.rows() - 1 - m_storedRow : m_storedRow;
        const std::size_t col = m_geometry.reversesCols() ? cols - 1 - storedCol : storedCol;
        if (m_splitsRows) {
            const std::size_t firstCol = col / detail::kRowPart * detail::kRowPart;
            if (row != m_row || firstCol != m_firstCol) m_splitter.splitRow(row, firstCol, m_part);
            m_row = row;
            m_firstCol = firstCol;
            const std::size_t i = col - firstCol;
            if (const std::size_t width = m_part.width[i]; width != detail::RowShares::kUnknown) {
                m_shares.clear();
                if (width == 0) return m_shares;
                m_shares.spans.push_back(
                    {static_cast<std::uint32_t>(m_part.first[i]), 0, static_cast<std::uint32_t>(width)});
                m_shares.weights.assign(m_part.shares[i], m_part.shares[i] + width);
                return m_shares;
            }
        }
        m_splitter.split(row, col, m_shares);
        return m_shares;
    }

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    const Geometry& m_geometry;
    const PixelSplitter& m_splitter;
    bool m_splitsRows;
    std::size_t m_storedRow = 0;
    std::size_t m_rowBegin = 0; ///< its first pixel
    std::size_t m_row = kNone;
    std::size_t m_firstCol = kNone;
    detail::RowShares m_part;
    PixelWeights m_shares;
};

/// The layers of a stretch of segments; a layer that starts late gets empty segments before.
std::vector<TableLayer> buildStretch(const Geometry& geometry, const PixelSplitter& splitter, bool mayPad,
                                     const Array<std::uint8_t, 2>& mask, std::size_t firstSegment,
                                     std::size_t lastSegment) {
    std::vector<LayerBuilder> builders;
    StoredSplitter stored(geometry, splitter);
    const std::size_t pixels = geometry.rows() * geometry.cols();
    for (std::size_t segment = firstSegment; segment < lastSegment; ++segment) {
        const std::size_t begin = segment * kSegmentPixels;
        for (LayerBuilder& builder : builders) builder.beginSegment(begin);
        for (std::size_t pixel = begin; pixel < std::min(begin + kSegmentPixels, pixels); ++pixel) {
            if (!mask.empty() && mask.data()[pixel] != 0) continue;
            const PixelWeights& weights = stored.split(pixel);
            std::size_t layer = 0;
            for (const PixelWeights::Span& span : weights.spans) {
                for (std::uint32_t done = 0; done < span.width; done += kMaxRunWidth, ++layer) {
                    while (builders.size() <= layer) {
                        builders.emplace_back(lastSegment - firstSegment);
                        for (std::size_t earlier = firstSegment; earlier <= segment; ++earlier) {
                            builders.back().beginSegment(earlier * kSegmentPixels);
                        }
                    }
                    const std::size_t width = std::min<std::size_t>(kMaxRunWidth, span.width - done);
                    builders[layer].add(pixel, span.bin + done,
                                        std::span(weights.weights).subspan(span.firstWeight + done, width), mayPad);
                }
            }
        }
    }
    std::vector<TableLayer> layers;
    for (LayerBuilder& builder : builders) layers.push_back(std::move(builder.finish()));
    return layers;
}

/// Appends a stretch to the whole; `segments` is how many it has, also where it has no such layer.
void append(TableLayer& whole, const TableLayer* part, std::size_t segments) {
    const std::size_t runs = whole.runs.size();
    const std::size_t weights = whole.weights.size();
    if (runs + (part ? part->runs.size() : 0) > std::numeric_limits<std::uint32_t>::max() ||
        weights + (part ? part->weights.size() : 0) > std::numeric_limits<std::uint32_t>::max()) {
        throw JobError("the pixel table is too large", "npt", "use fewer bins");
    }
    for (std::size_t s = 0; s < segments; ++s) {
        whole.firstRun.push_back(static_cast<std::uint32_t>(runs + (part ? part->firstRun[s] : 0)));
        whole.firstWeight.push_back(static_cast<std::uint32_t>(weights + (part ? part->firstWeight[s] : 0)));
    }
    if (part != nullptr) {
        whole.runs.insert(whole.runs.end(), part->runs.begin(), part->runs.end());
        whole.weights.insert(whole.weights.end(), part->weights.begin(), part->weights.end());
    }
}

} // namespace

std::size_t PixelTable::bytes() const noexcept {
    std::size_t sum = 0;
    for (const TableLayer& layer : layers) {
        sum += layer.runs.size() * sizeof(PixelRun) + layer.weights.size() * sizeof(float) +
               (layer.firstRun.size() + layer.firstWeight.size()) * sizeof(std::uint32_t);
    }
    return sum;
}

bool PixelTable::segmentUsed(std::size_t segment) const noexcept {
    return std::ranges::any_of(
        layers, [segment](const TableLayer& layer) { return layer.firstRun[segment] != layer.firstRun[segment + 1]; });
}

PixelTable makePixelTable(const Geometry& geometry, const Binning& binning, const CornerGrid& grid,
                          const Array<std::uint8_t, 2>& mask, unsigned threads) {
    PixelTable table;
    table.pixels = geometry.rows() * geometry.cols();
    table.bins = binning.bins();
    if (table.pixels > std::numeric_limits<std::uint32_t>::max())
        throw JobError("frames of more than 4 billion pixels");
    const PixelSplitter splitter(geometry, binning, grid);
    // Without splitting every sum is a sum of whole pixels and exact: no padding with weights.
    const bool mayPad = binning.settings.splitting != Splitting::none;
    const std::size_t segments = table.segments();
    const std::size_t tasks = (segments + kTaskSegments - 1) / kTaskSegments;
    const auto lastOf = [&](std::size_t task) { return std::min((task + 1) * kTaskSegments, segments); };
    // A few stretches at a time: there is never much more in memory than the table itself.
    for (std::size_t begin = 0; begin < tasks; begin += kTasksAtOnce) {
        std::vector<std::vector<TableLayer>> stretches(std::min(kTasksAtOnce, tasks - begin));
        compute::parallelFor(stretches.size(), threads, [&](std::size_t i) {
            const std::size_t task = begin + i;
            stretches[i] = buildStretch(geometry, splitter, mayPad, mask, task * kTaskSegments, lastOf(task));
        });
        for (std::size_t i = 0; i < stretches.size(); ++i) {
            const std::size_t task = begin + i;
            while (table.layers.size() < stretches[i].size()) {
                table.layers.emplace_back();
                append(table.layers.back(), nullptr, task * kTaskSegments);
            }
            for (std::size_t l = 0; l < table.layers.size(); ++l)
                append(table.layers[l], l < stretches[i].size() ? &stretches[i][l] : nullptr,
                       lastOf(task) - task * kTaskSegments);
            stretches[i].clear();
        }
        // Room for all that is likely to come: a vector that grows by itself holds everything twice for a moment.
        const std::size_t factor = 2 * (tasks / stretches.size() + 1);
        for (TableLayer& layer : table.layers) {
            if (begin > 0) break;
            layer.runs.reserve(layer.runs.size() * factor);
            layer.weights.reserve(layer.weights.size() * factor);
        }
    }
    for (TableLayer& layer : table.layers) {
        layer.firstRun.push_back(static_cast<std::uint32_t>(layer.runs.size()));
        layer.firstWeight.push_back(static_cast<std::uint32_t>(layer.weights.size()));
    }
    return table;
}

BinTable makeBinTable(const PixelTable& table) {
    BinTable bins;
    bins.first.assign(table.bins + 1, 0);
    table.forEachWeight([&](std::size_t, std::size_t bin, float) { ++bins.first[bin + 1]; });
    for (std::size_t b = 0; b < table.bins; ++b) bins.first[b + 1] += bins.first[b];
    bins.pixel.resize(bins.first.back());
    bins.weight.resize(bins.first.back());
    std::vector<std::size_t> next(bins.first.begin(), bins.first.end() - 1);
    // Segment by segment over all layers would keep pixels in order only within a layer; so order is made at the end.
    table.forEachWeight([&](std::size_t pixel, std::size_t bin, float weight) {
        bins.pixel[next[bin]] = static_cast<std::uint32_t>(pixel);
        bins.weight[next[bin]++] = weight;
    });
    if (table.layers.size() > 1) {
        std::vector<std::pair<std::uint32_t, float>> sorted;
        for (std::size_t b = 0; b < table.bins; ++b) {
            const std::size_t first = bins.first[b];
            const std::size_t count = bins.first[b + 1] - first;
            sorted.clear();
            for (std::size_t i = 0; i < count; ++i) sorted.emplace_back(bins.pixel[first + i], bins.weight[first + i]);
            std::ranges::stable_sort(sorted, {}, [](const auto& entry) { return entry.first; });
            for (std::size_t i = 0; i < count; ++i) std::tie(bins.pixel[first + i], bins.weight[first + i]) = sorted[i];
        }
    }
    return bins;
}

} // namespace ewald::azint
