// SPDX-License-Identifier: GPL-3.0-or-later
//
// orthogonalise_every and fix_probe_power: the probe's modes are rotated so that they are orthogonal, and scaled to the
// photons of the mean pattern. One mixing of the modes does both, so that they are rounded once.
#include "ptycho/constraints/constraints.h"

#include <cmath>
#include <optional>

namespace ewald::ptycho {
namespace {

bool orthogonalises(const ConstraintCall& call) {
    return call.mayTransformProbe() && call.isTurn(call.settings.orthogonaliseEvery) && call.state.model().modes > 1;
}

bool scales(const ConstraintCall& call) {
    return call.settings.fixProbePower && call.context.updateProbe && call.context.updateObject;
}

bool due(const ConstraintCall& call) { return orthogonalises(call) || scales(call); }

void apply(const ConstraintCall& call) {
    EngineContext& state = call.state;
    const auto photons = scales(call) ? std::optional(state.problem().meanPhotons) : std::nullopt;
    const float factor = state.mixProbe(orthogonalises(call), photons);
    if (factor == 1) return;
    changeVariableProbe(state, [&](Array<Complex, 3>& modes) {
        for (Complex& value : modes) value *= factor;
    });
    // P·O stays: the product of all slices is multiplied by the inverse.
    const auto slices = static_cast<float>(state.problem().slices);
    const float inverse = slices > 1 ? std::pow(factor, -1 / slices) : 1 / factor;
    forObjectAndKept(call, [&](Field& field) { state.fields().scale(field, inverse); });
}

} // namespace

const Constraint& probeModes() {
    static const Constraint constraint{.due = due, .apply = apply};
    return constraint;
}

} // namespace ewald::ptycho
