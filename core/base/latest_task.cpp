// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/latest_task.h"

#include "base/long_call.h"

#include <utility>

namespace ewald {

namespace {

/// Two: a task that is slow to notice that it is no longer wanted does not hold up the one that replaced it.
constexpr std::size_t kMostThreads = 2;

} // namespace

LatestTask::~LatestTask() {
    Task dropped;
    {
        const std::lock_guard lock(m_mutex);
        std::swap(m_waiting, dropped);
        m_ending = true;
        if (m_running) m_running->requestStop(StopRequest::abort);
    }
    m_changed.notify_all();
    if (!m_threads.empty()) longCall("waiting for a thread");
    for (std::thread& thread : m_threads) thread.join();
}

void LatestTask::submit(Task task) { add(std::move(task), false); }
void LatestTask::submit(std::function<void()> task) {
    add([task = std::move(task)](RunControl&) { task(); }, false);
}
void LatestTask::replace(Task task) { add(std::move(task), true); }

void LatestTask::add(Task task, bool replaces) {
    {
        const std::lock_guard lock(m_mutex);
        std::swap(m_waiting, task); // the replaced task, and what it holds, is destroyed outside the lock
        if (replaces && m_running) m_running->requestStop(StopRequest::abort);
        const bool allBusy = m_busy == m_threads.size();
        if (m_threads.empty() || (replaces && allBusy && m_threads.size() < kMostThreads))
            m_threads.emplace_back([this] { run(); });
    }
    m_changed.notify_all();
}

void LatestTask::finish() {
    longCall("waiting for a thread");
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_busy == 0 && !m_waiting; });
}

void LatestTask::abandon() {
    Task dropped;
    const std::lock_guard lock(m_mutex);
    std::swap(m_waiting, dropped);
    if (m_running) m_running->requestStop(StopRequest::abort);
}

void LatestTask::cancel() {
    longCall("waiting for a thread");
    Task dropped;
    std::unique_lock lock(m_mutex);
    std::swap(m_waiting, dropped);
    m_changed.wait(lock, [this] { return m_busy == 0; });
}

void LatestTask::run() {
    std::unique_lock lock(m_mutex);
    while (true) {
        // One task at a time, unless the running one is no longer wanted.
        m_changed.wait(lock, [this] {
            return m_ending || (m_waiting && (m_busy == 0 || (m_running && m_running->stopRequested())));
        });
        if (m_ending) return;
        Task task = std::exchange(m_waiting, nullptr);
        const auto control = std::make_shared<RunControl>();
        m_running = control;
        ++m_busy;
        lock.unlock();
        task(*control);
        task = nullptr;
        lock.lock();
        --m_busy;
        if (m_running == control) m_running.reset();
        m_changed.notify_all();
    }
}

} // namespace ewald
