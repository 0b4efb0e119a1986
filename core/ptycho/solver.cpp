// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/solver.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/work_clock.h"
#include "compute/communication/try_together.h"
#include "compute/devices/queue.h"
#include "ptycho/constraints/constraints.h"
#include "ptycho/iteration/engine.h"
#include "ptycho/iteration/position_search.h"
#include "ptycho/model/noise_floor.h"
#include "ptycho/model/refinement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace ewald::ptycho {
namespace {

// Names in a saved state.
constexpr const char* kBest = "best_";
constexpr const char* kUnbiased = "unbiased";
constexpr const char* kScaled = "scales_each_batch";

// Iterations (over the pipeline) before background and beam are fitted: until then they would take up what object and
// probe cannot explain yet.
constexpr std::size_t kDetectorStart = 5;

std::unique_ptr<Engine> makeEngine(EngineContext& state, const StageSettings& settings) {
    // The engine before may have left something; the updates of this one leave their sums cleared.
    state.sums().clear(state.model().wholeObject(), true, true);
    (void)state.ops().takeSums();
    state.useExactShift(false);
    return settings.engine().make(state, settings);
}

/// Collective: `settings` becomes that of rank 0, of so many stages.
void shareSettings(std::vector<StageSettings>& settings, std::size_t stages, compute::Communicator& communicator) {
    settings.resize(stages);
    if (communicator.size() > 1) communicator.broadcast(settings, 0);
}

/// One rank's run: the loop around the engines.
class Solver {
public:
    Solver(const Problem& problem, const ModelSettings& model, const Estimate& start,
           std::vector<StageSettings> pipeline, unsigned long long seed, compute::Queue& queue,
           compute::Communicator& communicator, bool mixed, RunControl& control, const SolverHooks& hooks)
        : m_problem(problem), m_pipeline(std::move(pipeline)), m_seed(seed), m_communicator(communicator),
          m_control(control), m_hooks(hooks), m_state(problem, model, start, queue, communicator, mixed) {}

    /// Takes the memory of the stage to begin with.
    void prepare(const ResumePoint& resume) {
        for (KeptEstimate& kept : m_kept) m_state.keep(kept);
        const std::optional<Place> place = placeOf(resume.iteration);
        if (!place) return;
        m_settings = m_pipeline[goesOnFromBefore(*place, resume) ? savedStage(*place, resume) : place->stage];
        m_engine = makeEngine(m_state, m_settings);
    }

    SolverResult run(const ResumePoint& resume) {
        SolverResult result;
        if (m_hooks.figures) m_floor = measureNoiseFloor(m_problem, m_communicator);
        m_done = resume.iteration;
        m_unbiased = resume.state.number(kUnbiased, 0) != 0;
        m_state.useUnbiased(m_unbiased);
        m_modesChosen = resume.state.numbers.contains(kSavedModes);
        m_state.setRefinement(refinementIn(resume.state, "", m_problem));
        while (!m_leaving && !m_diverged && !m_finished) {
            takeChanges();
            const std::optional<Place> place = placeOf(m_done);
            if (!place) break;
            if (!m_place || m_place->stage != place->stage) enter(*place, resume);
            m_place = place;
            m_finished = endsHere();
            if (m_finished || !iterate()) break;
        }
        if (const double fitted = m_state.detector().pointSpread_px; fitted > 0 && m_communicator.rank() == 0)
            decide(LogLevel::info, m_done, phrase("point spread: sigma %1 px", numberText(fitted, 3)));
        result.state = m_place ? savedState(agreed(m_hooks.saveWaves)) : resume.state; // nothing was left to do
        if (m_hooks.figures) {
            StepSums sums = m_state.evaluate();
            m_state.reduce(sums);
            result.figures = figuresOf(sums);
        }
        addLastLook(result);
        result.estimate = {m_state.wholeObject(m_state.object), m_state.downloadProbe()};
        result.positions = m_state.positions().now;
        result.background = m_state.backgroundPattern();
        result.beam = m_state.detector().beam;
        result.variable = m_state.variableProbe();
        result.iterations = m_done;
        result.stopped = m_leaving && placeOf(m_done).has_value();
        if (m_diverged) result.divergedFrom = m_bestIteration;
        return result;
    }

private:
    /// A stage and the iterations of all stages before it.
    struct Place {
        std::size_t stage;
        std::size_t begin;
    };
    /// Of the stage that follows after so many iterations; absent after the last one.
    [[nodiscard]] std::optional<Place> placeOf(std::size_t done) const {
        std::size_t begin = 0;
        for (std::size_t stage = 0; stage < m_pipeline.size(); ++stage) {
            if (done < begin + m_pipeline[stage].iterations) return Place{stage, begin};
            begin += m_pipeline[stage].iterations;
        }
        return std::nullopt;
    }

