// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/saved_state.h"
#include "ptycho/iteration/divergence_guard.h"
#include "ptycho/iteration/engine_context.h"
#include "ptycho/iteration/kept_fields.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ewald::ptycho {

/// What an engine needs about the current iteration.
struct IterationContext {
    std::size_t iteration = 0; ///< from 0 over the whole pipeline
    std::size_t left = 0;      ///< iterations of the stage, this one included
    unsigned long long seed = 0;
    bool updateObject = true;
    bool updateProbe = true;
    bool refinePositions = false;
    bool refineBackground = false;
    bool refineBeam = false;
    bool refinePointSpread = false;
    bool refineVariableProbe = false;
    double noiseFloor = 0; ///< the error of a perfect model; 0: not known
    /// To be called between two mini-batches, on all ranks alike: waits while the run is paused. True: leave the
    /// iteration now; what it did to object and probe is undone. An engine that changes more than these finishes it.
    /// \throws StoppedError when the run is aborted
    std::function<bool()> shouldLeave;
    /// A decision of the engine in one line, for what follows this iteration; empty on all ranks but one.
    std::function<void(const std::string&)> say;
    /// The same, for this iteration and what follows.
    std::function<void(const std::string&)> sayBefore;
};

/// What is fitted of the detector beside object and probe.
struct DetectorFit {
    bool background = false;
    bool beam = false; ///< the intensity of each frame
};

/// A reconstruction algorithm, written once for every device and any number of ranks: it uses the operations and the
/// communicator of its EngineContext and nothing else. One object a rank, for as long as stages have the same engine.
class Engine {
public:
    virtual ~Engine() = default;
    /// One pass over all frames. Metrics are this rank's; absent when it left in the middle.
    [[nodiscard]] virtual std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) = 0;
    /// The engine's own loss, from the metrics of all ranks.
    [[nodiscard]] virtual double loss(const StepSums& sums) const {
        return sums.intensity > 0 ? sums.error / sums.intensity : 0;
    }
    /// Whether its steps are of ExitUpdate::pie with frames where they are, so that they give the normal equations of
    /// the positions on their way. Else they take a pass of their own.
    [[nodiscard]] virtual bool findsPositions() const { return true; }
    /// Whether the probe's modes may be rotated or moved between two iterations.
    [[nodiscard]] virtual bool probeMayBeTransformed() const { return true; }
    /// Whether object and probe may be regularised between two iterations; else it has to begin anew after that.
    [[nodiscard]] virtual bool mayBeRegularised() const { return true; }
    /// What it keeps from one iteration to the next and lies over the object, pixel by pixel: moved and scaled with it.
    [[nodiscard]] virtual std::vector<Field*> keptOverObject();
    /// Whether what is refined beside object and probe may change after the next iteration.
    [[nodiscard]] virtual bool wantsRefinement() const { return true; }
    /// What is fitted though the settings do not ask for it; by one whose kind says so (EngineKind::plansModel).
    [[nodiscard]] virtual DetectorFit fitsDetector() const { return {}; }
    /// Whether positions are moved in common in the next iteration; absent: in the first four fifths of its stage.
    [[nodiscard]] virtual std::optional<bool> movesInCommon() const { return std::nullopt; }
    /// Whether it ends before the iterations that it was given.
    [[nodiscard]] virtual bool finished() const { return false; }
    /// Which errors mean that it diverges.
    [[nodiscard]] virtual GuardRule guardRule() const { return GuardRule::rising; }
    /// Goes on with other settings of the same engine, and with the whole of its steps.
    virtual void change(EngineContext&, const StageSettings& settings) = 0;
    /// Begins anew from object and probe, with steps of `factor` times those of its settings.
    virtual void restart(EngineContext&, double factor) = 0;
    /// What the engine needs besides object and probe to go on with the same bits: what it keeps. Collective; complete
    /// on rank 0. \param waves whether waves of all frames may be part of it
    virtual void save(EngineContext& state, SavedState& saved, bool waves) const;
    /// Back from the complete state, on every rank. False: something is missing, and the numbers will differ from those
    /// of a run without the break.
    [[nodiscard]] virtual bool restore(EngineContext& state, const SavedState& saved);

protected:
    /// Something that it keeps, as long as it lives.
    KeptFields& keep(KeptNumbers numbers) {
        return *m_kept.emplace_back(std::make_unique<KeptFields>(std::move(numbers)));
    }

private:
    std::vector<std::unique_ptr<KeptFields>> m_kept;
};

/// The mini-batches of an iteration: consecutive pieces of the seeded frame order, cut at a new random place each
/// iteration and visited in random order. Depends on seed and iteration alone, never on the ranks.
[[nodiscard]] std::vector<Batch> makeBatches(std::size_t frames, std::size_t batchSize, unsigned long long seed,
                                             std::size_t iteration);

} // namespace ewald::ptycho
