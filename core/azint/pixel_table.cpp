// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/pixel_table.h"

#include "azint/pixel_splitter.h"
#include "base/error.h"
#include "compute/devices/parallel.h"

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
constexpr std::size_t kTaskSegments = 64;
constexpr std::size_t kTasksAtOnce = 64;

/// Builds the runs of one layer over a stretch of segments.
class LayerBuilder {
public:
    /// Starts another stretch in the same memory.
    void restart() noexcept {
        m_firstRun.clear();
        m_firstWeight.clear();
        m_runCount = m_weightCount = 0;
    }

    void beginSegment(std::size_t firstPixel) {
        m_firstRun.push_back(static_cast<std::uint32_t>(m_runCount));
        m_firstWeight.push_back(static_cast<std::uint32_t>(m_weightCount));
        // Room for the whole segment, so that add() does not have to look.
        makeRoom(m_runs, m_runCount + kSegmentPixels);
        makeRoom(m_weights, m_weightCount + kSegmentPixels * kMaxRunWidth);
        m_next = firstPixel;
        m_open = false;
    }

    /// Adds a pixel of the segment with its weights in bins bin … bin + weights.size() − 1, kMaxRunWidth at most.
    void add(std::size_t pixel, std::size_t bin, std::span<const float> weights, bool mayPad) {
        const bool whole = weights.size() == 1 && weights[0] == 1.0F;
        if (!(m_open && pixel == m_next && tryJoin(bin, weights, whole, mayPad))) open(pixel, bin, weights, whole);
        m_next = pixel + 1;
    }

    [[nodiscard]] std::span<const PixelRun> runs() const noexcept { return std::span(m_runs).first(m_runCount); }
    [[nodiscard]] std::span<const float> weights() const noexcept { return std::span(m_weights).first(m_weightCount); }
    [[nodiscard]] std::span<const std::uint32_t> firstRun() const noexcept { return m_firstRun; }
    [[nodiscard]] std::span<const std::uint32_t> firstWeight() const noexcept { return m_firstWeight; }

private:
    template <class T>
    static void makeRoom(LargeVector<T>& values, std::size_t size) {
        if (values.size() < size) values.resize(2 * size);
    }

    void open(std::size_t pixel, std::size_t bin, std::span<const float> weights, bool whole) {
        PixelRun run;
        run.bin = static_cast<std::uint32_t>(bin);
        run.skip = static_cast<std::uint8_t>(pixel - m_next); // within a segment, so below 256
        run.length = 1;
        run.width = whole ? 0 : static_cast<std::uint8_t>(weights.size());
        m_runs[m_runCount++] = run;
        if (!whole)
            for (const float weight : weights) m_weights[m_weightCount++] = weight;
        m_open = true;
    }

    /// Lets a pixel join the open run when its bins fit, padded with zero weights; runs of whole pixels may turn into
    /// runs of two bins. Longer runs mean fewer visits to the accumulators.
    bool tryJoin(std::size_t bin, std::span<const float> weights, bool whole, bool mayPad) {
        PixelRun& run = m_runs[m_runCount - 1];
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
                for (std::size_t b = low; b < high; ++b) m_weights[m_weightCount++] = b == run.bin ? 1.0F : 0.0F;
            }
            run.bin = static_cast<std::uint32_t>(low);
            run.width = static_cast<std::uint8_t>(high - low);
        }
        if (run.width == 2 && mayPad) return tryJoinPair(run, bin - run.bin, weights);
        const std::size_t end = run.bin + std::size_t{run.width};
        if (bin < run.bin || bin + weights.size() > end) return false;
        if (!mayPad && (bin != run.bin || weights.size() != run.width)) return false;
        for (std::size_t b = run.bin; b < end; ++b)
            m_weights[m_weightCount++] = b >= bin && b < bin + weights.size() ? weights[b - bin] : 0.0F;
        ++run.length;
        return true;
    }

    /// The same for a run of two bins, which is what nearly all are. \param offset from its first bin, modulo 2⁶⁴
    bool tryJoinPair(PixelRun& run, std::size_t offset, std::span<const float> weights) {
        if (offset > 1 || offset + weights.size() > 2) return false;
        const float last = weights.back();
        m_weights[m_weightCount] = offset == 0 ? weights.front() : 0.0F;
        m_weights[m_weightCount + 1] = offset + weights.size() == 2 ? last : 0.0F;
        m_weightCount += 2;
        ++run.length;
        return true;
    }

    LargeVector<PixelRun> m_runs; ///< more than are in use
    LargeVector<float> m_weights;
    std::vector<std::uint32_t> m_firstRun; ///< of each segment
    std::vector<std::uint32_t> m_firstWeight;
    std::size_t m_runCount = 0;
    std::size_t m_weightCount = 0;
    std::size_t m_next = 0;
    bool m_open = false;
};

