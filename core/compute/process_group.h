// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/run_control.h"
#include "compute/communicator.h"
#include "compute/process_link.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ewald::compute {

class Rendezvous;

/// The processes that work on one job together, as mpirun or srun started them; a process that was started alone is a
/// group of one. Each process holds one object. A thread of it tells the others several times a second that this
/// process lives, and passes on stop requests and failures, so that nobody waits for who does not come any more:
/// a failure anywhere ends every wait everywhere, and a process that is silent for too long is a failure.
class ProcessGroup {
public:
    /// A group of one.
    ProcessGroup();
    /// The processes at the ends of `link`. Collective: returns when all are there. \throws DeviceError
    explicit ProcessGroup(std::unique_ptr<ProcessLink> link);
    /// Without leave(): nobody is told.
    ~ProcessGroup();
    ProcessGroup(const ProcessGroup&) = delete;
    ProcessGroup& operator=(const ProcessGroup&) = delete;

    [[nodiscard]] int process() const noexcept { return m_link ? m_link->process() : 0; }
    [[nodiscard]] int processes() const noexcept { return m_link ? m_link->processes() : 1; }
    /// The first process writes files and talks to people.
    [[nodiscard]] bool isFirst() const noexcept { return process() == 0; }
    [[nodiscard]] bool isAlone() const noexcept { return processes() == 1; }
    /// "MPI (Open MPI 4.1.4)"; "self" for a group of one.
    [[nodiscard]] std::string name() const { return m_link ? m_link->name() : "self"; }
    [[nodiscard]] const std::string& hostOf(int process) const { return m_hosts[static_cast<std::size_t>(process)]; }
    /// Processes on this one's host, itself included: they share its cores.
    [[nodiscard]] std::size_t processesHere() const;
    /// "process 1 (rank 2, 3) on node7", as far as known; the host where there are several.
    [[nodiscard]] std::string describe(int process) const;

    /// How long another process may be silent, or late for the end of the run.
    void setTimeout(std::chrono::milliseconds timeout) noexcept;
    /// Stop requests of this object are passed on to all processes, those of others arrive in it, and a failure asks it
    /// to abort. Null: no job runs.
    void setControl(RunControl* control) noexcept;

    /// One rank a process: for what a job does before and after its iterations, where one process may take much longer
    /// than another. Waits as long as the others are alive. For one thread of the process at a time.
    [[nodiscard]] Communicator& everyProcess() noexcept { return *m_everyProcess; }
    /// Communicators for `threads` ranks of this process; ranks are numbered process by process. Collective; the
    /// numbers may differ. A call that is not complete after `timeout` names the ranks that are missing. `self` for a
    /// single rank, `in-process` for threads of one process.
    [[nodiscard]] std::vector<std::unique_ptr<Communicator>> makeCommunicators(int threads,
                                                                               std::chrono::milliseconds timeout);

    // ---- parcels: from one process to another, not collective; one thread of each process ----
    /// Returns when the other has taken what was sent before: at most one parcel lies about. \throws Error
    void sendParcel(int process, std::span<const std::byte> parcel);
    /// Waits for the next parcel of a process. \throws Error
    [[nodiscard]] std::vector<std::byte> receiveParcel(int process);

    // ---- failures ----
    /// This process cannot go on: tells the others. The first failure of the group counts. Any thread.
    void fail(const Error& own) noexcept;
    /// The first failure that is known here, whosever it is.
    [[nodiscard]] std::optional<Error> failure() const;
    void throwIfFailed() const;

    // ---- the end ----
    struct ExitState {
        int exitCode = 0;           ///< the same on all processes: of the failure, else the first process's own
        std::optional<Error> error; ///< the failure
        bool speaks = true;         ///< whether it is this process that tells it: one does
        bool everybodyCame = true;
    };
    /// The run is over here, with or without a failure: waits for the others to come as far (for those that still
    /// answer). To be called once.
    [[nodiscard]] ExitState leave(int exitCode) noexcept;
    /// Leaves the library below, or ends by force the processes that did not come. The last call.
    void close(const ExitState& exitState) noexcept;

    /// For communicators of this group: fail() of somebody who has said who it was.
    void failAs(const Error& decorated) noexcept;

private:
    friend class ProcessCalls;
    struct Peer {
        std::chrono::steady_clock::time_point heard{};
        std::unique_ptr<Transfer> sending; ///< the last sign of life on its way
        std::optional<int> exitCode;       ///< exit code, when it has left
    };
    [[nodiscard]] std::string named(int process) const;
    void serve();
    void sendSigns();
    void takeMessages();
    void takeMessage(int process, std::span<const std::byte> message);
    void followControl();
    void checkSilence();
    void record(const Error& error) noexcept;
    void tell(std::span<const std::byte> message) noexcept;
    [[nodiscard]] bool silent(int process) const;
    [[nodiscard]] bool everybodyLeft(bool exceptSilent) const;

    std::unique_ptr<ProcessLink> m_link; ///< null for a group of one
    std::vector<std::string> m_hosts;
    std::vector<int> m_firstRank; ///< of each process and one more; empty until known
    std::unique_ptr<Communicator> m_everyProcess;
    std::vector<std::unique_ptr<Transfer>> m_parcels; ///< sent, not yet taken

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Peer> m_peers;
    std::vector<std::unique_ptr<Transfer>> m_told;
    std::optional<Error> m_failure;
    std::vector<std::weak_ptr<Rendezvous>> m_rendezvous;
    RunControl* m_control = nullptr;
    StopRequest m_stop = StopRequest::none; ///< the strongest of any process
    std::chrono::milliseconds m_timeout = std::chrono::seconds(30);
    std::chrono::steady_clock::time_point m_lastRound{};
    bool m_spoken = false; ///< another process has told the failure
    bool m_leaving = false;
    bool m_ending = false;
    std::thread m_service;
};

} // namespace ewald::compute
