// SPDX-License-Identifier: GPL-3.0-or-later
//
// RankSums: what ranks with overlapping tiles of the object tell each other, without a wait for the device.
#include "ptycho/iteration/rank_sums.h"

#include <algorithm>
#include <iterator>

namespace ewald::ptycho {

using compute::SumBoxes;

double* RankSums::packedMemory(std::size_t size) {
    if (m_packed.size() < size) {
        m_packed = {}; // first, so that both are never there at the same time
        m_packed = Buffer<double>(m_queue, size);
    }
    return m_packed.data();
}

std::size_t RankSums::mostShared() const {
    const auto me = static_cast<std::size_t>(m_communicator.rank());
    std::size_t pixels = 0;
    for (std::size_t other = 0; other < m_problem.tiles.size(); ++other)
        if (other != me) pixels += areaOf(intersection(m_problem.tiles[me], m_problem.tiles[other]));
    return 2 * m_problem.layers() * SumBoxes::kNumbers * pixels;
}

void RankSums::addToHalo(Halo& halo, int rank, const Region& r) const {
    if (isEmpty(r)) return;
    const std::size_t size = m_problem.layers() * SumBoxes::kNumbers * areaOf(r);
    halo.messages.push_back({rank, halo.size, size, r});
    halo.size += size;
}

std::vector<SumBoxes::Box> RankSums::boxesOf(const Halo& halo, int layer) const {
    std::vector<SumBoxes::Box> boxes;
    for (const Halo::Message& message : halo.messages) {
        const Region& r = message.region;
        const std::size_t ofLayer = SumBoxes::kNumbers * areaOf(r);
        const std::size_t first = message.first + static_cast<std::size_t>(layer) * ofLayer;
        boxes.push_back(
            {r.row + layer * m_model.objectRows, r.col, r.rows, r.cols, static_cast<std::ptrdiff_t>(first)});
    }
    return boxes;
}

void RankSums::exchangeHalos(const LocalBatch& part) {
    Halo out, in;
    const int me = m_communicator.rank();
    for (int other = 0; other < m_communicator.size(); ++other) {
        if (other == me) continue;
        addToHalo(out, other,
                  m_fields.local(intersection(part.touched[static_cast<std::size_t>(me)], m_fields.tileOf(other))));
        addToHalo(in, other, m_fields.local(part.touched[static_cast<std::size_t>(other)]));
    }
    double* const sent = packedMemory(out.size + in.size);
    double* const received = sent + out.size;
    std::vector<compute::DeviceOutgoing> send;
    std::vector<compute::DeviceIncoming> receive;
    for (const Halo::Message& message : out.messages)
        send.push_back({message.rank, sent + message.first, message.size});
    for (const Halo::Message& message : in.messages)
        receive.push_back({message.rank, received + message.first, message.size});
    std::vector<SumBoxes::Box> boxes;
    for (int layer = 0; layer < m_model.layers(); ++layer)
        std::ranges::copy(boxesOf(out, layer), std::back_inserter(boxes));
    ops().packBoxes(m_object, m_objectWeight, m_model.objectCols, boxes, sent);
    m_communicator.exchangeOnDevice(m_queue, send, receive);
    // A launch covers the rectangle around its boxes: not from layer to layer.
    for (int layer = 0; layer < m_model.layers(); ++layer)
        ops().addBoxes(m_object, m_objectWeight, m_model.objectCols, boxesOf(in, layer), received);
}

std::span<const double> RankSums::reduceWithLargest(const LocalBatch& part, bool withProbe) {
    const PhaseScope communicating(m_clock, Phase::communication);
    exchangeHalos(part);
    // Each rank's maxima have places of their own behind the probe's sums: they go with these.
    const auto ranks = static_cast<std::size_t>(m_communicator.size());
    const std::size_t count = m_problem.layers() * ranks;
    double* const largest = m_sums.data() + m_numbers;
    for (int layer = 0; layer < m_model.layers(); ++layer)
        ops().placeMaximum(m_objectWeight + m_model.beginOf(layer), m_model.objectCols, part.region,
                           largest + static_cast<std::size_t>(layer) * ranks, m_communicator.size(),
                           m_communicator.rank());
    const std::size_t first = withProbe ? m_objectNumbers : m_numbers;
    m_communicator.allReduceSum(m_queue, m_sums.data() + first, m_numbers + count - first);
    if (withProbe) ops().finishProbeSum(m_model, m_probe);
    return {largest, count};
}

} // namespace ewald::ptycho
