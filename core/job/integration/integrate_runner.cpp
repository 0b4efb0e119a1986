// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/integrate_runner.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/stop_scope.h"
#include "io/file_lock.h"
#include "io/growing/file_follower.h"
#include "job/absolute/absolute_scale.h"
#include "job/document/settings.h"
#include "job/integration/group_parcel.h"
#include "job/integration/group_queue.h"
#include "job/integration/integrate_setup.h"
#include "job/integration/pattern_preview.h"
#include "job/integration/remarks/pattern_remarks.h"
#include "job/run/energy_meter.h"
#include "job/run/output_claim.h"
#include "job/run/run_guard.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

namespace ewald::job {
namespace {

using Clock = std::chrono::steady_clock;

/// Results that wait for the writer may take this much memory.
constexpr std::size_t kMaxWaitingBytes = std::size_t{512} << 20U;
/// Of an azint::FrameResult: three floats and five doubles, rounded up.
constexpr std::size_t kBytesOfBin = 64;
/// Reasons of failed frames that the result keeps at most.
constexpr std::size_t kMostReasons = 10000;

std::string inputName(const JobDocument& job) {
    const auto files = job.files();
    if (files.empty()) return {};
    return files.front().string() + (files.size() > 1 ? " and more" : "");
}

/// Ends and joins the workers, whatever happens in between.
class WorkerThreads {
public:
    explicit WorkerThreads(GroupQueue& queue) : m_queue(queue) {}
    ~WorkerThreads() {
        m_queue.stop();
        for (std::thread& thread : m_threads) thread.join();
    }
    WorkerThreads(const WorkerThreads&) = delete;
    WorkerThreads& operator=(const WorkerThreads&) = delete;

    template <class Work>
    void start(Work&& work) {
        m_queue.enter();
        try {
            m_threads.emplace_back(std::forward<Work>(work));
        } catch (...) {
            m_queue.leave(nullptr);
            throw;
        }
    }

private:
    GroupQueue& m_queue;
    std::vector<std::thread> m_threads;
};

/// The groups of the other processes, as they come. A process ends with a group of no rows, and its times.
class ParcelSource {
public:
    explicit ParcelSource(compute::ProcessGroup& processes)
        : m_processes(processes), m_ended(static_cast<std::size_t>(processes.processes()), 0) {
        m_ended.front() = 1;
    }

    /// The next group of a process, valid until the next call; null when it has no more.
    const FrameGroup* next(std::size_t process) {
        if (m_ended[process] != 0) return nullptr;
        unpack(m_processes.receiveParcel(static_cast<int>(process)), m_group);
        if (m_group.rows > 0) return &m_group;
        const std::vector<std::byte> parcel = m_processes.receiveParcel(static_cast<int>(process));
        WorkerTimes times;
        if (parcel.size() == sizeof times) std::memcpy(&times, parcel.data(), sizeof times);
        m_times += times;
        m_ended[process] = 1;
        return nullptr;
    }

    /// Takes what still comes. \returns the times of all these processes
    WorkerTimes drain() {
        for (std::size_t p = 0; p < m_ended.size(); ++p)
            while (next(p)) {}
        return m_times;
    }

private:
    compute::ProcessGroup& m_processes;
    std::vector<char> m_ended;
    FrameGroup m_group;
    WorkerTimes m_times;
};

/// How following files has ended: with all frames (also where nothing was followed), with a writer that has not closed
/// them and adds nothing any more, or before by a stop.
enum class FollowEnd { closed, quiet, left };

/// One run from document to result. The calling thread writes; workers read, decode and integrate.
class IntegrateRun {
public:
    IntegrateRun(const JobDocument& job, JobObserver& observer, RunControl& control, const RunOptions& options)
        : m_job(job), m_processes(options.processes, control), m_group(m_processes.group()),
          m_observer(m_group.isFirst() ? observer : m_silent), m_control(control), m_options(options),
          m_reporter(m_observer, control) {}

