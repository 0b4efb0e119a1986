// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/problem.h"
#include "ptycho/model/settings.h"

namespace ewald::ptycho {

/// Factors [n][n] that set a probe to zero outside a circle of `diameter` (fraction of the window) with an edge two
/// pixels soft.
[[nodiscard]] std::vector<float> supportOf(std::size_t n, double diameter);
/// Multiplies the probe by them.
void limitSupport(Array<Complex, 3>& probe, double diameter);
/// Sets the probe's spectrum to zero outside a circle of `diameter` (fraction of the band, 1 reaches its edges) around
/// zero frequency, with an edge two of its pixels soft: what a lens, a zone plate or a pinhole in the far field lets
/// through.
void limitPupil(Array<Complex, 3>& probe, double diameter);
/// How far the centre of Σ|P|² lies from the middle of the window, whole pixels (row, col).
[[nodiscard]] std::array<int, 2> centreOffset(const Array<Complex, 3>& probe);
/// Moves each mode, or the object, so that what is at `offset` from the middle comes to the middle; wraps around. Both
/// by the same offset: the exit waves only move along.
void moveToCentre(Array<Complex, 3>& probe, std::array<int, 2> offset);
void moveToCentre(Array<Complex, 2>& object, std::array<int, 2> offset, std::size_t slices = 1);
/// What scales a probe of Σ|P|² = power to `photons` (1 for one without power): the object has to be divided by it, so
/// that P·O stays.
[[nodiscard]] float powerFactor(double power, double photons);

} // namespace ewald::ptycho