/// Splits pixels in the order in which they are stored, parts of rows at a time where that is possible.
class StoredSplitter {
public:
    StoredSplitter(const Geometry& geometry, const PixelSplitter& splitter)
        : m_geometry(geometry), m_splitter(splitter), m_splitsRows(splitter.splitsRows()) {}

    /// Goes to a stored pixel. Returns how many pixels from there on are in the same part of a row.
    std::size_t goTo(std::size_t pixel) {
        const std::size_t cols = m_geometry.cols();
        const std::size_t storedRow = pixel / cols;
        const std::size_t storedCol = pixel % cols;
        const std::size_t row = m_geometry.reversesRows() ? m_geometry.rows() - 1 - storedRow : storedRow;
        m_col = m_geometry.reversesCols() ? cols - 1 - storedCol : storedCol;
        const std::size_t firstCol = m_col / detail::kRowPart * detail::kRowPart;
        if (m_splitsRows && (row != m_row || firstCol != m_firstCol)) m_splitter.splitRow(row, firstCol, m_part);
        m_row = row;
        m_firstCol = firstCol;
        return m_geometry.reversesCols() ? m_col - firstCol + 1 : std::min(firstCol + detail::kRowPart, cols) - m_col;
    }

    /// The weights of the k-th pixel from there on: visit(bin, weights) for every run of bins.
    template <class Visit>
    void visitWeights(std::size_t k, Visit&& visit) {
        const std::size_t col = m_geometry.reversesCols() ? m_col - k : m_col + k;
        const std::size_t i = col - m_firstCol;
        if (m_splitsRows && m_part.width[i] != detail::RowShares::kUnknown) {
            if (m_part.width[i] > 0)
                visit(static_cast<std::size_t>(m_part.first[i]), std::span(m_part.shares[i]).first(m_part.width[i]));
            return;
        }
        m_splitter.split(m_row, col, m_weights);
        for (const PixelWeights::Span& span : m_weights.spans)
            visit(std::size_t{span.bin},
                  std::span<const float>(m_weights.weights).subspan(span.firstWeight, span.width));
    }

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    const Geometry& m_geometry;
    const PixelSplitter& m_splitter;
    bool m_splitsRows;
    std::size_t m_row = kNone;
    std::size_t m_col = 0;
    std::size_t m_firstCol = kNone;
    detail::RowShares m_part;
    PixelWeights m_weights;
};

/// Builds the layers of a stretch of segments, stretch after stretch in the same memory.
class StretchBuilder {
public:
    void build(const Geometry& geometry, const PixelSplitter& splitter, bool mayPad, const Array<std::uint8_t, 2>& mask,
               std::size_t firstSegment, std::size_t lastSegment) {
        m_used = 0;
        m_firstSegment = firstSegment;
        StoredSplitter stored(geometry, splitter);
        const std::size_t pixels = geometry.rows() * geometry.cols();
        const std::uint8_t* const masked = mask.empty() ? nullptr : mask.data();
        for (std::size_t segment = firstSegment; segment < lastSegment; ++segment) {
            const std::size_t begin = segment * kSegmentPixels;
            const std::size_t end = std::min(begin + kSegmentPixels, pixels);
            for (LayerBuilder& layer : std::span(m_layers).first(m_used)) layer.beginSegment(begin);
            for (std::size_t first = begin, count = 0; first < end; first += count) {
                count = std::min(stored.goTo(first), end - first);
                for (std::size_t k = 0; k < count; ++k) {
                    if (masked != nullptr && masked[first + k] != 0) continue;
                    std::size_t layer = 0;
                    stored.visitWeights(k, [&](std::size_t bin, std::span<const float> weights) {
                        for (std::size_t done = 0; done < weights.size(); done += kMaxRunWidth, ++layer) {
                            if (layer == m_used) addLayer(segment);
                            const std::size_t width = std::min(kMaxRunWidth, weights.size() - done);
                            m_layers[layer].add(first + k, bin + done, weights.subspan(done, width), mayPad);
                        }
                    });
                }
            }
        }
    }

