// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/solver.h"

#include "base/error.h"
#include "compute/queue.h"
#include "ptycho/constraints.h"
#include "ptycho/engine.h"
#include "ptycho/probe_algebra.h"

#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>

namespace ewald::ptycho {
namespace {

using Clock = std::chrono::steady_clock;

/// Seconds of work since it was made, pauses excluded.
class WorkClock {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - m_start - m_paused).count();
    }
    void addPause(Clock::duration pause) { m_paused += pause; }

private:
    Clock::time_point m_start = Clock::now();
    Clock::duration m_paused{};
};

/// One rank's run: the loop around the engines.
class Solver {
public:
    Solver(const Problem& problem, const ModelSettings& model, const Estimate& start,
           const std::vector<StageSettings>& pipeline, unsigned long long seed, compute::Queue& queue,
           compute::Communicator& communicator, RunControl& control, const SolverHooks& hooks)
        : m_problem(problem), m_pipeline(pipeline), m_seed(seed), m_communicator(communicator), m_control(control),
          m_hooks(hooks), m_state(problem, model, start, queue, communicator) {}

    /// Takes the memory of the first stage that there is something to do in.
    void prepare(const ResumePoint& resume) {
        std::size_t end = 0;
        for (const StageSettings& settings : m_pipeline) {
            end += settings.iterations;
            if (resume.iteration >= end) continue;
            m_engine = makeEngine(m_state, settings);
            return;
        }
    }

    SolverResult run(const ResumePoint& resume) {
        SolverResult result;
        std::size_t before = 0; // iterations of earlier stages
        for (std::size_t stage = 0; stage < m_pipeline.size() && !m_leaving; ++stage) {
            const std::size_t end = before + m_pipeline[stage].iterations;
            if (resume.iteration < end) result.state = runStage(stage, before, end, resume);
            before = end;
        }
        result.estimate = {m_state.gather(m_state.object), m_state.downloadProbe()};
        result.positions = m_problem.positions;
        result.iterations = m_done;
        result.stopped = m_leaving && m_done < before;
        return result;
    }

private:
    /// \return what the engine needs to go on from the end of the stage, or from where the run was stopped
    SavedState runStage(std::size_t stage, std::size_t begin, std::size_t end, const ResumePoint& resume) {
        const StageSettings& settings = m_pipeline[stage];
        const auto engine = m_engine ? std::move(m_engine) : makeEngine(m_state, settings);
        const std::size_t first = std::max(begin, resume.iteration);
        if (first > begin && first == resume.iteration) restore(*engine, stage, resume.state);
        m_done = first;
        for (std::size_t iteration = first; iteration < end && !m_leaving; ++iteration) {
            IterationContext context;
            context.iteration = iteration;
            context.seed = m_seed;
            context.updateObject = settings.updateObject && iteration >= settings.updateObjectAfter;
            context.updateProbe = settings.updateProbe && iteration >= settings.updateProbeAfter;
            context.betweenBatches = [this] { lookAtRequests(); };
            StepSums sums = engine->iterate(m_state, context);
            applyConstraints(settings, *engine, iteration, context);
            m_done = iteration + 1;
            m_state.reduce(sums);
            report(stage, *engine, sums);
            offerSnapshot(*engine, stage);
        }
        const bool last = m_leaving || stage + 1 == m_pipeline.size();
        return last ? savedState(*engine, stage, agreed(m_hooks.saveWaves)) : SavedState{};
    }

    /// In the middle of a stage; a stage begins with an engine that has no past.
    void restore(Engine& engine, std::size_t stage, const SavedState& saved) {
        const auto at = static_cast<double>(stage);
        if (saved.number("stage", at) == at && engine.restore(m_state, saved)) return;
        if (m_communicator.rank() == 0 && m_hooks.log)
            m_hooks.log(LogLevel::warning,
                        "what was saved does not hold the momentum or the waves of this engine: they "
                        "begin anew, and the numbers differ from those of a run without the break");
    }

    /// Collective.
    SavedState savedState(const Engine& engine, std::size_t stage, bool waves) {
        SavedState saved;
        engine.save(m_state, saved, waves);
        saved.numbers["stage"] = {static_cast<double>(stage)};
        return saved;
    }

    /// Collective: what rank 0 says.
    template <class T>
    T agreed(T mine) {
        if (m_communicator.size() > 1) m_communicator.broadcast(std::span<T>(&mine, 1), 0);
        return mine;
    }

    /// Collective: the strongest request of all ranks, so that they pause or end at the same batch.
    void lookAtRequests() {
        std::array<double, 2> wish = {static_cast<double>(static_cast<int>(m_control.stopRequest())),
                                      m_control.paused() ? 1.0 : 0.0};
        m_communicator.allReduceMax(wish);
        if (wish[1] > 0) {
            const auto start = Clock::now();
            m_control.waitWhilePaused();
            m_clock.addPause(Clock::now() - start);
        }
        if (static_cast<int>(wish[0]) >= static_cast<int>(StopRequest::abort)) throw StoppedError("aborted by request");
        m_leaving = wish[0] > 0;
    }

