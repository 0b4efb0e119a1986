// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/problem.h"
#include "ptycho/settings.h"

namespace ewald::ptycho {

/// Sets the probe to zero outside a circle of `diameter` (fraction of the window) with an edge two pixels soft.
void limitSupport(Array<Complex, 3>& probe, double diameter);
/// How far the centre of Σ|P|² lies from the middle of the window, whole pixels (row, col).
[[nodiscard]] std::array<int, 2> centreOffset(const Array<Complex, 3>& probe);
/// Moves probe and object by the same whole pixels, so that the exit waves only move along: content at `offset` from
/// the middle comes to the middle. The object is rolled; its margin takes what wraps around.
void moveToCentre(Estimate& estimate, std::array<int, 2> offset);
/// Scales the probe to `photons` and the object by the inverse factor: P·O stays.
void fixPower(Estimate& estimate, double photons);

} // namespace ewald::ptycho
