// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/engine_context.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ewald::ptycho {

/// What an engine needs about the current iteration.
struct IterationContext {
    std::size_t iteration = 0; ///< from 0 over the whole pipeline
    unsigned long long seed = 0;
    bool updateObject = true;
    bool updateProbe = true;
    /// To be called between two mini-batches, on all ranks alike: true = leave the iteration now.
    std::function<bool()> shouldLeave;
};

using EngineState = std::map<std::string, std::vector<Complex>>;

/// A reconstruction algorithm, written once for every device and any number of ranks: it uses the operations and the
/// communicator of its EngineContext and nothing else. One object a rank and stage.
class Engine {
public:
    virtual ~Engine() = default;
    /// One pass over all frames. Metrics are this rank's; absent when it left in the middle.
    [[nodiscard]] virtual std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) = 0;
    /// The engine's own loss, from the metrics of all ranks.
    [[nodiscard]] virtual double loss(const StepSums& sums) const {
        return sums.intensity > 0 ? sums.error / sums.intensity : 0;
    }
    /// Whether the probe's modes may be rotated or moved between two iterations.
    [[nodiscard]] virtual bool probeMayBeTransformed() const { return true; }
    /// Further arrays that a checkpoint has to hold (collective when the object is tiled; complete on rank 0), and back
    /// (on every rank from the complete ones).
    virtual void save(EngineContext&, EngineState&) const {}
    virtual void restore(EngineContext&, const EngineState&) {}
};

[[nodiscard]] std::unique_ptr<Engine> makeEpie(EngineContext& state, const StageSettings& settings);
[[nodiscard]] std::unique_ptr<Engine> makeRpie(EngineContext& state, const StageSettings& settings);
[[nodiscard]] std::unique_ptr<Engine> makeDifferenceMap(EngineContext& state, const StageSettings& settings);
[[nodiscard]] std::unique_ptr<Engine> makeEngine(EngineContext& state, const StageSettings& settings);

/// The mini-batches of an iteration: consecutive pieces of the seeded frame order, cut at a new random place each
/// iteration and visited in random order. Depends on seed and iteration alone, never on the ranks.
[[nodiscard]] std::vector<Batch> makeBatches(std::size_t frames, std::size_t batchSize, unsigned long long seed,
                                             std::size_t iteration);

} // namespace ewald::ptycho
