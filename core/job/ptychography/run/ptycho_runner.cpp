// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/run/ptycho_runner.h"

#include "base/error.h"
#include "base/latest_task.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "compute/communication/communicator.h"
#include "compute/communication/device_communicator.h"
#include "compute/devices/limited_queue.h"
#include "compute/devices/queue.h"
#include "io/file_lock.h"
#include "io/frame_stack.h"
#include "job/document/settings.h"
#include "job/events/share_parts.h"
#include "job/ptychography/results/verdict.h"
#include "job/ptychography/run/half_scans.h"
#include "job/ptychography/run/kept_states.h"
#include "job/ptychography/run/kept_waves.h"
#include "job/ptychography/run/preview_of.h"
#include "job/ptychography/run/rescued_result.h"
#include "job/ptychography/run/resume.h"
#include "job/ptychography/run/start_point.h"
#include "job/ptychography/setup/automatic_batch.h"
#include "job/ptychography/setup/ptycho_setup.h"
#include "job/run/energy_meter.h"
#include "job/run/live_changes.h"
#include "job/run/output_claim.h"
#include "job/run/run_guard.h"
#include "job/run/run_reporter.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/model/probe_algebra.h"
#include "ptycho/solver.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ewald::job {
namespace {

using Clock = std::chrono::steady_clock;

/// One run from document to result. Lives on the calling thread; hooks are called by rank 0, which is that thread of
/// the first process.
class PtychoRun {
public:
    PtychoRun(const JobDocument& job, JobObserver& observer, RunControl& control, const RunOptions& options)
        : m_asked(job), m_job(job), m_processes(options.processes, control), m_group(m_processes.group()),
          m_observer(m_group.isFirst() ? observer : m_silent), m_control(control), m_options(options),
          m_reporter(m_observer, control) {}

    JobOutcome run() {
        JobOutcome outcome =
            guardedRun(m_reporter, m_group, m_job.inputFile.string(), "crop or bin the frames, or use fewer of them",
                       [this] { return runOrThrow(); });
        m_previews.cancel();
        m_checkpoints.finish();
        m_keptStates.finish();
        m_output = {}; // before the outcome, after which the next job may have the same output
        m_reporter.enter(outcome.state, m_total, m_done);
        m_reporter.finish();
        m_observer.onOutcome(outcome);
        return outcome;
    }

private:
    JobOutcome runOrThrow() {
        m_reporter.enter(JobState::preparing);
        validateJob(m_job);
        m_group.setTimeout(collectiveTimeout(m_job));
        if (m_group.isFirst()) m_output = claimOutput(m_job, m_options);
        m_reporter.watchDisk(io::detail::folderOf(m_job.outputFile));
        m_total = totalIterations(m_job);
        m_setup = planRun(m_job, m_reporter, m_group, m_options.believedFree_bytes);
        chooseBatches(m_job);
        for (std::size_t stage = 0; stage < m_job.pipeline.size(); ++stage)
            if (m_job.pipeline[stage] != m_asked.pipeline[stage])
                m_reporter.log(LogLevel::info, phrase("%1: mini-batches of %2 {frame|frames}, chosen for %3 {GPU|GPUs}",
                                                      m_job.pipeline[stage].engine,
                                                      m_setup.pipeline[stage].framesAtOnce(), m_setup.gpus));
        for (const std::filesystem::path& source : m_setup.scan.frames->sourceFiles)
            io::requireOtherFile(m_job.outputFile, source);
        if (m_group.isFirst()) requireReplaceable(m_job.outputFile);
        m_plan = describePlan(m_job, m_setup);
        m_observer.onPlan(m_plan);
        ptycho::SolverResult solved = solveInMemory();
        // What it started from is no result.
        if (solved.stopped && solved.iterations <= m_resume.iteration)
            throw StoppedError(m_start ? "stopped before the next iteration" : "stopped before the first iteration");
        if (m_group.isFirst()) return save(std::move(solved));
        JobOutcome outcome;
        if (solved.stopped) outcome.state = JobState::stopped;
        return outcome;
    }