    JobOutcome run() {
        JobOutcome outcome = guardedRun(m_reporter, m_group, inputName(m_job), "use fewer bins or fewer workers",
                                        [this] { return runOrThrow(); });
        m_writer.reset(); // whatever was not finished is gone before anybody hears of the end
        m_output = {};    // before the outcome, after which the next job may have the same output
        m_reporter.enter(outcome.state, m_setup.frames, m_done);
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
        m_setup = planIntegration(m_job, m_reporter, m_group);
        for (const std::filesystem::path& source : m_setup.stack->sourceFiles)
            io::requireOtherFile(m_job.outputFile, source);
        if (const azint::Distortion& bent = m_setup.integrator->geometry().poni().distortion; !bent.isNone())
            io::requireOtherFile(m_job.outputFile, bent.map().source());
        if (m_group.isFirst()) requireReplaceable(m_job.outputFile);
        m_axes = axesOf(m_setup);
        m_scale = absoluteScaleOf(m_job, m_axes,
                                  [this](LogLevel level, const std::string& text) { m_reporter.log(level, text); });
        if (m_scale) m_axes.intensityUnit = m_scale->unit();
        m_plan = describePlan(m_job, m_setup);
        m_observer.onPlan(m_plan);
        m_reporter.log(LogLevel::info, m_plan.memorySummary);
        if (m_setup.devices) m_energy = EnergyMeter(energyCounters(compute::parseDevices(m_job.text("devices"))));
        m_timings["preparing"] = secondsSince(m_begin);
        m_groups = agreedGroups();
        if (!m_group.isFirst()) return integrateForTheFirst();
        openWriter();
        if (m_observer.previewInterval_s() > 0 && m_job.real("preview_interval_s") > 0) m_preview.emplace(m_axes);

        m_reporter.enter(JobState::running, m_setup.frames);
        m_start = Clock::now();
        integrateAll();
        if (m_setup.growing) followFiles();
        m_timings["frames"] = secondsSince(m_start);
        m_timings["workers_reading"] = m_times.read_s;
        m_timings["workers_decoding"] = m_times.decode_s;
        m_timings["workers_integrating"] = m_times.integrate_s;
        m_energy.sample();
        return save();
    }

    void openWriter() {
        const auto& integrator = *m_setup.integrator;
        io::IntegrationWriter::Contents contents;
        contents.errors = integrator.settings().errorModel != azint::ErrorModel::none;
        contents.variance = contents.errors;
        // What a frame has of its own: dummies, values that are no numbers, its monitor.
        const PixelType type = m_setup.stack->pixelType();
        contents.sumsEachFrame = m_setup.arm || integrator.corrections().dummy ||
                                 integrator.corrections().hasThresholds() || !m_setup.stack->monitor.empty() ||
                                 integrator.needsWholeFrames() || type == PixelType::float32 ||
                                 type == PixelType::float64;
        m_sumsEachFrame = contents.sumsEachFrame;
        contents.solidAngle = integrator.corrections().solidAngle;
        contents.polarization = integrator.corrections().polarizationFactor.has_value();
        contents.monitor = !m_setup.stack->monitor.empty();
        if (m_scale) contents.scale = m_scale->record();
        io::IntegrationAxes axes = m_axes;
        if (m_setup.growing) axes.frames = 0;
        m_writer = std::make_unique<io::IntegrationWriter>(m_job.outputFile, axes, contents, m_options.overwrite);
    }

    [[nodiscard]] std::size_t groups() const { return m_groups.size() - 1; }
    [[nodiscard]] GroupPartition partition() const {
        return {m_setup.firstWorkers[static_cast<std::size_t>(m_group.process())], m_setup.workers,
                m_setup.firstWorkers.back()};
    }
    [[nodiscard]] std::size_t processOf(std::size_t group) const {
        const auto& first = m_setup.firstWorkers;
        return static_cast<std::size_t>(std::ranges::upper_bound(first, group % first.back()) - first.begin()) - 1;
    }

