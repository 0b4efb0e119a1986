// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/queue_runner.h"

#include "base/error.h"
#include "base/phrase.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <random>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

/// A name that no other runner has.
std::string newOwner() {
    std::random_device random;
    return std::to_string(getpid()) + "-" + std::to_string(random()) + std::to_string(random());
}

fs::path runnerLock(const QueueStore& store, const std::string& owner) { return store.folder() / "runners" / owner; }

io::ProcessLock takeRunnerLock(const QueueStore& store, const std::string& owner) {
    std::error_code failed;
    fs::create_directories(store.folder() / "runners", failed);
    std::optional<io::ProcessLock> lock = io::ProcessLock::tryTake(runnerLock(store, owner));
    if (!lock) throw InternalError("two runners of the queue have one name", owner);
    // Those of runners that have gone are of no use any more.
    for (const fs::directory_entry& entry : fs::directory_iterator(store.folder() / "runners", failed))
        if (!io::ProcessLock::isHeld(entry.path())) fs::remove(entry.path(), failed);
    return *std::move(lock);
}

/// Starts the process of a job: a session of its own, so that Ctrl-C reaches only this program.
pid_t spawn(const fs::path& program, const JobFolder& folder) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const std::string events = folder.events().string(), errors = folder.errors().string();
    constexpr int kAppend = O_WRONLY | O_CREAT | O_APPEND;
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, events.c_str(), kAppend, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), kAppend, 0600);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::string name = program.string(), queue = "queue", work = "work", place = folder.path().string();
    std::array<char*, 5> words{name.data(), queue.data(), work.data(), place.data(), nullptr};
    pid_t process = 0;
    const int failed = posix_spawn(&process, name.c_str(), &files, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0)
        throw DataError(phrase("cannot start the process of a job (%1)", std::system_category().message(failed)), name,
                        "check that the program is there, and the limits of processes and memory");
    return process;
}

std::string signalText(int number) {
    const char* name = sigabbrev_np(number);
    return name == nullptr ? "signal " + std::to_string(number) : "SIG" + std::string(name);
}

} // namespace

QueueRunner::QueueRunner(QueueStore& store, RunnerOptions options, Report report)
    : m_store(store), m_options(std::move(options)), m_report(std::move(report)), m_owner(newOwner()),
      m_alive(takeRunnerLock(store, m_owner)) {}

void QueueRunner::report(QueueJob job, QueueState state, const JobFailure& error) {
    job.state = state;
    job.error = error;
    if (m_report) m_report(job);
}

void QueueRunner::start(const QueueJob& job) {
    const JobFolder folder = m_store.folderOf(job.id);
    // Written by a program that did not live to say so in the store.
    if (folder.readStatus()) return conclude(job, {});
    try {
        folder.beginAttempt(job.attempts);
        m_children[job.id] = {spawn(m_options.program, folder), 0, false, {}};
        report(job, QueueState::starting);
    } catch (const DataError&) {
        m_store.requeue(job.id, m_owner, job.attempts - 1);
        throw;
    }
}

void QueueRunner::waitForChildren() {
    for (auto& [id, child] : m_children) {
        int status = 0;
        if (child.process > 0 && !child.ended && waitpid(child.process, &status, WNOHANG) == child.process)
            child.ended = status;
    }
}

void QueueRunner::askToEnd(const QueueJob& job, Child& child) {
    const pid_t process = child.process > 0 ? child.process : m_store.folderOf(job.id).worker();
    if (process > 0) kill(process, child.hung ? SIGKILL : SIGTERM);
    ++child.asked;
}

void QueueRunner::follow(QueueJob job, Child& child) {
    const JobFolder folder = m_store.folderOf(job.id);
    const int wanted = std::max(m_stops, job.stopWanted ? 1 : 0);
    if (child.asked < wanted) askToEnd(job, child);
    if (folder.silence_s() > m_options.silence_s && !child.hung) {
        child.hung = true;
        askToEnd(job, child);
    }
    const std::optional<JobProgress> progress = folder.progress();
    QueueState state = job.state;
    if (folder.isBusy()) state = QueueState::running;
    if (progress && progress->state == "saving") state = QueueState::finishing;
    if (state != job.state && m_store.setState(job.id, m_owner, state)) report(job, state);
}