    /// Reads, guesses and solves. Where an allocation fails in spite of the plan the next smaller plan is tried, from
    /// the last checkpoint if there is one. Several processes know of each other's lack while they take memory for a
    /// run; one that lacks it later ends them all.
    ptycho::SolverResult solveInMemory() {
        while (true) {
            std::optional<Error> lack;
            bool failed = false;
            try {
                readAndGuess();
                ptycho::SolverResult result = solve();
                if (!result.outOfMemory) return result;
                lack = result.outOfMemory;
                if (isLastPlan()) raise(*lack);
            } catch (...) {
                failed = true;
                lack = currentError();
                if (!isOutOfMemory(*lack) || !m_group.isAlone() || isLastPlan()) throw;
            }
            m_reporter.log(LogLevel::warning, phrase("%1; trying a smaller plan", lack->what()));
            m_previews.cancel(); // they look at the setup
            m_checkpoints.finish();
            m_loss.clear();
            m_decisions.clear();
            m_resume = {};
            usePlan(m_setup, m_job, m_setup.plan + 1, m_reporter);
            if (failed) // an aborted one is of no more use
                m_setup.communicators =
                    m_group.makeCommunicators(static_cast<int>(m_setup.devices.size()), collectiveTimeout(m_job));
        }
    }

    [[nodiscard]] bool isLastPlan() const { return m_setup.plan + 1 >= m_setup.memoryPlans.size(); }

    /// Where the job leaves the size of mini-batches to the program, it becomes a number, which the result holds.
    void chooseBatches(JobDocument& job) const {
        job::chooseBatches(job, m_setup.framesAsked, m_setup.geometry.size, m_setup.gpus);
    }

    /// What a run begins with.
    enum class Start {
        guess,
        sameFrames, ///< an earlier run, of which it uses just the frames
        otherFrames ///< an earlier run with another choice of frames
    };

    void readAndGuess() {
        const Start start = findStart();
        m_setup.pipeline = stageSettingsOf(m_job);
        if (m_start && start == Start::sameFrames) useContinuation(); // before the frames are read: it may refuse

        m_reporter.enter(JobState::reading, m_setup.framesHere());
        const auto readingStart = Clock::now();
        readFrames(m_setup, m_reporter, m_control, m_group.everyProcess());
        if (start == Start::sameFrames)
            requireReadableFrames();
        else
            leaveOutUnusable();
        if (m_start && start == Start::otherFrames) useContinuation();
        m_timings["reading"] = secondsSince(readingStart);
        m_observer.onStatistics(m_setup.statistics);

        m_reporter.enter(JobState::initialising);
        const auto guessStart = Clock::now();
        if (start == Start::guess) makeInitialGuess(m_setup, m_job, m_reporter, m_control, m_group.everyProcess());
        if (!m_group.isAlone()) shareStart(m_setup, m_resume, m_group);
        m_done = m_resume.iteration;
        m_timings["initial_guess"] = secondsSince(guessStart);
    }

    /// Lays the job out for the frames of the earlier run where it goes on from one. The same on all processes.
    Start findStart() {
        if (m_group.isFirst()) m_start = findContinuation(m_asked, m_options, m_reporter);
        Start start = Start::guess;
        std::vector<std::size_t> others;
        if (m_start) {
            const auto leftOut = framesLeftOutBefore(m_setup.layout, m_asked, *m_start);
            start = leftOut ? Start::sameFrames : Start::otherFrames;
            others = leftOut.value_or(others);
        }
        m_group.everyProcess().broadcast(std::span<Start>(&start, 1), 0);
        broadcastAll(others, m_group.everyProcess());
        useFramesWithout(others);
        if (m_start && !m_planned) goOnAsPlanned();
        m_planned = true;
        return start;
    }

    void useFramesWithout(const std::vector<std::size_t>& frames) {
        if (frames.empty()) return;
        leaveOut(m_setup, m_job, frames, m_reporter, m_group, m_options.believedFree_bytes);
        m_observer.onPlan(m_plan = describePlan(m_job, m_setup));
    }

