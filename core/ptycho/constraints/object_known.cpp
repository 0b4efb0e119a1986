// SPDX-License-Identifier: GPL-3.0-or-later
//
// known_region and known_transmission: a part of the object has a known transmission. The mean there brings the object
// to its scale and phase, and the probe by as much the other way: the exit waves stay. Then the part is what it is.
#include "ptycho/constraints/constraints.h"
#include "ptycho/model/partition.h"

#include <complex>

namespace ewald::ptycho {
namespace {

// Of the known amplitude: where waves that are not in phase yet leave less on the average, it says nothing of them.
constexpr double kLeastMean = 0.1;

bool due(const ConstraintCall& call) {
    return call.context.updateObject && !isEmpty(call.state.problem().known.region);
}

void apply(const ConstraintCall& call) {
    EngineContext& state = call.state;
    const FieldSpace& fields = state.fields();
    const KnownRegion& known = state.problem().known;
    const auto there = static_cast<float>(known.transmission);
    const Complex mean = fields.meanInside(state.object, known.region) / there;
    if (call.context.updateProbe && std::abs(mean) > kLeastMean) {
        const Complex inverse = Complex(1) / mean;
        forObjectAndKept(call, [&](Field& field) { fields.scale(field, inverse); });
        fields.scale(state.probe, mean);
        changeVariableProbe(state, [&](Array<Complex, 3>& modes) {
            for (Complex& value : modes) value *= mean;
        });
    }
    fields.fill(state.object, known.region, there);
}

} // namespace

const Constraint& objectKnown() {
    static const Constraint constraint{.due = due, .apply = apply, .regularises = true};
    return constraint;
}

} // namespace ewald::ptycho
