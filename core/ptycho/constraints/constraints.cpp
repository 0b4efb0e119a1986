// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/constraints/constraints.h"

namespace ewald::ptycho {

const std::vector<const Constraint*>& constraints() {
    static const std::vector<const Constraint*> table{&probeSupport(),    &probePupil(),      &probeCentre(),
                                                      &probeModes(),      &objectVariation(), &objectSmoothing(),
                                                      &objectAmplitude(), &objectValues(),    &objectKnown()};
    return table;
}

void applyConstraints(const ConstraintCall& call, double step) {
    bool regularised = false;
    for (const Constraint* const constraint : constraints()) {
        if (!constraint->due(call)) continue;
        constraint->apply(call);
        regularised = regularised || constraint->regularises;
    }
    if (regularised && !call.engine.mayBeRegularised()) call.engine.restart(call.state, step);
}

} // namespace ewald::ptycho
