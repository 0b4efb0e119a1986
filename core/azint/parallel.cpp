// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/parallel.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace ewald::azint {

void parallelFor(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& body) {
    if (threads == 1 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) body(i);
        return;
    }
    tbb::task_arena arena(threads == 0 ? tbb::task_arena::automatic : static_cast<int>(threads));
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, body); });
}

} // namespace ewald::azint
