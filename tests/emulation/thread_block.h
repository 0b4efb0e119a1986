// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
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
        unsigned passed = 0; ///< how often it has been complete
        [[nodiscard]] bool isComplete() const { return arrived > 0 && arrived == running; }
    };

    /// Where the thread of a fiber is.
    struct Place {
        enum class At : std::uint8_t { work, barrierOfWarp, barrierOfBlock };
        At at = At::work;
        unsigned warp = 0;
    };

    static void enter(unsigned high, unsigned low);
    void work(Fiber& self);
    Fiber& nextFiber();
    void resume(Fiber& fiber);
    void wait(bool wholeBlock);
    bool releaseBarriers();
    Fiber* takeReleased();

    unsigned m_lanes;
    std::function<void(unsigned)> m_entered;
    std::vector<std::unique_ptr<Fiber>> m_fibers; ///< the first `m_places.size()` of them have a thread of this run
    std::unique_ptr<Fiber> m_host;                ///< the stack that run() is called on
    Fiber* m_current = nullptr;
    std::vector<Place> m_places;      ///< [fiber], beside each other, as all are looked at for each barrier
    std::vector<unsigned> m_released; ///< fibers that go on, in their order
    std::size_t m_continued = 0;      ///< of `m_released`, how many have
    const std::function<void(unsigned)>* m_thread = nullptr;
    unsigned m_threads = 0;
    unsigned m_started = 0;
    unsigned m_seed = 0;
    unsigned m_first = 0; ///< the order: thread m_first, then m_first + m_stride …, modulo the number of threads
    unsigned m_stride = 1;
    Barrier m_block;
    std::vector<Barrier> m_warps;
    /// [thread], for exchange(): of every other barrier of the warp, so that no lane overwrites what another has not
    /// read yet.
    std::array<std::vector<std::uint64_t>, 2> m_brought;
};

} // namespace ewald::emulation
