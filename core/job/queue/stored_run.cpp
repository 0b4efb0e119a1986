// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/stored_run.h"

#include "base/error.h"
#include "base/host_name.h"
#include "base/phrase.h"
#include "io/process_lock.h"
#include "io/result_file.h"
#include "job/document/job_kind.h"
#include "job/queue/folder/follow_job.h"
#include "job/queue/folder/job_recorder.h"
#include "job/queue/folder/run_options.h"
#include "job/queue/folder/wish_link.h"
#include "job/queue/queue_runner.h"
#include "job/queue/store/backend.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

namespace ewald::job::queue {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto kStep = 200ms;
constexpr auto kSettling = 10s; // until the store has taken in how a job ended

/// Calls a function again and again, in a thread of its own, while this lives.
class Repeated {
public:
    explicit Repeated(std::function<void()> step) : m_step(std::move(step)), m_thread([this] { run(); }) {}
    ~Repeated() {
        {
            const std::lock_guard lock(m_mutex);
            m_ending = true;
        }
        m_wake.notify_one();
        m_thread.join();
    }
    Repeated(const Repeated&) = delete;
    Repeated& operator=(const Repeated&) = delete;

private:
    void run() {
        std::unique_lock lock(m_mutex);
        while (!m_ending) {
            lock.unlock();
            try {
                m_step();
            } catch (const std::exception&) { // a store in use or a full disk: the next time it may be possible
            }
            lock.lock();
            m_wake.wait_for(lock, kStep, [this] { return m_ending; });
        }
    }

    std::function<void()> m_step;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_ending = false;
    std::thread m_thread;
};

/// The sign that a window shows a job: it stays where the window has gone before it could show the outcome.
class WindowMark {
public:
    /// \throws DataError
    explicit WindowMark(const JobFolder& folder)
        : m_file(folder.windowMark()), m_lock(io::ProcessLock::tryTake(m_file)) {}
    /// The outcome is shown.
    void remove() noexcept {
        std::error_code ignored;
        if (m_lock) fs::remove(m_file, ignored);
        m_lock.reset();
    }

private:
    fs::path m_file;
    std::optional<io::ProcessLock> m_lock; ///< absent: another window shows it, too
};

fs::path folderOf(const StoredRun& run) { return run.store.empty() ? QueueStore::usualFolder() : run.store; }

/// A job of the store that is run, or followed, from here.
class Run {
public:
    explicit Run(const StoredRun& run)
        : m_link(run.link ? *run.link : m_ownLink), m_store(folderOf(run)), m_runner(m_store, optionsOf(run)),
          m_language(run.language) {
        m_link.separate = false;
    }

    /// Puts a new job into the store, which does not begin by itself. \throws DataError
    void add(const StoredRun& run, const JobDocument& document, const RunOptions& options) {
        NewJob made{run.name, document};
        made.held = true;
        made.sharesResult = true; // the output guard keeps two from writing it at once
        made.backend = run.backend;
        if (!run.backend.empty()) made.devices = "auto"; // the cluster gives it some
        take(m_store.add({&made, 1}).front());
        writeRunOptions(folder(), options);
    }
    /// One that is there. \throws DataError
    void take(long long id) {
        m_id = id;
        m_link.id = id;
        if (const std::optional<QueueJob> job = m_store.find(id)) m_elsewhere = !job->backend.empty();
        m_mark.emplace(folder());
        m_runner.follow(id);
    }
    /// Takes out what was added, where it cannot be begun.
    void takeBack() noexcept {
        try {
            if (m_mark) m_mark->remove();
            if (m_id != 0) m_store.remove(m_id);
        } catch (const Error&) { // it stays among the paused ones
        }
    }

    /// Starts the process of the job. \throws DataError
    void startProcess() {
        m_runner.begin(m_id, QueueRunner::Place::process);
        m_link.separate = true;
    }

    JobOutcome follow(JobObserver& observer, RunControl& control, LiveChanges* changes) noexcept {
        JobOutcome outcome;
        {
            const Repeated steps([this] {
                if (m_elsewhere) tellStore();
                m_runner.step();
            });
            FollowOptions options{changes, &m_link.leave};
            if (m_elsewhere) options.patience_s = std::numeric_limits<double>::infinity(); // the cluster says its end
            outcome = followJob(folder(), observer, control, options);
        }
        if (!m_link.leave) settle();
        return outcome;
    }

    /// \throws DataError when the job cannot be begun
    JobOutcome runHere(const JobDocument& document, JobObserver& observer, RunControl& control, RunOptions options) {
        std::optional<io::ProcessLock> lock = io::ProcessLock::tryTake(folder().lock());
        if (!lock) throw DataError("another program works on the job", folder().lock().string());
        lock->write("0 " + hostName() + "\n"); // not the number of this process: others may end the one named there
        folder().markResultBefore(document.outputFile);
        m_runner.begin(m_id, QueueRunner::Place::here);
        options.queueId = m_id;
        LiveChanges ownChanges(document);
        if (!options.changes) options.changes = &ownChanges;
        const double started = now_s();
        JobOutcome outcome;
        {
            JobRecorder recorder(folder(), *options.changes, &observer);
            WishLink wish(folder(), control);
            const Repeated steps([&] {
                wish.step();
                m_runner.step();
            });
            outcome = runJob(document, recorder, control, options);
        }
        try {
            folder().writeStatus(statusOf(outcome, started));
        } catch (const Error& error) {
            observer.onLog(LogLevel::warning,
                           phrase("how the job ended cannot be noted in the queue: %1", std::string(error.what())));
        }
        lock.reset();
        settle();
        if (const std::string problem = leaveReport(folder(), document.outputFile, m_language); !problem.empty())
            observer.onLog(LogLevel::warning, problem);
        return outcome;
    }

private:
    static RunnerOptions optionsOf(const StoredRun& run) {
        RunnerOptions options;
        options.program = run.program;
        options.attempts = 1; // somebody is there to decide about another one
        options.onlyNamed = true;
        options.language = run.language;
        return options;
    }