    /// Which frames they are is known once all have been read: the rest is planned and read again, which may show
    /// others where mask or centre have changed.
    void leaveOutUnusable() {
        std::vector<io::UnusableFrame> all;
        while (!m_setup.statistics.unusable.empty()) {
            const std::vector<io::UnusableFrame> unusable = m_setup.statistics.unusable;
            reportLeftOut(unusable, m_setup.statistics.failure, m_reporter);
            std::vector<std::size_t> frames(unusable.size());
            std::ranges::transform(unusable, frames.begin(), &io::UnusableFrame::frame);
            useFramesWithout(frames);
            m_reporter.enter(JobState::reading, m_setup.framesHere());
            readFrames(m_setup, m_reporter, m_control, m_group.everyProcess());
            all.insert(all.end(), unusable.begin(), unusable.end());
        }
        std::ranges::sort(all, {}, &io::UnusableFrame::frame);
        m_setup.statistics.unusable = std::move(all);
    }

    /// An earlier run has used them all: without one of them the numbers would be others.
    void requireReadableFrames() const {
        const auto& unusable = m_setup.statistics.unusable;
        const auto lost = std::ranges::find(unusable, io::FrameFault::unreadable, &io::UnusableFrame::fault);
        if (lost == unusable.end() || !m_setup.statistics.failure) return;
        throw DataError(phrase("frame %1, which the earlier run used, cannot be read any more: %2", lost->frame,
                               m_setup.statistics.failure->problem()),
                        m_setup.statistics.failure->where(),
                        "bring the file back as it was, or leave the frame out with excluded_frames");
    }

    /// Of what the earlier run did, and of what the job asks for, makes the pipeline.
    void goOnAsPlanned() {
        ContinuedJob continued = continuedJob(m_asked, *m_start);
        keepStateBefore(continued);
        m_job = std::move(continued.job);
        chooseBatches(m_job);
        m_total = totalIterations(m_job);
        std::vector<io::ParameterChange>& changes = continued.changes;
        const auto border = changes.begin() + static_cast<std::ptrdiff_t>(continued.earlierChanges);
        m_changes.assign(changes.begin(), border);
        if (!m_changes.empty()) m_observer.onChanges(m_changes);
        record({border, changes.end()});
    }

    void record(const std::vector<io::ParameterChange>& changes) {
        if (changes.empty()) return;
        m_changes.insert(m_changes.end(), changes.begin(), changes.end());
        m_observer.onChanges(changes);
        for (const io::ParameterChange& change : changes)
            m_reporter.log(LogLevel::info, phrase("after iteration %1: %2", change.iteration, describe(change)));
    }

    /// Where a result goes on with other parameters, its state stays one to go back to.
    void keepStateBefore(const ContinuedJob& continued) {
        const bool changes = continued.changes.size() > continued.earlierChanges;
        if (!changes || m_start->fromCheckpoint || !m_options.startFrom.empty()) return;
        keepState(m_options.keptStates, {jobFingerprint(m_asked), m_start->iteration, 0, m_start->result}, m_reporter);
    }

    /// Other parameters from here on, when some have come.
    std::optional<std::vector<ptycho::StageSettings>> changedPipeline(std::size_t done) {
        const std::optional<JobDocument> wanted = m_options.changes->take();
        if (!wanted) return std::nullopt;
        JobDocument next = withLiveParts(m_job, *wanted);
        takeBatchesOf(m_job, next);
        chooseBatches(next);
        next.pipeline = splicedPipeline(m_job.pipeline, next.pipeline, done);
        const auto changes = changesBetween(m_job, next, done);
        if (changes.empty()) return std::nullopt;
        m_before = Before{toJson(m_job, true), m_changes};
        m_job = std::move(next);
        m_total = totalIterations(m_job);
        m_reporter.setTotal(m_total, mayEndEarlier(m_job));
        record(changes);
        return stageSettingsOf(m_job);
    }

