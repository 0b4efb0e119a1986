// SPDX-License-Identifier: GPL-3.0-or-later
//
// L-BFGS: Liu & Nocedal 1989, Math. Program. 45, 503 (limited_memory.h).
#include "base/translate.h"
#include "ptycho/engines/descent/limited_memory.h"
#include "ptycho/engines/descent/line_step.h"
#include "ptycho/engines/engines.h"
#include "ptycho/iteration/engine.h"

namespace ewald::ptycho {

const EngineKind& lbfgsKind() {
    static const EngineKind kind{
        .name = "lbfgs",
        .title = "L-BFGS",
        .help = QT_TRANSLATE_NOOP("Engines", "Maximum likelihood with the curvature of the last steps: as "
                                             "conjugate gradients, where memory is plenty."),
        .paper = "Liu & Nocedal 1989, Math. Program. 45, 503",
        .parameters = {lossParameter(), pairsParameter(5)},
        .severalSlices = true,
        .knownRegion = true,
        .objectCopies = objectCopiesOfLimitedMemory,
        .make = makeLimitedMemory};
    return kind;
}

} // namespace ewald::ptycho
