// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/operations/integrate_ops.h"

#include "base/error.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ewald::compute {
namespace {

using kernels::kRunsPerSlice;
using kernels::kWeightsPerRun;

/// Runs added by one thread: bins near the edge of a detector have thousands.
constexpr std::size_t kRunsAChunk = 64;

template <class T>
Buffer<T> uploaded(Queue& queue, const std::vector<T>& host) {
    return Buffer<T>(queue, std::span<const T>(host));
}

} // namespace

BlockTable::BlockTable(std::size_t pixels, std::size_t bins, std::size_t blockPixels, bool weighted)
    : m_pixels(pixels), m_bins(bins), m_blockPixels(blockPixels), m_weighted(weighted), m_usedBits(pixels / 32 + 1) {
    if (blockPixels == 0 || blockPixels % 8 != 0 || blockPixels > std::numeric_limits<std::uint16_t>::max())
        throw InternalError("a table for blocks of " + std::to_string(blockPixels) + " pixels");
}

void BlockTable::add(std::size_t block, std::span<const PixelWeight> weights) {
    if (weights.empty()) return;
    struct Run {
        std::size_t first;
        std::size_t length;
    };
    std::vector<Run> runs;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (i == 0 || weights[i].bin != weights[i - 1].bin || runs.back().length == kWeightsPerRun)
            runs.push_back({i, 0});
        ++runs.back().length;
    }
    // Neighbouring lanes have runs of similar length.
    std::ranges::stable_sort(runs, std::ranges::greater{}, &Run::length);
    const std::size_t firstPixel = std::min(block * m_blockPixels, m_pixels / 8 * 8);
    for (std::size_t first = 0; first < runs.size(); first += kRunsPerSlice) {
        const std::span<const Run> slice =
            std::span(runs).subspan(first, std::min<std::size_t>(kRunsPerSlice, runs.size() - first));
        const std::size_t base = m_pixel.size();
        m_sliceWeight.push_back(static_cast<std::uint32_t>(base));
        m_pixel.resize(base + slice.front().length * kRunsPerSlice, 0);
        if (m_weighted) m_weight.resize(m_pixel.size(), 0);
        for (std::size_t r = 0; r < kRunsPerSlice; ++r) {
            const Run run = r < slice.size() ? slice[r] : Run{0, 0};
            m_runLength.push_back(static_cast<std::uint8_t>(run.length));
            m_binOfRun.push_back(run.length > 0 ? weights[run.first].bin : 0);
            for (std::size_t i = 0; i < run.length; ++i) {
                const PixelWeight& entry = weights[run.first + i];
                m_pixel[base + i * kRunsPerSlice + r] = entry.pixel;
                if (m_weighted) m_weight[base + i * kRunsPerSlice + r] = entry.weight;
                const std::size_t pixel = firstPixel + entry.pixel;
                m_usedBits[pixel / 32] |= 1U << (pixel % 32);
            }
        }
    }
    m_usedBlock.push_back(static_cast<std::uint32_t>(block));
    m_firstSlice.push_back(static_cast<std::uint32_t>(m_sliceWeight.size()));
}

void BlockTable::finish() {
    if (std::max(m_pixel.size(), m_runLength.size()) > std::numeric_limits<std::uint32_t>::max())
        throw JobError("the pixel table is too large", "npt", "use fewer bins");
    // The runs of each bin, in the order of the pixels.
    std::vector<std::size_t> first(m_bins + 1, 0);
    for (std::size_t run = 0; run < m_runLength.size(); ++run)
        if (m_runLength[run] > 0) ++first[m_binOfRun[run] + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    m_run.resize(first.back());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (std::size_t run = 0; run < m_runLength.size(); ++run)
        if (m_runLength[run] > 0) m_run[next[m_binOfRun[run]]++] = static_cast<std::uint32_t>(run);
    m_firstChunk.assign(1, 0);
    m_firstRun.assign(1, 0);
    for (std::size_t bin = 0; bin < m_bins; ++bin) {
        for (std::size_t run = first[bin]; run < first[bin + 1]; run += kRunsAChunk)
            m_firstRun.push_back(static_cast<std::uint32_t>(std::min(run + kRunsAChunk, first[bin + 1])));
        m_firstChunk.push_back(static_cast<std::uint32_t>(m_firstRun.size() - 1));
    }
    m_binOfRun = {};
}

std::size_t BlockTable::bytes() const noexcept {
    const auto sizeOf = [](const auto& array) { return array.size() * sizeof(array[0]); };
    return sizeOf(m_usedBlock) + sizeOf(m_firstSlice) + sizeOf(m_sliceWeight) + sizeOf(m_runLength) + sizeOf(m_pixel) +
           sizeOf(m_weight) + sizeOf(m_usedBits) + sizeOf(m_firstRun) + sizeOf(m_run) + sizeOf(m_firstChunk);
}

DeviceTable::DeviceTable(Queue& queue, const BlockTable& t)
    : m_usedBlock(uploaded(queue, t.m_usedBlock)), m_firstSlice(uploaded(queue, t.m_firstSlice)),
      m_sliceWeight(uploaded(queue, t.m_sliceWeight)), m_usedBits(uploaded(queue, t.m_usedBits)),
      m_firstRun(uploaded(queue, t.m_firstRun)), m_run(uploaded(queue, t.m_run)),
      m_firstChunk(uploaded(queue, t.m_firstChunk)), m_runLength(uploaded(queue, t.m_runLength)),
      m_pixel(uploaded(queue, t.m_pixel)), m_weight(uploaded(queue, t.m_weight)) {
    const auto count = [](std::size_t value) { return static_cast<std::uint32_t>(value); };
    m_weights.pixels = count(t.m_pixels);
    m_weights.bins = count(t.m_bins);
    m_weights.blockPixels = count(t.m_blockPixels);
    m_weights.blocks = count(t.blocks());
    m_weights.usedBlocks = count(t.m_usedBlock.size());
    m_weights.usedBlock = m_usedBlock.data();
    m_weights.firstSlice = m_firstSlice.data();
    m_weights.sliceWeight = m_sliceWeight.data();
    m_weights.runLength = m_runLength.data();
    m_weights.pixel = m_pixel.data();
    m_weights.weight = t.m_weighted ? m_weight.data() : nullptr;
    m_weights.usedBits = m_usedBits.data();
    m_weights.chunks = count(t.chunks());
    m_weights.firstRun = m_firstRun.data();
    m_weights.run = m_run.data();
    m_weights.firstChunk = m_firstChunk.data();
    queue.synchronize(); // other queues of the device use the table without waiting for this one
}

std::size_t IntegrateOps::bytesOfFrame(const BlockTable& table, bool variance) noexcept {
    const std::size_t sums = variance ? 2 : 1;
    return sums * (table.runs() * sizeof(float) + (table.chunks() + kSlots * table.bins()) * sizeof(double)) +
           kSlots * outlierCapacity(1, table.pixels()) * sizeof(Outlier);
}

} // namespace ewald::compute
