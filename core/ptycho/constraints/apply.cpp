// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/constraints/apply.h"

#include "ptycho/model/probe_algebra.h"
#include "ptycho/model/probe_limits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace ewald::ptycho {
namespace {

/// The probe has been moved back by `offset` and multiplied by `factor`: the object, with what the engine keeps over
/// it, is moved likewise, and the product of all slices is multiplied by the inverse.
void followProbe(EngineContext& state, Engine& engine, std::array<int, 2> offset, float factor) {
    const auto slices = static_cast<float>(state.problem().slices);
    std::vector<Field*> all = engine.keptOverObject();
    all.push_back(&state.object);
    for (Field* const field : all) {
        if (offset != std::array<int, 2>{}) {
            Array<Complex, 2> whole = state.wholeObject(*field);
            if (state.communicator().rank() == 0) moveToCentre(whole, offset, state.problem().layers());
            state.fields().scatter(*field, whole.span());
        }
        if (factor != 1) state.fields().scale(*field, slices > 1 ? std::pow(factor, -1 / slices) : 1 / factor);
    }
}

/// How the probe changes, as the probe itself.
void constrainVariableProbe(EngineContext& state, const StageSettings& s, bool pupil, std::array<int, 2> offset,
                            float factor) {
    VariableProbe varying = state.variableProbe();
    const bool moved = offset != std::array<int, 2>{};
    if (varying.count() == 0 || (!(s.probeSupport > 0) && !pupil && !moved && factor == 1)) return;
    if (s.probeSupport > 0) limitSupport(varying.modes, s.probeSupport);
    if (pupil) limitPupil(varying.modes, s.probePupil);
    moveToCentre(varying.modes, offset);
    for (Complex& value : varying.modes) value *= factor;
    state.setVariableProbe(std::move(varying));
}

/// What the device has no operation for. \return the pixels by which the probe was moved
std::array<int, 2> placeProbe(EngineContext& state, double pupil, bool centring) {
    Array<Complex, 3> probe = state.downloadProbe();
    if (pupil > 0) limitPupil(probe, pupil);
    const std::array<int, 2> offset = centring ? centreOffset(probe) : std::array<int, 2>{};
    moveToCentre(probe, offset);
    state.uploadProbe(probe);
    return offset;
}

/// \return whether it has limited the probe's spectrum
bool constrainProbe(EngineContext& state, Engine& engine, const StageSettings& s, const IterationContext& context) {
    const auto due = [&](std::size_t every) { return every > 0 && (context.iteration + 1) % every == 0; };
    const bool transform = engine.probeMayBeTransformed() && context.updateProbe;
    const bool orthogonalising = transform && due(s.orthogonaliseEvery) && state.model().modes > 1;
    const bool centring = transform && due(s.centreProbeEvery) && context.updateObject;
    const bool scaling = s.fixProbePower && context.updateProbe && context.updateObject;
    const bool pupil = s.probePupil > 0 && context.updateProbe;
    if (!(s.probeSupport > 0) && !orthogonalising && !centring && !scaling && !pupil) return false;
    state.limitProbe(s.probeSupport);
    const std::array<int, 2> offset =
        pupil || centring ? placeProbe(state, pupil ? s.probePupil : 0, centring) : std::array<int, 2>{};
    const auto photons = scaling ? std::optional(state.problem().meanPhotons) : std::nullopt;
    const float factor = orthogonalising || scaling ? state.mixProbe(orthogonalising, photons) : 1;
    constrainVariableProbe(state, s, pupil, offset, factor);
    followProbe(state, engine, offset, factor);
    return pupil;
}

/// \return whether it has changed the object otherwise than by its amplitudes' limits
bool constrainObject(EngineContext& state, const StageSettings& s) {
    const FieldSpace& fields = state.fields();
    compute::PtychoOps& ops = state.ops();
    const double noise = objectNoise(state.problem());
    bool changed = false;
    if (s.objectTv > 0) {
        const auto threshold = static_cast<float>(s.objectTv * noise);
        fields.filter(state.object, compute::kVariationReach,
                      [&](Cf* image, int rows, int cols) { ops.reduceVariation(image, rows, cols, threshold); });
        changed = true;
    }
    if (s.objectSmoothing > 0) {
        const auto share = static_cast<float>(s.objectSmoothing);
        fields.filter(state.object, 1, [&](Cf* image, int rows, int cols) { ops.smooth(image, rows, cols, share); });
        changed = true;
    }
    if (s.objectAmplitudeMin > 0 || s.objectAmplitudeMax > 0)
        fields.limitAmplitude(state.object, static_cast<float>(s.objectAmplitudeMin),
                              static_cast<float>(s.objectAmplitudeMax));
    const auto direction = [](double phase_rad) {
        return Cf{static_cast<float>(std::cos(phase_rad)), static_cast<float>(std::sin(phase_rad))};
    };
    const compute::ValueRule rule{.threshold = static_cast<float>(s.objectL1 * noise),
                                  .flatten = static_cast<float>(s.objectPurePhase),
                                  .lowPhase = static_cast<float>(s.objectPhaseMin_rad),
                                  .highPhase = static_cast<float>(s.objectPhaseMax_rad),
                                  .low = direction(s.objectPhaseMin_rad),
                                  .high = direction(s.objectPhaseMax_rad)};
    if (rule.threshold > 0 || rule.flatten > 0 || rule.lowPhase < rule.highPhase) {
        fields.constrain(state.object, rule);
        changed = true;
    }
    return changed;
}

} // namespace

double objectNoise(const Problem& problem) {
    if (problem.positions.empty() || !(problem.meanPhotons > 0)) return 1;
    const auto extent = [&](auto coordinate) {
        const auto [least, most] = std::ranges::minmax_element(problem.positions, {}, coordinate);
        return std::invoke(coordinate, *most) - std::invoke(coordinate, *least) +
               static_cast<double>(problem.geometry.size) / 2;
    };
    const double pixels = extent(&PixelPosition::row) * extent(&PixelPosition::col);
    return std::sqrt(pixels / (problem.meanPhotons * static_cast<double>(problem.frames)));
}

void applyConstraints(EngineContext& state, Engine& engine, const StageSettings& settings,
                      const IterationContext& context, double step) {
    const bool probe = constrainProbe(state, engine, settings, context);
    const bool object = context.updateObject && constrainObject(state, settings);
    if ((probe || object) && !engine.mayBeRegularised()) engine.restart(state, step);
}

} // namespace ewald::ptycho