    /// A stage that follows on one of the same engine, and begins where an earlier run has ended.
    [[nodiscard]] bool goesOnFromBefore(const Place& place, const ResumePoint& resume) const {
        return place.stage > 0 && resume.iteration == place.begin &&
               &m_pipeline[place.stage - 1].engine() == &m_pipeline[place.stage].engine();
    }
    /// The stage in which the earlier run has ended: before the border, or in the first iteration behind it.
    [[nodiscard]] static std::size_t savedStage(const Place& place, const ResumePoint& resume) {
        const bool behind = resume.state.number("stage", 0) == static_cast<double>(place.stage);
        return behind ? place.stage : place.stage - 1;
    }

    /// Collective: all ranks go on with the pipeline that rank 0 has been given, if it has been given one.
    void takeChanges() {
        if (!m_askedForChanges) m_changedStages = agreed(askForChanges());
        m_askedForChanges = false;
        const std::size_t stages = std::exchange(m_changedStages, 0);
        const std::optional<std::vector<StageSettings>> changed = std::exchange(m_changed, std::nullopt);
        if (stages == 0) return;
        if (m_place) takeSnapshot(SolverHooks::Want::change, 0, agreed(m_hooks.saveWaves));
        if (changed) m_pipeline = *changed;
        shareSettings(m_pipeline, stages, m_communicator);
    }

    /// The number of stages of a pipeline that rank 0 has been given; 0: of none.
    std::size_t askForChanges() {
        m_askedForChanges = true;
        if (m_communicator.rank() == 0 && m_hooks.changedPipeline) m_changed = m_hooks.changedPipeline(m_done);
        return m_changed ? m_changed->size() : 0;
    }

    /// Begins a stage, or goes on in it where the run before ended.
    void enter(const Place& place, const ResumePoint& resume) {
        const StageSettings& settings = m_pipeline[place.stage];
        const bool resumed = !m_place && resume.iteration > 0;
        const bool inTheMiddle = resumed && resume.iteration > place.begin;
        const bool fromBefore = resumed && goesOnFromBefore(place, resume);
        const bool goesOn = m_engine && &m_settings.engine() == &settings.engine();
        if (!goesOn) {
            m_engine.reset(); // before the next one takes memory
            m_engine = makeEngine(m_state, settings);
        }
        m_guard.reset();
        m_state.scaleEachBatch(inTheMiddle && resume.state.number(kScaled, 0) != 0);
        if (goesOn && (inTheMiddle || fromBefore))
            restore(inTheMiddle ? place.stage : savedStage(place, resume), inTheMiddle, resume.state);
        if (!inTheMiddle) m_engine->change(m_state, settings);
        if (settings.variableProbeModes == 0) m_state.setVariableProbe({});
        if (!m_guard) beginGuard();
        m_settings = settings;
        if (settings.refinePositions && m_state.positionRoom() <= 0 && m_communicator.rank() == 0 && m_hooks.log)
            m_hooks.log(LogLevel::warning,
                        m_state.tiled() ? "positions stay as they are: the object was cut into tiles without room for "
                                          "their moves; start the run with refine_positions"
                                        : "positions stay as they are: the object has no room for their moves; raise "
                                          "object_margin");
    }

