// SPDX-License-Identifier: GPL-3.0-or-later
//
// object_tv: the object's total variation is made smaller.
#include "ptycho/constraints/constraints.h"
#include "ptycho/constraints/object_noise.h"

namespace ewald::ptycho {
namespace {

bool due(const ConstraintCall& call) { return call.context.updateObject && call.settings.objectTv > 0; }

void apply(const ConstraintCall& call) {
    compute::FieldOps& ops = call.state.ops();
    const auto threshold = static_cast<float>(call.settings.objectTv * objectNoise(call.state.problem()));
    call.state.fields().filter(call.state.object, compute::kVariationReach, [&](Cf* image, int rows, int cols) {
        ops.reduceVariation(image, rows, cols, threshold);
    });
}

} // namespace

const Constraint& objectVariation() {
    static const Constraint constraint{.due = due, .apply = apply, .regularises = true};
    return constraint;
}

} // namespace ewald::ptycho