    /// The state at a change: to go back to as it was before, and to go on from after a crash.
    void submitChange(ptycho::Snapshot&& snapshot) {
        if (!savesWholeState()) return;
        const bool saves = m_job.integer("checkpoint_every") > 0 && !m_output.discards && m_done < m_total;
        if (m_options.keptStates.empty()) return saves ? submitCheckpoint(std::move(snapshot)) : void();
        if (saves) submitCheckpoint(ptycho::Snapshot(snapshot));
        io::Checkpoint kept = checkpointOf(std::move(snapshot));
        kept.result.job = m_before.job;
        kept.result.changes = m_before.changes;
        m_keptStates.submit(std::move(kept));
    }

    void useContinuation() {
        m_resume = goOnFrom(*m_start, m_job, m_setup, m_loss);
        if (!m_loss.empty()) m_earlierTime_s = m_loss.back().time_s;
        for (const io::LossEntry& entry : m_loss) m_observer.onLoss(entry);
        m_decisions = m_start->result.decisions;
        m_reporter.keepWarnings(m_start->result.warnings);
        m_reporter.keepLog(m_start->result.log);
        for (const io::Decision& decision : m_decisions) m_observer.onDecision(decision);
    }

    ptycho::SolverResult solve() {
        m_fingerprint = jobFingerprint(m_asked);
        m_savesWaves = mayKeepWaves(m_job, m_setup, m_reporter);
        if (m_options.changes)
            if (const std::string refused = m_options.changes->setFrames(m_setup.positions.size()); !refused.empty())
                m_reporter.log(LogLevel::warning, refused);
        m_reporter.enter(JobState::running, m_total, m_done);
        m_reporter.setTotal(m_total, mayEndEarlier(m_job));
        const auto start = Clock::now();
        m_energy.emplace(energyCounters(m_setup.devices));
        const ptycho::SolverHooks hooks = makeHooks();
        ptycho::SolverResult result;
        const compute::CollectiveOptions collectives = collectiveOptionsOf(m_job);
        compute::runRanks(m_setup.communicators, [&](compute::Communicator& communicator) {
            const auto local = static_cast<std::size_t>(communicator.rank() - m_setup.firstRank());
            const std::unique_ptr<compute::Queue> queue = makeQueue(m_setup.devices[local]);
            const auto chosen = compute::chooseCommunicator(communicator, *queue, collectives);
            if (local == 0) {
                m_plan.communicator = chosen.communicator->name();
                if (communicator.size() > 1)
                    m_reporter.log(LogLevel::info,
                                   phrase("communication: %1 (%2)", m_plan.communicator, chosen.reason));
            }
            ptycho::SolverResult mine =
                ptycho::solve(m_setup.problems[local], m_setup.model, m_setup.start, m_setup.pipeline, m_job.seed,
                              *queue, *chosen.communicator, m_control, hooks, m_resume);
            if (local == 0) result = std::move(mine); // also what all ranks lack
        });
        m_timings["iterations"] = secondsSince(start);
        m_energy->sample();
        if (const auto joules = m_energy->joules())
            m_reporter.log(LogLevel::info, phrase("used %1 J (%2)", std::llround(*joules), m_energy->parts()));
        return result;
    }

    std::unique_ptr<compute::Queue> makeQueue(const compute::RankDevice& device) const {
        auto queue = compute::makeQueue(device);
        queue->setTimeout(collectiveTimeout(m_job));
        const double limit = m_job.real("memory_limit_gb") * 1e9 / static_cast<double>(device.ranksOnDevice);
        return limit > 0 ? compute::limitQueue(std::move(queue), static_cast<std::size_t>(limit)) : std::move(queue);
    }