    /// Before all iterations: the engine of the last stage has finished.
    [[nodiscard]] bool endsHere() const { return m_engine->finished() && m_place->stage + 1 == m_pipeline.size(); }

    /// \return false when the run was stopped in the middle of it
    bool iterate() {
        const IterationContext context = contextOf(m_settings, m_done);
        if (m_done > m_place->begin) {
            const IterationContext earlier = contextOf(m_settings, m_done - 1);
            if (earlier.updateObject != context.updateObject || earlier.updateProbe != context.updateProbe)
                m_guard->startPhase();
        }
        m_state.startClock(m_done);
        const double began_s = m_clock.seconds();
        const bool onTheWay = m_engine->findsPositions();
        const PositionPlan plan =
            context.refinePositions ? planPositions(m_settings, m_state.positions().searched) : PositionPlan{};
        const bool together = plan.gradient && onTheWay && context.updateObject;
        const bool hold = !together || !movesInCommon(context.iteration);
        chooseLoss(!hold);
        const bool variable = context.refineVariableProbe;
        if (variable) m_state.beginVariableProbe(m_settings.variableProbeModes, m_seed);
        m_state.collect({.positions = plan.gradient && onTheWay,
                         .background = context.refineBackground,
                         .beam = context.refineBeam,
                         .pointSpread = context.refinePointSpread,
                         .variable = variable && onTheWay});
        const auto [modes, interpolation] = std::pair{m_state.model().modes, m_state.model().interpolation};
        std::optional<StepSums> sums = m_engine->iterate(m_state, context);
        if (!sums) {
            m_state.collect({});
            m_state.putBack(m_kept[m_latest]);
            (void)m_state.ops().takeSums();
            return false;
        }
        const double took_s = m_clock.seconds() - began_s;
        m_state.refineDetector();
        if (plan.search)
            searchPositions(m_state, plan.radius_px, m_settings.positionLimit_px, m_seed, context.iteration);
        if (!onTheWay && (plan.gradient || variable)) {
            m_state.collect({.positions = plan.gradient, .variable = variable});
            m_state.passToCollect();
        }
        if (variable) m_state.refineVariableProbe({.smoothing = m_settings.variableProbeSmoothing});
        if (plan.gradient) {
            const CommonMotion before = m_state.positions().common;
            if (m_state.movePositions({.limit_px = m_settings.positionLimit_px, .together = together, .hold = hold}))
                m_engine->restart(m_state, m_guard->step());
            for (const std::string& line : undeterminedSince(before, m_state.positions().common))
                if (context.say) context.say(line);
        }
        applyConstraints({m_state, *m_engine, m_settings, context}, m_guard->step());
        ++m_done;
        m_modesChosen = m_modesChosen || m_state.model().modes != modes;
        // What it has kept has other modes, or errors of another model.
        if (m_state.model().modes != modes || m_state.model().interpolation != interpolation) beginGuard();
        m_times = m_state.reduceWithTimes(*sums, took_s);
        chooseAgreements(m_times.iteration_s);
        watch(report(*sums), m_state.areExact(*sums));
        m_finished = endsHere();
        const PhaseScope looking(m_state.clock(), Phase::preview);
        offerSnapshot();
        return true;
    }

    /// Whether what all positions have in common is moved in this iteration. In the last fifth of a stage object and
    /// probe settle where the positions are by then.
    [[nodiscard]] bool movesInCommon(std::size_t iteration) const {
        if (const std::optional<bool> moves = m_engine->movesInCommon()) return *moves;
        return 5 * (iteration - m_place->begin) < 4 * m_settings.iterations;
    }

    /// While positions move in common, amplitudes of few counts are fitted without their bias: it acts as a pressure
    /// on the object, which frames at the rim give way to.
    void chooseLoss(bool inCommon) {
        const bool unbiased = inCommon && countsAreWhole();
        if (unbiased == m_unbiased) return;
        m_unbiased = unbiased;
        m_state.useUnbiased(unbiased);
        m_engine->restart(m_state, m_guard->step());
        m_guard->startPhase();
    }

