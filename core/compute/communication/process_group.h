// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/run_control.h"
#include "compute/communication/communicator.h"
#include "compute/communication/process_link.h"

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

/// The processes that work on one job together, as started by mpirun or srun; a process that was started alone is a
/// group of one. Each process holds one object, whose thread sends the others a heartbeat several times a second and
/// forwards stop requests and failures: a failure in any process ends every wait in all of them, and a process without
/// a heartbeat for too long counts as failed.
class ProcessGroup {
public:
    /// A group of one.
    ProcessGroup();
    /// The processes connected by `link`. Collective: returns when all have called it, or when one of them has failed
    /// meanwhile, as failure() tells.
    explicit ProcessGroup(std::unique_ptr<ProcessLink> link);
    /// Without leave(), the other processes are not informed.
    ~ProcessGroup();
    ProcessGroup(const ProcessGroup&) = delete;
    ProcessGroup& operator=(const ProcessGroup&) = delete;

    [[nodiscard]] int process() const noexcept { return m_link ? m_link->process() : 0; }
    [[nodiscard]] int processes() const noexcept { return m_link ? m_link->processes() : 1; }
    /// The first process writes files and messages.
    [[nodiscard]] bool isFirst() const noexcept { return process() == 0; }
    [[nodiscard]] bool isAlone() const noexcept { return processes() == 1; }
    /// "MPI (Open MPI 4.1.4)"; "self" for a group of one.
    [[nodiscard]] std::string name() const { return m_link ? m_link->name() : "self"; }
    [[nodiscard]] const std::string& hostOf(int process) const { return m_hosts[static_cast<std::size_t>(process)]; }
    /// Processes on this one's host, itself included: they share its cores.
    [[nodiscard]] std::size_t processesHere() const;
    /// "process 1 (rank 2, 3) on node7", as far as known; the host where there are several.
    [[nodiscard]] std::string describe(int process) const;

    /// The longest time without a heartbeat of another process, and the longest wait for it at the end of the run.
    void setTimeout(std::chrono::milliseconds timeout) noexcept;
    /// Stop requests of this object are forwarded to all processes, those of others are set in it, and a failure
    /// requests an abort. Null: no job runs.
    void setControl(RunControl* control) noexcept;

    /// One rank per process: for the work of a job before and after its iterations, where one process may take much
    /// longer than another. Waits as long as the others respond. For one thread of the process at a time.
    [[nodiscard]] Communicator& everyProcess() noexcept { return *m_everyProcess; }
    /// Communicators for `threads` ranks of this process; ranks are numbered process by process. Collective; the
    /// numbers may differ. A call that is not complete after `timeout` names the ranks that are missing. `self` for a
    /// single rank, `in-process` for threads of one process.
    [[nodiscard]] std::vector<std::unique_ptr<Communicator>> makeCommunicators(int threads,
                                                                               std::chrono::milliseconds timeout);

    // ---- parcels: from one process to another, not collective; one thread of each process ----
    /// Returns when the previous parcel has been received: at most one is buffered. \throws Error
    void sendParcel(int process, std::span<const std::byte> parcel);
    /// Waits for the next parcel of a process. \throws Error
    [[nodiscard]] std::vector<std::byte> receiveParcel(int process);

    // ---- failures ----
    /// This process cannot continue: informs the others. The first failure of the group counts. Any thread.
    void fail(const Error& own) noexcept;
    /// The first failure of any process that is known here.
    [[nodiscard]] std::optional<Error> failure() const;
    void throwIfFailed() const;

    // ---- the end ----
    struct ExitState {
        int exitCode = 0;           ///< the same on all processes: of the failure, else the first process's own
        std::optional<Error> error; ///< the failure
        bool reports = true;        ///< whether this process reports the failure: exactly one does
        bool allArrived = true;     ///< at leave()
    };
    /// The run is over here, with or without a failure: waits until the others that still respond have reached the same
    /// point. To be called once.
    [[nodiscard]] ExitState leave(int exitCode) noexcept;
    /// Closes the link, or ends the processes that did not arrive by force. The last call.
    void close(const ExitState& exitState) noexcept;

    /// For communicators of this group: fail() with an error that already names the rank.
    void failAs(const Error& decorated) noexcept;

private:
    friend class ProcessCalls;
    struct Peer {
        std::chrono::steady_clock::time_point heard{};
        std::unique_ptr<Transfer> sending; ///< the last heartbeat in transit
        std::optional<int> exitCode;       ///< exit code, when it has left
    };
    [[nodiscard]] std::string named(int process) const;
    void serve();
    void sendHeartbeats();
    void takeMessages();
    void takeMessage(int process, std::span<const std::byte> message);
    void followControl();
    void checkHeartbeats();
    void record(const Error& error) noexcept;
    void sendToAll(std::span<const std::byte> message) noexcept;
    [[nodiscard]] bool unresponsive(int process) const;
    [[nodiscard]] bool allLeft(bool exceptUnresponsive) const;

    std::unique_ptr<ProcessLink> m_link; ///< null for a group of one
    std::vector<std::string> m_hosts;
    std::vector<int> m_firstRank; ///< of each process and one more; empty until known
    std::unique_ptr<Communicator> m_everyProcess;
    std::vector<std::unique_ptr<Transfer>> m_parcels; ///< sent, not yet received

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Peer> m_peers;
    std::vector<std::unique_ptr<Transfer>> m_pendingMessages;
    std::optional<Error> m_failure;
    std::vector<std::weak_ptr<Rendezvous>> m_rendezvous;
    RunControl* m_control = nullptr;
    StopRequest m_stop = StopRequest::none; ///< the strongest of any process
    std::chrono::milliseconds m_timeout = std::chrono::seconds(30);
    std::chrono::steady_clock::time_point m_lastRound{};
    bool m_reportedElsewhere = false; ///< another process has reported the failure
    bool m_leaving = false;
    bool m_ending = false;
    std::thread m_service;
};

} // namespace ewald::compute
