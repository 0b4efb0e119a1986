// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/parallel.h"

#include <algorithm>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace ewald::azint {

void parallelFor(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& body) {
    if (threads == 1 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) body(i);
        return;
    }
    // More threads than the machine has make TBB print a warning.
    const int available = tbb::info::default_concurrency();
    tbb::task_arena arena(threads == 0 ? available : std::min(static_cast<int>(threads), available));
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, body); });
}

} // namespace ewald::azint