    /// Runs the workers of this process on its groups. `loop` takes what they make out of the queue, in order.
    template <class Loop>
    void withWorkers(Loop&& loop) {
        std::size_t rows = 1; // of the largest group
        for (std::size_t g = 0; g < groups(); ++g) rows = std::max(rows, m_groups[g + 1] - m_groups[g]);
        const std::size_t groupBytes = rows * m_setup.integrator->bins() * kBytesOfBin;
        const std::size_t workers = std::min(m_setup.workers, partition().countOf(groups()));
        const std::size_t window = std::clamp<std::size_t>(kMaxWaitingBytes / groupBytes, workers + 1, 2 * workers + 2);
        GroupQueue queue(m_groups, window, m_control, partition());
        m_timesBefore = m_times; // of the frames before those that came now
        m_workerTimes.assign(workers, {});
        {
            WorkerThreads threads(queue);
            for (std::size_t w = 0; w < workers; ++w) threads.start([this, &queue, w] { work(queue, w); });
            loop(queue);
        }
        sumTimes();
    }

    /// The next group of this process; null when there are no more.
    const FrameGroup* nextHere(GroupQueue& queue) {
        while (true) {
            if (m_control.stopRequest() == StopRequest::abort) throw StoppedError();
            if (const FrameGroup* group = queue.next()) return group;
            if (queue.ended()) return nullptr;
            m_energy.sampleNowAndThen();
        }
    }

    void integrateAll() {
        ParcelSource others(m_group);
        withWorkers([&](GroupQueue& queue) {
            for (std::size_t g = 0; g < groups(); ++g) {
                const bool here = partition().has(g);
                const FrameGroup* group = here ? nextHere(queue) : others.next(processOf(g));
                if (!group) break; // stopped there
                write(*group);
                if (here) queue.release();
            }
            // After the first stop no process continues.
            if (m_done < m_setup.frames) m_control.requestStop(StopRequest::graceful);
            m_timesOfOthers = others.drain();
        });
    }

    /// Goes on as frames come: until the files are closed, nothing has changed for a while, as many frames as wanted
    /// are there, or somebody stops it.
    void followFiles() {
        using Step = io::FileFollower::Step;
        const double patience_s = m_job.real("follow_patience_s");
        io::FileFollower follower(*m_setup.growing, std::chrono::duration<double>(patience_s));
        m_end = FollowEnd::left;
        bool isShown = false;
        while (m_end == FollowEnd::left && !m_control.stopRequested()) {
            const Step step = follower.step();
            if (isAllThatIsWanted() || step == Step::closed) m_end = FollowEnd::closed;
            if (step == Step::grew && addFrames()) {
                isShown = false;
                continue;
            }
            if (step == Step::quiet) m_end = follower.reason().empty() ? FollowEnd::closed : FollowEnd::quiet;
            if (step == Step::quiet) reportQuiet(patience_s, follower.reason());
            if (!std::exchange(isShown, true)) showPreview(true);
            if (m_end == FollowEnd::left) io::FileFollower::waitToLookAgain(m_control);
        }
        if (m_control.stopRequest() == StopRequest::abort) throw StoppedError();
        if (m_end != FollowEnd::closed) return;
        for (const io::Note& note : m_setup.stack->notes)
            if (note.severity != io::Severity::info) m_reporter.log(LogLevel::warning, note.text);
    }

    [[nodiscard]] bool isAllThatIsWanted() const {
        const auto most = static_cast<std::size_t>(m_job.integer("max_frames"));
        return most > 0 && m_done >= most;
    }

    void reportQuiet(double waited_s, const std::string& reason) {
        const std::string line =
            phrase("no frame came for %1, which is taken for the end of the scan", durationText(waited_s));
        m_reporter.log(reason.empty() ? LogLevel::info : LogLevel::warning,
                       reason.empty() ? line : phrase("%1: %2", line, reason));
    }

    /// Integrates the frames that came. \returns whether there are any that are wanted
    bool addFrames() {
        const std::size_t frames = chosenFrames(m_job, m_setup.stack->frameCount()).count;
        if (frames <= m_setup.frames) return false;
        m_setup.cutOff = chosenFrames(m_job, m_setup.stack->frameCount() + m_setup.stack->cutOff).count - frames;
        m_setup.frames = m_axes.frames = frames;
        if (m_preview) m_preview->grow();
        m_reporter.setTotal(frames, false);
        m_groups = chooseGroups(m_done);
        integrateAll();
        return true;
    }

