// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ewald::emulation {

struct Fiber;

/// The threads of one cooperative block of a GPU, emulated in one thread of the processor. They are started in a random
/// order, run until they wait for others or end, and continue in another order: a missing barrier changes the result in
/// some orders. A kernel that never waits needs no change of stacks.
class ThreadBlock {
public:
    /// \param lanes threads of a warp
    /// \param entered called with the thread that runs from now on
    explicit ThreadBlock(
        unsigned lanes, std::function<void(unsigned)> entered = [](unsigned) {});
    ~ThreadBlock();
    ThreadBlock(const ThreadBlock&) = delete;
    ThreadBlock& operator=(const ThreadBlock&) = delete;

    /// \param thread the body of each thread
    /// \return false: threads wait for others that never arrive
    [[nodiscard]] bool run(unsigned threads, unsigned seed, const std::function<void(unsigned)>& thread);

    // From within a thread:
    /// Waits until all threads of the block, or of the caller's warp, that still run have arrived.
    void waitForBlock() { wait(true); }
    void waitForWarp() { wait(false); }
    /// The value of lane `from` of the caller's warp; called by all lanes of the warp.
    std::uint64_t exchange(std::uint64_t value, unsigned from);

private:
    /// The threads of a warp, or of the block, at the barrier.
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
