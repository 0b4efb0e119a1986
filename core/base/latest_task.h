// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ewald {

/// Does work away from the caller's thread, of which only the latest matters (previews, checkpoints, pictures, files
/// that are opened): at most one task waits, and a newer one takes its place.
///
/// Its threads start with the first task and stay until it is destroyed. All functions: any thread, one at a time.
class LatestTask {
public:
    /// Must not throw. The control asks for an end once the task is no longer wanted.
    using Task = std::function<void(RunControl&)>;

    LatestTask() = default;
    /// Drops a waiting task, asks the running one to end, and waits for it.
    ~LatestTask();
    LatestTask(const LatestTask&) = delete;
    LatestTask& operator=(const LatestTask&) = delete;

    /// Runs `task` when the running one has finished; it takes the place of one that waits. Returns at once.
    void submit(Task task);
    /// The same for work that is short, or cannot be ended.
    void submit(std::function<void()> task);
    /// Runs `task` now: the running one is asked to end, and is not waited for where it does so slowly. Returns at
    /// once.
    void replace(Task task);
    /// Waits until nothing is running or waiting.
    void finish();
    /// Forgets a waiting task, asks the running one to end, and returns at once.
    void abandon();
    /// Forgets a waiting task and waits for the running one, which is not asked to end.
    void cancel();

private:
    void add(Task task, bool replaces);
    void run();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    Task m_waiting;
    std::shared_ptr<RunControl> m_running; ///< of the task that was begun last
    std::size_t m_busy = 0;                ///< threads that run a task
    bool m_ending = false;
    std::vector<std::thread> m_threads;
};

} // namespace ewald
