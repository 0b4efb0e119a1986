// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/log.h"
#include "base/phase_clock.h"
#include "base/run_control.h"
#include "base/saved_state.h"
#include "compute/communication/communicator.h"
#include "compute/devices/device.h"
#include "ptycho/model/problem.h"
#include "ptycho/model/variable_probe.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ewald::ptycho {

/// Metrics of one iteration, summed over all ranks and frames, taken before each update.
struct IterationReport {
    std::size_t iteration = 0; ///< from 1 over the whole pipeline
    std::size_t stage = 0;
    const EngineKind* engine = nullptr;
    double fourierError = 0; ///< Σ(|ψ̂|−√I)²/ΣI over valid pixels
    double loss = 0;         ///< the engine's own: fourier error (PIE), ‖ψ_{k+1}−ψ_k‖/‖ψ‖ (DM)
    double llk = 0;        ///< half the Poisson deviance per valid pixel over that of a perfect model: 1 = noise limit
    double noiseFloor = 0; ///< fourierError of a perfect model
    double step = 1;       ///< factor on the engine's steps, < 1 after the run had diverged
    double time_s = 0;     ///< since the first iteration of this run, pauses excluded
    PhaseTimes spent;      ///< up to the end of this iteration's updates, all ranks together
    std::vector<double> communication_s; ///< of that, by rank
};

/// A look at the state in the middle of a run (host copies).
struct Snapshot {
    std::size_t iteration = 0;
    Estimate estimate;
    std::vector<PixelPosition> positions;
    Array<float, 2> background; ///< [n][n] counts a frame, zero frequency in the middle; empty: not fitted
    std::vector<double> beam;   ///< by frame: amplitude of the beam, 1 in the mean of its square; empty: not fitted
    VariableProbe variable;     ///< how the probe changes from frame to frame
    std::size_t frame = 0;      ///< as asked for
    Array<float, 2> modelled;   ///< Σ|ψ̂|² of that frame, DC in the middle; empty unless wanted
    SavedState state;           ///< for checkpoints only
};

/// What the solver asks of and reports to its caller. Every function is called on rank 0's thread between two
/// iterations (snapshot() also before a pause), must be quick, and may be empty.
struct SolverHooks {
    std::function<void(const IterationReport&)> iterationDone;
    /// Which snapshot is wanted now: nothing (the usual), for display, or for a checkpoint.
    enum class Want {
        nothing,
        preview,
        checkpoint,
        change, ///< not asked for: as a checkpoint, of the state that a change of the pipeline begins with
        pause   ///< not asked for: for display, of the last whole iteration, as the run pauses in the next one
    };
    std::function<Want()> wantSnapshot;
    std::function<std::size_t()> previewFrame;
    std::function<void(Snapshot&&, Want)> snapshot;
    /// The pipeline from here on, where it changes: what has been done of it stays as it was. Asked before each
    /// iteration, with the iterations that are done.
    std::function<std::optional<std::vector<StageSettings>>(std::size_t)> changedPipeline;
    LogSink log;
    /// What the run decided by itself (base/phrase.h), to take effect after so many iterations. The log gets it, too.
    std::function<void(std::size_t, const std::string&)> decided;
    /// Whether what is saved may hold the waves of all frames, where an engine has such. That of rank 0 counts.
    bool saveWaves = true;
    /// Whether the noise floor and the figures of merit of the estimate are wanted. The same on all ranks.
    bool figures = true;
};

/// Where a run goes on from, when it is not new.
struct ResumePoint {
    std::size_t iteration = 0; ///< iterations already done over the whole pipeline
    SavedState state;
};

/// How a run ended.
struct SolverResult {
    Estimate estimate;
    std::vector<PixelPosition> positions;
    Array<float, 2> background; ///< as in Snapshot
    std::vector<double> beam;
    VariableProbe variable;
    std::size_t iterations = 0;
    SavedState state;     ///< complete on rank 0: to go on from here with the same bits
    bool stopped = false; ///< before the pipeline was through (graceful)
    /// Figures of merit of the estimate itself, where those of the last iteration were taken on its way.
    struct Figures {
        double fourierError = 0;
        double llk = 0;
        double noiseFloor = 0;
    } figures;
    /// Σ|ψ̂|² of the estimate in the frame that previews show, DC in the middle; on rank 0, where there are previews.
    Array<float, 2> modelled;
    std::size_t frame = 0;
    /// It diverged however short its steps were: the estimate is the best there was, of this iteration.
    std::optional<std::size_t> divergedFrom;
    /// On all ranks: one had no room for its part, and nothing was begun. They may try something smaller.
    std::optional<Error> outOfMemory;
};

/// Runs the pipeline as one rank of `communicator` on `queue`. SPMD: every rank calls it with its own problem (its
/// frames) and the same start and seed; the pipeline, and its changes, are those of rank 0, which all ranks take over
/// between the same two iterations. A stage goes on from where another of the same engine ended (momentum, waves); one
/// of another engine begins without a past. The object is returned on rank 0 only.
/// `control` is looked at after every mini-batch, by several ranks together about every 50 ms: StopRequest::abort
/// throws StoppedError, a graceful stop ends the run with the last complete iteration. A run that diverges goes on from
/// its best state with shorter steps (DivergenceGuard).
/// \throws Error
[[nodiscard]] SolverResult solve(const Problem& problem, const ModelSettings& model, const Estimate& start,
                                 const std::vector<StageSettings>& pipeline, unsigned long long seed,
                                 compute::Queue& queue, compute::Communicator& communicator, RunControl& control,
                                 const SolverHooks& hooks, const ResumePoint& resume = {});

} // namespace ewald::ptycho