    /// Collective when called first: of the frames of all ranks.
    [[nodiscard]] bool countsAreWhole() {
        if (!m_wholeCounts) {
            std::array<double, 1> others = {m_problem.measured && !m_problem.measured->wholeCounts() ? 1.0 : 0.0};
            m_communicator.allReduceMax(others);
            m_wholeCounts = others[0] == 0;
        }
        return *m_wholeCounts;
    }

    IterationContext contextOf(const StageSettings& settings, std::size_t iteration) {
        IterationContext context;
        context.iteration = iteration;
        context.left = m_place->begin + m_pipeline[m_place->stage].iterations - iteration;
        context.noiseFloor = m_floor.error;
        context.seed = m_seed;
        context.updateObject = settings.updateObject && iteration >= settings.updateObjectAfter;
        context.updateProbe = settings.updateProbe && iteration >= settings.updateProbeAfter;
        context.refinePositions = settings.refinePositions && iteration >= settings.positionStart &&
                                  m_state.positionRoom() > 0 && m_engine->wantsRefinement();
        const bool detector = iteration >= kDetectorStart && m_engine->wantsRefinement();
        const DetectorFit more = m_engine->fitsDetector();
        context.refineBackground = (settings.background || more.background) && detector;
        context.refineBeam = (settings.frameIntensities || more.beam) && detector;
        context.refinePointSpread = m_problem.fitsPointSpread && detector;
        context.refineVariableProbe = settings.variableProbeModes > 0 && iteration >= settings.variableProbeStart &&
                                      context.updateProbe && m_engine->wantsRefinement();
        if (m_communicator.rank() == 0) {
            context.say = [this](const std::string& line) { decide(LogLevel::info, m_done + 1, line); };
            context.sayBefore = [this](const std::string& line) { decide(LogLevel::info, m_done, line); };
        }
        context.shouldLeave = [this] { return shouldLeave(); };
        return context;
    }

    /// On rank 0.
    void decide(LogLevel level, std::size_t done, const std::string& text) {
        if (m_hooks.log) m_hooks.log(level, text);
        if (m_hooks.decided) m_hooks.decided(done, text);
    }

    /// A stage is judged by itself.
    void beginGuard() {
        m_guard.emplace(m_engine->guardRule());
        m_state.keep(m_kept[m_best]);
        m_latest = m_best;
        m_bestIteration = m_done;
    }

    /// Keeps the best state, or goes back to it. \param exact whether the sums of the iteration have been
    void watch(double error, bool exact) {
        using Verdict = DivergenceGuard::Verdict;
        if (!exact && !m_state.scalesEachBatch()) return undo();
        if (!exact) error = std::numeric_limits<double>::infinity();
        const double best = m_guard->bestError();
        const Verdict verdict = m_guard->judge(error);
        if (verdict == Verdict::keep || verdict == Verdict::goOn) {
            // The error was measured on the way from the state before. That after it may already be beyond rescue.
            if (verdict == Verdict::keep) {
                m_best = m_latest;
                m_bestIteration = m_done - 1;
            }
            m_latest = 1 - m_best;
            m_state.keep(m_kept[m_latest]);
            return;
        }
        m_state.putBack(m_kept[m_best]);
        m_latest = m_best;
        if (m_state.positions().moved()) {
            PositionState positions = m_state.positions();
            positions.common.beginAnew();
            m_state.setPositions(std::move(positions));
        }
        m_engine->restart(m_state, m_guard->step());
        m_diverged = verdict == Verdict::giveUp;
        if (m_communicator.rank() != 0) return;
        const Divergence seen{error, best, m_done, m_bestIteration, m_diverged ? 0 : m_guard->step(), exact};
        decide(LogLevel::warning, m_done, divergenceText(seen));
    }

    /// Back to the state before an iteration whose sums have left their grids: on another number of ranks they would be
    /// others.
    void undo() {
        m_state.putBack(m_kept[m_latest]);
        m_engine->restart(m_state, m_guard->step());
        m_state.scaleEachBatch(true);
        if (m_communicator.rank() == 0) decide(LogLevel::warning, m_done, inexactText(m_done));
    }

