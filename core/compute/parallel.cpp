// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/parallel.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#ifdef EWALD_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace ewald::compute {
namespace {

/// What happens before what, for the thread sanitizer, which cannot see it: oneTBB is built without it, and so is this
/// file (its templates hand tasks over). All that was done before release() happened before what follows acquire().
/// Nothing at all in other builds.
class Order {
public:
    void release() noexcept {
#ifdef EWALD_THREAD_SANITIZER
        __tsan_release(this);
#endif
    }
    void acquire() noexcept {
#ifdef EWALD_THREAD_SANITIZER
        __tsan_acquire(this);
#endif
    }
};

/// Also where an exception leaves the scope.
template <class Action>
class AtEnd {
public:
    explicit AtEnd(Action action) : m_action(action) {}
    ~AtEnd() { m_action(); }
    AtEnd(const AtEnd&) = delete;
    AtEnd& operator=(const AtEnd&) = delete;

private:
    Action m_action;
};

} // namespace

struct ThreadArena::Arena {
    explicit Arena(std::size_t threads) : arena(static_cast<int>(threads), 1) {}
    tbb::task_arena arena;
    // Two, or a call that ended would seem to happen before one that begins later: that would hide races of the two.
    Order begun;
    Order ended;
};

ThreadArena::ThreadArena(std::size_t threads) {
    // More threads than the machine has make TBB print a warning.
    const auto available = static_cast<std::size_t>(std::max(1, tbb::info::default_concurrency()));
    m_threads = threads == 0 ? available : std::min(threads, available);
    m_arena = std::make_unique<Arena>(m_threads);
}

ThreadArena::~ThreadArena() = default;

void ThreadArena::runCalls(Call call, const void* body) {
    m_arena->begun.release();
    const AtEnd joined([this] { m_arena->ended.acquire(); });
    m_arena->arena.execute([&] {
        tbb::parallel_for(
            0, static_cast<int>(m_threads),
            [&](int) {
                m_arena->begun.acquire();
                const AtEnd done([this] { m_arena->ended.release(); });
                call(body, static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()));
            },
            tbb::simple_partitioner());
    });
}

} // namespace ewald::compute
