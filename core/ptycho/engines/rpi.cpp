// SPDX-License-Identifier: GPL-3.0-or-later
//
// Randomised probe imaging: Levitan, Keskinbora, Sanli, Weigand & Comin 2020, Opt. Express 28, 37103.
//   One frame, a known probe with fine structure over all of its window, and an object below a limit m of the window's
//   n frequencies: up to about 2 m² unknowns by n² measured numbers. The losses of all frames' engines, followed as
//   L-BFGS does within that band (limited_memory.h, object_band.h).
#include "base/phrase.h"
#include "base/translate.h"
#include "ptycho/engines/descent/limited_memory.h"
#include "ptycho/engines/descent/line_step.h"
#include "ptycho/engines/engines.h"
#include "ptycho/iteration/engine.h"

#include <string>

namespace ewald::ptycho {
namespace {

/// The first constraint that is asked for; null: none.
const char* constraintOfProbe(const StageSettings& s) {
    return s.probeSupport > 0 ? "probe_support"
           : s.probePupil > 0 ? "probe_pupil"
           : s.fixProbePower  ? "fix_probe_power"
                              : nullptr;
}

const char* constraintOfObject(const StageSettings& s) {
    return s.objectTv > 0                                ? "object_tv"
           : s.objectL1 > 0                              ? "object_l1"
           : s.objectSmoothing > 0                       ? "object_smoothing"
           : s.objectPurePhase > 0                       ? "object_pure_phase"
           : s.objectAmplitudeMin > 0                    ? "object_amplitude_min"
           : s.objectAmplitudeMax > 0                    ? "object_amplitude_max"
           : s.objectPhaseMin_rad < s.objectPhaseMax_rad ? "object_phase_max"
                                                         : nullptr;
}

/// The first setting that would change nothing here, or leave nothing to be found; null: none.
const char* withoutEffect(const StageSettings& s) {
    const StageSettings usual(s.engine());
    return !s.updateObject                                            ? "update_object"
           : s.updateObjectAfter > 0                                  ? "update_object_after"
           : s.centreProbeEvery > 0                                   ? "centre_probe_every"
           : s.orthogonaliseEvery > 1                                 ? "orthogonalise_every"
           : s.positionMethod != usual.positionMethod                 ? "position_method"
           : s.variableProbeSmoothing != usual.variableProbeSmoothing ? "variable_probe_smoothing"
                                                                      : nullptr;
}

std::string refusal(const StageSettings& s) {
    const std::string& name = s.engine().name;
    if (s.refinePositions)
        return phrase("%1: one frame says nothing about its position: leave refine_positions and position_method out",
                      name);
    if (s.variableProbeModes > 0)
        return phrase("%1: the probe of one frame does not vary: set variable_probe_modes to 0", name);
    if (s.background || s.frameIntensities)
        return phrase("%1: one frame is not enough for background and beam: leave background and frame_intensities out",
                      name);
    if (const char* key = constraintOfObject(s))
        return phrase("%1: the object would leave its band: leave %2 out, or lower object_band", name, key);
    if (const char* key = constraintOfProbe(s)) return phrase("%1: the probe is known: leave %2 out", name, key);
    if (const char* key = withoutEffect(s))
        return phrase("%1: %2 has no effect on the image of one frame with a known probe: leave it out", name, key);
    return "";
}

} // namespace

const EngineKind& rpiKind() {
    static const EngineKind kind{
        .name = "rpi",
        .title = QT_TRANSLATE_NOOP("Engines", "Randomised probe imaging"),
        .help = QT_TRANSLATE_NOOP("Engines", "An image of one frame, with the probe that a scan has found before: a "
                                             "beam behind a diffuser."),
        .paper = "Levitan et al. 2020, Opt. Express 28, 37103",
        .parameters = {lossParameter(),
                       pairsParameter(10),
                       {.key = kObjectBand,
                        .defaultValue = 0.5,
                        .minimum = 0.05,
                        .maximum = 1,
                        .label = QT_TRANSLATE_NOOP("Parameters", "Band of the object"),
                        .help = QT_TRANSLATE_NOOP("Parameters",
                                                  "Frequencies that the image has, as a part of those of the window: "
                                                  "its resolution. Half is the most that one frame can tell; less "
                                                  "where photons are few.")}},
        .singleFrame = true,
        .objectCopies = objectCopiesOfLimitedMemory,
        .decide = [](StageSettings& s) { s.updateProbe = false; },
        .refuses = refusal,
        .make = makeLimitedMemory};
    return kind;
}

} // namespace ewald::ptycho
