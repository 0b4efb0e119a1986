// SPDX-License-Identifier: GPL-3.0-or-later
//
// probe_support: the probe is zero outside a circle.
#include "ptycho/constraints/constraints.h"
#include "ptycho/model/probe_limits.h"

namespace ewald::ptycho {
namespace {

bool due(const ConstraintCall& call) { return call.settings.probeSupport > 0; }

void apply(const ConstraintCall& call) {
    const double diameter = call.settings.probeSupport;
    call.state.limitProbe(diameter);
    changeVariableProbe(call.state, [&](Array<Complex, 3>& modes) { limitSupport(modes, diameter); });
}

} // namespace

const Constraint& probeSupport() {
    static const Constraint constraint{.due = due, .apply = apply};
    return constraint;
}

} // namespace ewald::ptycho
