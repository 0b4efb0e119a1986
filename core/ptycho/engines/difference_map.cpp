// SPDX-License-Identifier: GPL-3.0-or-later
//
// Difference map: Thibault, Dierolf, Bunk, Menzel & Pfeiffer 2009, Ultramicroscopy 109, 338.
//   ψ += r (Π_F(2 Π_O ψ − ψ) − Π_O ψ)
#include "base/translate.h"
#include "ptycho/engines/engines.h"
#include "ptycho/engines/projection_engine.h"

#include <utility>

namespace ewald::ptycho {
namespace {

ProjectionRule ruleOf(const StageSettings& settings) {
    return {0, static_cast<float>(settings.value("dm_relaxation")), -1, 2, -1};
}

std::vector<EngineParameter> parameters() {
    std::vector<EngineParameter> all = projectionParameters(kReflectionSoftness);
    all.insert(all.begin(), {.key = "dm_relaxation",
                             .defaultValue = 0.7,
                             .minimum = 0.01,
                             .maximum = 2,
                             .label = QT_TRANSLATE_NOOP("Parameters", "Relaxation"),
                             .help = QT_TRANSLATE_NOOP(
                                 "Parameters", "Length of a difference-map step. 1 explores; 0.5 to 0.8 settles "
                                               "earlier on noisy data.")});
    return all;
}

} // namespace

const EngineKind& differenceMapKind() {
    static const EngineKind kind{
        .name = "dm",
        .title = QT_TRANSLATE_NOOP("Engines", "Difference map"),
        .help = QT_TRANSLATE_NOOP("Engines",
                                  "Difference map: all frames at once, gets out of wrong solutions; finish with rPIE."),
        .paper = "Thibault, Dierolf, Bunk, Menzel & Pfeiffer 2009, Ultramicroscopy 109, 338",
        .parameters = parameters(),
        .wavesPerFrame = keptWavesPerFrame(),
        .shiftsExactly = true,
        .refuses = refuseVariableProbe,
        .make = [](EngineContext& state, const StageSettings& settings) {
            return makeProjectionEngine(state, settings, ruleOf);
        }};
    return kind;
}

} // namespace ewald::ptycho
