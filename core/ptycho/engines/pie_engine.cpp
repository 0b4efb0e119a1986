// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/pie_engine.h"

#include "base/translate.h"
#include "ptycho/random.h"

#include <algorithm>

namespace ewald::ptycho {

std::vector<Batch> makeBatches(std::size_t frames, std::size_t batchSize, unsigned long long seed,
                               std::size_t iteration) {
    Random random(seed, iteration + 1);
    const std::size_t size = std::clamp<std::size_t>(batchSize, 1, frames);
    const std::size_t start = random.below(frames);
    std::vector<Batch> batches;
    for (std::size_t first = 0; first < frames; first += size)
        batches.push_back({(start + first) % frames, std::min(size, frames - first)});
    random.shuffle(batches);
    return batches;
}

namespace {

/// The frames of a batch and the update of the object, as far as wanted, and the sums for the probe's.
void stepBatch(EngineContext& state, const PieRule& rule, const Batch& batch, const IterationContext& context) {
    const auto& m = state.model();
    const LocalBatch mine = state.localBatch(batch);
    const PhaseScope batchOfFrames(state.clock(), Phase::frames);
    const compute::UpdateRule objectRule{rule.objectAlpha, rule.factor * rule.objectStep};
    const bool whole = mine.frames.size() <= state.framesAtOnce();
    if (state.communicator().size() == 1 && context.updateObject && whole) { // no other rank's sums are needed
        const auto step = state.makeStep(mine.frames, true, context.updateProbe);
        state.ops().frameStepAndUpdate(step, state.object.data(), mine.region, objectRule);
        state.reduce(mine, false, context.updateProbe);
        return;
    }
    for (std::size_t first = 0; first < mine.frames.size(); first += state.framesAtOnce()) {
        const auto frames = mine.frames.subspan(first, std::min(state.framesAtOnce(), mine.frames.size() - first));
        state.ops().frameStep(state.makeStep(frames, context.updateObject, context.updateProbe));
    }
    state.reduce(mine, context.updateObject, context.updateProbe);
    if (!context.updateObject) return;
    state.clock().enter(Phase::update);
    if (state.tiled()) // the largest weight may lie in another rank's tile
        state.ops().pieUpdate(state.object.data(), state.objectSum.data(), state.objectWeight.data(), 1, m.objectRows,
                              m.objectCols, mine.region, state.largestObjectWeight(mine), objectRule);
    else
        state.ops().pieUpdate(state.object.data(), state.objectSum.data(), state.objectWeight.data(), 1, m.objectRows,
                              m.objectCols, mine.region, objectRule);
}

void updateProbe(EngineContext& state, const PieRule& rule) {
    const auto& m = state.model();
    const PhaseScope updating(state.clock(), Phase::update);
    state.ops().pieUpdate(state.probe.data(), state.probeSum.data(), state.probeWeight.data(), m.modes, m.size, m.size,
                          state.wholeProbe(), {rule.probeAlpha, rule.factor * rule.probeStep});
}

} // namespace

std::optional<StepSums> pieIteration(EngineContext& state, const PieRule& rule, const IterationContext& context) {
    state.chooseGrids(rule.batchSize);
    for (const Batch& batch : makeBatches(state.problem().frames, rule.batchSize, context.seed, context.iteration)) {
        if (context.shouldLeave()) return std::nullopt;
        stepBatch(state, rule, batch, context);
        if (context.updateProbe) updateProbe(state, rule);
    }
    const PhaseScope frames(state.clock(), Phase::frames);
    return state.ops().takeSums();
}

std::vector<EngineParameter> pieParameters(double batchSize, double step) {
    return {
        {.key = "batch_size",
         .type = EngineParameter::Type::whole,
         .unit = "frames",
         .defaultValue = batchSize,
         .minimum = 1,
         .maximum = 1e6,
         .label = QT_TRANSLATE_NOOP("Parameters", "Batch size"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Frames whose updates are summed before they are applied. 1 is the "
                                                 "classic sequential engine; larger batches use more cores and "
                                                 "devices, smaller ones converge in fewer iterations. Below 16 "
                                                 "frames rPIE shortens its steps and raises its regularisation.")},
        {.key = "object_step",
         .defaultValue = step,
         .minimum = 0.001,
         .maximum = 2,
         .label = QT_TRANSLATE_NOOP("Parameters", "Object step"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Factor on the object update. Lower it when the loss jumps up and "
                                                 "down or the object turns grainy.")},
        {.key = "probe_step",
         .defaultValue = step,
         .minimum = 0.001,
         .maximum = 2,
         .label = QT_TRANSLATE_NOOP("Parameters", "Probe step"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Factor on the probe update. Lower it when the probe takes over "
                                                 "features of the object.")},
    };
}

} // namespace ewald::ptycho
