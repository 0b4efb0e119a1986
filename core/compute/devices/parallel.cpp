// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/devices/parallel.h"

#include "base/long_call.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#ifdef EWALD_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace ewald::compute {
namespace {

/// Declares a happens-before relation to the thread sanitizer: oneTBB is built without it, and so is this file, since
/// its templates hand tasks over. Everything before release() happens before everything after acquire(). Empty in
/// other builds.
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

/// Runs an action at the end of a scope, also after an exception.
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
    // Two relations: with one, a call would seem to happen before every later one, which would hide races between them.
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
    longCall("work on many cores");
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
