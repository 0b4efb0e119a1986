// SPDX-License-Identifier: GPL-3.0-or-later
//
// Maximum likelihood by conjugate gradients: Thibault & Guizar-Sicairos 2012, New J. Phys. 14, 063004.
//   G = −∂L/∂(O, P)* of all frames;  z = H G (see full_gradient.h);
//   d ← z + β d with β = max(0, ⟨z, G − G′⟩ / ⟨z′, G′⟩) (Polak & Ribière, over object and probe together; ′: of the
//   iteration before), from the beginning where ⟨d, G⟩ ≤ 0; positions that move change the loss
//   little, so that directions stay (0.0080 instead of 0.0081 on the measured star);
//   (O, P) += γ d with one Newton step.
#include "base/translate.h"
#include "ptycho/engines/descent/full_gradient.h"
#include "ptycho/engines/engines.h"

#include <algorithm>
#include <utility>

namespace ewald::ptycho {
namespace {

using compute::Loss;

constexpr const char* kObjectDirection = "ml_object_direction";
constexpr const char* kObjectGradient = "ml_object_gradient";
constexpr const char* kProbeDirection = "ml_probe_direction";
constexpr const char* kProbeGradient = "ml_probe_gradient";
constexpr const char* kPower = "ml_gradient";

class MaximumLikelihood final : public Engine {
public:
    MaximumLikelihood(EngineContext& state, const StageSettings& settings) : m_all(state) { change(state, settings); }

    void change(EngineContext&, const StageSettings& settings) override {
        if (m_all.setLoss(lossOf(settings))) m_power = 0;
        m_factor = 1;
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        const std::optional<StepSums> sums = m_all.collect(state, context);
        if (!sums) return sums;
        if (m_all.othersThanBefore()) m_power = 0;
        makeDirection(state);
        m_all.walk(state, context, m_factor);
        return sums;
    }

    void restart(EngineContext&, double factor) override {
        m_factor = factor;
        m_power = 0;
    }
    /// Directions belong to the modes as they are.
    [[nodiscard]] bool probeMayBeTransformed() const override { return false; }
    /// What is remembered of the gradient would be of another object.
    [[nodiscard]] bool mayBeRegularised() const override { return false; }
    [[nodiscard]] bool findsPositions() const override { return isOfAmplitudes(m_all.loss()); }

    void save(EngineContext& state, SavedState& saved, bool) const override {
        if (m_power <= 0) return;
        state.fields().save(m_all.object.direction, kObjectDirection, saved);
        state.fields().save(m_all.object.before, kObjectGradient, saved);
        state.fields().save(m_all.probe.direction, kProbeDirection, saved);
        state.fields().save(m_all.probe.before, kProbeGradient, saved);
        const auto [object, probe] = m_all.updated();
        saved.numbers[kPower] = {m_power, object ? 1.0 : 0.0, probe ? 1.0 : 0.0};
    }

    bool restore(EngineContext& state, const SavedState& saved) override {
        const auto power = saved.numbers.find(kPower);
        if (power == saved.numbers.end()) return true; // it was about to begin anew
        const FieldSpace& fields = state.fields();
        if (power->second.size() != 3 || !fields.load(m_all.object.direction, kObjectDirection, saved) ||
            !fields.load(m_all.object.before, kObjectGradient, saved) ||
            !fields.load(m_all.probe.direction, kProbeDirection, saved) ||
            !fields.load(m_all.probe.before, kProbeGradient, saved))
            return false;
        m_power = power->second[0];
        m_all.setUpdated({power->second[1] != 0, power->second[2] != 0});
        return true;
    }

private:
    void makeDirection(EngineContext& state) {
        using V = GradientVectors;
        const PhaseScope updating(state.clock(), Phase::update);
        m_all.release(state);
        const double power = m_all.dot(state, &V::scaled, &V::gradient);
        double beta = 0;
        if (m_power > 0) beta = std::max(0.0, (power - m_all.dot(state, &V::scaled, &V::before)) / m_power);
        turn(state, beta);
        if (beta > 0 && m_all.dot(state, &V::direction, &V::gradient) <= 0) turn(state, 0);
        m_power = power;
        for (V* vectors : {&m_all.object, &m_all.probe}) std::swap(vectors->gradient, vectors->before);
    }

    /// d ← z + β d
    void turn(EngineContext& state, double beta) {
        const auto factor = static_cast<float>(beta);
        m_all.forEach([&](GradientVectors& v) {
            if (factor == 0)
                state.fields().copy(v.scaled, v.direction);
            else
                state.fields().combine(v.direction, factor, v.scaled, 1);
        });
    }

    FullGradient m_all;
    double m_factor = 1;
    double m_power = 0; ///< ⟨z, G⟩ of the iteration before; 0: there is none
};

} // namespace

const EngineKind& mlKind() {
    static const EngineKind kind{
        .name = "ml",
        .title = QT_TRANSLATE_NOOP("Engines", "Maximum likelihood"),
        .help = QT_TRANSLATE_NOOP("Engines", "Conjugate gradients over all frames: the lowest error, to finish what "
                                             "rPIE or LSQML began; the one for many devices."),
        .paper = "Thibault & Guizar-Sicairos 2012, New J. Phys. 14, 063004",
        .parameters = {lossParameter()},
        .severalSlices = true,
        .objectCopies = [](const StageSettings&) { return FullGradient::kObjectCopies; },
        .make = [](EngineContext& state, const StageSettings& settings) -> std::unique_ptr<Engine> {
            return std::make_unique<MaximumLikelihood>(state, settings);
        }};
    return kind;
}

} // namespace ewald::ptycho