    /// \param stage whose state was saved; `inTheMiddle` of it, so that its guard goes on, too
    void restore(std::size_t stage, bool inTheMiddle, const SavedState& saved) {
        const auto at = static_cast<double>(stage);
        const bool known = saved.number("stage", at) == at;
        if (inTheMiddle) {
            beginGuard();
            if (known) restoreGuard(saved);
        }
        if (known && m_engine->restore(m_state, saved)) return;
        if (m_communicator.rank() == 0 && m_hooks.log)
            m_hooks.log(LogLevel::warning,
                        "what was saved does not hold the momentum or the waves of this engine: they "
                        "begin anew, and the numbers differ from those of a run without the break");
    }

    void restoreGuard(const SavedState& saved) {
        m_guard->restore(saved);
        m_bestIteration = static_cast<std::size_t>(saved.number("best_iteration", static_cast<double>(m_done)));
        if (m_guard->step() != 1) m_engine->restart(m_state, m_guard->step());
        const FieldSpace& fields = m_state.fields();
        const auto* object = saved.array("best_object");
        const auto* probe = saved.array("best_probe");
        if (!object || !probe || object->size() != fields.wholeSize(Unknown::object) ||
            probe->size() != fields.wholeSize(Unknown::probe))
            return;
        m_latest = 1 - m_best; // what beginGuard() kept is the latest
        std::swap(m_kept[m_best], m_kept[m_latest]);
        m_kept[m_best] = m_state.keptOf(*object, *probe, refinementIn(saved, kBest, m_problem));
    }

    /// Collective.
    SavedState savedState(bool waves) {
        SavedState saved;
        m_engine->save(m_state, saved, waves);
        m_guard->save(saved);
        saved.numbers["best_iteration"] = {static_cast<double>(m_bestIteration)};
        if (m_best != m_latest) { // else object and probe are the best
            m_state.fields().save(m_kept[m_best].object, "best_object", saved);
            m_state.fields().save(m_kept[m_best].probe, "best_probe", saved);
            saveRefinement(m_kept[m_best].refinement, kBest, saved);
        }
        saveRefinement(m_state.refinement(), "", saved);
        if (m_modesChosen) saved.numbers[kSavedModes] = {static_cast<double>(m_state.model().modes)};
        if (m_unbiased) saved.numbers[kUnbiased] = {1};
        if (m_state.scalesEachBatch()) saved.numbers[kScaled] = {1};
        saved.numbers["stage"] = {static_cast<double>(m_place->stage)};
        return saved;
    }

    /// Collective: what rank 0 says.
    template <class T>
    T agreed(T mine) {
        if (m_communicator.size() > 1) m_communicator.broadcast(std::span<T>(&mine, 1), 0);
        return mine;
    }

    /// Collective, now and then: the strongest request of all ranks, so that they pause or leave at the same batch.
    /// Called equally often on all ranks.
    bool shouldLeave() {
        if (m_communicator.size() > 1 && m_calls++ % m_agreeEvery != 0)
            return false; // the first of an iteration agrees
        std::array<double, 2> wish = {static_cast<double>(static_cast<int>(m_control.stopRequest())),
                                      m_control.paused() ? 1.0 : 0.0};
        if (m_communicator.size() > 1) {
            const PhaseScope communicating(m_state.clock(), Phase::communication);
            m_communicator.allReduceMax(wish);
        }
        if (wish[1] > 0) {
            const auto start = WorkClock::Clock::now();
            showBeforePause();
            m_control.waitWhilePaused();
            m_clock.addPause(WorkClock::Clock::now() - start);
            m_state.clock().forget();
        }
        if (static_cast<int>(wish[0]) >= static_cast<int>(StopRequest::abort)) throw StoppedError("aborted by request");
        m_leaving = wish[0] > 0;
        return m_leaving;
    }

