// SPDX-License-Identifier: GPL-3.0-or-later
//
// object_amplitude_min and object_amplitude_max.
#include "ptycho/constraints/constraints.h"

namespace ewald::ptycho {
namespace {

bool due(const ConstraintCall& call) {
    return call.context.updateObject && (call.settings.objectAmplitudeMin > 0 || call.settings.objectAmplitudeMax > 0);
}

void apply(const ConstraintCall& call) {
    call.state.fields().limitAmplitude(call.state.object, static_cast<float>(call.settings.objectAmplitudeMin),
                                       static_cast<float>(call.settings.objectAmplitudeMax));
}

} // namespace

const Constraint& objectAmplitude() {
    static const Constraint constraint{.due = due, .apply = apply};
    return constraint;
}

} // namespace ewald::ptycho
