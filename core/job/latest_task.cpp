// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/latest_task.h"

#include <utility>

namespace ewald::job {

LatestTask::LatestTask() : m_thread([this] { run(); }) {}

LatestTask::~LatestTask() {
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = nullptr;
        m_ending = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void LatestTask::submit(std::function<void()> task) {
    {
        const std::lock_guard lock(m_mutex);
        std::swap(m_waiting, task); // the replaced task, and what it holds, is destroyed outside the lock
    }
    m_changed.notify_all();
}

void LatestTask::finish() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_busy && !m_waiting; });
}

void LatestTask::cancel() {
    std::unique_lock lock(m_mutex);
    m_waiting = nullptr;
    m_changed.wait(lock, [this] { return !m_busy; });
}

void LatestTask::run() {
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_ending || m_waiting; });
        if (m_ending) return;
        std::function<void()> task = std::exchange(m_waiting, nullptr);
        m_busy = true;
        lock.unlock();
        task();
        task = nullptr;
        lock.lock();
        m_busy = false;
        m_changed.notify_all();
    }
}

} // namespace ewald::job
