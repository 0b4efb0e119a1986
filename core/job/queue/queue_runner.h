// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/process_lock.h"
#include "job/queue/queue_store.h"

#include <functional>
#include <map>
#include <string>

namespace ewald::job::queue {

struct RunnerOptions {
    std::filesystem::path program; ///< is started as `program queue work FOLDER`
    std::size_t atOnce = 1;        ///< jobs that may run side by side
    double silence_s = 1800;       ///< a job without an event for so long is taken for hanging and ended
    int attempts = 3;              ///< of a job whose process is killed from outside before it comes forward
};

/// Runs the jobs of a store, each in a process of its own: a crash takes one job with it, and a job outlives its
/// runner. Several runners, in windows and commands, may share a store; what the process of a runner that has gone
/// still works on is taken over by another one. One thread.
class QueueRunner {
public:
    /// Reports each change of a job's state.
    using Report = std::function<void(const QueueJob&)>;

    /// \throws DataError
    QueueRunner(QueueStore& store, RunnerOptions options, Report report = {});

    /// Looks at the jobs once: notes what has ended, takes over what has been left, starts what may start. To be called
    /// about once a second. \throws DataError: the store cannot be used now; the next call may succeed
    void step();
    /// Whether there is nothing left to do: no job runs here, and none can be started.
    [[nodiscard]] bool isIdle() const noexcept { return m_idle; }
    /// No further job is started, and the running ones are asked to end; asked again, they end at once.
    void stop();
    /// Jobs that ended here as anything but done.
    [[nodiscard]] std::size_t notDone() const noexcept { return m_notDone; }

private:
    struct Child {
        pid_t process = 0; ///< 0: not ours to wait for
        int asked = 0;     ///< how often it was asked to end
        bool hung = false;
        std::optional<int> ended; ///< its wait status
    };

    void start(const QueueJob& job);
    void waitForChildren();
    void follow(QueueJob job, Child& child);
    void askToEnd(const QueueJob& job, Child& child);
    /// The process of a job has gone.
    void conclude(const QueueJob& job, const Child& child);
    [[nodiscard]] JobStatus verdict(const QueueJob& job, const Child& child) const;
    void report(QueueJob job, QueueState state, const JobFailure& error = {});

    QueueStore& m_store;
    RunnerOptions m_options;
    Report m_report;
    std::string m_owner;
    io::ProcessLock m_alive; ///< tells other runners that this one is there
    std::map<long long, Child> m_children;
    int m_stops = 0;
    bool m_idle = false;
    std::size_t m_notDone = 0;
};

/// What `program queue work FOLDER` ends with when another process works on the job.
inline constexpr int kBusyExitCode = 75;

} // namespace ewald::job::queue
