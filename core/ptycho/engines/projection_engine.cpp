// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/projection_engine.h"

#include "base/phrase.h"
#include "base/translate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ewald::ptycho {
namespace {

constexpr const char* kExitWaves = "exit_waves";

class ProjectionEngine final : public Engine {
public:
    ProjectionEngine(EngineContext& state, const StageSettings& settings, ProjectionRuleOf ruleOf)
        : m_ruleOf(ruleOf), m_frames(state.frames().count()),
          m_kept(keep({.key = "detector_wave_norm", .count = 1}).declare(state, keptWaves())),
          m_detectorWaves(m_kept.waves(kDetectorWaves)), m_exitWaves(m_kept.waves(kExitWaves)) {
        std::iota(m_frames.begin(), m_frames.end(), 0);
        change(state, settings);
    }

    /// The waves stay.
    void change(EngineContext&, const StageSettings& settings) override {
        m_rule = m_ruleOf(settings);
        m_rule.softness = static_cast<float>(settings.value("projection_softness"));
        m_inertia = static_cast<float>(settings.value("dm_regularisation"));
        m_factor = 1;
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        const WaveNorms norms = state.waveNorms(state.problem().frames);
        const bool begins = m_kept.numbers.empty();
        const double norm = largestAfter(norms, begins ? norms.modelled : m_kept.numbers.front());
        m_kept.numbers = {norm};
        state.chooseGrids(norms, norm);
        const PhaseScope allFrames(state.clock(), Phase::frames);
        if (begins)
            forFrames(state, context, [&](std::span<const int> frames) {
                state.ops().detectorWaves(makeStep(state, frames, false, false, false));
                transfer(state, [&] { m_detectorWaves.store(frames); });
            });
        const LocalBatch all = state.everything();
        state.sums().clear(all.region, true, false);
        forFrames(state, context, [&](std::span<const int> frames) {
            transfer(state, [&] { m_detectorWaves.load(frames); });
            state.ops().frameStep(makeStep(state, frames, true, false, true));
            transfer(state, [&] {
                m_detectorWaves.store(frames);
                m_exitWaves.store(frames);
            });
        });
        state.sums().reduce(all, true, false);
        if (context.updateObject) updateObject(state, all);
        if (!context.updateProbe) return state.ops().takeSums();
        state.sums().clear(all.region, false, true);
        if (state.scalesEachBatch()) state.chooseGrids(state.waveNorms(state.problem().frames), norm);
        forFrames(state, context, [&](std::span<const int> frames) {
            transfer(state, [&] { m_exitWaves.load(frames); });
            state.ops().probeSums(makeStep(state, frames, false, true, false));
        });
        state.sums().reduce(all, false, true);
        updateProbe(state);
        return state.ops().takeSums();
    }

    /// √(Σ|ψ_{j+1} − ψ_j|² / ΣI): the own error of these engines.
    [[nodiscard]] double loss(const StepSums& sums) const override {
        return sums.intensity > 0 ? std::sqrt(sums.change / sums.intensity) : 0;
    }
    [[nodiscard]] GuardRule guardRule() const override { return GuardRule::runaway; }
    void restart(EngineContext& state, double factor) override {
        m_factor = static_cast<float>(factor);
        m_kept.forget(state);
    }
    /// ψ belongs to the modes as they are.
    [[nodiscard]] bool probeMayBeTransformed() const override { return false; }
    [[nodiscard]] bool findsPositions() const override { return false; }

private:
    [[nodiscard]] ProjectionRule rule() const {
        ProjectionRule shortened = m_rule;
        shortened.keep *= m_factor, shortened.step *= m_factor;
        return shortened;
    }

    /// What Σ‖ψ‖ of all frames becomes, at most. |Π_F| of a pixel is √I, or what is projected where the pixel is
    /// masked, or between both.
    [[nodiscard]] double largestAfter(const WaveNorms& norms, double norm) const {
        const ProjectionRule r = rule();
        const double stored = std::max(std::abs(1.0F + r.keep), std::abs(1.0F + r.keep + r.step * r.reflectStored));
        const double modelled =
            std::max(std::abs(r.step * r.model), std::abs(r.step * r.model + r.step * r.reflectModel));
        return stored * norm + modelled * norms.modelled + static_cast<double>(r.step) * norms.measured;
    }

