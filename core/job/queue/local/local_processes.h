// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/store/backend.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>

namespace ewald::job::queue {

/// Each job in a process of its own on this computer: a crash takes one job with it, and a job outlives its runner.
class LocalProcesses final : public Backend {
public:
    LocalProcesses(const QueueStore& store, BackendOptions options) : m_store(store), m_options(std::move(options)) {}

    [[nodiscard]] bool runs(const std::string& backend) const override { return backend.empty(); }
    [[nodiscard]] bool isHere() const noexcept override { return true; }
    [[nodiscard]] bool hasRoom(const std::string&, std::size_t) const override { return true; }
    void start(const QueueJob& job) override;
    void adopt(const QueueJob& job) override { m_children.try_emplace(job.id); }
    [[nodiscard]] Standing look(const QueueJob& job) override;
    void askToEnd(const QueueJob& job, Wish wish) override;
    [[nodiscard]] Verdict verdict(const QueueJob& job) override;
    void forget(long long id) override { m_children.erase(id); }

private:
    using Time = std::chrono::steady_clock::time_point;
    /// What changes as long as all is well, and when it has changed last.
    struct Sign {
        std::string text{};
        std::optional<Time> changed{};
        /// \returns for how long it has been as it is now, s
        double take(std::string now, Time time);
    };
    struct Child {
        pid_t process = 0;           ///< 0: not ours to wait for
        Wish asked = Wish::none;     ///< how this runner has asked it to end
        std::optional<Time> aborted; ///< when it was asked to end at once
        Sign events;                 ///< of its events file: that something is written at all …
        Sign progress;               ///< … and that the job comes further
        bool killed = false;         ///< because it did not
        bool hung = false;
        bool stuck = false;                 ///< it was alive, and came no further
        std::optional<int> ended;           ///< its wait status
        std::optional<double> patience_s{}; ///< that its job may wait for frames to come
    };
    /// Whether its process has gone, and no other one works on the job.
    [[nodiscard]] bool hasGone(Child& child, const JobFolder& folder) const;
    /// Ends a job that gives no sign of life, or comes no further.
    void watchOver(long long id, Child& child, const std::optional<JobProgress>& progress) const;
    /// Whether its process is halted: it looks at no wish.
    [[nodiscard]] static bool holdsStill(const JobFolder& folder, const Child& child);
    static void sendSignal(const JobFolder& folder, const Child& child, int signal);

    const QueueStore& m_store;
    BackendOptions m_options;
    std::map<long long, Child> m_children;
};

} // namespace ewald::job::queue
