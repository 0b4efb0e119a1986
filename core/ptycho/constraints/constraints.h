// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/problem.h"
#include "ptycho/settings.h"

namespace ewald::ptycho {

/// Sets the probe to zero outside a circle of `diameter` (fraction of the window) with an edge two pixels soft.
void limitSupport(Array<Complex, 3>& probe, double diameter);
/// How far the centre of Σ|P|² lies from the middle of the window, whole pixels (row, col).
[[nodiscard]] std::array<int, 2> centreOffset(const Array<Complex, 3>& probe);
/// Moves each mode, or the object, so that what is at `offset` from the middle comes to the middle; wraps around. Both
/// by the same offset: the exit waves only move along.
void moveToCentre(Array<Complex, 3>& probe, std::array<int, 2> offset);
void moveToCentre(Array<Complex, 2>& object, std::array<int, 2> offset);
/// Scales the probe to `photons` and returns the factor (1 for a probe without power): the object has to be divided by
/// it, so that P·O stays.
[[nodiscard]] float fixPower(Array<Complex, 3>& probe, double photons);

} // namespace ewald::ptycho
