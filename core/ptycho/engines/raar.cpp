// SPDX-License-Identifier: GPL-3.0-or-later
//
// Relaxed averaged alternating reflections: Luke 2005, Inverse Problems 21, 37; for ptychography Marchesini et al.
// 2016, J. Appl. Cryst. 49, 1245.
//   ψ ← β (ψ + Π_F(2 Π_O ψ − ψ)) + (1 − 2β) Π_O ψ
// β = 1 is the difference map with r = 1, to the last bit; below 1 the iteration is drawn to where both sets are
// closest.
#include "base/translate.h"
#include "ptycho/engines/engines.h"
#include "ptycho/engines/projection_engine.h"

#include <utility>

namespace ewald::ptycho {
namespace {

ProjectionRule ruleOf(const StageSettings& settings) {
    const auto beta = static_cast<float>(settings.value("raar_beta"));
    return {beta - 1, beta, (1 - 2 * beta) / beta, 2, -1};
}

std::vector<EngineParameter> parameters() {
    std::vector<EngineParameter> all = projectionParameters(kReflectionSoftness);
    all.insert(all.begin(),
               {.key = "raar_beta",
                .defaultValue = 0.75,
                .minimum = 0.5,
                .maximum = 1,
                .label = QT_TRANSLATE_NOOP("Parameters", "Feedback"),
                .help = QT_TRANSLATE_NOOP("Parameters", "1 explores as the difference map does; smaller settles "
                                                        "earlier, and 0.5 is for the last iterations.")});
    return all;
}

} // namespace

const EngineKind& raarKind() {
    static const EngineKind kind{
        .name = "raar",
        .title = "RAAR",
        .help = QT_TRANSLATE_NOOP("Engines", "Relaxed averaged alternating reflections: all frames at once; explores "
                                             "as the difference map and settles by itself."),
        .paper = "Luke 2005, Inverse Problems 21, 37",
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
