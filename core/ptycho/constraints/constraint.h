// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/engine.h"
#include "ptycho/iteration/engine_context.h"
#include "ptycho/model/settings.h"

#include <functional>

namespace ewald::ptycho {

/// What a constraint works on, at the end of an iteration.
struct ConstraintCall {
    EngineContext& state;
    Engine& engine;
    const StageSettings& settings;
    const IterationContext& context;

    /// Whether something that is done every so many iterations (0: never) is done at the end of this one.
    [[nodiscard]] bool isTurn(std::size_t every) const { return every > 0 && (context.iteration + 1) % every == 0; }
    /// Whether the probe's modes may be rotated or moved now.
    [[nodiscard]] bool mayTransformProbe() const { return context.updateProbe && engine.probeMayBeTransformed(); }
};

/// What a stage may ask of object or probe at the end of an iteration: the only declaration of it, at the end of its
/// file. Both functions are called on all ranks alike; the bits are the same on any number of ranks.
struct Constraint {
    /// Whether the settings ask for it now.
    bool (*due)(const ConstraintCall&) = nullptr;
    void (*apply)(const ConstraintCall&) = nullptr;
    /// Leads away from where steps led: an engine that does not bear that has to begin anew
    /// (Engine::mayBeRegularised()).
    bool regularises = false;
};

/// How the probe varies, which changes as the probe itself; nothing where it does not vary.
void changeVariableProbe(EngineContext& state, const std::function<void(Array<Complex, 3>& modes)>& body);
/// The object, and what the engine keeps over it.
void forObjectAndKept(const ConstraintCall& call, const std::function<void(Field&)>& body);

} // namespace ewald::ptycho
