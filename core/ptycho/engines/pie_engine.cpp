// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/pie_engine.h"

#include "base/translate.h"
#include "ptycho/model/random.h"

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
    // Slices that all move at once for the same residual share the step.
    const compute::UpdateRule objectRule{rule.objectAlpha,
                                         rule.factor * rule.objectStep / static_cast<float>(m.slices)};
    const bool whole = mine.frames.size() <= state.frames().atOnce();
    if (state.communicator().size() == 1 && context.updateObject && whole) { // no other rank's sums are needed
        const auto step = state.makeStep(mine.frames, true, context.updateProbe);
        state.ops().frameStepAndUpdate(step, state.object.data(), mine.region, objectRule);
        state.sums().reduce(mine, false, context.updateProbe);
        return;
    }
    for (const FramePiece& piece : state.frames().pieces(mine.frames))
        state.ops().frameStep(state.makeStep(piece.frames, context.updateObject, context.updateProbe));
    std::span<const double> largest; // the largest weight may lie in another rank's tile
    if (state.tiled() && context.updateObject)
        largest = state.sums().reduceWithLargest(mine, context.updateProbe);
    else
        state.sums().reduce(mine, context.updateObject, context.updateProbe);
    if (!context.updateObject) return;
    state.clock().enter(Phase::update);
    for (int layer = 0; layer < m.layers(); ++layer) {
        const std::size_t first = m.beginOf(layer);
        compute::Cf* const object = state.object.data() + first;
        Cd* const sum = state.sums().object() + first;
        double* const weight = state.sums().objectWeight() + first;
        if (state.tiled()) {
            const std::size_t ranks = largest.size() / static_cast<std::size_t>(m.layers());
            state.ops().pieUpdateWith(largest.subspan(static_cast<std::size_t>(layer) * ranks, ranks), object, sum,
                                      weight, 1, m.objectRows, m.objectCols, mine.region, objectRule);
        } else {
            state.ops().pieUpdate(object, sum, weight, 1, m.objectRows, m.objectCols, mine.region, objectRule);
        }
    }
}

void updateProbe(EngineContext& state, const PieRule& rule) {
    const auto& m = state.model();
    const PhaseScope updating(state.clock(), Phase::update);
    state.ops().pieUpdate(state.probe.data(), state.sums().probe(), state.sums().probeWeight(), m.modes, m.size, m.size,
                          m.wholeProbe(), {rule.probeAlpha, rule.factor * rule.probeStep});
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

EngineParameter stepDecayParameter() {
    return {.key = "step_decay",
            .defaultValue = 1,
            .minimum = 0.5,
            .maximum = 1,
            .label = QT_TRANSLATE_NOOP("Parameters", "Step decay"),
            .help = QT_TRANSLATE_NOOP(
                "Parameters", "Factor on both steps in each iteration, down to a tenth, once the error falls by "
                              "less than 2 %. 1 is off; 0.96 lowers the final error of 40 iterations and more.")};
}

void StepDecay::watch(EngineContext& state, StepSums sums) {
    constexpr double kSlow = 0.02;
    constexpr double kLeast = 0.1;
    if (m_rate >= 1) return;
    state.reduce(sums); // every rank has to decide alike
    const double error = sums.intensity > 0 ? sums.error / sums.intensity : 0;
    double& lastError = m_kept.numbers[1];
    if (lastError > 0 && (factor() < 1 || error > (1 - kSlow) * lastError))
        m_kept.numbers[0] = std::max(kLeast, m_rate * factor());
    lastError = error;
}

EngineParameter batchSizeParameter(double batchSize) {
    return {.key = "batch_size",
            .type = EngineParameter::Type::whole,
            .unit = "frames",
            .defaultValue = batchSize,
            .minimum = 0,
            .maximum = 1e6,
            .special = "auto",
            .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "automatic"),
            .label = QT_TRANSLATE_NOOP("Parameters", "Batch size"),
            .help = QT_TRANSLATE_NOOP("Parameters", "Frames whose updates are summed before they are applied. 1 is the "
                                                    "classic sequential engine; larger batches use more cores and "
                                                    "devices, smaller ones converge in fewer iterations. Below 16 "
                                                    "frames rPIE shortens its steps and raises its regularisation. "
                                                    "0 chooses by the scan and the number of GPUs: 64 frames and more "
                                                    "each, a quarter of the scan at most; the default without GPUs.")};
}

EngineParameter momentumParameter(double momentum) {
    return {.key = "momentum",
            .defaultValue = momentum,
            .minimum = 0,
            .maximum = 0.99,
            .minimumMeans = QT_TRANSLATE_NOOP("Parameters", "off"),
            .advanced = true,
            .label = QT_TRANSLATE_NOOP("Parameters", "Momentum"),
            .help =
                QT_TRANSLATE_NOOP("Parameters", "Fraction of the previous updates that is carried into the next one; 0 "
                                                "is off. 0.5 to 0.9 shortens long runs on clean data and may "
                                                "overshoot on noisy ones.")};
}

std::vector<EngineParameter> pieParameters(double batchSize, double step) {
    return {
        batchSizeParameter(batchSize),
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
