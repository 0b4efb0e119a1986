// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace ewald {

/// How urgently a running job should end. Ordered: a later value wins.
enum class StopRequest : int {
    none = 0,
    graceful = 1, ///< finish the iteration or frames in hand, keep and save the result
    abort = 2,    ///< end at the next safe point, keep nothing that is not on disk yet
};

/// Stop and pause requests from the controller of a job to its runner. Thread-safe; not copyable, shared by reference
/// or shared_ptr. A stop request can become stronger but is never taken back.
class RunControl {
public:
    void requestStop(StopRequest request) noexcept;
    [[nodiscard]] StopRequest stopRequest() const noexcept {
        return static_cast<StopRequest>(m_stop.load(std::memory_order_relaxed));
    }
    [[nodiscard]] bool stopRequested() const noexcept { return stopRequest() != StopRequest::none; }

    /// Pauses or resumes; the runner waits in waitWhilePaused() between two mini-batches.
    void setPaused(bool paused) noexcept;
    [[nodiscard]] bool paused() const noexcept { return m_paused.load(std::memory_order_relaxed); }
    /// Returns at once when not paused; otherwise when resumed or stopped.
    void waitWhilePaused();

private:
    std::atomic<int> m_stop{0};
    std::atomic<bool> m_paused{false};
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

} // namespace ewald
