// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/local/local_processes.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/phrase.h"
#include "job/queue/folder/complete_result.h"
#include "job/queue/folder/submission.h"
#include "job/queue/store/queue_store.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPatienceWithAborted{30}; // until the process of a job that shall end at once is killed
constexpr std::chrono::seconds kPatienceWithStill{1};    // the same of one that a signal (SIGSTOP) has halted
constexpr double kStuckFactor = 4; ///< an iteration of a large scan may take longer than a sign of life

/// How long a job may wait for frames that are still being written.
double patienceOf(const QueueStore& store, long long id) {
    try {
        const JobDocument job = store.documentOf(id);
        const ParameterDef* follow = findParameter("follow");
        const bool follows = follow && follow->isOfKind(job.kind) && job.flag("follow");
        return follows ? job.real("follow_patience_s") : 0;
    } catch (const Error&) { // what is wrong with it says its process
        return 0;
    }
}

/// Starts the process of a job: a session of its own, so that Ctrl-C reaches only this program. \param reporter as in
/// BackendOptions
pid_t spawn(const fs::path& program, const JobFolder& folder, std::string reporter) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const std::string events = folder.events().string(), errors = folder.errors().string();
    constexpr int kAppend = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW;
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
    std::string option = "--reporter";
    const bool reports = reporter.empty();
    std::array<char*, 7> words{name.data(),
                               queue.data(),
                               work.data(),
                               place.data(),
                               reports ? nullptr : option.data(),
                               reports ? nullptr : reporter.data(),
                               nullptr};
    pid_t process = 0;
    const int failed = posix_spawn(&process, name.c_str(), &files, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0)
        throw DataError(phrase("cannot start the process of a job (%1)", systemReason(failed)), name,
                        "check that the program is there, and the limits of processes and memory");
    return process;
}

/// Those that ended from outside and brought the job no further.
int fruitlessAttempts(const JobFolder& folder, const QueueJob& job) {
    try {
        return countFruitless(folder);
    } catch (const DataError&) { // a full disk, say
        return job.attempts;
    }
}

} // namespace

void LocalProcesses::start(const QueueJob& job) {
    Child child;
    child.process = spawn(m_options.program, m_store.folderOf(job.id), m_options.reporter);
    m_children[job.id] = child;
}

bool LocalProcesses::hasGone(Child& child, const JobFolder& folder) const {
    int status = 0;
    if (child.process > 0 && !child.ended && waitpid(child.process, &status, WNOHANG) == child.process)
        child.ended = status;
    if (child.process == 0) return !folder.isBusy();
    if (!child.ended) return false;
    if (WIFEXITED(*child.ended) && WEXITSTATUS(*child.ended) == kBusyExitCode && folder.isBusy()) {
        child = {}; // another process works on it: that one is followed
        return false;
    }
    return true;
}

Standing LocalProcesses::look(const QueueJob& job) {
    const JobFolder folder = m_store.folderOf(job.id);
    Child& child = m_children[job.id];
    Standing standing;
    standing.gone = hasGone(child, folder);
    if (standing.gone) return standing;
    const std::optional<JobProgress> progress = folder.progress();
    watchOver(job.id, child, progress);
    if (folder.isBusy() || progress) standing.state = stateByEvents(progress);
    return standing;
}

double LocalProcesses::Sign::take(std::string now, Time time) {
    if (!changed || now != text) {
        text = std::move(now);
        changed = time;
    }
    return std::chrono::duration<double>(time - *changed).count();
}

void LocalProcesses::watchOver(long long id, Child& child, const std::optional<JobProgress>& progress) const {
    if (child.hung) return;
    const JobFolder folder = m_store.folderOf(id);
    if (!child.patience_s) child.patience_s = patienceOf(m_store, id);
    const Time time = m_options.clock();
    const double silence_s = child.events.take(folder.versionOfEvents(), time);
    // A thread of the process may go on to report while the one that works hangs. A paused job does so rightly.
    std::string where = progress ? progress->state + " " + std::to_string(progress->done) : std::string();
    const bool paused = progress && progress->state == "paused";
    const double stuck_s = child.progress.take(paused ? "paused" + std::to_string(now_s()) : std::move(where), time);
    child.stuck = stuck_s > kStuckFactor * m_options.silence_s + *child.patience_s;
    child.hung = child.stuck || silence_s > m_options.silence_s;
    if (child.hung) sendSignal(folder, child, SIGKILL);
}