    /// An agreement in every batch would cost as much as a small batch itself. \param iteration_s the same on all ranks
    void chooseAgreements(double iteration_s) {
        constexpr double kEvery_s = 0.05; // a stop comes at once
        constexpr double kMost = 256;
        const std::size_t calls = std::exchange(m_calls, 0);
        if (calls == 0) return; // or a single rank
        const double fitting = kEvery_s * static_cast<double>(calls) / std::max(1e-9, iteration_s);
        m_agreeEvery = static_cast<std::size_t>(std::clamp(fitting, 1.0, kMost));
    }

    /// Collective. What is looked at during a pause is the estimate that the last error belongs to, not that of the
    /// last preview.
    void showBeforePause() {
        const bool first = m_communicator.rank() == 0;
        if (m_done == 0 || std::exchange(m_lastShown, m_done) == m_done || (!first && !m_state.tiled())) return;
        const KeptEstimate& kept = m_kept[m_latest];
        Snapshot snapshot;
        snapshot.iteration = m_done;
        snapshot.estimate.object = m_state.wholeObject(kept.object);
        if (!first || !m_hooks.snapshot) return;
        // It may have other modes than the probe of the iteration that pauses.
        std::vector<Complex> probe = m_state.fields().gather(kept.probe);
        const auto n = static_cast<std::size_t>(m_state.model().size);
        const std::size_t modes = probe.size() / (n * n);
        snapshot.estimate.probe = Array<Complex, 3>({modes, n, n}, std::move(probe));
        snapshot.positions = kept.refinement.positions.now;
        if (m_hooks.previewFrame) snapshot.frame = std::min(m_hooks.previewFrame(), m_problem.frames - 1);
        m_hooks.snapshot(std::move(snapshot), SolverHooks::Want::pause);
    }

    [[nodiscard]] SolverResult::Figures figuresOf(const StepSums& sums) const {
        const double expected = sums.valid * m_floor.deviance;
        return {sums.intensity > 0 ? sums.error / sums.intensity : 0, expected > 0 ? sums.deviance / expected : 0,
                m_floor.error};
    }

    /// \return the fourier error
    double report(const StepSums& sums) {
        IterationReport r;
        r.iteration = m_done;
        r.stage = m_place->stage;
        r.engine = &m_settings.engine();
        const SolverResult::Figures figures = figuresOf(sums);
        r.fourierError = figures.fourierError;
        r.loss = m_engine->loss(sums);
        r.llk = figures.llk;
        r.noiseFloor = figures.noiseFloor;
        r.time_s = m_clock.seconds();
        r.step = m_guard->step();
        r.spent = m_times.sum;
        r.communication_s = m_times.communication;
        if (m_communicator.rank() == 0 && m_hooks.iterationDone) m_hooks.iterationDone(r);
        return std::isfinite(r.loss) ? r.fourierError : r.loss;
    }

    /// What rank 0 has been asked for. Every rank has to help where it holds a part of it.
    void offerSnapshot() {
        using Want = SolverHooks::Want;
        struct Request {
            Want want = Want::nothing;
            bool waves = true;
            std::size_t frame = 0;
            std::size_t changedStages = 0; ///< for the next iteration: one agreement for both
        } request;
        const bool first = m_communicator.rank() == 0;
        request.changedStages = askForChanges();
        if (first && m_hooks.wantSnapshot && m_hooks.snapshot) {
            request.want = m_hooks.wantSnapshot();
            request.waves = m_hooks.saveWaves;
            if (m_hooks.previewFrame) request.frame = std::min(m_hooks.previewFrame(), m_problem.frames - 1);
        }
        const auto [want, waves, frame, changedStages] = agreed(request);
        m_changedStages = changedStages;
        if (want != Want::nothing) takeSnapshot(want, frame, waves);
    }

    /// The last preview is of what is saved, and has a model like those before it.
    void addLastLook(SolverResult& result) {
        struct Request {
            bool wanted = false;
            std::size_t frame = 0;
        } request;
        const bool first = m_communicator.rank() == 0;
        if (first && m_hooks.snapshot && m_hooks.previewFrame)
            request = {true, std::min(m_hooks.previewFrame(), m_problem.frames - 1)};
        const auto [wanted, frame] = agreed(request);
        if (!wanted || (!first && !m_state.tiled())) return;
        result.modelled = m_state.modelPattern(frame);
        result.frame = frame;
    }

