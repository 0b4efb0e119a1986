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

    SolverResult run(const ResumePoint& resume) {
        std::size_t before = 0; // iterations of earlier stages
        for (std::size_t stage = 0; stage < m_pipeline.size() && !m_leaving; ++stage) {
            const StageSettings& settings = m_pipeline[stage];
            const std::size_t end = before + settings.iterations;
            if (resume.iteration < end) runStage(stage, std::max(before, resume.iteration), end, resume);
            before = end;
        }
        return {m_state.download(), m_problem.positions, m_done, m_leaving};
    }

private:
    void runStage(std::size_t stage, std::size_t first, std::size_t end, const ResumePoint& resume) {
        const StageSettings& settings = m_pipeline[stage];
        const auto engine = makeEngine(m_state, settings);
        if (resume.iteration == first && first > 0) engine->restore(m_state, resume.engineState);
        m_done = first;
        for (std::size_t iteration = first; iteration < end && !m_leaving; ++iteration) {
            IterationContext context;
            context.iteration = iteration;
            context.seed = m_seed;
            context.updateObject = settings.updateObject && iteration >= settings.updateObjectAfter;
            context.updateProbe = settings.updateProbe && iteration >= settings.updateProbeAfter;
            context.shouldLeave = [this] { return shouldLeave(); };
            std::optional<StepSums> sums = engine->iterate(m_state, context);
            if (!sums) break;
            applyConstraints(settings, *engine, iteration, context);
            m_done = iteration + 1;
            m_state.reduce(*sums);
            report(stage, *engine, *sums);
            if (m_communicator.rank() == 0) offerSnapshot(*engine);
        }
    }

    /// Collective: the strongest wish of all ranks, so that they leave (or pause) at the same batch.
    bool shouldLeave() {
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
        return m_leaving;
    }

    void applyConstraints(const StageSettings& s, const Engine& engine, std::size_t iteration,
                          const IterationContext& context) {
        const auto due = [&](std::size_t every) { return every > 0 && (iteration + 1) % every == 0; };
        const bool transform = engine.probeMayBeTransformed() && context.updateProbe;
        const bool orthogonalising = transform && due(s.orthogonaliseEvery) && m_state.model().modes > 1;
        const bool centring = transform && due(s.centreProbeEvery) && context.updateObject;
        if (s.probeSupport > 0 || orthogonalising) {
            Array<Complex, 3> probe = m_state.downloadProbe();
            if (s.probeSupport > 0) limitSupport(probe, s.probeSupport);
            if (orthogonalising) orthogonalise(probe);
            m_state.uploadProbe(probe);
        }
        if (centring || (s.fixProbePower && context.updateProbe && context.updateObject)) {
            Estimate estimate = m_state.download();
            if (centring) moveToCentre(estimate, centreOffset(estimate.probe));
            if (s.fixProbePower) fixPower(estimate, m_problem.meanPhotons);
            m_state.uploadProbe(estimate.probe);
            m_state.uploadObject(estimate.object);
        }
        if ((s.objectAmplitudeMin > 0 || s.objectAmplitudeMax > 0) && context.updateObject)
            m_state.ops().limitAmplitude(m_state.object.data(), m_state.object.size(),
                                         static_cast<float>(s.objectAmplitudeMin),
                                         static_cast<float>(s.objectAmplitudeMax));
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

    void offerSnapshot(const Engine& engine) {
        using Want = SolverHooks::Want;
        if (!m_hooks.wantSnapshot || !m_hooks.snapshot) return;
        const Want want = m_hooks.wantSnapshot();
        if (want == Want::nothing) return;
        Snapshot snapshot;
        snapshot.iteration = m_done;
        snapshot.estimate = m_state.download();
        snapshot.positions = m_problem.positions;
        if (want == Want::checkpoint) engine.save(snapshot.engineState);
        if (want == Want::preview && m_hooks.previewFrame) {
            snapshot.frame = std::min(m_hooks.previewFrame(), m_problem.frames - 1);
            snapshot.modelled = m_state.modelPattern(snapshot.frame);
        }
        m_hooks.snapshot(std::move(snapshot), want);
    }

    const Problem& m_problem;
    const std::vector<StageSettings>& m_pipeline;
    unsigned long long m_seed;
    compute::Communicator& m_communicator;
    RunControl& m_control;
    const SolverHooks& m_hooks;
    RankState m_state;
    WorkClock m_clock;
    std::size_t m_done = 0;
    bool m_leaving = false;
};

} // namespace

SolverResult solve(const Problem& problem, const ModelSettings& model, Estimate start,
                   const std::vector<StageSettings>& pipeline, unsigned long long seed, compute::Queue& queue,
                   compute::Communicator& communicator, RunControl& control, const SolverHooks& hooks,
                   const ResumePoint& resume) {
    return Solver(problem, model, start, pipeline, seed, queue, communicator, control, hooks).run(resume);
}

double estimateMemory(const Geometry& geometry, std::size_t localFrames, std::size_t objectRows, std::size_t objectCols,
                      std::size_t probeModes, const std::vector<StageSettings>& pipeline) {
    const auto pixels = static_cast<double>(geometry.size * geometry.size);
    const auto frames = static_cast<double>(localFrames);
    const auto modes = static_cast<double>(probeModes);
    double bytes = frames * pixels * sizeof(float) * 2; // on the host while reading, and on the device
    bytes += static_cast<double>(objectRows * objectCols) * (sizeof(Complex) + 3 * sizeof(double));
    bytes += pixels * modes * 8 * sizeof(Complex);
    double extra = 0;
    for (const StageSettings& stage : pipeline)
        if (stage.engine == EngineKind::dm) extra = 2 * frames * pixels * modes * sizeof(Complex);
    return bytes + extra;
}

} // namespace ewald::ptycho
