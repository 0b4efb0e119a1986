// SPDX-License-Identifier: GPL-3.0-or-later
//
// centre_probe_every: the probe's centre of mass goes back to the middle, and the object, with what the engine keeps
// over it, by as much: the exit waves only move along.
#include "ptycho/constraints/constraints.h"
#include "ptycho/model/probe_limits.h"

#include <array>

namespace ewald::ptycho {
namespace {

bool due(const ConstraintCall& call) {
    return call.mayTransformProbe() && call.context.updateObject && call.isTurn(call.settings.centreProbeEvery);
}

void apply(const ConstraintCall& call) {
    EngineContext& state = call.state;
    Array<Complex, 3> probe = state.agreedProbe();
    const std::array<int, 2> offset = centreOffset(probe);
    if (offset == std::array<int, 2>{}) return;
    moveToCentre(probe, offset);
    state.uploadProbe(probe);
    changeVariableProbe(state, [&](Array<Complex, 3>& modes) { moveToCentre(modes, offset); });
    forObjectAndKept(call, [&](Field& field) {
        Array<Complex, 2> whole = state.wholeObject(field);
        if (state.communicator().rank() == 0) moveToCentre(whole, offset, state.problem().layers());
        state.fields().scatter(field, whole.span());
    });
}

} // namespace

const Constraint& probeCentre() {
    static const Constraint constraint{.due = due, .apply = apply};
    return constraint;
}

} // namespace ewald::ptycho
