// SPDX-License-Identifier: GPL-3.0-or-later
//
// Difference map: Thibault, Dierolf, Bunk, Menzel & Pfeiffer 2009, Ultramicroscopy 109, 338.
//   ψ += r (Π_F(2 Π_O ψ − ψ) − Π_O ψ),  Π_O ψ = P O;  then O = Σ P* ψ / Σ |P|², P_k = Σ O* ψ_k / Σ |O|².
// ψ is kept at the DETECTOR: F[2PO − ψ] = 2 F[PO] − ψ̂, so that F[PO] is at hand for the figures of merit and an iteration
// takes two transforms a frame and mode, as any other engine's. Object and probe are updated together from the same ψ,
// with a little inertia (Marchesini et al. 2013). Memory: one ψ̂ a frame and mode (8 bytes a pixel); traffic a frame, in n²
// complex numbers a mode: ψ̂ read and written once, wave 6, sums as the PIE engines'.
#include "ptycho/engine.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ewald::ptycho {
namespace {

// Frames of a rank between two looks at the stop flag.
constexpr std::size_t kFramesPerCall = 32;

class DifferenceMap final : public Engine {
public:
    DifferenceMap(RankState& state, const StageSettings& settings)
        : m_relaxation(static_cast<float>(settings.dmRelaxation)), m_inertia(static_cast<float>(settings.dmRegularisation)),
          m_frames(state.localFrames()),
          m_waves(state.queue(), m_frames.size() * state.ops().storedWaveSize(state.model())) {
        std::iota(m_frames.begin(), m_frames.end(), 0);
    }

    std::optional<StepSums> iterate(RankState& state, const IterationContext& context) override {
        if (!m_started && !m_frames.empty()) {
            compute::FrameStep start = state.makeStep(m_frames, false, false);
            start.waves = m_waves.data();
            state.ops().exitWaves(start);
        }
        m_started = true;
        const Region region = state.wholeObject();
        state.clearSums(region, context.updateObject, context.updateProbe);
        StepSums sums;
        // Every rank asks as often as the one with most frames, or they would wait for each other.
        const auto ranks = static_cast<std::size_t>(state.communicator().size());
        const std::size_t most = (state.problem().frames + ranks - 1) / ranks;
        for (std::size_t first = 0; first < most; first += kFramesPerCall) {
            if (context.shouldLeave()) return std::nullopt;
            if (first >= m_frames.size()) continue;
            const std::size_t count = std::min(kFramesPerCall, m_frames.size() - first);
            compute::FrameStep step = state.makeStep(std::span<const int>(m_frames).subspan(first, count),
                                                     context.updateObject, context.updateProbe);
            step.update = compute::ExitUpdate::differenceMap;
            step.waves = m_waves.data();
            step.relaxation = m_relaxation;
            const StepSums part = state.ops().frameStep(step);
            sums.error += part.error;
            sums.intensity += part.intensity;
            sums.deviance += part.deviance;
            sums.valid += part.valid;
            sums.change += part.change;
        }
        state.reduce(region, context.updateObject, context.updateProbe);
        project(state, context, region);
        return sums;
    }

    /// ‖ψ_{j+1} − ψ_j‖² / ΣI, square root: the difference map's own error.
    [[nodiscard]] double loss(const StepSums& sums) const override {
        return sums.intensity > 0 ? std::sqrt(sums.change / sums.intensity) : 0;
    }
    /// ψ belongs to the modes as they are.
    [[nodiscard]] bool probeMayBeTransformed() const override { return false; }

private:
    void project(RankState& state, const IterationContext& context, Region region) {
        const auto& m = state.model();
        if (context.updateObject) {
            const float largest = state.ops().maximum(state.objectWeight.data(), m.objectCols, region);
            state.ops().overlapUpdate(state.object.data(), state.objectSum.data(), state.objectWeight.data(), 1,
                                      m.objectRows, m.objectCols, region, m_inertia * largest);
        }
        if (context.updateProbe) {
            const float largest = state.ops().maximum(state.probeWeight.data(), m.size, state.wholeProbe());
            state.ops().overlapUpdate(state.probe.data(), state.probeSum.data(), state.probeWeight.data(), m.modes, m.size,
                                      m.size, state.wholeProbe(), m_inertia * largest);
        }
    }

    float m_relaxation;
    float m_inertia;
    std::vector<int> m_frames;
    Buffer<Cf> m_waves;
    bool m_started = false;
};

} // namespace

std::unique_ptr<Engine> makeDifferenceMap(RankState& state, const StageSettings& settings) {
    return std::make_unique<DifferenceMap>(state, settings);
}

} // namespace ewald::ptycho