    /// `body` for pieces of this rank's frames. Every rank looks at the requests of the user as often as the one with
    /// most frames, or they would wait for each other.
    template <class Body>
    void forFrames(EngineContext& state, const IterationContext& context, Body&& body) {
        std::size_t most = 0;
        for (const auto& frames : state.problem().partition.framesOf) most = std::max(most, frames.size());
        const std::size_t atOnce = state.frames().ofCall();
        for (std::size_t first = 0; first < most; first += atOnce) {
            (void)context.shouldLeave(); // half of the waves would be those of the next iteration
            if (first < m_frames.size())
                body(std::span<const int>(m_frames).subspan(first, std::min(atOnce, m_frames.size() - first)));
        }
    }

    template <class Copy>
    static void transfer(EngineContext& state, Copy&& copy) {
        if (!state.frames().streams()) return copy();
        const PhaseScope transferring(state.clock(), Phase::transfer);
        copy();
    }

    compute::FrameStep makeStep(EngineContext& state, std::span<const int> frames, bool object, bool probe,
                                bool collecting) {
        compute::FrameStep step = state.makeStep(frames, object, probe, collecting);
        step.update = compute::ExitUpdate::projections;
        step.waves = m_detectorWaves.data();
        step.exitWaves = m_exitWaves.of(frames);
        step.projection = rule();
        return step;
    }

    void updateObject(EngineContext& state, const LocalBatch& all) {
        const PhaseScope updating(state.clock(), Phase::update);
        const auto& m = state.model();
        const float largest = state.sums().largestObjectWeight(all);
        state.ops().overlapUpdate(state.object.data(), state.sums().object(), state.sums().objectWeight(), 1,
                                  m.objectRows, m.objectCols, all.region, m_inertia * largest);
    }

    void updateProbe(EngineContext& state) {
        const PhaseScope updating(state.clock(), Phase::update);
        const auto& m = state.model();
        const float largest = state.sums().largestProbeWeight();
        if (m.interpolation == compute::Interpolation::fourierShift) { // the sum is of a change: PtychoOps::probeSums()
            const float part = 1 / (1 + m_inertia);
            state.ops().pieUpdate(state.probe.data(), state.sums().probe(), state.sums().probeWeight(), m.modes, m.size,
                                  m.size, m.wholeProbe(), largest, {m_inertia * part, part});
            return;
        }
        state.ops().overlapUpdate(state.probe.data(), state.sums().probe(), state.sums().probeWeight(), m.modes, m.size,
                                  m.size, m.wholeProbe(), m_inertia * largest);
    }

    ProjectionRuleOf m_ruleOf;
    ProjectionRule m_rule;
    float m_factor = 1;
    float m_inertia = 0;
    std::vector<int> m_frames;
    KeptFields& m_kept;          ///< Σ‖ψ‖ of all frames, at most; waves. No past: they are not there yet
    FrameWaves& m_detectorWaves; ///< ψ̂
    FrameWaves& m_exitWaves;     ///< ψ at the sample, made of ψ̂ anew in each iteration
};

} // namespace

std::string refuseVariableProbe(const StageSettings& settings) {
    if (settings.variableProbeModes == 0) return "";
    return phrase("%1 has one probe for all frames: set variable_probe_modes to 0, or take an engine of gradients",
                  settings.engine().name);
}

std::vector<EngineParameter> projectionParameters(double softness) {
    return {{.key = "dm_regularisation",
             .defaultValue = 0.01,
             .minimum = 1e-6,
             .maximum = 1,
             .advanced = true,
             .label = QT_TRANSLATE_NOOP("Parameters", "Overlap inertia"),
             .help = QT_TRANSLATE_NOOP("Parameters", "Weight of the previous object and probe in the overlap fit, as a "
                                                     "fraction of the largest overlap. Larger calms badly lit edges.")},
            {.key = "projection_softness",
             .defaultValue = softness,
             .minimum = 0,
             .maximum = 0.9,
             .advanced = true,
             .label = QT_TRANSLATE_NOOP("Parameters", "Softness"),
             .help = QT_TRANSLATE_NOOP("Parameters",
                                       "How much of the difference to the measured amplitudes a projection leaves: 0 "
                                       "leaves none and follows the noise; 0.1 to 0.3 calms noisy data.")}};
}

std::vector<KeptField> keptWaves() {
    return {{.name = kDetectorWaves, .like = KeptLike::detectorWaves, .use = KeptField::Use::saved},
            {.name = kExitWaves, .like = KeptLike::exitWaves}};
}

double keptWavesPerFrame() {
    return static_cast<double>(countOf(keptWaves(), {KeptLike::detectorWaves, KeptLike::exitWaves}));
}

std::unique_ptr<Engine> makeProjectionEngine(EngineContext& state, const StageSettings& settings,
                                             ProjectionRuleOf ruleOf) {
    state.useExactShift(true);
    return std::make_unique<ProjectionEngine>(state, settings, ruleOf);
}

} // namespace ewald::ptycho
