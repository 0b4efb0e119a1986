// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/group_queue.h"

#include <algorithm>
#include <chrono>

namespace ewald::job {

std::size_t GroupPartition::countOf(std::size_t groups) const noexcept {
    const std::size_t rest = groups % all;
    return groups / all * count + (rest > first ? std::min(rest - first, count) : 0);
}

GroupQueue::GroupQueue(const GroupStarts& starts, std::size_t window, RunControl& control, GroupPartition partition)
    : m_starts(starts), m_partition(partition), m_groups(partition.countOf(starts.size() - 1)), m_control(control),
      m_slots(window), m_ready(window, 0) {}

bool GroupQueue::mayTake() const noexcept { return m_taken < m_written + m_slots.size(); }

FrameGroup* GroupQueue::take() {
    m_control.waitWhilePaused();
    std::unique_lock lock(m_mutex);
    // A stop request does not end this wait: it is polled.
    while (!m_stopped && !m_control.stopRequested() && m_taken < m_groups && !mayTake())
        m_changed.wait_for(lock, std::chrono::milliseconds(100));
    if (m_stopped || m_control.stopRequested() || m_taken >= m_groups) return nullptr;
    FrameGroup& group = m_slots[m_taken % m_slots.size()];
    const std::size_t index = m_partition.at(m_taken);
    group.firstRow = m_starts[index];
    group.rows = m_starts[index + 1] - group.firstRow;
    ++m_taken;
    lock.unlock();
    group.results.resize(group.rows);
    group.failures.resize(group.rows);
    return &group;
}

void GroupQueue::deliver(const FrameGroup& group) {
    {
        const std::lock_guard lock(m_mutex);
        m_ready[static_cast<std::size_t>(&group - m_slots.data())] = 1;
    }
    m_changed.notify_all();
}

void GroupQueue::enter() noexcept {
    const std::lock_guard lock(m_mutex);
    ++m_working;
}

void GroupQueue::leave(std::exception_ptr problem) noexcept {
    {
        const std::lock_guard lock(m_mutex);
        --m_working;
        if (problem) {
            m_stopped = true;
            if (!m_problem) m_problem = std::move(problem);
        }
    }
    m_changed.notify_all();
}

const FrameGroup* GroupQueue::next() {
    std::unique_lock lock(m_mutex);
    const std::size_t slot = m_written % m_slots.size();
    m_changed.wait_for(lock, std::chrono::milliseconds(100),
                       [&] { return m_ready[slot] != 0 || m_problem || m_working == 0; });
    return m_ready[slot] != 0 && !m_problem ? &m_slots[slot] : nullptr;
}

void GroupQueue::release() {
    {
        const std::lock_guard lock(m_mutex);
        m_ready[m_written % m_slots.size()] = 0;
        ++m_written;
    }
    m_changed.notify_all();
}

bool GroupQueue::ended() {
    const std::lock_guard lock(m_mutex);
    if (m_problem) std::rethrow_exception(m_problem);
    return m_working == 0 && m_ready[m_written % m_slots.size()] == 0;
}

void GroupQueue::stop() noexcept {
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
    }
    m_changed.notify_all();
}

} // namespace ewald::job
