// SPDX-License-Identifier: GPL-3.0-or-later
//
// ePIE: Maiden & Rodenburg 2009, Ultramicroscopy 109, 1256.
//   O += β P* χ / max|P|²,  P += β O* χ / max|O|²,  both from the values before the frame (eqs 6 and 7).
// With several incoherent modes |P|² is their sum (Thibault & Menzel 2013). A mini-batch of more than one frame sums
// its frames before the update. Memory traffic a frame, in n² complex numbers: probe and object window read, wave 6 (3
// written, 3 read), object and probe sums read and written, then one pass over both for the update.
#include "base/translate.h"
#include "ptycho/engines/engines.h"
#include "ptycho/engines/pie_engine.h"

namespace ewald::ptycho {
namespace {

class Epie final : public Engine {
public:
    explicit Epie(const StageSettings& settings) : m_decay(keep(StepDecay::kept())) { take(settings); }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        PieRule rule = m_rule;
        rule.factor *= static_cast<float>(m_decay.factor());
        const std::optional<StepSums> sums = pieIteration(state, rule, context);
        if (sums) m_decay.watch(state, *sums);
        return sums;
    }
    void change(EngineContext&, const StageSettings& settings) override { take(settings); }
    void restart(EngineContext&, double factor) override {
        m_rule.factor = static_cast<float>(factor);
        m_decay.forgetError();
    }

private:
    void take(const StageSettings& s) {
        m_rule = {1, 1, static_cast<float>(s.value("object_step")), static_cast<float>(s.value("probe_step")),
                  s.framesAtOnce()};
        m_decay.setRate(s.value("step_decay"));
    }

    PieRule m_rule{};
    StepDecay m_decay;
};

std::vector<EngineParameter> parameters() {
    std::vector<EngineParameter> all = pieParameters(1, 0.5);
    all.push_back(stepDecayParameter());
    return all;
}

} // namespace

const EngineKind& epieKind() {
    static const EngineKind kind{
        .name = "epie",
        .title = "ePIE",
        .help = QT_TRANSLATE_NOOP("Engines", "The classic PIE: one frame after the other, robust with little overlap."),
        .paper = "Maiden & Rodenburg 2009, Ultramicroscopy 109, 1256",
        .parameters = parameters(),
        .severalSlices = true,
        .knownRegion = true,
        .make = [](EngineContext&, const StageSettings& settings) -> std::unique_ptr<Engine> {
            return std::make_unique<Epie>(settings);
        }};
    return kind;
}

} // namespace ewald::ptycho