void LocalProcesses::sendSignal(const JobFolder& folder, const Child& child, int signal) {
    const pid_t process = child.process > 0 ? child.process : folder.worker();
    if (process > 0) kill(process, signal);
}

bool LocalProcesses::holdsStill(const JobFolder& folder, const Child& child) {
    const pid_t process = child.process > 0 ? child.process : folder.worker();
    std::ifstream stream("/proc/" + std::to_string(process) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const std::size_t nameEnd = text.rfind(") ");
    return nameEnd != std::string::npos && nameEnd + 2 < text.size() &&
           (text[nameEnd + 2] == 'T' || text[nameEnd + 2] == 't');
}

void LocalProcesses::askToEnd(const QueueJob& job, Wish wish) {
    const JobFolder folder = m_store.folderOf(job.id);
    Child& child = m_children[job.id];
    if (child.asked < wish) {
        try {
            folder.writeWish(wish);
        } catch (const DataError&) { // a full disk, say
            sendSignal(folder, child, SIGTERM);
        }
        child.asked = wish;
        if (wish == Wish::abort) child.aborted = m_options.clock();
    }
    // One that hangs does not look at its wish any more.
    if (!child.aborted || child.killed) return;
    const auto patience = holdsStill(folder, child) ? kPatienceWithStill : kPatienceWithAborted;
    if (m_options.clock() - *child.aborted > patience) {
        child.killed = true;
        sendSignal(folder, child, SIGKILL);
    }
}

Verdict LocalProcesses::verdict(const QueueJob& job) {
    const JobFolder folder = m_store.folderOf(job.id);
    const Child& child = m_children[job.id];
    Verdict verdict{{QueueState::failed, {}, job.started, now_s()}};
    // A computer that went down says nothing against a job that had come forward.
    verdict.innocent = !child.ended && folder.progress().value_or(JobProgress()).done > 0;
    const std::string log = folder.errors().string();
    if (folder.resultIsNew(job.result) && isCompleteResult(job.result)) {
        verdict.status.state = QueueState::done;
    } else if (child.hung) {
        verdict.status.error = {
            child.stuck ? phrase("the job came no further for %1 s",
                                 static_cast<int>(kStuckFactor * m_options.silence_s + child.patience_s.value_or(0)))
                        : phrase("the job gave no sign of life for %1 s", static_cast<int>(m_options.silence_s)),
            log, phrase("try it again; a file system or device that hangs is the most common reason")};
    } else if (std::max({job.wish, child.asked, folder.readWish()}) >= Wish::stop) {
        verdict.status.state = QueueState::stopped;
    } else if (child.ended && WIFSIGNALED(*child.ended) && WTERMSIG(*child.ended) != SIGKILL) {
        verdict.status.error = endedBySignal(folder, WTERMSIG(*child.ended));
    } else if (child.ended && WIFEXITED(*child.ended)) {
        verdict.status.error = endedWithCode(folder, WEXITSTATUS(*child.ended));
    } else if (!child.ended && fs::exists(folder.windowMark())) {
        verdict.status.error = windowIsGone();
    } else if (const int fruitless = fruitlessAttempts(folder, job);
               fruitless < m_options.attempts || (!child.ended && folder.progress())) {
        verdict.status.state = QueueState::queued;
    } else {
        verdict.status.error = {phrase("the process of the job was killed %1 {time|times}", fruitless), log,
                                phrase("most often memory is short: close other programs, or set memory_limit_gb")};
    }
    return verdict;
}

} // namespace ewald::job::queue
