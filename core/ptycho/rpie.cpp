// SPDX-License-Identifier: GPL-3.0-or-later
//
// rPIE with momentum: Maiden, Johnson & Li 2017, Optica 4, 736.
//   O += β P* χ / ((1 − α)|P|² + α max|P|²),  P likewise with O (eq. 19);
//   momentum (section 3.C): v = η v + (O − O_ref), O = O_ref + v, here once an iteration and for the object, with O_ref
//   the object at its beginning, and cleared when the error has risen.
// Over a mini-batch numerators and |P|² are summed first (see pie_engine.h), which makes the update a damped
// least-squares step and lets frames be shared among ranks. Memory traffic as ePIE's.
#include "ptycho/pie_engine.h"

#include <algorithm>

namespace ewald::ptycho {
namespace {

class Rpie final : public Engine {
public:
    Rpie(EngineContext& state, const StageSettings& s)
        : m_rule{static_cast<float>(s.objectAlpha), static_cast<float>(s.probeAlpha), static_cast<float>(s.objectStep),
                 static_cast<float>(s.probeStep), s.batchSize},
          m_momentum(static_cast<float>(s.momentum)) {
        if (m_momentum <= 0) return;
        m_reference = Buffer<Cf>(state.queue(), state.object.size());
        m_velocity = Buffer<Cf>(state.queue(), state.object.size());
    }

    StepSums iterate(EngineContext& state, const IterationContext& context) override {
        // What constraints did to the object since the last iteration is no movement.
        if (m_momentum > 0) state.ops().copy(state.object.data(), state.object.size(), m_reference.data());
        const StepSums sums = pieIteration(state, m_rule, context);
        if (m_momentum > 0 && context.updateObject) accelerate(state, sums);
        return sums;
    }

    void save(EngineContext& state, SavedState& saved, bool) const override {
        if (m_momentum <= 0) return;
        const Array<Complex, 2> velocity = state.gather(m_velocity);
        saved.arrays["object_velocity"].assign(velocity.begin(), velocity.end());
        saved.numbers["velocity_error"] = {m_lastError};
    }

    bool restore(EngineContext& state, const SavedState& saved) override {
        if (m_momentum <= 0) return true;
        const auto* velocity = saved.array("object_velocity");
        if (!velocity || velocity->size() != state.problem().objectRows * state.problem().objectCols) return false;
        state.takePart(m_velocity, *velocity);
        m_lastError = saved.number("velocity_error", 0);
        return true;
    }

private:
    void accelerate(EngineContext& state, StepSums sums) {
        state.reduce(sums); // every rank has to decide alike
        const double error = sums.intensity > 0 ? sums.error / sums.intensity : 0;
        const bool rising = m_lastError > 0 && error > m_lastError;
        m_lastError = error;
        state.ops().accelerate(state.object.data(), m_reference.data(), m_velocity.data(), m_velocity.size(),
                               rising ? 0.0F : m_momentum);
    }
    PieRule m_rule;
    float m_momentum;
    double m_lastError = 0;
    Buffer<Cf> m_reference;
    Buffer<Cf> m_velocity;
};

} // namespace

std::unique_ptr<Engine> makeRpie(EngineContext& state, const StageSettings& settings) {
    return std::make_unique<Rpie>(state, settings);
}

} // namespace ewald::ptycho
