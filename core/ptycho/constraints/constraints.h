// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/constraints/constraint.h"

#include <vector>

namespace ewald::ptycho {

[[nodiscard]] const Constraint& probeSupport();
[[nodiscard]] const Constraint& probePupil();
[[nodiscard]] const Constraint& probeCentre();
[[nodiscard]] const Constraint& probeModes();
[[nodiscard]] const Constraint& objectVariation();
[[nodiscard]] const Constraint& objectSmoothing();
[[nodiscard]] const Constraint& objectAmplitude();
[[nodiscard]] const Constraint& objectValues();
[[nodiscard]] const Constraint& objectKnown();

/// The table, in the order in which they are applied.
[[nodiscard]] const std::vector<const Constraint*>& constraints();

/// Applies those that are due. Collective, with the same bits on any number of ranks.
/// \param step of the engine, if it has to begin anew
void applyConstraints(const ConstraintCall& call, double step);

} // namespace ewald::ptycho
