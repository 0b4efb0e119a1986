// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/engine_kind.h"

#include <cstddef>
#include <memory>

namespace ewald::ptycho {

// Engines that remember the curvature of the last steps (Nocedal 1980, Math. Comput. 35, 773; Liu & Nocedal 1989, Math.
// Program. 45, 503).
//   Pairs of the last steps s and changes of the gradient y (of −G) describe the curvature. d is made of G by the
//   two-loop recursion, which begins in the middle with γ H, H the preconditioner (see full_gradient.h) and
//   γ = ⟨s, y⟩ / ⟨y, H y⟩ of the newest pair; a pair with little curvature, ⟨s, y⟩ < 10⁻⁸ ⟨y, H y⟩ , is left out.
//   (O, P) += length · d with one Newton step, which makes a search along the line with several evaluations needless.
// Object and probe are one vector. Memory: two objects a pair, beside those of the gradient. A member with the
// parameter kObjectBand keeps to objects below that limit (ObjectBand).

/// Of a parameter: the limit of the object's frequencies, as a part of the window's.
inline constexpr const char* kObjectBand = "object_band";

/// How many pairs there are at most.
[[nodiscard]] EngineParameter pairsParameter(double defaultValue);
[[nodiscard]] std::size_t objectCopiesOfLimitedMemory(const StageSettings& settings);
/// Of settings with pairsParameter() and lossParameter().
[[nodiscard]] std::unique_ptr<Engine> makeLimitedMemory(EngineContext& state, const StageSettings& settings);

} // namespace ewald::ptycho
