// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/cpu/cpu_tasks.h"

#include "compute/operations/aligned_array.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

namespace ewald::compute::cpu {
namespace {

// Below this a loop is done before a second thread has woken up.
constexpr std::size_t kParallelBytes = std::size_t{256} << 10;

/// Tasks first … last − 1, taken one by one by any thread.
class alignas(kCacheLine) TaskRange {
public:
    void set(std::size_t first, std::size_t last) {
        m_next = first;
        m_last = last;
    }
    std::optional<std::size_t> take() {
        if (m_next.load(std::memory_order_relaxed) >= m_last) return std::nullopt;
        const std::size_t task = m_next++;
        return task < m_last ? std::optional(task) : std::nullopt;
    }

private:
    std::atomic<std::size_t> m_next{0};
    std::size_t m_last = 0;
};

} // namespace

CpuTasks::CpuTasks(int threads) : m_threads(std::max(1, threads)), m_arena(static_cast<std::size_t>(m_threads)) {}

void CpuTasks::forTasks(std::size_t dealt, const std::function<void(std::size_t, std::size_t)>& body,
                        std::size_t loose) {
    if (dealt + loose <= 1 || m_threads == 1) {
        for (std::size_t task = 0; task < dealt + loose; ++task) body(task, 0);
        return;
    }
    std::vector<TaskRange> ranges(static_cast<std::size_t>(m_threads));
    for (std::size_t slot = 0; slot < ranges.size(); ++slot)
        ranges[slot].set(dealt * slot / ranges.size(), dealt * (slot + 1) / ranges.size());
    TaskRange others;
    others.set(dealt, dealt + loose);
    m_arena.run([&](std::size_t slot) {
        const auto finish = [&](TaskRange& range) {
            for (auto task = range.take(); task; task = range.take()) body(*task, slot);
        };
        finish(ranges[slot]);
        finish(others);
        for (std::size_t i = 1; i < ranges.size(); ++i) finish(ranges[(slot + i) % ranges.size()]);
    });
}

std::size_t CpuTasks::rowTasks(int rows, std::size_t bytesPerRow) const {
    const bool small = static_cast<std::size_t>(rows) * bytesPerRow < kParallelBytes;
    // Several tasks a thread even out rows of unequal work, and shorten the wait for the last one.
    return static_cast<std::size_t>(small || m_threads == 1 ? 1 : std::min(rows, 16 * m_threads));
}

void CpuTasks::forRows(int rows, std::size_t bytesPerRow, const RowsBody& body) {
    const std::size_t tasks = rowTasks(rows, bytesPerRow);
    forTasks(tasks, [&](std::size_t task, std::size_t slot) { runRows(rows, tasks, task, slot, body); });
}

void CpuTasks::runRows(int rows, std::size_t tasks, std::size_t task, std::size_t slot, const RowsBody& body) {
    const auto all = static_cast<std::size_t>(rows);
    body(slot, static_cast<int>(all * task / tasks), static_cast<int>(all * (task + 1) / tasks));
}

} // namespace ewald::compute::cpu
