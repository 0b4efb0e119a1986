// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

namespace ewald::compute {

/// A pool of threads: the only use of oneTBB in the program. Idle workers sleep.
/// One caller at a time; a body may use another arena.
class ThreadArena {
public:
    /// \param threads that work at the same time, the caller included: 0 = as many as the machine has, the maximum
    explicit ThreadArena(std::size_t threads);
    ~ThreadArena();
    ThreadArena(const ThreadArena&) = delete;
    ThreadArena& operator=(const ThreadArena&) = delete;

    /// Threads that may work at the same time, ≥ 1.
    [[nodiscard]] std::size_t threads() const noexcept { return m_threads; }

    /// Calls body(slot) threads() times from at most as many threads; calls that run at the same time have different
    /// slots < threads(). One thread may make several of the calls: the bodies have to take their work from a common
    /// counter. Returns when all calls are done and rethrows the first exception of a body.
    template <class Body>
    void run(const Body& body) {
        runCalls([](const void* it, std::size_t slot) { (*static_cast<const Body*>(it))(slot); }, &body);
    }

private:
    struct Arena;
    using Call = void (*)(const void* body, std::size_t slot);
    void runCalls(Call call, const void* body);

    std::size_t m_threads;
    std::unique_ptr<Arena> m_arena;
};

/// Calls body(0) … body(count − 1) from several threads, in any order; returns when all are done. After an exception in
/// a body no further call starts, and the first exception is rethrown.
/// \param threads 0 = as many as the machine has, 1 = the calling thread only
template <class Body>
void parallelFor(std::size_t count, std::size_t threads, const Body& body) {
    if (threads == 1 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) body(i);
        return;
    }
    std::atomic<std::size_t> next{0};
    ThreadArena(threads).run([&](std::size_t) {
        try {
            for (std::size_t i = next++; i < count; i = next++) body(i);
        } catch (...) {
            next = count;
            throw;
        }
    });
}

} // namespace ewald::compute
