// SPDX-License-Identifier: GPL-3.0-or-later
//
// Alternating projections, the error reduction of ptychography: Marchesini et al. 2013, Inverse Problems 29, 115009.
//   ψ ← (1 − r) Π_O ψ + r Π_F(Π_O ψ)
// With r = 1 the error reduction in its classic form, as slow as a full-gradient step of length 1; steps that are
// longer by half shrink slow parts of the error about half as fast again, and are stable below 2 (relaxed projections).
#include "base/translate.h"
#include "ptycho/engines/engines.h"
#include "ptycho/engines/projection_engine.h"

#include <utility>

namespace ewald::ptycho {
namespace {

ProjectionRule ruleOf(const StageSettings& settings) {
    const auto r = static_cast<float>(settings.value("ap_relaxation"));
    return {-1, r, (1 - r) / r, 1, 0};
}

std::vector<EngineParameter> parameters() {
    std::vector<EngineParameter> all = projectionParameters(0);
    all.insert(all.begin(),
               {.key = "ap_relaxation",
                .defaultValue = 1.5,
                .minimum = 0.1,
                .maximum = 1.9,
                .advanced = true,
                .label = QT_TRANSLATE_NOOP("Parameters", "Relaxation"),
                .help = QT_TRANSLATE_NOOP("Parameters", "Length of a projection. 1 is the classic error reduction; "
                                                        "1.5 needs fewer iterations.")});
    return all;
}

} // namespace

const EngineKind& alternatingProjectionsKind() {
    static const EngineKind kind{
        .name = "ap",
        .title = QT_TRANSLATE_NOOP("Engines", "Alternating projections"),
        .help =
            QT_TRANSLATE_NOOP("Engines", "Alternating projections (error reduction): all frames at once, steady and "
                                         "slow; to finish after RAAR or the difference map."),
        .paper = "Marchesini, Schirotzek, Yang, Wu & Maia 2013, Inverse Problems 29, 115009",
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
