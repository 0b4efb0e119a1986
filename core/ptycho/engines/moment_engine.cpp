// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/moment_engine.h"

#include "base/translate.h"
#include "ptycho/engines/descent/line_step.h"
#include "ptycho/engines/pie_engine.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ewald::ptycho {
namespace {

using compute::Loss;
using compute::MomentRule;

constexpr double kFloor = 1e-8; ///< ε

/// Of object or probe.
struct Moments {
    Moments(const FieldSpace& fields, Unknown like, bool withSquares)
        : first(fields.make(like)), squares(withSquares ? fields.make(like) : Field{like, {}, {}}) {}
    Field first;
    Field squares;
    double updates = 0; ///< that they have seen
};

class MomentEngine final : public Engine {
public:
    MomentEngine(EngineContext& state, const StageSettings& settings, MomentMethod method)
        : m_method(method), m_object(state.fields(), Unknown::object, method.squares),
          m_probe(state.fields(), Unknown::probe, method.squares) {
        take(settings);
        m_loss = lossOf(settings);
    }

    /// The moments stay, unless they are of another loss.
    void change(EngineContext& state, const StageSettings& settings) override {
        take(settings);
        if (m_loss != lossOf(settings)) forget(state);
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
        forget(state);
    }
    /// Moments belong to the modes as they are.
    [[nodiscard]] bool probeMayBeTransformed() const override { return false; }
    /// The normal equations of positions are those of the amplitudes' residual.
    [[nodiscard]] bool findsPositions() const override { return isOfAmplitudes(m_loss); }

    void save(EngineContext& state, SavedState& saved, bool) const override {
        m_decay.save(saved);
        saved.numbers["moments"] = {m_object.updates, m_probe.updates};
        forFields(*this, [&](const Field& field, const char* name) {
            state.fields().save(field, name, saved);
            return true;
        });
    }

    bool restore(EngineContext& state, const SavedState& saved) override {
        const bool decays = m_decay.restore(saved);
        const auto updates = saved.numbers.find("moments");
        if (updates == saved.numbers.end() || updates->second.size() != 2) return false;
        if (!forFields(*this, [&](Field& field, const char* name) { return state.fields().load(field, name, saved); }))
            return false;
        m_object.updates = updates->second[0], m_probe.updates = updates->second[1];
        return decays;
    }

private:
    void take(const StageSettings& settings) {
        m_batchSize = settings.framesAtOnce();
        m_rate = settings.value("learning_rate");
        m_memory = settings.value("momentum");
        m_squaresMemory = m_method.squares ? settings.value("adam_squares") : 0;
        m_decay.setRate(settings.value("step_decay"));
    }

    /// body(field, name) for all moments, until it returns false.
    template <class Self, class Body>
    static bool forFields(Self& self, Body&& body) {
        if (!body(self.m_object.first, "object_moment") || !body(self.m_probe.first, "probe_moment")) return false;
        return !self.m_method.squares ||
               (body(self.m_object.squares, "object_squares") && body(self.m_probe.squares, "probe_squares"));
    }

    void forget(EngineContext& state) {
        forFields(*this, [&](Field& field, const char*) {
            state.fields().clear(field);
            return true;
        });
        m_object.updates = m_probe.updates = 0;
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
    MomentRule nextRule(Moments& moments, float weight, double scale) const {
        moments.updates += 1;
        MomentRule rule;
        rule.gain = weight > 0 ? 1 / weight : 0;
        rule.memory = static_cast<float>(m_memory);
        double step = m_rate * m_factor * m_decay.factor();
        if (m_method.squares) {
            rule.fresh = static_cast<float>(1 - m_memory);
            rule.squaresMemory = static_cast<float>(m_squaresMemory);
            rule.squaresScale = static_cast<float>(1 / (1 - std::pow(m_squaresMemory, moments.updates)));
            rule.floor = static_cast<float>(kFloor * scale);
            step *= scale / (1 - std::pow(m_memory, moments.updates));
        }
        rule.step = static_cast<float>(step);
        return rule;
    }

    void updateObject(EngineContext& state, const LocalBatch& mine, double scale) {
        const MomentRule rule = nextRule(m_object, state.sums().largestObjectWeight(mine), scale);
        state.ops().momentUpdate(state.object.data(), state.sums().object(), m_object.first.data(),
                                 m_object.squares.data(), state.object.size(), rule);
        state.sums().clearObjectWeight(mine.region);
    }

    void updateProbe(EngineContext& state, double scale) {
        const MomentRule rule = nextRule(m_probe, state.sums().largestProbeWeight(), scale);
        state.ops().momentUpdate(state.probe.data(), state.sums().probe(), m_probe.first.data(), m_probe.squares.data(),
                                 state.probe.size(), rule);
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
    Moments m_object;
    Moments m_probe;
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

std::unique_ptr<Engine> makeMomentEngine(EngineContext& state, const StageSettings& settings, MomentMethod method) {
    return std::make_unique<MomentEngine>(state, settings, method);
}

} // namespace ewald::ptycho
