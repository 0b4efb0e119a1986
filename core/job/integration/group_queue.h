// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "base/run_control.h"
#include "job/integration/group_rows.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// Neighbouring rows of a result on their way from a worker to the writer; memory is used again and again.
struct FrameGroup {
    std::size_t firstRow = 0;
    std::size_t rows = 0;
    std::vector<azint::FrameResult> results; ///< one a row
    std::vector<std::string> failures;       ///< one a row, empty where the frame is fine
};

/// Which groups of all are one process's: of every `all` in a row, `count` from `first` on.
struct GroupPartition {
    std::size_t first = 0;
    std::size_t count = 1;
    std::size_t all = 1;
    /// How many of `groups` they are.
    [[nodiscard]] std::size_t countOf(std::size_t groups) const noexcept;
    /// The k-th of them.
    [[nodiscard]] std::size_t at(std::size_t k) const noexcept { return k / count * all + first + k % count; }
    [[nodiscard]] bool has(std::size_t group) const noexcept {
        return group % all >= first && group % all < first + count;
    }
};

/// Hands groups of rows out to workers in order and passes them to the writer in order, whichever is finished first. No
/// worker runs ahead of the writer by more than a few groups: that bounds the memory.
class GroupQueue {
public:
    /// \param starts of all groups, kept by reference \param window groups between the writer and the fastest worker
    /// \param partition the groups that this queue hands out
    GroupQueue(const GroupStarts& starts, std::size_t window, RunControl& control, GroupPartition partition = {});

    // ---- workers ----
    /// The next group, or nullptr when there is none, or the job is to stop. Waits while the job is paused.
    [[nodiscard]] FrameGroup* take();
    void deliver(const FrameGroup& group);
    /// A worker ends, with an exception or without; every worker has to call it.
    void leave(std::exception_ptr problem) noexcept;
    /// Announces a worker; before its thread starts.
    void enter() noexcept;

    // ---- writer ----
    /// Waits a little for the next group in order. nullptr: not there yet, see ended().
    [[nodiscard]] const FrameGroup* next();
    /// Gives the group of next() back.
    void release();
    /// Whether nothing will come any more. \throws what a worker has thrown
    [[nodiscard]] bool ended();
    /// Workers get no more groups.
    void stop() noexcept;

private:
    [[nodiscard]] bool mayTake() const noexcept;

    const GroupStarts& m_starts;
    const GroupPartition m_partition;
    const std::size_t m_groups; ///< of the partition
    RunControl& m_control;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<FrameGroup> m_slots; ///< group g lies in slot g mod size
    std::vector<char> m_ready;
    std::size_t m_taken = 0;
    std::size_t m_written = 0;
    std::size_t m_working = 0;
    bool m_stopped = false;
    std::exception_ptr m_problem;
};

} // namespace ewald::job
