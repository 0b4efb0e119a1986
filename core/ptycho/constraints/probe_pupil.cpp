// SPDX-License-Identifier: GPL-3.0-or-later
//
// probe_pupil: the probe's spectrum is zero outside a circle, as a lens or a zone plate has it.
#include "ptycho/constraints/constraints.h"
#include "ptycho/model/probe_limits.h"

namespace ewald::ptycho {
namespace {

bool due(const ConstraintCall& call) { return call.settings.probePupil > 0 && call.context.updateProbe; }

void apply(const ConstraintCall& call) {
    const double diameter = call.settings.probePupil;
    Array<Complex, 3> probe = call.state.agreedProbe();
    limitPupil(probe, diameter);
    call.state.uploadProbe(probe);
    changeVariableProbe(call.state, [&](Array<Complex, 3>& modes) { limitPupil(modes, diameter); });
}

} // namespace

const Constraint& probePupil() {
    static const Constraint constraint{.due = due, .apply = apply, .regularises = true};
    return constraint;
}

} // namespace ewald::ptycho