    /// The part of the other processes: everything but writing.
    JobOutcome integrateForTheFirst() {
        withWorkers([&](GroupQueue& queue) {
            while (const FrameGroup* group = nextHere(queue)) {
                m_group.sendParcel(0, packed(*group));
                queue.release();
            }
        });
        m_group.sendParcel(0, packed(FrameGroup()));
        m_group.sendParcel(0, std::as_bytes(std::span(&m_times, 1)));
        JobOutcome outcome;
        if (m_control.stopRequested()) outcome.state = JobState::stopped;
        return outcome;
    }

    /// The first process's choice: others may have other caches.
    GroupStarts agreedGroups() {
        GroupStarts starts = chooseGroups();
        std::size_t count = starts.size();
        m_group.everyProcess().broadcast(std::span(&count, 1), 0);
        starts.resize(count);
        m_group.everyProcess().broadcast(std::span(starts), 0);
        return starts;
    }

    /// \param first row of the first group; all before are done
    GroupStarts chooseGroups(std::size_t first = 0) const {
        const std::size_t byMemory =
            std::max<std::size_t>(1, kMaxWaitingBytes / 4 / (m_setup.integrator->bins() * kBytesOfBin));
        const auto asked = static_cast<std::size_t>(m_job.integer("batch"));
        const std::size_t rows = m_setup.frames - first;
        const std::size_t wanted = asked > 0 ? asked : wantedGroupRows(rows);
        const io::FrameStack& stack = *m_setup.stack;
        GroupStarts starts = divideRows(rows, std::min(wanted, byMemory), byMemory,
                                        [&](std::size_t row) { return stack.unitOf(m_setup.frameOf(first + row)); });
        for (std::size_t& start : starts) start += first;
        return starts;
    }

    std::size_t wantedGroupRows(std::size_t rows) const {
        const std::size_t preferred = m_setup.preferredFrames(m_control);
        // As many groups for every worker: the rounds that full groups would take, of groups of about the same size.
        const auto rounded = [](std::size_t count, std::size_t by) { return (count + by - 1) / by; };
        const std::size_t workers = m_setup.firstWorkers.back();
        const std::size_t rounds = rounded(rows, workers * preferred);
        return std::max<std::size_t>(1, rounded(rows, workers * rounds));
    }

    void work(GroupQueue& queue, std::size_t worker) {
        const StopScope whileFilesAreRead(m_control);
        try {
            const std::unique_ptr<GroupWorker> integrator = m_setup.makeWorker(worker, m_control);
            std::vector<std::size_t> frames;
            bool failed = false;
            double waited_s = 0;
            while (true) {
                m_control.waitWhilePaused();
                const auto asked = Clock::now();
                FrameGroup* group = queue.take();
                waited_s += secondsSince(asked);
                if (!group) break;
                frames.resize(group->rows);
                for (std::size_t i = 0; i < group->rows; ++i) frames[i] = m_setup.frameOf(group->firstRow + i);
                integrator->integrate(frames, group->results, group->failures);
                if (const std::string problem = integrator->problem(); !failed && !problem.empty()) {
                    m_reporter.log(LogLevel::warning, phrase("a device failed, the processor goes on: %1", problem));
                    failed = true;
                }
                {
                    const std::lock_guard lock(m_timesMutex);
                    m_workerTimes[worker] = integrator->times();
                    m_workerTimes[worker].wait_s = waited_s;
                }
                queue.deliver(*group);
            }
            queue.leave(nullptr);
        } catch (...) {
            // A file that hangs is left on a stop request; what the other workers have is saved.
            const bool asked = currentError().kind() == ErrorKind::stopped && m_control.stopRequested();
            queue.leave(asked ? nullptr : std::current_exception());
        }
    }

