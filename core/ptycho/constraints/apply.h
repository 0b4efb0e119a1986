// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/engine.h"
#include "ptycho/iteration/engine_context.h"
#include "ptycho/model/settings.h"

namespace ewald::ptycho {

/// r.m.s. noise of an object pixel of amplitude 1 that the photons of the scan leave, about: 1/√(photons per pixel) in
/// the box of the start positions, half a window larger. The unit of the regularisers' weights, so that these mean the
/// same at any number of photons. Depends on no rank.
[[nodiscard]] double objectNoise(const Problem& problem);

/// What a stage asks for at the end of an iteration. Collective, with the same bits on any number of ranks.
/// \param step of the engine, if it has to begin anew
void applyConstraints(EngineContext& state, Engine& engine, const StageSettings& settings,
                      const IterationContext& context, double step);

} // namespace ewald::ptycho