    [[nodiscard]] JobFolder folder() const { return m_store.folderOf(m_id); }

    /// What the window asks of a job reaches a cluster by way of the store: there may be no process that would see it.
    void tellStore() {
        const Wish wish = folder().readWish();
        if (wish == m_told) return;
        const std::optional<QueueJob> job = m_store.find(m_id);
        if (job && !hasEnded(job->state) && job->wish != wish) {
            if (wish == Wish::none) m_store.resume(m_id);
            if (wish == Wish::pause) m_store.pause(m_id);
            if (wish == Wish::stop) m_store.cancel(m_id);
            if (wish == Wish::abort) m_store.abort(m_id);
        }
        m_told = wish;
    }

    /// The store gets to know how the job ended, and the outcome has been seen.
    void settle() noexcept {
        const auto until = std::chrono::steady_clock::now() + kSettling;
        do {
            try {
                m_runner.step();
                const std::optional<QueueJob> job = m_store.find(m_id);
                if (!job || !job->isActive()) break;
            } catch (const Error&) { // the next runner will see to it
            }
            std::this_thread::sleep_for(20ms);
        } while (std::chrono::steady_clock::now() < until);
        m_mark->remove();
    }

    RunLink m_ownLink;
    RunLink& m_link;
    QueueStore m_store;
    QueueRunner m_runner;
    report::Language m_language;
    std::optional<WindowMark> m_mark;
    long long m_id = 0;
    bool m_elsewhere = false; ///< on a cluster
    Wish m_told = Wish::none; ///< by tellStore()
};

JobOutcome failedRun(JobObserver& observer) {
    JobOutcome outcome{JobState::failed, {}, currentError()};
    observer.onOutcome(outcome);
    return outcome;
}

/// A cluster has it; there need not be a process yet.
bool isElsewhere(const QueueJob& job) { return !job.backend.empty() && job.isActive(); }

void warn(JobObserver& observer, const Error& error) {
    observer.onLog(LogLevel::warning, phrase("the job runs outside the queue: %1", std::string(error.what())));
}

bool inputExists(const JobDocument& job) {
    // Wildcards are left to the opening.
    return std::ranges::all_of(job.files(), [](const fs::path& file) {
        const std::string name = file.string();
        std::error_code ignored;
        return name.find_first_of("*?#") != std::string::npos || fs::exists(file, ignored);
    });
}

} // namespace

JobOutcome runStored(const JobDocument& document, JobObserver& observer, RunControl& control, const RunOptions& options,
                     const StoredRun& run) {
    std::optional<Run> stored;
    try {
        stored.emplace(run);
        stored->add(run, document, options);
        if (!run.program.empty() || !run.backend.empty()) {
            stored->startProcess();
            return stored->follow(observer, control, options.changes);
        }
        return stored->runHere(document, observer, control, options);
    } catch (const Error& error) {
        if (stored) stored->takeBack();
        if (!run.backend.empty()) return failedRun(observer);
        warn(observer, error);
    }
    return runJob(document, observer, control, options);
}

JobOutcome followStored(long long id, JobObserver& observer, RunControl& control, const RunOptions& options,
                        const StoredRun& run) {
    try {
        Run stored(run);
        stored.take(id);
        return stored.follow(observer, control, options.changes);
    } catch (...) {
        return failedRun(observer);
    }
}

std::vector<UnseenRun> unseenRuns(QueueStore& store) {
    std::vector<UnseenRun> found;
    for (const QueueJob& job : store.jobs()) {
        const JobFolder folder = store.folderOf(job.id);
        if (!fs::exists(folder.windowMark()) || io::ProcessLock::isHeld(folder.windowMark())) continue;
        try {
            UnseenRun run{job, readJob(folder.document()), folder.isBusy() || isElsewhere(job)};
            if (!inputExists(run.document)) continue;
            for (const Stage& stage : run.document.pipeline) run.total += stage.iterations;
            run.at = now_s() - std::max(0.0, folder.silence_s());
            run.continuesResult = runOptionsOf(folder, run.document, true).continueResult;
            if (!run.running)
                run.iteration = io::checkpointIteration(checkpointFile(run.document.outputFile)).value_or(0);
            found.push_back(std::move(run));
        } catch (const Error&) { // one damaged folder must not hide the others
            continue;
        }
    }
    std::ranges::stable_sort(found, std::ranges::greater(), &UnseenRun::at);
    return found;
}

void forgetUnseen(QueueStore& store, const UnseenRun& run, bool withCheckpoint) {
    const JobFolder folder = store.folderOf(run.job.id);
    std::error_code ignored;
    fs::remove(folder.windowMark(), ignored);
    const std::optional<QueueJob> job = store.find(run.job.id);
    if (folder.isBusy() || (job && isElsewhere(*job))) return;
    if (withCheckpoint && run.iteration > 0) io::removeCheckpoint(checkpointFile(run.document.outputFile));
    if (!job || !job->isActive()) return;
    const JobStatus ended =
        folder.readStatus().value_or(JobStatus{QueueState::failed, windowIsGone(), job->started, run.at});
    folder.writeStatus(ended);
    store.settle(job->id, job->owner, ended);
}

} // namespace ewald::job::queue
