// SPDX-License-Identifier: GPL-3.0-or-later
//
// Adam: Kingma & Ba 2015, International Conference on Learning Representations (moment_engine.h).
#include "base/translate.h"
#include "ptycho/engines/engines.h"
#include "ptycho/engines/moment_engine.h"

namespace ewald::ptycho {
namespace {

std::vector<EngineParameter> parameters() {
    std::vector<EngineParameter> all = momentParameters(32, 0.01, 0.9, 0.95);
    all.push_back({.key = "adam_squares",
                   .defaultValue = 0.999,
                   .minimum = 0.5,
                   .maximum = 0.9999,
                   .advanced = true,
                   .label = QT_TRANSLATE_NOOP("Parameters", "Memory of squares"),
                   .help = QT_TRANSLATE_NOOP("Parameters", "Fraction of the previous mean of squared gradients, which "
                                                           "each pixel divides its steps by, that is kept.")});
    return all;
}

} // namespace

const EngineKind& adamKind() {
    static const EngineKind kind{
        .name = "adam",
        .title = "Adam",
        .help = QT_TRANSLATE_NOOP("Engines", "Gradients of mini-batches with a step for each pixel by their mean and "
                                             "spread, as in machine learning."),
        .paper = "Kingma & Ba 2015, ICLR",
        .parameters = parameters(),
        .severalSlices = true,
        .objectCopies =
            [](const StageSettings&) { return countOf(keptMoments({.squares = true}), {KeptLike::object}); },
        .make = [](EngineContext& state,
                   const StageSettings& settings) { return makeMomentEngine(state, settings, {.squares = true}); }};
    return kind;
}

} // namespace ewald::ptycho
