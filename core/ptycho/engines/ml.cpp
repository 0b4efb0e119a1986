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

const GradientNames kNames{.of = "ml_", .before = "_gradient", .savesDirection = true};

class MaximumLikelihood final : public Engine {
public:
    MaximumLikelihood(EngineContext& state, const StageSettings& settings)
        : m_past(keep({.key = "ml_gradient", .count = 3, .mayBeAbsent = true})
                     .declare(state, FullGradient::keeps(kNames))),
          m_all(state, m_past, kNames) {
        change(state, settings);
    }

    void change(EngineContext& state, const StageSettings& settings) override {
        if (m_all.setLoss(lossOf(settings))) m_past.forget(state);
        m_factor = 1;
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        const std::optional<StepSums> sums = m_all.collect(state, context);
        if (!sums) return sums;
        makeDirection(state);
        m_all.walk(state, context, m_factor);
        return sums;
    }

    void restart(EngineContext& state, double factor) override {
        m_factor = factor;
        m_past.forget(state);
    }
    /// Directions belong to the modes as they are.
    [[nodiscard]] bool probeMayBeTransformed() const override { return false; }
    /// What is remembered of the gradient would be of another object.
    [[nodiscard]] bool mayBeRegularised() const override { return false; }
    [[nodiscard]] bool findsPositions() const override { return isOfAmplitudes(m_all.loss()); }

private:
    void makeDirection(EngineContext& state) {
        using V = GradientVectors;
        const PhaseScope updating(state.clock(), Phase::update);
        m_all.release(state);
        std::vector<double>& past = m_past.numbers;
        const auto [object, probe] = m_all.updated();
        const bool goesOn = !past.empty() && (past[1] != 0) == object && (past[2] != 0) == probe;
        const double power = m_all.dot(state, &V::scaled, &V::gradient);
        double beta = 0;
        if (goesOn) beta = std::max(0.0, (power - m_all.dot(state, &V::scaled, &V::before)) / past[0]);
        turn(state, beta);
        if (beta > 0 && m_all.dot(state, &V::direction, &V::gradient) <= 0) turn(state, 0);
        past = {power, object ? 1.0 : 0.0, probe ? 1.0 : 0.0};
        if (power <= 0) past.clear();
        for (V* vectors : {&m_all.object, &m_all.probe}) std::swap(*vectors->gradient, *vectors->before);
    }

    /// d ← z + β d
    void turn(EngineContext& state, double beta) {
        const auto factor = static_cast<float>(beta);
        m_all.forEach([&](GradientVectors& v) {
            if (factor == 0)
                state.fields().copy(*v.scaled, *v.direction);
            else
                state.fields().combine(*v.direction, factor, *v.scaled, 1);
        });
    }

    KeptFields& m_past; ///< ⟨z, G⟩ of the iteration before and what was updated in it: object, probe
    FullGradient m_all;
    double m_factor = 1;
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
        .knownRegion = true,
        .objectCopies = [](const StageSettings&) { return countOf(FullGradient::keeps(kNames), {KeptLike::object}); },
        .make = [](EngineContext& state, const StageSettings& settings) -> std::unique_ptr<Engine> {
            return std::make_unique<MaximumLikelihood>(state, settings);
        }};
    return kind;
}

} // namespace ewald::ptycho
