// SPDX-License-Identifier: GPL-3.0-or-later
//
// object_smoothing: a pixel of the object takes a share of each of its eight neighbours.
#include "ptycho/constraints/constraints.h"

namespace ewald::ptycho {
namespace {

bool due(const ConstraintCall& call) { return call.context.updateObject && call.settings.objectSmoothing > 0; }

void apply(const ConstraintCall& call) {
    compute::FieldOps& ops = call.state.ops();
    const auto share = static_cast<float>(call.settings.objectSmoothing);
    call.state.fields().filter(call.state.object, 1,
                               [&](Cf* image, int rows, int cols) { ops.smooth(image, rows, cols, share); });
}

} // namespace

const Constraint& objectSmoothing() {
    static const Constraint constraint{.due = due, .apply = apply, .regularises = true};
    return constraint;
}

} // namespace ewald::ptycho
