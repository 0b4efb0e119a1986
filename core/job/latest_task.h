// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace ewald::job {

/// A thread that does one thing at a time and keeps at most one more waiting: a newer task takes the place of a waiting
/// one. For work that must not hold up an engine and of which only the latest matters (previews, checkpoints).
class LatestTask {
public:
    LatestTask();
    /// Finishes the current task, drops a waiting one.
    ~LatestTask();
    LatestTask(const LatestTask&) = delete;
    LatestTask& operator=(const LatestTask&) = delete;

    /// Returns at once. `task` must not throw.
    void submit(std::function<void()> task);
    /// Waits until nothing is running or waiting.
    void finish();
    /// Drops a waiting task and waits for the current one.
    void cancel();

private:
    void run();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::function<void()> m_waiting;
    bool m_busy = false;
    bool m_ending = false;
    std::thread m_thread;
};

} // namespace ewald::job