JobStatus QueueRunner::verdict(const QueueJob& job, const Child& child) const {
    const JobFolder folder = m_store.folderOf(job.id);
    JobStatus status{QueueState::failed, {}, job.started, now_s()};
    const std::string log = folder.errors().string();
    if (folder.resultIsNew(job.result)) {
        status.state = QueueState::done;
    } else if (child.hung) {
        status.error = {"the job gave no sign of life for " + std::to_string(static_cast<int>(m_options.silence_s)) +
                            " s",
                        log, "try it again; a file system or device that hangs is the most common reason"};
    } else if (job.stopWanted || child.asked > 0) {
        status.state = QueueState::stopped;
    } else if (child.ended && WIFSIGNALED(*child.ended) && WTERMSIG(*child.ended) != SIGKILL) {
        status.error = {"the process of the job ended by " + signalText(WTERMSIG(*child.ended)), log,
                        "try it again; please report it when it happens twice"};
    } else if (child.ended && WIFEXITED(*child.ended)) {
        const std::string last = folder.lastError();
        status.error = {last.empty() ? "the process of the job ended with exit code " +
                                           std::to_string(WEXITSTATUS(*child.ended)) + " and without a word"
                                     : last,
                        log, ""};
    } else if (job.attempts < m_options.attempts || (!child.ended && folder.progress())) {
        status.state = QueueState::queued;
    } else {
        status.error = {"the process of the job was killed " + std::to_string(job.attempts) + " times", log,
                        "most often memory is short: close other programs, or set memory_limit_gb"};
    }
    return status;
}

void QueueRunner::conclude(const QueueJob& job, const Child& child) {
    const JobFolder folder = m_store.folderOf(job.id);
    std::optional<JobStatus> status = folder.readStatus();
    if (!status) {
        if (child.ended && WIFEXITED(*child.ended) && WEXITSTATUS(*child.ended) == kBusyExitCode && folder.isBusy()) {
            m_children[job.id] = {}; // another process works on it: that one is followed
            return;
        }
        status = verdict(job, child);
        if (hasEnded(status->state)) folder.writeStatus(*status);
    }
    m_children.erase(job.id);
    if (!hasEnded(status->state)) {
        // A computer that went down says nothing against a job that had come forward.
        const bool innocent = !child.ended && folder.progress().value_or(JobProgress()).done > 0;
        if (m_store.requeue(job.id, m_owner, innocent ? 0 : job.attempts)) report(job, QueueState::queued);
        return;
    }
    if (!m_store.settle(job.id, m_owner, *status)) return;
    if (status->state != QueueState::done) ++m_notDone;
    report(job, status->state, status->error);
}

void QueueRunner::step() {
    waitForChildren();
    std::size_t active = 0;
    for (QueueJob job : m_store.jobs()) {
        if (!isActive(job.state)) continue;
        if (job.owner != m_owner) {
            if (io::ProcessLock::isHeld(runnerLock(m_store, job.owner)) || !m_store.adopt(job, m_owner)) continue;
            job.owner = m_owner;
            m_children.try_emplace(job.id);
        }
        Child& child = m_children[job.id];
        const bool gone = child.process > 0 ? child.ended.has_value() : !m_store.folderOf(job.id).isBusy();
        if (gone)
            conclude(job, Child(child));
        else
            follow(job, child);
        active += m_children.contains(job.id) ? 1 : 0;
    }
    m_store.updateDependencies();
    while (m_stops == 0 && active < m_options.atOnce) {
        const std::optional<QueueJob> job = m_store.claim(m_owner);
        if (!job) break;
        start(*job);
        active += m_children.contains(job->id) ? 1 : 0;
    }
    m_idle = active == 0;
}

void QueueRunner::stop() { ++m_stops; }

} // namespace ewald::job::queue