    void applyConstraints(const StageSettings& s, const Engine& engine, std::size_t iteration,
                          const IterationContext& context) {
        const auto due = [&](std::size_t every) { return every > 0 && (iteration + 1) % every == 0; };
        const bool transform = engine.probeMayBeTransformed() && context.updateProbe;
        const bool orthogonalising = transform && due(s.orthogonaliseEvery) && m_state.model().modes > 1;
        const bool centring = transform && due(s.centreProbeEvery) && context.updateObject;
        const bool scaling = s.fixProbePower && context.updateProbe && context.updateObject;
        if (s.probeSupport > 0 || orthogonalising || centring || scaling) {
            Array<Complex, 3> probe = m_state.downloadProbe();
            if (s.probeSupport > 0) limitSupport(probe, s.probeSupport);
            if (orthogonalising) orthogonalise(probe);
            const std::array<int, 2> offset = centring ? centreOffset(probe) : std::array<int, 2>{};
            moveToCentre(probe, offset);
            const float factor = scaling ? fixPower(probe, m_problem.meanPhotons) : 1;
            m_state.uploadProbe(probe);
            if (offset != std::array<int, 2>{}) moveObject(offset);
            if (factor != 1) m_state.scaleObject(1 / factor);
        }
        if ((s.objectAmplitudeMin > 0 || s.objectAmplitudeMax > 0) && context.updateObject)
            m_state.limitObjectAmplitude(static_cast<float>(s.objectAmplitudeMin),
                                         static_cast<float>(s.objectAmplitudeMax));
    }

    void moveObject(std::array<int, 2> offset) {
        Array<Complex, 2> object = m_state.gather(m_state.object);
        if (m_communicator.rank() == 0) moveToCentre(object, offset);
        m_state.scatterObject(object);
    }

    void report(std::size_t stage, const Engine& engine, const StepSums& sums) {
        IterationReport r;
        r.iteration = m_done;
        r.stage = stage;
        r.engine = m_pipeline[stage].engine;
        r.fourierError = sums.intensity > 0 ? sums.error / sums.intensity : 0;
        r.loss = engine.loss(sums);
        r.llk = sums.valid > 0 ? sums.deviance / sums.valid : 0;
        r.time_s = m_clock.seconds();
        if (!std::isfinite(r.fourierError) || !std::isfinite(r.loss))
            throw DataError("the reconstruction diverged at iteration " + std::to_string(r.iteration), "engine",
                            "use smaller steps, a larger alpha, or another initial probe");
        if (m_communicator.rank() == 0 && m_hooks.iterationDone) m_hooks.iterationDone(r);
    }

    /// What rank 0 has been asked for. Every rank has to help where it holds a part of it.
    void offerSnapshot(const Engine& engine, std::size_t stage) {
        using Want = SolverHooks::Want;
        struct Request {
            Want want = Want::nothing;
            bool waves = true;
            std::size_t frame = 0;
        } request;
        const bool first = m_communicator.rank() == 0;
        if (first && m_hooks.wantSnapshot && m_hooks.snapshot) {
            request.want = m_hooks.wantSnapshot();
            request.waves = m_hooks.saveWaves;
            if (m_hooks.previewFrame) request.frame = std::min(m_hooks.previewFrame(), m_problem.frames - 1);
        }
        const auto [want, waves, frame] = agreed(request);
        if (want == Want::nothing || (!first && !m_state.tiled() && want != Want::checkpoint)) return;
        Snapshot snapshot;
        snapshot.iteration = m_done;
        snapshot.estimate.object = m_state.gather(m_state.object);
        if (first) snapshot.estimate.probe = m_state.downloadProbe();
        snapshot.positions = m_problem.positions;
        if (want == Want::checkpoint) snapshot.state = savedState(engine, stage, waves);
        if (want == Want::preview) {
            snapshot.frame = frame;
            snapshot.modelled = m_state.modelPattern(frame);
        }
        if (first) m_hooks.snapshot(std::move(snapshot), want);
    }

    const Problem& m_problem;
    const std::vector<StageSettings>& m_pipeline;
    unsigned long long m_seed;
    compute::Communicator& m_communicator;
    RunControl& m_control;
    const SolverHooks& m_hooks;
    EngineContext m_state;
    std::unique_ptr<Engine> m_engine; ///< of the first stage, until it begins
    WorkClock m_clock;
    std::size_t m_done = 0;
    bool m_leaving = false;
};

/// Collective: `take` allocates and does not communicate. Where a rank has no memory left, all ranks learn it, and
/// none has failed.
template <class Take>
std::optional<Error> tryTogether(compute::Communicator& communicator, Take&& take) {
    std::optional<Error> lack;
    try {
        take();
    } catch (...) {
        lack = currentError();
        if (!isOutOfMemory(*lack)) throw;
    }
    // Which rank it was: the last of those that lack it.
    std::array<double, 1> who = {lack ? communicator.rank() + 1.0 : 0.0};
    communicator.allReduceMax(who);
    if (who[0] == 0) return std::nullopt;
    const std::string rank = "rank " + std::to_string(static_cast<int>(who[0]) - 1);
    if (communicator.size() == 1) return lack;
    return lack ? prefixed(rank + ": ", *lack) : DeviceError("out of memory on " + rank);
}

} // namespace

SolverResult solve(const Problem& problem, const ModelSettings& model, const Estimate& start,
                   const std::vector<StageSettings>& pipeline, unsigned long long seed, compute::Queue& queue,
                   compute::Communicator& communicator, RunControl& control, const SolverHooks& hooks,
                   const ResumePoint& resume) {
    std::optional<Solver> solver;
    const std::optional<Error> lack = tryTogether(communicator, [&] {
        solver.emplace(problem, model, start, pipeline, seed, queue, communicator, control, hooks);
        solver->prepare(resume);
    });
    if (!lack) return solver->run(resume);
    SolverResult none;
    none.outOfMemory = lack;
    return none;
}

} // namespace ewald::ptycho
