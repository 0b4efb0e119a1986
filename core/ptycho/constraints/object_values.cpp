// SPDX-License-Identifier: GPL-3.0-or-later
//
// object_l1, object_pure_phase, object_phase_min and object_phase_max: what is done to each value of the object by
// itself, in one pass over it.
#include "ptycho/constraints/constraints.h"
#include "ptycho/constraints/object_noise.h"

#include <cmath>

namespace ewald::ptycho {
namespace {

compute::ValueRule ruleOf(const ConstraintCall& call) {
    const StageSettings& s = call.settings;
    const auto direction = [](double phase_rad) {
        return Cf{static_cast<float>(std::cos(phase_rad)), static_cast<float>(std::sin(phase_rad))};
    };
    return {.threshold = static_cast<float>(s.objectL1 * objectNoise(call.state.problem())),
            .flatten = static_cast<float>(s.objectPurePhase),
            .lowPhase = static_cast<float>(s.objectPhaseMin_rad),
            .highPhase = static_cast<float>(s.objectPhaseMax_rad),
            .low = direction(s.objectPhaseMin_rad),
            .high = direction(s.objectPhaseMax_rad)};
}

bool due(const ConstraintCall& call) {
    const compute::ValueRule rule = ruleOf(call);
    return call.context.updateObject && (rule.threshold > 0 || rule.flatten > 0 || rule.lowPhase < rule.highPhase);
}

void apply(const ConstraintCall& call) { call.state.fields().constrain(call.state.object, ruleOf(call)); }

} // namespace

const Constraint& objectValues() {
    static const Constraint constraint{.due = due, .apply = apply, .regularises = true};
    return constraint;
}

} // namespace ewald::ptycho
