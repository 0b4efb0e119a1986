// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

namespace ewald::compute {

/// Threads that work together: the program's only door to oneTBB, whose workers sleep while nobody has work for them.
/// One caller at a time; a body may use another arena.
class ThreadArena {
public:
    /// \param threads that work at once, the caller among them: 0 = all that the machine has, which is the most
    explicit ThreadArena(std::size_t threads);
    ~ThreadArena();
    ThreadArena(const ThreadArena&) = delete;
    ThreadArena& operator=(const ThreadArena&) = delete;

    /// Threads that may work at once, ≥ 1.
    [[nodiscard]] std::size_t threads() const noexcept { return m_threads; }

    /// Calls body(slot) threads() times from at most as many threads; `slot` < threads() tells apart those that work at
    /// the same time. Threads that come late may find that others have made several of the calls: work is taken by the
    /// bodies, not dealt to them. Returns when all calls are done; the first exception of a body is thrown again here.
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

/// Calls body(0) … body(count − 1) from several threads, in any order; returns when all are done. After an exception of
/// a body no call is begun any more, and the first is thrown again here.
/// \param threads 0 = all that the machine has, 1 = the calling thread only
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