    void write(const FrameGroup& group) {
        for (std::size_t i = 0; i < group.rows; ++i) {
            const std::size_t row = group.firstRow + i;
            if (group.failures[i].empty())
                writeRow(row, group.results[i]);
            else
                fail(row, group.failures[i]);
        }
        m_remarks.keep();
        m_done = group.firstRow + group.rows;
        m_reporter.advance(m_done);
        sumTimes();
        m_reporter.spent(m_times.phases(m_setup.devices != nullptr));
        showPreview(false);
    }

    [[nodiscard]] std::span<const float> errorsOf(const azint::FrameResult& result) const {
        return m_job.text("error_kind") == "std" ? result.std : result.sem;
    }

    void writeRow(std::size_t row, const azint::FrameResult& result) {
        io::IntegrationRow values;
        values.intensity = result.intensity;
        values.errors = errorsOf(result);
        ScaledPattern scaled;
        if (m_scale) {
            scaled = m_scale->applied(values.intensity, values.errors);
            values.intensity = scaled.intensity;
            values.errors = scaled.errors;
        }
        values.sumSignal = result.sumSignal;
        values.sumVariance = result.sumVariance;
        if (m_sumsEachFrame) {
            values.sumNormalization = result.sumNormalization;
            values.count = result.count;
        } else if (!m_staticSumsWritten) {
            m_writer->writeStaticSums(result.sumNormalization, result.count);
            m_staticSumsWritten = true;
        }
        m_writer->writeRow(row, values);
        m_remarks.add(m_setup.frameOf(row), result);
        ++m_good;
        if (m_preview) m_preview->add(row, result, values.intensity, values.errors);
    }

    void fail(std::size_t row, const std::string& reason) {
        const std::size_t frame = m_setup.frameOf(row);
        if (m_job.flag("stop_on_bad_frame"))
            throw DataError(phrase("frame %1 cannot be read", frame), reason,
                            "without stop_on_bad_frame the others would be integrated");
        ++m_failed;
        m_remarks.interrupt();
        if (m_failures.size() < kMostReasons) m_failures.emplace_back(frame, reason);
        m_observer.onFrameFailed(frame, reason);
        if (m_setup.growing) m_writer->writeRow(row, {});
        if (m_preview) m_preview->addFailed(row);
    }

    void sumTimes() {
        const std::lock_guard lock(m_timesMutex);
        m_times = m_timesOfOthers;
        m_times += m_timesBefore;
        for (const WorkerTimes& times : m_workerTimes) m_times += times;
    }

    void showPreview(bool last) {
        if (!m_preview) return;
        const double interval = std::max(m_observer.previewInterval_s(), m_job.real("preview_interval_s"));
        if (!last && !m_previewClock.due(interval)) return;
        m_previewClock.begin();
        auto preview = m_preview->make();
        preview->bytesPerSecond = static_cast<double>(m_times.bytes) / std::max(secondsSince(m_start), 1e-9);
        m_observer.onIntegration(std::move(preview));
        m_previewClock.end();
    }