    ptycho::SolverHooks makeHooks() {
        ptycho::SolverHooks hooks;
        hooks.iterationDone = [this](const ptycho::IterationReport& report) { iterationDone(report); };
        hooks.wantSnapshot = [this] { return wantSnapshot(); };
        hooks.previewFrame = [this] { return m_observer.previewFrame(); };
        hooks.snapshot = [this](ptycho::Snapshot&& snapshot, ptycho::SolverHooks::Want want) {
            using Want = ptycho::SolverHooks::Want;
            if (want == Want::change)
                submitChange(std::move(snapshot));
            else if (want == Want::checkpoint)
                submitCheckpoint(std::move(snapshot));
            else if (want != Want::pause || showsPreviews())
                submitPreview(std::move(snapshot), want == Want::pause);
        };
        if (m_options.changes) hooks.changedPipeline = [this](std::size_t done) { return changedPipeline(done); };
        hooks.log = [this](LogLevel level, const std::string& text) { m_reporter.log(level, text); };
        hooks.decided = [this](std::size_t done, const std::string& text) { keepDecision({done, text}); };
        hooks.saveWaves = m_savesWaves;
        return hooks;
    }

    void keepDecision(const io::Decision& decision) {
        // A stage that was stopped in its first iteration begins anew, with the same decision.
        if (std::ranges::find(m_decisions, decision) != m_decisions.end()) return;
        m_decisions.push_back(decision);
        m_observer.onDecision(decision);
    }

    void iterationDone(const ptycho::IterationReport& report) {
        m_done = report.iteration;
        m_resume.state = {}; // every rank has restored what it needs of it
        m_loss.push_back({report.iteration, report.engine->name, report.fourierError, report.loss, report.llk,
                          report.time_s + m_earlierTime_s, report.noiseFloor, report.step, report.fourierError});
        m_observer.onLoss(m_loss.back());
        m_reporter.advance(m_done);
        m_reporter.spent(report.spent, report.communication_s);
        m_energy->sampleNowAndThen();
    }

    [[nodiscard]] bool savesWholeState() const {
        return m_savesWaves || m_loss.empty() || !keepsWaves(m_loss.back().engine);
    }

    ptycho::SolverHooks::Want wantSnapshot() {
        using Want = ptycho::SolverHooks::Want;
        const auto every = static_cast<std::size_t>(m_job.integer("checkpoint_every"));
        const bool kept = savesWholeState() && !m_output.discards;
        if (every > 0 && m_done % every == 0 && m_done < m_total && kept) return Want::checkpoint;
        const double interval = std::max(m_observer.previewInterval_s(), m_job.real("preview_interval_s"));
        if (!showsPreviews() || !m_previewClock.due(interval)) return Want::nothing;
        m_previewClock.begin();
        return Want::preview;
    }

    [[nodiscard]] bool showsPreviews() const {
        return m_observer.previewInterval_s() > 0 && m_job.real("preview_interval_s") > 0;
    }

    [[nodiscard]] io::Checkpoint checkpointOf(ptycho::Snapshot&& snapshot) const {
        io::Checkpoint checkpoint{m_fingerprint, snapshot.iteration, totalIterations(m_asked), resultOf(snapshot)};
        checkpoint.result.state = std::move(snapshot.state);
        checkpoint.result.complete = false;
        return checkpoint;
    }

    void submitCheckpoint(ptycho::Snapshot&& snapshot) {
        auto checkpoint = std::make_shared<io::Checkpoint>(checkpointOf(std::move(snapshot)));
        // The name by value: m_job is another one after a change.
        m_checkpoints.submit([this, checkpoint, file = checkpointFile(m_job.outputFile)] {
            try {
                io::writeCheckpoint(file, *checkpoint);
                m_checkpointFails = false;
            } catch (...) {
                if (std::exchange(m_checkpointFails, true)) return; // said already
                m_reporter.log(LogLevel::warning,
                               phrase("no checkpoint could be written: %1", std::string(currentError().what())));
            }
        });
    }

    void submitPreview(ptycho::Snapshot&& snapshot, bool atPause) {
        auto source = std::make_shared<ptycho::Snapshot>(std::move(snapshot));
        m_previews.submit([this, source] {
            try {
                m_observer.onPreview(previewOf(std::move(*source), m_setup));
            } catch (...) {
                m_reporter.log(LogLevel::warning, phrase("no preview: %1", std::string(currentError().what())));
            }
        });
        if (!atPause) m_previewClock.end(); // the run waits anyway
    }

