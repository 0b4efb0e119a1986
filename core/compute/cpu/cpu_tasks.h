// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/devices/parallel.h"

#include <cstddef>
#include <functional>

namespace ewald::compute::cpu {

/// How the threads of one rank share work. One caller at a time.
class CpuTasks {
public:
    explicit CpuTasks(int threads);

    /// Threads that work at the same time, ≥ 1.
    [[nodiscard]] int threads() const noexcept { return m_threads; }
    /// body(task, slot) for tasks 0 … dealt + loose − 1. The first `dealt` are cut into as many stretches as there are
    /// threads, and a thread begins with the same stretch every time, so that it finds in its cache what it left there;
    /// then it helps with the loose ones, and with what others have not begun yet. `slot` (0 … threads − 1) marks
    /// the threads that work at the same time.
    void forTasks(std::size_t dealt, const std::function<void(std::size_t task, std::size_t slot)>& body,
                  std::size_t loose = 0);
    using RowsBody = std::function<void(std::size_t slot, int first, int last)>;
    /// body(slot, first, last) for stretches of rows that cover them all, each of about `bytesPerRow`.
    void forRows(int rows, std::size_t bytesPerRow, const RowsBody& body);
    [[nodiscard]] std::size_t rowTasks(int rows, std::size_t bytesPerRow) const;
    /// Task `task` of `tasks` of forRows().
    static void runRows(int rows, std::size_t tasks, std::size_t task, std::size_t slot, const RowsBody& body);

private:
    int m_threads;
    ThreadArena m_arena;
};

} // namespace ewald::compute::cpu
