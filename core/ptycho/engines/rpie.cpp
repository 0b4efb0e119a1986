// SPDX-License-Identifier: GPL-3.0-or-later
//
// rPIE with momentum: Maiden, Johnson & Li 2017, Optica 4, 736.
//   O += β P* χ / ((1 − α)|P|² + α max|P|²),  P likewise with O (eq. 19);
//   momentum (section 3.C): v = η v + (O − O_ref), O = O_ref + v, here once an iteration and for the object, with O_ref
//   the object at its beginning, and cleared when the error has risen.
// Over a mini-batch numerators and |P|² are summed first (see pie_engine.h), which makes the update a damped
// least-squares step and lets frames be shared among ranks. Batches of less than 16 frames are damped (ruleOf). Memory
// traffic as ePIE's.
#include "base/translate.h"
#include "ptycho/engines/engines.h"
#include "ptycho/engines/pie_engine.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ewald::ptycho {
namespace {

/// Updates of a small batch are noisy: those of one frame would replace the probe by what this frame alone says, and
/// with a small α the object's fixed point weighs frames by 1/|P|², so that what lights a pixel least counts most. Both
/// together diverge. Below 16 frames α is therefore raised, towards 0.4, and the steps become shorter; the probe's in
/// proportion, since every frame of a batch adds to all of it.
PieRule ruleOf(const StageSettings& s) {
    constexpr double kLargeBatch = 16;
    constexpr double kCalmAlpha = 0.4;
    const double size = std::min(1.0, static_cast<double>(s.framesAtOnce()) / kLargeBatch);
    const auto alpha = [size](double asked) {
        return static_cast<float>(asked + (1 - size) * std::max(0.0, kCalmAlpha - asked));
    };
    return {alpha(s.value("object_alpha")), alpha(s.value("probe_alpha")),
            static_cast<float>(s.value("object_step") * std::pow(size, 0.25)),
            static_cast<float>(s.value("probe_step") * size), s.framesAtOnce()};
}

constexpr const char* kVelocity = "object_velocity";
constexpr const char* kReference = "object_reference";

std::vector<KeptField> keeps(const StageSettings& settings) {
    if (settings.value("momentum") <= 0) return {};
    return {{.name = kVelocity, .use = KeptField::Use::moved}, {.name = kReference}};
}

class Rpie final : public Engine {
public:
    Rpie(EngineContext& state, const StageSettings& settings)
        : m_decay(keep(StepDecay::kept())),
          m_kept(keep({.key = "velocity_error", .count = 1, .first = {0}, .mayBeAbsent = true})) {
        change(state, settings);
    }

    /// The velocity stays as long as there is momentum.
    void change(EngineContext& state, const StageSettings& settings) override {
        m_rule = ruleOf(settings);
        m_decay.setRate(settings.value("step_decay"));
        m_momentum = static_cast<float>(settings.value("momentum"));
        m_kept.declare(state, keeps(settings)).use(m_momentum > 0);
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        // What constraints did to the object since the last iteration is no movement.
        if (m_momentum > 0) state.fields().copy(state.object, m_kept.field(kReference));
        PieRule rule = m_rule;
        rule.factor *= static_cast<float>(m_decay.factor());
        const std::optional<StepSums> sums = pieIteration(state, rule, context);
        if (sums) m_decay.watch(state, *sums);
        if (sums && m_momentum > 0 && context.updateObject) accelerate(state, *sums);
        return sums;
    }

    /// Momentum multiplies the step, so that it becomes shorter as well.
    void restart(EngineContext& state, double factor) override {
        m_rule.factor = static_cast<float>(factor);
        m_decay.forgetError();
        m_kept.forget(state);
    }

private:
    void accelerate(EngineContext& state, StepSums sums) {
        state.reduce(sums); // every rank has to decide alike
        const double error = sums.intensity > 0 ? sums.error / sums.intensity : 0;
        const PhaseScope updating(state.clock(), Phase::update);
        double& lastError = m_kept.numbers.front();
        const bool rising = lastError > 0 && error > lastError;
        lastError = error;
        state.fields().accelerate(state.object, m_kept.field(kReference), m_kept.field(kVelocity),
                                  rising ? 0.0F : m_rule.factor * m_momentum);
    }

    PieRule m_rule{};
    StepDecay m_decay;
    KeptFields& m_kept; ///< the last error, 0: none; velocity
    float m_momentum = 0;
};

std::vector<EngineParameter> parameters() {
    std::vector<EngineParameter> all = pieParameters(32, 1);
    all.push_back(stepDecayParameter());
    const auto add = [&](EngineParameter parameter) { all.push_back(std::move(parameter)); };
    add({.key = "object_alpha",
         .defaultValue = 0.1,
         .minimum = 0.001,
         .maximum = 1,
         .advanced = true,
         .label = QT_TRANSLATE_NOOP("Parameters", "Object regularisation"),
         .help =
             QT_TRANSLATE_NOOP("Parameters", "Fraction of the brightest illumination in the denominator of the object "
                                             "update. Smaller reaches weakly lit areas sooner, larger is steadier; "
                                             "1 is ePIE.")});
    add({.key = "probe_alpha",
         .defaultValue = 0.1,
         .minimum = 0.001,
         .maximum = 1,
         .advanced = true,
         .label = QT_TRANSLATE_NOOP("Parameters", "Probe regularisation"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Fraction of the brightest object in the denominator of the probe "
                                                 "update; 1 is ePIE.")});
    add(momentumParameter(0));
    return all;
}

} // namespace

const EngineKind& rpieKind() {
    static const EngineKind kind{
        .name = "rpie",
        .title = "rPIE",
        .help = QT_TRANSLATE_NOOP(
            "Engines", "Regularised PIE with momentum: fast and forgiving; the automatic plan begins with it."),
        .paper = "Maiden, Johnson & Li 2017, Optica 4, 736",
        .parameters = parameters(),
        .severalSlices = true,
        .knownRegion = true,
        .objectCopies = [](const StageSettings& s) { return countOf(keeps(s), {KeptLike::object}); },
        .make = [](EngineContext& state, const StageSettings& settings) -> std::unique_ptr<Engine> {
            return std::make_unique<Rpie>(state, settings);
        }};
    return kind;
}

} // namespace ewald::ptycho