    /// \param state ptycho::Snapshot or ptycho::SolverResult
    template <class State>
    io::PtychoResult resultOf(const State& state) const {
        io::PtychoResult result;
        const ptycho::Estimate& estimate = state.estimate;
        result.object = ptycho::slicesOf(estimate.object, m_setup.model.layers());
        result.objectModes = m_setup.model.objectModes;
        takeProbe(estimate.probe, state.variable, result);
        result.objectPixelHeight_m = m_setup.geometry.objectPixelHeight_m;
        result.objectPixelWidth_m = m_setup.geometry.objectPixelWidth_m;
        if (m_setup.geometry.tilt) result.objectBasis = m_setup.geometry.tilt->step;
        result.objectOriginY_m = m_setup.scanLayout.originY_m;
        result.objectOriginX_m = m_setup.scanLayout.originX_m;
        result.positions = positionsInMetres(state.positions, m_setup);
        result.initialPositions = m_setup.positions;
        result.pixelPositions = state.positions;
        result.background = state.background;
        result.frameIntensities = intensitiesOf(state.beam);
        result.frameIndex = m_setup.layout.frameIndex;
        result.frameCounts = m_setup.statistics.frameCounts;
        result.loss = m_loss;
        result.changes = m_changes;
        result.decisions = m_decisions;
        result.warnings = m_reporter.warnings();
        result.log = m_reporter.logLines();
        result.job = toJson(m_job, true);
        result.devices = m_plan.devices;
        result.communicator = m_plan.communicator;
        result.timings_s = m_timings;
        if (m_energy) result.energy_J = m_energy->joules();
        result.wavelength_m = m_setup.geometry.wavelength_m;
        result.particle = m_setup.scan.particle;
        result.nearField = m_setup.geometry.propagation == ptycho::Propagation::nearField;
        return result;
    }

    JobOutcome save(ptycho::SolverResult solved) {
        m_reporter.enter(JobState::saving, m_total, m_done);
        m_checkpoints.cancel();
        if (m_options.changes && m_options.changes->take())
            m_reporter.log(LogLevel::warning,
                           "a change of the parameters came after the last iteration: it had no effect");
        m_timings["total"] = secondsSince(m_begin);
        ptycho::Estimate& estimate = solved.estimate;
        if (estimate.probe.extent(0) > 1)
            solved.state.arrays["probe"].assign(estimate.probe.begin(), estimate.probe.end());
        ptycho::orthogonalise(estimate.probe);
        if (!m_loss.empty()) keepFigures(solved);
        io::PtychoResult result = resultOf(solved);
        if (const auto rise = solved.divergedFrom ? std::nullopt : describeRise(result)) {
            m_reporter.log(LogLevel::warning, *rise);
            result.warnings = m_reporter.warnings(), result.log = m_reporter.logLines();
        }
        if (result.objectModes > 1) {
            solved.state.arrays["object"].assign(result.object.begin(), result.object.end());
            ptycho::orthogonalise(result.object);
        }
        result.state = std::move(solved.state);
        result.complete = !solved.stopped && !solved.divergedFrom;
        result.leftInCommon = leftInCommon(result), result.verdict = verdictOn(result);
        try {
            // What was put in the place of the result meanwhile, and is none, stays.
            const bool isContinued = m_options.continueResult && io::isResultFile(m_job.outputFile);
            io::writeResult(m_job.outputFile, result, m_options.overwrite || isContinued);
        } catch (const DataError& error) {
            return rescuedResult(error, m_job.outputFile, result);
        }
        if (!m_output.discards) io::removeCheckpoint(checkpointFile(m_job.outputFile)); // the result goes further
        if (m_observer.previewInterval_s() > 0) showFinal(estimate, solved);

        JobOutcome outcome;
        outcome.verdict = result.verdict;
        outcome.figures = figuresOf(result);
        // Halves that follow know the resolution, too.
        if (!wantsHalves(m_job)) logVerdict(outcome.verdict, m_observer);
        if (!m_output.discards) outcome.resultFile = m_job.outputFile.string();
        if (solved.divergedFrom) {
            outcome.state = JobState::failed;
            outcome.error = DataError(phrase("the reconstruction diverged however short its steps were; the best "
                                             "state, after iteration %1, is saved",
                                             *solved.divergedFrom),
                                      outcome.resultFile, "try a larger alpha or batch, or another initial probe");
            return outcome;
        }
        if (!solved.stopped) {
            outcome.state = JobState::done;
            return outcome;
        }
        outcome.state = JobState::stopped;
        outcome.error = Error(
            ErrorKind::stopped,
            phrase("stopped by request after iteration %1 of %2, the result up to there is saved", m_done, m_total),
            outcome.resultFile,
            m_options.queueId != 0
                ? phrase("try the job again to continue it (ewald-cli queue retry %1)", m_options.queueId)
                : "continue it with --resume");
        return outcome;
    }

