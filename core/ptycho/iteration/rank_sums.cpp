// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/rank_sums.h"

#include <algorithm>

namespace ewald::ptycho {

using compute::SumTiles;

RankSums::RankSums(const Problem& problem, const compute::PtychoModel& model, const FieldSpace& fields,
                   compute::Queue& queue, compute::Communicator& communicator, PhaseClock& clock)
    : m_problem(problem), m_model(model), m_fields(fields), m_queue(queue), m_communicator(communicator),
      m_clock(clock) {}

void RankSums::place(std::size_t objectSize, std::size_t probeSize) {
    const auto pixels = static_cast<std::size_t>(m_model.size) * static_cast<std::size_t>(m_model.size);
    m_objectNumbers = 3 * objectSize + objectSize % 2; // complex numbers lie at even places
    m_numbers = m_objectNumbers + 2 * probeSize + pixels;
    // For reduceWithLargest().
    const std::size_t largest = m_fields.tiled() ? m_problem.layers() * m_problem.tiles.size() : 0;
    if (m_sums.size() < m_numbers + largest) m_sums = Buffer<double>(m_queue, m_numbers + largest);
    // A rank that found no room later would leave the others waiting.
    if (m_fields.tiled()) (void)packedMemory(mostShared());
    double* const first = m_sums.data();
    m_object = reinterpret_cast<Cd*>(first);
    m_objectWeight = first + 2 * objectSize;
    m_probe = reinterpret_cast<Cd*>(first + m_objectNumbers);
    m_probeWeight = first + m_objectNumbers + 2 * probeSize;
}

void RankSums::clear(Region region, bool withObject, bool withProbe) {
    if (withObject) {
        for (int layer = 0; layer < m_model.layers(); ++layer)
            ops().clear(m_object + m_model.beginOf(layer), m_model.objectCols, region);
        clearObjectWeight(region);
    }
    if (withProbe) {
        ops().clear(m_probe, m_model.size, {0, 0, m_model.size * m_model.modes, m_model.size});
        clearProbeWeight();
    }
}

void RankSums::clearObjectWeight(Region region) {
    for (int layer = 0; layer < m_model.layers(); ++layer)
        ops().clear(m_objectWeight + m_model.beginOf(layer), m_model.objectCols, region);
}

void RankSums::clearProbeWeight() { ops().clear(m_probeWeight, m_model.size, m_model.wholeProbe()); }

float RankSums::largestObjectWeight(const LocalBatch& part) {
    float largest = 0;
    for (int layer = 0; layer < m_model.layers(); ++layer)
        largest = std::max(largest, largestObjectWeight(part, layer));
    return largest;
}

float RankSums::largestObjectWeight(const LocalBatch& part, int layer) {
    double largest = ops().maximum(m_objectWeight + m_model.beginOf(layer), m_model.objectCols, part.region);
    if (!m_fields.tiled()) return static_cast<float>(m_fields.ofCopies(largest));
    m_communicator.allReduceMax(std::span<double>(&largest, 1));
    return static_cast<float>(largest);
}

float RankSums::largestProbeWeight() {
    return static_cast<float>(m_fields.ofCopies(ops().maximum(m_probeWeight, m_model.size, m_model.wholeProbe())));
}

void RankSums::reduce(const LocalBatch& part, bool withObject, bool withProbe) {
    if (m_communicator.size() > 1) {
        const PhaseScope communicating(m_clock, Phase::communication);
        if (m_fields.tiled() && withObject) exchangeHalos(part);
        reduceOverRanks(part, withObject && !m_fields.tiled(), withProbe);
    }
    if (withProbe) ops().finishProbeSum(m_model, m_probe);
}

std::vector<RankSums::Part> RankSums::objectParts(const Region& r) {
    std::vector<Part> parts;
    const int cols = m_model.objectCols;
    for (int layer = 0; layer < m_model.layers(); ++layer) {
        parts.push_back({reinterpret_cast<double*>(m_object + m_model.beginOf(layer)),
                         2 * cols,
                         {r.row, 2 * r.col, r.rows, 2 * r.cols}});
        parts.push_back({m_objectWeight + m_model.beginOf(layer), cols, r});
    }
    return parts;
}

void RankSums::reduceOverRanks(const LocalBatch& part, bool withObject, bool withProbe) {
    // Where they are as good as all there is, or none of the object, the arrays are summed where they lie.
    constexpr double kAll = 0.9;
    const bool dense = part.tiles.empty() && static_cast<double>(areaOf(part.region)) >=
                                                 kAll * static_cast<double>(areaOf(m_model.wholeObject()));
    if (!withObject || dense) {
        const std::size_t first = withObject ? 0 : m_objectNumbers, end = withProbe ? m_numbers : m_objectNumbers;
        if (end > first) m_communicator.allReduceSum(m_queue, m_sums.data() + first, end - first);
        return;
    }
    std::vector<Part> parts;
    SumTiles tiles;
    if (part.tiles.empty()) {
        parts = objectParts(part.region);
    } else {
        if (m_tiles.size() < part.tiles.size()) m_tiles = Buffer<unsigned>(m_queue, 2 * part.tiles.size());
        m_tiles.upload(part.tiles);
        const Region& r = part.region;
        tiles = {r.row, r.col, r.rows, r.cols, m_tiles.data(), static_cast<int>(part.tiles.size())};
    }
    if (withProbe) {
        const int n = m_model.size;
        parts.push_back({reinterpret_cast<double*>(m_probe), 2 * n, {0, 0, n * m_model.modes, 2 * n}});
        parts.push_back({m_probeWeight, n, m_model.wholeProbe()});
    }
    const std::size_t inTiles = static_cast<std::size_t>(tiles.count) * SumTiles::kNumbers; // of a layer
    const std::size_t inLayers = inTiles * static_cast<std::size_t>(m_model.layers());
    std::size_t size = inLayers;
    for (const Part& sums : parts) size += areaOf(sums.region);
    if (size == 0) return;
    // Everything that is summed lies together, so that one collective does it all. Batches touch more or fewer tiles.
    double* const packed = packedMemory(m_packed.size() < size && inTiles > 0 ? size + inLayers / 8 : size);
    for (int layer = 0; inTiles > 0 && layer < m_model.layers(); ++layer)
        ops().packSums(m_object + m_model.beginOf(layer), m_objectWeight + m_model.beginOf(layer), m_model.objectCols,
                       tiles, packed + static_cast<std::size_t>(layer) * inTiles);
    double* cursor = packed + inLayers;
    for (const Part& sums : parts) {
        ops().pack(sums.array, sums.cols, sums.region, cursor);
        cursor += areaOf(sums.region);
    }
    m_communicator.allReduceSum(m_queue, packed, size);
    for (int layer = 0; inTiles > 0 && layer < m_model.layers(); ++layer)
        ops().unpackSums(m_object + m_model.beginOf(layer), m_objectWeight + m_model.beginOf(layer), m_model.objectCols,
                         tiles, packed + static_cast<std::size_t>(layer) * inTiles);
    cursor = packed + inLayers;
    for (const Part& sums : parts) {
        ops().unpack(sums.array, sums.cols, sums.region, cursor);
        cursor += areaOf(sums.region);
    }
}

} // namespace ewald::ptycho
