// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stochastic gradient descent with momentum: Polyak 1964, USSR Comput. Math. Math. Phys. 4, 1 (moment_engine.h).
// Without momentum and with the amplitudes' loss it is ePIE with mini-batches.
#include "base/translate.h"
#include "ptycho/engines/engines.h"
#include "ptycho/engines/moment_engine.h"

namespace ewald::ptycho {

const EngineKind& sgdKind() {
    static const EngineKind kind{
        .name = "sgd",
        .title = "SGD",
        .help =
            QT_TRANSLATE_NOOP("Engines", "Stochastic gradient descent: gradients of mini-batches with momentum, the "
                                         "same step for all pixels."),
        .paper = "Polyak 1964, USSR Comput. Math. Math. Phys. 4, 1",
        .parameters = momentParameters(32, 0.5, 0.5, 0.96),
        .severalSlices = true,
        .objectCopies =
            [](const StageSettings&) { return countOf(keptMoments({.squares = false}), {KeptLike::object}); },
        .make = [](EngineContext& state,
                   const StageSettings& settings) { return makeMomentEngine(state, settings, {.squares = false}); }};
    return kind;
}

} // namespace ewald::ptycho
