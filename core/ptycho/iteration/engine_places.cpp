// SPDX-License-Identifier: GPL-3.0-or-later
//
// EngineContext: where the waves of frames lie in the object, and how far probes go to a tilted sample.
#include "base/error.h"
#include "ptycho/iteration/engine_context.h"

#include <algorithm>

namespace ewald::ptycho {

void EngineContext::beginPropagation() {
    const Problem& p = m_problem;
    if (!p.geometry.tilt || p.propagations_m.size() != p.frames || p.slices > 1 ||
        p.geometry.propagation == Propagation::nearField)
        throw InternalError("probes that go to a sample that is not tilted");
    if (m_model.interpolation != compute::Interpolation::fourierShift)
        throw InternalError("probes go to a tilted sample with exact shifts only");
    m_turns = Buffer<float>(
        m_queue, std::span<const float>(turnsPerMetre(*p.geometry.tilt, p.geometry.wavelength_m, p.geometry.size)));
}

void EngineContext::addPlaces(std::size_t frame, std::vector<FramePlace>& places, std::vector<float>& distances) const {
    for (int mode = 0; mode < m_model.objectModes; ++mode)
        for (std::size_t point = 0; point < m_problem.flyPoints; ++point) {
            const PixelPosition position = positionOf(frame, point);
            places.push_back(placeHere(position));
            places.back().row += mode * m_model.objectRows;
            if (!m_turns.empty()) distances.push_back(static_cast<float>(m_problem.propagation_m(frame, position)));
        }
}

void EngineContext::makePlaces() {
    m_places.clear();
    m_distances.clear();
    const auto& mine = m_problem.partition.framesOf[static_cast<std::size_t>(m_communicator.rank())];
    for (const std::size_t frame : mine) addPlaces(frame, m_places, m_distances);
    if (m_distances.empty()) return;
    if (m_deviceDistances.empty()) m_deviceDistances = Buffer<float>(m_queue, m_distances.size());
    m_deviceDistances.upload(m_distances);
    if (m_problem.streamed && m_stepDistances.empty())
        m_stepDistances = Buffer<float>(m_queue, m_problem.placesOfFrame() * std::max<std::size_t>(1, framesAtOnce()));
}

} // namespace ewald::ptycho