    [[nodiscard]] std::span<const LayerBuilder> layers() const noexcept { return std::span(m_layers).first(m_used); }

private:
    /// A layer that starts late gets empty segments before.
    void addLayer(std::size_t segment) {
        if (m_used == m_layers.size()) m_layers.emplace_back();
        LayerBuilder& layer = m_layers[m_used++];
        layer.restart();
        for (std::size_t earlier = m_firstSegment; earlier <= segment; ++earlier)
            layer.beginSegment(earlier * kSegmentPixels);
    }

    std::vector<LayerBuilder> m_layers; ///< more than are in use
    std::size_t m_used = 0;
    std::size_t m_firstSegment = 0;
};

/// Where in the whole a stretch's part of a layer begins.
struct Place {
    std::size_t run = 0;
    std::size_t weight = 0;
};

/// Appends the segments of a layer of neighbouring stretches to the whole and makes room for its runs and weights.
/// \param segments of each stretch, also where it has no such layer
/// \param rounds   how many times as much may come together
std::vector<Place> appendSegments(TableLayer& whole, std::size_t layer, std::span<const StretchBuilder> stretches,
                                  std::span<const std::size_t> segments, std::size_t rounds) {
    std::vector<Place> places;
    Place at{whole.runs.size(), whole.weights.size()};
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        places.push_back(at);
        const LayerBuilder* const part = layer < stretches[i].layers().size() ? &stretches[i].layers()[layer] : nullptr;
        for (std::size_t s = 0; s < segments[i]; ++s) {
            whole.firstRun.push_back(static_cast<std::uint32_t>(at.run + (part ? part->firstRun()[s] : 0)));
            whole.firstWeight.push_back(static_cast<std::uint32_t>(at.weight + (part ? part->firstWeight()[s] : 0)));
        }
        if (part != nullptr) at = {at.run + part->runs().size(), at.weight + part->weights().size()};
        if (std::max(at.run, at.weight) > std::numeric_limits<std::uint32_t>::max())
            throw JobError("the pixel table is too large", "npt", "use fewer bins");
    }
    // Room for all that is likely to come: a vector that grows by itself holds everything twice for a moment.
    if (whole.runs.empty()) whole.runs.reserve(at.run * rounds);
    if (whole.weights.empty()) whole.weights.reserve(at.weight * rounds);
    whole.runs.resize(at.run);
    whole.weights.resize(at.weight);
    return places;
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
    std::vector<StretchBuilder> builders(std::min(kTasksAtOnce, tasks));
    for (std::size_t begin = 0; begin < tasks; begin += kTasksAtOnce) {
        const std::span stretches = std::span(builders).first(std::min(kTasksAtOnce, tasks - begin));
        std::vector<std::size_t> segmentsOf;
        for (std::size_t i = 0; i < stretches.size(); ++i)
            segmentsOf.push_back(lastOf(begin + i) - (begin + i) * kTaskSegments);
        compute::parallelFor(stretches.size(), threads, [&](std::size_t i) {
            const std::size_t first = (begin + i) * kTaskSegments;
            stretches[i].build(geometry, splitter, mayPad, mask, first, first + segmentsOf[i]);
        });
        for (const StretchBuilder& stretch : stretches)
            while (table.layers.size() < stretch.layers().size()) {
                TableLayer& layer = table.layers.emplace_back();
                layer.firstRun.assign(begin * kTaskSegments, 0);
                layer.firstWeight.assign(begin * kTaskSegments, 0);
            }
        std::vector<std::vector<Place>> places;
        for (std::size_t l = 0; l < table.layers.size(); ++l)
            places.push_back(
                appendSegments(table.layers[l], l, stretches, segmentsOf, 2 * (tasks / builders.size() + 1)));
        // Neighbours by the same thread: pages and cache lines stay with it.
        constexpr std::size_t kNeighbours = 8;
        compute::parallelFor((stretches.size() + kNeighbours - 1) / kNeighbours, threads, [&](std::size_t group) {
            const std::size_t last = std::min((group + 1) * kNeighbours, stretches.size());
            for (std::size_t l = 0; l < table.layers.size(); ++l) {
                for (std::size_t i = group * kNeighbours; i < last; ++i) {
                    if (l >= stretches[i].layers().size()) continue;
                    const LayerBuilder& part = stretches[i].layers()[l];
                    std::ranges::copy(part.runs(), table.layers[l].runs.data() + places[l][i].run);
                    std::ranges::copy(part.weights(), table.layers[l].weights.data() + places[l][i].weight);
                }
            }
        });
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
