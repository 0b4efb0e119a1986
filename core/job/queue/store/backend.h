// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/folder/job_folder.h"
#include "job/queue/folder/queue_job.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job::queue {

class QueueStore;

/// How a job stands with its back end.
struct Standing {
    bool gone = false;                  ///< no process works on it, and none will unless it is started again
    std::optional<QueueState> state;    ///< absent: nothing new is known
    std::optional<JobFailure> waitsFor; ///< absent: the back end has nothing to say about that
    std::string external;               ///< its number there; empty: none, or not known yet
};

/// What became of a job that is gone and has left no status.
struct Verdict {
    JobStatus status;      ///< done, stopped or failed; queued: it gets another attempt
    bool innocent = false; ///< what happened says nothing against the job: the attempts count from 0 again
};

/// One way to run the jobs of a queue. All functions return soon; those of one object are called by one thread. What a
/// job leaves in its folder is the same everywhere: status, events, errors.
class Backend {
public:
    virtual ~Backend() = default;

    /// Whether jobs with such a QueueJob::backend are its own.
    [[nodiscard]] virtual bool runs(const std::string& backend) const = 0;
    /// Its jobs use this computer: they are counted, and asked to end when the runner is.
    [[nodiscard]] virtual bool isHere() const noexcept = 0;
    /// Whether one more job may be started there, beside so many of its own.
    [[nodiscard]] virtual bool hasRoom(const std::string& backend, std::size_t active) const = 0;

    /// To be called before the others each time that jobs are looked at.
    virtual void refresh() {}
    /// \throws JobError when the job can never be started so; DataError: maybe later
    virtual void start(const QueueJob& job) = 0;
    /// From now on follows a job that another runner has started.
    virtual void adopt(const QueueJob& job) = 0;
    [[nodiscard]] virtual Standing look(const QueueJob& job) = 0;
    /// May be called again with the same wish. \param wish stop or abort
    virtual void askToEnd(const QueueJob& job, Wish wish) = 0;
    [[nodiscard]] virtual Verdict verdict(const QueueJob& job) = 0;
    /// The job has come to its end.
    virtual void forget(long long id) = 0;
};

/// Tells how long jobs have been silent: a clock that stands still while the computer sleeps and cannot be set.
using WatchClock = std::function<std::chrono::steady_clock::time_point()>;

struct BackendOptions {
    std::filesystem::path program; ///< works on a job as `program queue work …`
    double silence_s = 1800;
    int attempts = 3;
    WatchClock clock = std::chrono::steady_clock::now;
    std::string reporter{}; ///< sign (RunnerLock) of the runner, where it makes the reports of jobs itself; else empty
};

/// Whether the process of a job holds still or saves, as its events say; else running.
[[nodiscard]] QueueState stateByEvents(const std::optional<JobProgress>& progress) noexcept;
/// Why a job failed whose process ended without a word: by a signal, …
[[nodiscard]] JobFailure endedBySignal(const JobFolder& folder, int signal);
/// … or with an exit code.
[[nodiscard]] JobFailure endedWithCode(const JobFolder& folder, int code);

/// … or that a window ran, when window and process have gone: a person decides how it goes on.
[[nodiscard]] JobFailure windowIsGone();

/// What `program queue work FOLDER` ends with when another process works on the job.
inline constexpr int kBusyExitCode = 75;

} // namespace ewald::job::queue