    /// The figures of the last iteration become those of the saved state.
    void keepFigures(ptycho::SolverResult& solved) {
        io::LossEntry& last = m_loss.back();
        solved.state.numbers[kRunningFigures] = {last.fourierError, last.llk, last.noiseFloor};
        last.fourierError = solved.figures.fourierError;
        last.llk = solved.figures.llk;
        // One for the whole curve, also where an older program began it.
        for (io::LossEntry& entry : m_loss) entry.noiseFloor = solved.figures.noiseFloor;
    }

    /// The last look is at what was saved.
    void showFinal(const ptycho::Estimate& estimate, const ptycho::SolverResult& solved) {
        ptycho::Snapshot last;
        last.iteration = m_done;
        last.estimate = estimate;
        last.positions = solved.positions;
        last.background = solved.background;
        last.beam = solved.beam;
        last.frame = solved.frame;
        last.modelled = solved.modelled;
        submitPreview(std::move(last), false);
        m_previews.finish();
    }

    const Clock::time_point m_begin = Clock::now();
    const JobDocument& m_asked;
    JobDocument m_job; ///< with what was done before, and what has changed since
    JobProcesses m_processes;
    compute::ProcessGroup& m_group;
    JobObserver m_silent; ///< of all processes but the first
    JobObserver& m_observer;
    RunControl& m_control;
    const RunOptions& m_options;
    RunReporter m_reporter;
    PtychoSetup m_setup;
    JobPlan m_plan;
    OutputClaim m_output; ///< of the first process
    std::optional<Continuation> m_start;
    ptycho::ResumePoint m_resume;
    std::string m_fingerprint;
    std::vector<io::LossEntry> m_loss;
    std::vector<io::ParameterChange> m_changes;
    std::vector<io::Decision> m_decisions;
    /// Job and changes before the latest one.
    struct Before {
        std::string job;
        std::vector<io::ParameterChange> changes;
    } m_before;
    std::map<std::string, double> m_timings;
    std::optional<EnergyMeter> m_energy;
    double m_earlierTime_s = 0;
    std::size_t m_total = 0;
    std::size_t m_done = 0;
    bool m_savesWaves = true;
    bool m_planned = false; ///< m_job and m_changes are those of the run, not of the question; also for another try
    PreviewClock m_previewClock;
    bool m_checkpointFails = false; ///< used by m_checkpoints only
    // Last, so that their threads end before anything they use.
    LatestTask m_previews;
    LatestTask m_checkpoints;
    KeptStates m_keptStates{m_options.keptStates, m_reporter};
};

} // namespace

JobOutcome runPtycho(const JobDocument& job, JobObserver& observer, RunControl& control, const RunOptions& options) {
    try {
        const auto run = [&](JobObserver& of) { return PtychoRun(job, of, control, options).run(); };
        if (!wantsHalves(job)) return run(observer);
        return runWithHalves(observer, control, options.processes, [&](JobObserver& of) {
            const bool isThere = options.continueResult && lacksOnlyResolution(job);
            return isThere ? JobOutcome{JobState::done, job.outputFile.string(), {}} : run(of);
        });
    } catch (...) { // a thread could not be started
        return failedStart(observer);
    }
}

} // namespace ewald::job
