// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/projection_engine.h"

#include "base/phrase.h"
#include "base/translate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ewald::ptycho {
namespace {

constexpr const char* kNorm = "detector_wave_norm";

/// Waves of all frames of a rank: on the device, or in the computer's memory with room for those of a call on the
/// device.
class StoredWaves {
public:
    /// \param atOnce frames of a call; 0: all frames are on the device
    StoredWaves(compute::Queue& queue, std::size_t frames, std::size_t atOnce, std::size_t waveSize)
        : m_device(queue, (atOnce > 0 ? std::min(atOnce, frames) : frames) * waveSize), m_waveSize(waveSize) {
        if (atOnce > 0) m_kept.resize(frames * waveSize);
    }
    [[nodiscard]] Cf* data() { return m_device.data(); }
    /// Where those of consecutive frames are.
    [[nodiscard]] Cf* of(std::span<const int> frames) {
        return m_kept.empty() ? m_device.data() + static_cast<std::size_t>(frames.front()) * m_waveSize
                              : m_device.data();
    }
    /// The waves of one frame on the device: to be read, or to be written and then stored.
    [[nodiscard]] Cf* onDevice(int frame) {
        if (m_kept.empty()) return m_device.data() + static_cast<std::size_t>(frame) * m_waveSize;
        load(std::span(&frame, 1));
        return m_device.data();
    }
    /// Brings the waves of consecutive frames to the device, or from there; nothing where they stay.
    void load(std::span<const int> frames) {
        if (!m_kept.empty()) m_device.upload(part(frames));
    }
    void store(std::span<const int> frames) {
        if (!m_kept.empty()) m_device.download(part(frames));
    }

private:
    [[nodiscard]] std::span<Cf> part(std::span<const int> frames) {
        return std::span(m_kept).subspan(static_cast<std::size_t>(frames.front()) * m_waveSize,
                                         frames.size() * m_waveSize);
    }

    Buffer<Cf> m_device;
    std::size_t m_waveSize;
    std::vector<Cf> m_kept;
};

class ProjectionEngine final : public Engine {
public:
    ProjectionEngine(EngineContext& state, const StageSettings& settings, ProjectionRuleOf ruleOf)
        : m_ruleOf(ruleOf), m_frames(state.frames().count()),
          m_detectorWaves(state.queue(), m_frames.size(), state.frames().streams() ? framesPerCall(state) : 0,
                          state.ops().storedWaveSize(state.model())),
          m_exitWaves(state.queue(), m_frames.size(), state.frames().streams() ? framesPerCall(state) : 0,
                      plainSize(state)) {
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
        if (!m_started) m_norm = norms.modelled;
        m_norm = largestAfter(norms);
        state.chooseGrids(norms, m_norm);
        const PhaseScope allFrames(state.clock(), Phase::frames);
        if (!m_started)
            forFrames(state, context, [&](std::span<const int> frames) {
                state.ops().detectorWaves(makeStep(state, frames, false, false, false));
                transfer(state, [&] { m_detectorWaves.store(frames); });
            });
        m_started = true;
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
        if (state.scalesEachBatch()) state.chooseGrids(state.waveNorms(state.problem().frames), m_norm);
        forFrames(state, context, [&](std::span<const int> frames) {
            transfer(state, [&] { m_exitWaves.load(frames); });
            state.ops().probeSums(makeStep(state, frames, false, true, false));
        });
        state.sums().reduce(all, false, true);
        updateProbe(state);
        return state.ops().takeSums();
    }

    /// ψ̂ of all frames; ψ at the sample is made of it anew in each iteration.
    void save(EngineContext& state, SavedState& saved, bool waves) const override {
        if (!m_started || !waves) return;
        Buffer<Cf> plain(state.queue(), plainSize(state));
        saved.numbers[kNorm] = {m_norm};
        saved.arrays[kDetectorWaves] = state.gatherFrames(plain.size(), [&](int frame, std::span<Complex> out) {
            state.ops().packWaves(state.model(), m_detectorWaves.onDevice(frame), plain.data());
            plain.download({reinterpret_cast<Cf*>(out.data()), out.size()});
        });
    }

    bool restore(EngineContext& state, const SavedState& saved) override {
        const auto* waves = saved.array(kDetectorWaves);
        const std::size_t size = plainSize(state);
        m_norm = saved.number(kNorm, 0);
        if (m_norm <= 0 || !waves || waves->size() != state.problem().frames * size) return false;
        Buffer<Cf> plain(state.queue(), size);
        for (const int frame : m_frames) {
            const std::size_t first = state.frames().numberOf(frame) * size;
            plain.upload({reinterpret_cast<const Cf*>(waves->data()) + first, size});
            state.ops().unpackWaves(state.model(), plain.data(), m_detectorWaves.onDevice(frame));
            m_detectorWaves.store(std::span(&frame, 1));
        }
        m_started = true;
        return true;
    }

    /// √(Σ|ψ_{j+1} − ψ_j|² / ΣI): the own error of these engines.
    [[nodiscard]] double loss(const StepSums& sums) const override {
        return sums.intensity > 0 ? std::sqrt(sums.change / sums.intensity) : 0;
    }
    [[nodiscard]] GuardRule guardRule() const override { return GuardRule::runaway; }
    void restart(EngineContext&, double factor) override {
        m_factor = static_cast<float>(factor);
        m_started = false;
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

    /// What m_norm becomes. |Π_F| of a pixel is √I, or what is projected where the pixel is masked, or between both.
    [[nodiscard]] double largestAfter(const WaveNorms& norms) const {
        const ProjectionRule r = rule();
        const double stored = std::max(std::abs(1.0F + r.keep), std::abs(1.0F + r.keep + r.step * r.reflectStored));
        const double modelled =
            std::max(std::abs(r.step * r.model), std::abs(r.step * r.model + r.step * r.reflectModel));
        return stored * m_norm + modelled * norms.modelled + static_cast<double>(r.step) * norms.measured;
    }

    /// The same limit on every rank, so that all look at the flag equally often.
    static std::size_t framesPerCall(const EngineContext& state) {
        const std::size_t limit = state.problem().framesAtOnce;
        return limit > 0 ? std::min(limit, kFramesPerCall) : kFramesPerCall;
    }

    static std::size_t plainSize(const EngineContext& state) {
        const auto n = static_cast<std::size_t>(state.model().size);
        return static_cast<std::size_t>(state.model().modes) * n * n;
    }

    /// `body` for pieces of this rank's frames. Every rank looks at the requests of the user as often as the one with
    /// most frames, or they would wait for each other.
    template <class Body>
    void forFrames(EngineContext& state, const IterationContext& context, Body&& body) {
        std::size_t most = 0;
        for (const auto& frames : state.problem().partition.framesOf) most = std::max(most, frames.size());
        const std::size_t atOnce = framesPerCall(state);
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
    mutable StoredWaves m_detectorWaves; // saving may bring a part of them to the device
    StoredWaves m_exitWaves;
    bool m_started = false;
    double m_norm = 0; ///< Σ‖ψ‖ of all frames, at most
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

std::unique_ptr<Engine> makeProjectionEngine(EngineContext& state, const StageSettings& settings,
                                             ProjectionRuleOf ruleOf) {
    state.useExactShift(true);
    return std::make_unique<ProjectionEngine>(state, settings, ruleOf);
}

} // namespace ewald::ptycho
