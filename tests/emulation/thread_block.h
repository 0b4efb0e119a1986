// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ewald::emulation {

struct Fiber;

/// The threads of one cooperative block of a GPU on one thread of the processor, as far as results go. They are started
/// in an order that a seed draws, run until they wait for others or end, and go on in another order: a missing barrier
/// shows as another result in some order. A kernel that never waits costs no change of stacks.
class ThreadBlock {
public:
    /// \param lanes threads of a warp
    /// \param entered told which thread runs from now on
    explicit ThreadBlock(
        unsigned lanes, std::function<void(unsigned)> entered = [](unsigned) {});
    ~ThreadBlock();
    ThreadBlock(const ThreadBlock&) = delete;
    ThreadBlock& operator=(const ThreadBlock&) = delete;

    /// \param thread what each thread does
    /// \return false: threads wait for others that never come
    [[nodiscard]] bool run(unsigned threads, unsigned seed, const std::function<void(unsigned)>& thread);

    // From within a thread:
    /// Waits until all threads of the block, or of the caller's warp, that still run are here.
    void waitForBlock() { wait(true); }
    void waitForWarp() { wait(false); }
    /// What lane `from` of the caller's warp brought; all lanes of the warp take part.
    std::uint64_t exchange(std::uint64_t value, unsigned from);

private:
    /// Who of a warp, or of the block, is at the barrier.
    struct Barrier {
        unsigned running = 0;
        unsigned arrived = 0;
        [[nodiscard]] bool isComplete() const { return arrived > 0 && arrived == running; }
    };

    static void enter(unsigned high, unsigned low);
    void work(Fiber& self);
    Fiber& idleFiber();
    void resume(Fiber& fiber);
    void wait(bool wholeBlock);
    bool releaseBarriers();

    unsigned m_lanes;
    std::function<void(unsigned)> m_entered;
    std::vector<std::unique_ptr<Fiber>> m_fibers;
    std::unique_ptr<Fiber> m_host; ///< the stack that run() is called on
    Fiber* m_current = nullptr;
    const std::function<void(unsigned)>* m_thread = nullptr;
    unsigned m_threads = 0;
    unsigned m_started = 0;
    unsigned m_first = 0; ///< the order: thread m_first, then m_first + m_stride …, modulo the number of threads
    unsigned m_stride = 1;
    Barrier m_block;
    std::vector<Barrier> m_warps;
    std::vector<std::uint64_t> m_brought; ///< [thread], for exchange()
};

} // namespace ewald::emulation
