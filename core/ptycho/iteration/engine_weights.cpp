// SPDX-License-Identifier: GPL-3.0-or-later
//
// EngineContext: sums and weights of the object, layer by layer.
#include "ptycho/iteration/engine_context.h"

#include <algorithm>

namespace ewald::ptycho {

void EngineContext::clearObjectWeight(Region region) {
    for (int layer = 0; layer < m_model.layers(); ++layer)
        ops().clear(objectWeight.data() + beginOf(layer), m_model.objectCols, region);
}

void EngineContext::clearSums(Region region, bool withObject, bool withProbe) {
    if (withObject) {
        for (int layer = 0; layer < m_model.layers(); ++layer)
            ops().clear(objectSum.data() + beginOf(layer), m_model.objectCols, region);
        clearObjectWeight(region);
    }
    if (withProbe) {
        ops().clear(probeSum.data(), m_model.size, {0, 0, m_model.size * m_model.modes, m_model.size});
        ops().clear(probeWeight.data(), m_model.size, wholeProbe());
    }
}

float EngineContext::largestObjectWeight(const LocalBatch& part) {
    float largest = 0;
    for (int layer = 0; layer < m_model.layers(); ++layer)
        largest = std::max(largest, largestObjectWeight(part, layer));
    return largest;
}

float EngineContext::largestObjectWeight(const LocalBatch& part, int layer) {
    double largest = ops().maximum(objectWeight.data() + beginOf(layer), m_model.objectCols, part.region);
    if (tiled()) m_communicator.allReduceMax(std::span<double>(&largest, 1));
    return static_cast<float>(largest);
}

float EngineContext::windowWeights(Buffer<double>& total) {
    const LocalBatch all = m_feed.everything();
    chooseGrids(m_problem.frames);
    clearSums(all.region, true, false);
    compute::FrameStep step = makeUnmeasuredStep(all.frames);
    step.objectWeight = objectWeight.data();
    ops().windowWeights(step);
    if (m_communicator.size() > 1) {
        const PhaseScope communicating(m_clock, Phase::communication);
        if (tiled())
            exchangeHalos(all);
        else
            reduceOverRanks(all, true, false);
    }
    const float largest = largestObjectWeight(all);
    ops().pack(objectWeight.data(), m_model.objectCols, m_fields.all(Unknown::object), total.data());
    clearObjectWeight(all.region);
    return largest;
}

} // namespace ewald::ptycho
