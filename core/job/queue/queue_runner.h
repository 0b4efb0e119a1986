// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/folder/report_job.h"
#include "job/queue/folder/runner_lock.h"
#include "job/queue/local/device_use.h"
#include "job/queue/store/backend.h"
#include "job/queue/store/queue_store.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ewald::job::queue {

struct RunnerOptions {
    std::filesystem::path program; ///< is started as `program queue work FOLDER`
    std::size_t atOnce = 0;        ///< jobs that may run side by side on this computer; 0: as the store says
    bool shareDevices = false;     ///< several jobs may use one device at a time, also where the store says no
    double silence_s = 1800;       ///< a job without an event for so long is taken for hanging and ended
    int attempts = 3;              ///< of a job whose process is killed from outside before it comes forward
    bool onlyNamed = false;        ///< looks after the jobs of begin() and follow() alone
    bool otherComputers = false;   ///< may use the store, as those may that see a network file system
    std::string host{};            ///< name of this computer; empty: its own
    report::Language language{};   ///< of the reports: where it is not English, the runner makes them
    WatchClock clock = std::chrono::steady_clock::now; ///< another one in tests
};

/// Runs the jobs of a store, in their order as far as devices are free: jobs that share a device do not run at the same
/// time, whatever program has started them, unless the store (kSharingSetting) or the options allow it. Each has a
/// process of its own: a crash takes one job with it, and a job outlives its runner. Several runners, in windows and
/// commands, may share a store; what the process of a runner that has gone still works on is taken over by another one.
/// What another computer has left is not taken over: there is no telling whether its process goes on.
/// What runs elsewhere (Backend) is handed over and followed in the same way, and goes on when the runner is stopped.
/// One thread.
class QueueRunner {
public:
    /// Reports each change of a job's state.
    using Report = std::function<void(const QueueJob&)>;

    /// \throws DataError
    QueueRunner(QueueStore& store, RunnerOptions options, Report report = {});
    ~QueueRunner();

    /// Looks at the jobs once: notes what has ended, takes over what has been left, starts what may start. To be called
    /// about once a second. \throws DataError: the store cannot be used now; the next call may succeed
    void step();
    enum class Place {
        process, ///< of its own
        here,    ///< this one: the caller holds the lock of its folder and runs it
    };
    /// Begins a job whatever else waits or runs; it may be a paused one. \throws DataError when another program has
    /// it, or its process cannot be started: then it has failed. JobError, for a cluster that can never run it:
    /// likewise
    void begin(long long id, Place place);
    /// Takes over this job once its runner has gone, also with RunnerOptions::onlyNamed.
    void follow(long long id) { m_named.insert(id); }
    /// Whether there is nothing left to do: no job runs here, and none will have its turn, or none may start.
    [[nodiscard]] bool isIdle() const noexcept { return m_idle; }
    /// Whether the store has been deleted under it: there is nothing left to look after.
    [[nodiscard]] bool hasNoStore() const noexcept { return m_alive.isDeleted(); }
    /// No further job is started, and those that run on this computer are asked to end; asked again, they end at once.
    void stop();
    /// Jobs that ended here as anything but done.
    [[nodiscard]] std::size_t notDone() const noexcept { return m_notDone; }

private:
    [[nodiscard]] Backend* backendOf(const std::string& name) const;
    void start(const QueueJob& job);
    void look(QueueJob job, Backend& backend);
    /// The process of a job has gone.
    void conclude(const QueueJob& job, Backend& backend);
    void settle(const QueueJob& job, const JobStatus& status);
    void addReport(const JobFolder& folder, const QueueJob& job);
    /// Those that a runner has not made which was killed.
    void addReportsOfOthers();
    void startJobs();
    [[nodiscard]] bool isElsewhere(const QueueJob& job) const;
    [[nodiscard]] std::vector<DeviceUse> devicesInUse() const;
    /// A job of another runner becomes this one's if that has gone.
    [[nodiscard]] bool takeOver(const QueueJob& job, const Backend& backend);
    /// \param alsoElsewhere not only on this computer
    [[nodiscard]] std::size_t active(bool alsoElsewhere) const;
    void report(QueueJob job, QueueState state, const JobFailure& error = {});

    QueueStore& m_store;
    RunnerOptions m_options;
    Report m_report;
    std::string m_host;
    RunnerLock m_alive; ///< tells other runners that this one is there
    std::string m_owner;
    std::vector<std::unique_ptr<Backend>> m_backends;
    std::set<long long> m_named;
    std::map<const Backend*, std::size_t> m_active; ///< jobs of each, when they were last looked at
    int m_stops = 0;
    std::uint64_t m_seen = 0; ///< version of the store that was looked at last
    bool m_nothingLeft = false;
    bool m_idle = false;
    std::size_t m_notDone = 0;
    std::chrono::steady_clock::time_point m_nextReports{}; ///< when to look for those of others
    ReportThread m_reports;
};

} // namespace ewald::job::queue