    /// Collective, with the same arguments on all ranks.
    void takeSnapshot(SolverHooks::Want want, std::size_t frame, bool waves) {
        using Want = SolverHooks::Want;
        const bool first = m_communicator.rank() == 0;
        if (want == Want::preview) m_lastShown = m_done;
        if (!first && !m_state.tiled() && want == Want::preview) return;
        Snapshot snapshot;
        snapshot.iteration = m_done;
        snapshot.estimate.object = m_state.wholeObject(m_state.object);
        if (first) snapshot.estimate.probe = m_state.downloadProbe();
        snapshot.positions = m_state.positions().now;
        snapshot.background = m_state.backgroundPattern();
        snapshot.beam = m_state.detector().beam;
        snapshot.variable = m_state.variableProbe();
        if (want == Want::preview) {
            snapshot.frame = frame;
            snapshot.modelled = m_state.modelPattern(frame);
        } else {
            snapshot.state = savedState(waves);
        }
        if (first && m_hooks.snapshot) m_hooks.snapshot(std::move(snapshot), want);
    }

    const Problem& m_problem;
    std::vector<StageSettings> m_pipeline;
    unsigned long long m_seed;
    compute::Communicator& m_communicator;
    RunControl& m_control;
    const SolverHooks& m_hooks;
    EngineContext m_state;
    std::optional<Place> m_place; ///< of the iteration in hand, or of the last one
    std::unique_ptr<Engine> m_engine;
    StageSettings m_settings; ///< of the engine
    WorkClock m_clock;
    EngineContext::TimesOfRanks m_times;
    std::size_t m_done = 0;
    std::size_t m_lastShown = 0; ///< the iteration of the last preview, the same on all ranks
    bool m_leaving = false;
    std::optional<std::vector<StageSettings>> m_changed; ///< the pipeline that rank 0 has been given
    std::size_t m_changedStages = 0;                     ///< of it, on every rank; 0: of none
    bool m_askedForChanges = false;                      ///< after this iteration
    std::size_t m_calls = 0;                             ///< of shouldLeave() in this iteration
    std::size_t m_agreeEvery = 1;                        ///< so many of these
    bool m_unbiased = false;                             ///< amplitudes are fitted without their bias
    std::optional<bool> m_wholeCounts;                   ///< of all ranks, once it has been asked for
    bool m_modesChosen = false;                          ///< an engine has left some out
    bool m_finished = false;                             ///< the last engine had enough before its iterations were over
    NoiseFloor m_floor;
    std::optional<DivergenceGuard> m_guard; ///< of the stage in hand
    std::array<KeptEstimate, 2> m_kept;
    std::size_t m_best = 0;   ///< the place in m_kept of the best state, and of that after the latest iteration:
    std::size_t m_latest = 0; ///< the same where that is the best
    std::size_t m_bestIteration = 0;
    bool m_diverged = false;
};

} // namespace

SolverResult solve(const Problem& problem, const ModelSettings& model, const Estimate& start,
                   const std::vector<StageSettings>& pipeline, unsigned long long seed, compute::Queue& queue,
                   compute::Communicator& communicator, RunControl& control, const SolverHooks& hooks,
                   const ResumePoint& resume) {
    std::size_t stages = pipeline.size();
    if (communicator.size() > 1) communicator.broadcast(std::span<std::size_t>(&stages, 1), 0);
    std::vector<StageSettings> ofFirst = pipeline;
    shareSettings(ofFirst, stages, communicator);
    const bool mixed = areMixed(queue, communicator);
    std::optional<Solver> solver;
    const std::optional<Error> lack = compute::tryTogether(communicator, [&] {
        solver.emplace(problem, model, start, ofFirst, seed, queue, communicator, mixed, control, hooks);
        solver->prepare(resume);
    });
    if (!lack) return solver->run(resume);
    SolverResult none;
    none.outOfMemory = lack;
    return none;
}

} // namespace ewald::ptycho
