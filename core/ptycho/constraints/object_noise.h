// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/problem.h"

namespace ewald::ptycho {

/// r.m.s. noise of an object pixel of amplitude 1 that the photons of the scan leave, about: 1/√(photons per pixel) in
/// the box of the start positions, half a window larger. The unit of the regularisers' weights, so that these mean the
/// same at any number of photons. Depends on no rank.
[[nodiscard]] double objectNoise(const Problem& problem);

} // namespace ewald::ptycho
