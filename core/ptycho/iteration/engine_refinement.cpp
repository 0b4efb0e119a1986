// SPDX-License-Identifier: GPL-3.0-or-later
//
// EngineContext: what is refined beside object and probe, from what steps collect on their way.
#include "ptycho/iteration/engine_context.h"
#include "ptycho/model/detector_state.h"
#include "ptycho/model/object_map.h"

#include <algorithm>
#include <utility>

namespace ewald::ptycho {

double EngineContext::positionRoom() const {
    // The window reaches one pixel beyond a position that is cut off, the derivative two more.
    constexpr double kReach = 1 + kernels::kDerivativeReach;
    return std::max(0.0, static_cast<double>(tiled() ? m_problem.tileRoom : m_problem.objectRoom) - kReach);
}

void EngineContext::collect(Collected wanted) {
    m_positions.collect(wanted.positions);
    m_background.collect(wanted.background);
    m_beam.collect(wanted.beam);
    m_spread.collect(wanted.pointSpread);
    m_variable.collect(wanted.variable);
    if (wanted.variable) chooseVariableGrids();
}

void EngineContext::passToCollect() { (void)evaluate(); }

bool EngineContext::movePositions(PositionRule rule) {
    rule.limit_px = std::min(positionRoom(), rule.limit_px);
    rule.window_px = m_model.size;
    const std::optional<ObjectMap> map = m_positions.refine(rule);
    if (!map) return false;
    const Array<Complex, 2> whole = wholeObject(object);
    m_fields.scatter(object, (whole.empty() ? whole : moved(whole, *map)).span());
    return true;
}

void EngineContext::refineDetector() {
    m_background.refine(firstDetectorRow());
    m_beam.refine(m_refinement.positions.now);
    if (m_spread.collects()) setPointSpread(m_spread.refined(pointSpread_px()));
    collect({});
}

void EngineContext::setDetector(DetectorState state) {
    m_background.set(std::move(state.background));
    m_beam.set(std::move(state.beam));
    setPointSpread(state.pointSpread_px);
}

double EngineContext::pointSpread_px() const {
    const double fitted = m_refinement.detector.pointSpread_px;
    return fitted > 0 ? fitted : m_problem.pointSpread_px;
}

void EngineContext::setPointSpread(double sigma_px) {
    const bool same = !m_pointSpread.empty() && sigma_px == m_refinement.detector.pointSpread_px;
    m_refinement.detector.pointSpread_px = sigma_px;
    if (same || !(pointSpread_px() > 0)) return;
    const std::vector<float> weights = pointSpreadWeights(pointSpread_px());
    if (m_pointSpread.empty()) m_pointSpread = Buffer<float>(m_queue, pointSpreadWeights(kWidestPointSpread_px).size());
    std::vector<float> room(m_pointSpread.size());
    std::ranges::copy(weights, room.begin());
    m_pointSpread.upload(room);
    const int side = m_model.detectorSize();
    m_model.pointSpread = {m_pointSpread.data(), static_cast<int>(weights.size()) - 1,
                           m_model.transfer ? 0 : side - side / 2};
}

std::size_t EngineContext::firstDetectorRow() const {
    return m_model.transfer ? 0 : m_problem.geometry.frameSize() / 2;
}

Array<float, 2> EngineContext::backgroundPattern() const {
    if (m_refinement.detector.background.empty()) return {};
    const std::size_t n = m_problem.geometry.frameSize();
    Array<float, 2> pattern({n, n});
    rollFrame(std::as_bytes(std::span(m_refinement.detector.background)), std::as_writable_bytes(pattern.span()), n,
              firstDetectorRow(), sizeof(float));
    return pattern;
}

void EngineContext::beginVariableProbe(std::size_t modes, unsigned long long seed) {
    VariableProbe state = m_refinement.variable;
    const auto n = static_cast<std::size_t>(m_model.size);
    beginVariableModes(state, modes, m_problem.frames, n, seed);
    if (state.count() != m_refinement.variable.count()) setVariableProbe(std::move(state));
}

void EngineContext::refineVariableProbe(const VariableProbeRule& rule) {
    Array<Complex, 3> all = agreedProbe();
    m_variable.refine(all.slab(0), m_refinement.positions.now, rule);
    uploadProbe(all);
}

void EngineContext::setRefinement(Refinement refinement) {
    setPositions(std::move(refinement.positions));
    setDetector(std::move(refinement.detector));
    setVariableProbe(std::move(refinement.variable));
}

} // namespace ewald::ptycho