    JobOutcome save() {
        const bool stopped = m_done < m_setup.frames || m_end == FollowEnd::left;
        if (stopped && m_good == 0) throw StoppedError();
        if (m_good == 0)
            throw DataError(phrase("none of the %1 frames could be read", m_failed), m_failures.front().second,
                            "look at the file (ewald-cli info)");
        m_reporter.enter(JobState::saving);
        showPreview(true);
        m_timings["total"] = secondsSince(m_begin);
        io::IntegrationEnd end;
        end.job = toJson(m_job, true);
        end.devices = m_plan.devices;
        end.communicator = m_plan.communicator;
        end.timings_s = m_timings;
        end.energy_J = m_energy.joules();
        end.complete = !stopped && m_setup.cutOff == 0 && m_end != FollowEnd::quiet;
        end.failedFrames = m_failures;
        if (m_failed > 0)
            m_reporter.log(
                LogLevel::warning,
                phrase("%1 of %2 frames could not be read; their patterns are not a number", m_failed, m_done));
        for (const std::string& line : m_remarks.lines(m_setup.stack->rows(), m_job.flag("file_mask")))
            m_reporter.log(LogLevel::warning, line);
        if (m_times.leftFrames > 0)
            m_reporter.log(
                LogLevel::info,
                phrase("%1 {frame was|frames were} left to the processor: damaged, stored in another way, with more "
                       "dummies than a mask should leave, or on a device that failed",
                       m_times.leftFrames));
        end.warnings = m_reporter.warnings();
        end.log = m_reporter.logLines();
        m_writer->finish(end);
        JobOutcome outcome;
        outcome.figures.pixelsOfFrames = static_cast<double>(m_done * m_plan.frameRows * m_plan.frameCols);
        if (!m_output.discards) outcome.resultFile = m_job.outputFile.string();
        if (!stopped) {
            outcome.lacking = lacking();
            return outcome;
        }
        outcome.state = JobState::stopped;
        outcome.error = Error(ErrorKind::stopped, stoppedText(), outcome.resultFile,
                              m_options.queueId != 0 ? phrase("try the job again for all frames (ewald-cli queue retry "
                                                              "%1)",
                                                              m_options.queueId)
                                                     : "start it again with --overwrite for all frames");
        return outcome;
    }

    [[nodiscard]] std::string stoppedText() const {
        if (m_done == m_setup.frames)
            return phrase("stopped by request after the %1 frames that were there, whose patterns are saved", m_done);
        return phrase("stopped by request after %1 of %2 frames, the patterns up to there are saved", m_done,
                      m_setup.frames);
    }

    /// What the result lacks of a job that went through all frames: those behind the cut. Frames that could not be read
    /// have their rows, which say so: the job asked to go on without them.
    [[nodiscard]] std::optional<Error> lacking() const {
        if (m_setup.cutOff == 0) return std::nullopt;
        const std::size_t last = m_setup.stack->frameCount() - 1;
        return DataError(phrase("the file is cut off: the last %1 of %2 frames are not there; the patterns of the "
                                "others are saved",
                                m_setup.cutOff, m_setup.frames + m_setup.cutOff),
                         m_setup.stack->where(last),
                         "copy the input again from its source and integrate it with --overwrite");
    }

    const Clock::time_point m_begin = Clock::now();
    Clock::time_point m_start = m_begin;
    const JobDocument& m_job;
    JobProcesses m_processes;
    compute::ProcessGroup& m_group;
    JobObserver m_silent; ///< of all processes but the first
    JobObserver& m_observer;
    RunControl& m_control;
    const RunOptions& m_options;
    RunReporter m_reporter;
    OutputClaim m_output; ///< of the first process
    IntegrateSetup m_setup;
    io::IntegrationAxes m_axes;
    JobPlan m_plan;
    EnergyMeter m_energy;
    std::optional<AbsoluteScale> m_scale; ///< absent: intensities stay as they are
    std::unique_ptr<io::IntegrationWriter> m_writer;
    bool m_sumsEachFrame = false;
    bool m_staticSumsWritten = false;
    std::map<std::string, double> m_timings;
    std::mutex m_timesMutex;
    std::vector<WorkerTimes> m_workerTimes; ///< one a worker
    WorkerTimes m_timesOfOthers;            ///< of the other processes, when they have ended
    WorkerTimes m_timesBefore;              ///< of workers that have ended
    WorkerTimes m_times;                    ///< of all
    GroupStarts m_groups;
    std::optional<PatternPreview> m_preview;
    PreviewClock m_previewClock;
    FollowEnd m_end = FollowEnd::closed;
    std::size_t m_done = 0; ///< rows that are written or failed
    std::size_t m_good = 0;
    std::size_t m_failed = 0;
    PatternRemarks m_remarks;
    std::vector<std::pair<std::size_t, std::string>> m_failures;
};

} // namespace

JobOutcome runIntegrate(const JobDocument& job, JobObserver& observer, RunControl& control, const RunOptions& options) {
    try {
        return IntegrateRun(job, observer, control, options).run();
    } catch (...) { // a thread could not be started
        return failedStart(observer);
    }
}

} // namespace ewald::job
