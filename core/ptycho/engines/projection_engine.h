// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/engine.h"
#include "ptycho/model/engine_kind.h"

#include <memory>
#include <string>
#include <vector>

namespace ewald::ptycho {

using compute::ProjectionRule;

// Engines that project all frames between what was measured, Π_F, and what a common object and probe explain, Π_O ψ =
// P O:
//   ψ ← xψ + a Π_O ψ + b Π_F(c Π_O ψ + yψ),  then O = Σ P* ψ / Σ |P|² and, with the new O, P_k = Σ O* ψ_k / Σ |O|²,
// both with a little inertia (Marchesini et al. 2013). Updating both from the same old values instead makes the error
// of the difference map swing between 0.05 and 0.7 on measured data. The members differ in these numbers only:
//                                x    a       b    c   y
//   difference map, relaxed by r  1    −r      r    2  −1
//   RAAR                          β    1 − 2β  β    2  −1
//   alternating projections       0    1 − r   r    1   0
// Where positions lie between pixels the probe is shifted exactly, unless another way is asked for: an object that is
// replaced by Σ P* ψ / Σ |P|² of interpolated windows is interpolated twice, and loses its fine detail anew in each
// iteration (two modes as one, 30 iterations of alternating projections: error 0.0041 interpolated, 0.0034 exact).
// With such shifts S_i the normal equations of the probe, Σ S_i⁻¹ |O_i|² S_i P = Σ S_i⁻¹ O_i* ψ_i, are not those of
// single pixels. Divided by Σ|O|² their right side would be another probe than the one that explains all waves, and
// grow from iteration to iteration where a probe is bright up to the edges of its window; so P moves by what it does
// not explain, Σ S_i⁻¹ O_i* (ψ_i − O_i S_i P) / Σ|O|², which is the same without shifts. ψ is kept at the detector:
// F[2PO − ψ] = 2 F[PO] − ψ̂, so that F[PO] is at hand for the figures of merit and an iteration takes two transforms a
// frame and mode, as any other engine's; a second copy at the sample serves the probe's sums. Memory: 16 bytes a pixel,
// frame and mode, on the device or, where frames are streamed, in the computer. Traffic a frame and mode, in n² complex
// numbers: ψ̂ read and written, ψ written and read, wave 6, sums as the PIE engines'; with exact shifts the probe is
// shifted a second time for the probe's sums.

/// The numbers of a member; its softness is a parameter of all.
using ProjectionRuleOf = ProjectionRule (*)(const StageSettings&);

/// Softness of members that keep what was stored. With hard projections they follow the noise: the difference map then
/// ends at 3.4 times the noise limit and rises (64², 10⁶ photons a frame; 1.0 times with this), and RAAR loses the
/// whole object at 10³ photons a frame.
inline constexpr double kReflectionSoftness = 0.2;

/// The parameters that all members have.
[[nodiscard]] std::vector<EngineParameter> projectionParameters(double softness);
/// Waves of every frame: at the detector and at the sample.
[[nodiscard]] std::vector<KeptField> keptWaves();
[[nodiscard]] double keptWavesPerFrame();

/// Their probe is the common factor of stored waves: it is the same in all frames.
[[nodiscard]] std::string refuseVariableProbe(const StageSettings& settings);

[[nodiscard]] std::unique_ptr<Engine> makeProjectionEngine(EngineContext& state, const StageSettings& settings,
                                                           ProjectionRuleOf ruleOf);

} // namespace ewald::ptycho
