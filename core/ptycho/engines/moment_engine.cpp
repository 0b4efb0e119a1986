// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/moment_engine.h"

#include "base/translate.h"
#include "ptycho/engines/descent/line_step.h"
#include "ptycho/engines/pie_engine.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::ptycho {
namespace {

using compute::Loss;
using compute::MomentRule;

constexpr double kFloor = 1e-8; ///< ε

/// Of object and probe.
struct MomentNames {
    const char* first;
    const char* squares;
    std::size_t updates; ///< place of the number of those that they have seen
};
constexpr MomentNames kObject{"object_moment", "object_squares", 0};
constexpr MomentNames kProbe{"probe_moment", "probe_squares", 1};

class MomentEngine final : public Engine {
public:
    MomentEngine(EngineContext& state, const StageSettings& settings, MomentMethod method)
        : m_method(method), m_decay(keep(StepDecay::kept())),
          m_moments(keep({.key = "moments", .count = 2, .first = {0, 0}}).declare(state, keptMoments(method))) {
        take(settings);
        m_loss = lossOf(settings);
    }

    /// The moments stay, unless they are of another loss.
    void change(EngineContext& state, const StageSettings& settings) override {
        take(settings);
        if (m_loss != lossOf(settings)) m_moments.forget(state);
        m_loss = lossOf(settings);
        m_factor = 1;
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        state.chooseGrids(m_batchSize, m_loss);
        const double peak = state.fields().peak(state.probe);
        const double power = state.fields().power(state.probe, peak);
        const double objectScale = power > 0 ? std::sqrt(state.problem().meanPhotons / power) : 1;
        const double probeScale = std::sqrt(peak);
        for (const Batch& batch : makeBatches(state.problem().frames, m_batchSize, context.seed, context.iteration)) {
            (void)context.shouldLeave(); // the moments would be those of a part of it
            const LocalBatch mine = state.localBatch(batch);
            addGradient(state, mine, context);
            const PhaseScope updating(state.clock(), Phase::update);
            if (context.updateObject) updateObject(state, mine, objectScale);
            if (context.updateProbe) updateProbe(state, probeScale);
        }
        const PhaseScope frames(state.clock(), Phase::frames);
        const StepSums sums = state.ops().takeSums();
        m_decay.watch(state, sums);
        return sums;
    }

    void restart(EngineContext& state, double factor) override {
        m_factor = factor;
        m_decay.forgetError();
        m_moments.forget(state);
    }
    /// Moments belong to the modes as they are.
    [[nodiscard]] bool probeMayBeTransformed() const override { return false; }
    /// The normal equations of positions are those of the amplitudes' residual.
    [[nodiscard]] bool findsPositions() const override { return isOfAmplitudes(m_loss); }

private:
    void take(const StageSettings& settings) {
        m_batchSize = settings.framesAtOnce();
        m_rate = settings.value("learning_rate");
        m_memory = settings.value("momentum");
        m_squaresMemory = m_method.squares ? settings.value("adam_squares") : 0;
        m_decay.setRate(settings.value("step_decay"));
    }

    void addGradient(EngineContext& state, const LocalBatch& mine, const IterationContext& context) {
        const PhaseScope batchOfFrames(state.clock(), Phase::frames);
        for (const FramePiece& piece : state.frames().pieces(mine.frames)) {
            compute::FrameStep step = state.makeStep(piece.frames, context.updateObject, context.updateProbe);
            step.loss = state.lossInUse(m_loss);
            state.ops().frameStep(step);
        }
        state.sums().reduce(mine, context.updateObject, context.updateProbe);
    }

    /// \param weight the largest of the batch \param scale of the unknown
    MomentRule nextRule(double& updates, float weight, double scale) const {
        updates += 1;
        MomentRule rule;
        rule.gain = weight > 0 ? 1 / weight : 0;
        rule.memory = static_cast<float>(m_memory);
        double step = m_rate * m_factor * m_decay.factor();
        if (m_method.squares) {
            rule.fresh = static_cast<float>(1 - m_memory);
            rule.squaresMemory = static_cast<float>(m_squaresMemory);
            rule.squaresScale = static_cast<float>(1 / (1 - std::pow(m_squaresMemory, updates)));
            rule.floor = static_cast<float>(kFloor * scale);
            step *= scale / (1 - std::pow(m_memory, updates));
        }
        rule.step = static_cast<float>(step);
        return rule;
    }

    /// With a gradient, which is cleared.
    void update(EngineContext& state, const MomentNames& names, Field& unknown, Cd* gradient, float weight,
                double scale) {
        const MomentRule rule = nextRule(m_moments.numbers[names.updates], weight, scale);
        Cf* const squares = m_method.squares ? m_moments.field(names.squares).data() : nullptr;
        state.ops().momentUpdate(unknown.data(), gradient, m_moments.field(names.first).data(), squares, unknown.size(),
                                 rule);
    }

    void updateObject(EngineContext& state, const LocalBatch& mine, double scale) {
        update(state, kObject, state.object, state.sums().object(), state.sums().largestObjectWeight(mine), scale);
        state.sums().clearObjectWeight(mine.region);
    }

    void updateProbe(EngineContext& state, double scale) {
        update(state, kProbe, state.probe, state.sums().probe(), state.sums().largestProbeWeight(), scale);
        state.sums().clearProbeWeight();
    }

    MomentMethod m_method;
    std::size_t m_batchSize = 1;
    double m_rate = 0;
    double m_memory = 0;
    double m_squaresMemory = 0;
    double m_factor = 1;
    Loss m_loss = Loss::amplitude;
    StepDecay m_decay;
    KeptFields& m_moments; ///< updates of object and probe; moments
};

} // namespace

std::vector<EngineParameter> momentParameters(double batchSize, double rate, double momentum, double decay) {
    std::vector<EngineParameter> all = {
        batchSizeParameter(batchSize),
        {.key = "learning_rate",
         .defaultValue = rate,
         .minimum = 1e-5,
         .maximum = 1,
         .label = QT_TRANSLATE_NOOP("Parameters", "Learning rate"),
         .help = QT_TRANSLATE_NOOP("Parameters",
                                   "Length of a step. Adam: as a part of object and probe themselves, 0.001 to 0.02. "
                                   "SGD: times the gradient, 0.1 to 1. Lower it when the error jumps up and down.")},
        momentumParameter(momentum),
        stepDecayParameter(),
        lossParameter()};
    all[3].defaultValue = decay;
    return all;
}

std::vector<KeptField> keptMoments(MomentMethod method) {
    std::vector<KeptField> all;
    for (const auto& [like, names] : {std::pair{KeptLike::object, kObject}, std::pair{KeptLike::probe, kProbe}}) {
        all.push_back({.name = names.first, .like = like, .use = KeptField::Use::saved});
        if (method.squares) all.push_back({.name = names.squares, .like = like, .use = KeptField::Use::saved});
    }
    return all;
}

std::unique_ptr<Engine> makeMomentEngine(EngineContext& state, const StageSettings& settings, MomentMethod method) {
    return std::make_unique<MomentEngine>(state, settings, method);
}

} // namespace ewald::ptycho
