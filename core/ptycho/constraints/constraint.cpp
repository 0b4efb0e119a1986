// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/constraints/constraint.h"

#include <utility>
#include <vector>

namespace ewald::ptycho {

void changeVariableProbe(EngineContext& state, const std::function<void(Array<Complex, 3>& modes)>& body) {
    VariableProbe varying = state.variableProbe();
    if (varying.count() == 0) return;
    body(varying.modes);
    state.setVariableProbe(std::move(varying));
}

void forObjectAndKept(const ConstraintCall& call, const std::function<void(Field&)>& body) {
    std::vector<Field*> all = call.engine.keptOverObject();
    all.push_back(&call.state.object);
    for (Field* const field : all) body(*field);
}

} // namespace ewald::ptycho
