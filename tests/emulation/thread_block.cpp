// SPDX-License-Identifier: GPL-3.0-or-later
#include "thread_block.h"

#include <array>
#include <cstdlib>
#include <numeric>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace ewald::emulation {
namespace {

// What is in registers here would be those of another stack after inlining.
#define EWALD_SWITCHES_STACK __attribute__((noinline, no_sanitize("address")))

constexpr std::size_t kStackBytes = std::size_t{256} << 10U;

} // namespace

/// A stack on which threads of the block run one after the other until one of them waits.
struct Fiber {
    ucontext_t context{};         // where a new fiber starts
    std::array<void*, 5> place{}; // where it continues
    bool hasStarted = false;
    std::unique_ptr<char[]> stack;
    unsigned number = 0; // among the fibers of its block
    unsigned thread = 0;
    // For the address sanitizer.
    const void* bottom = nullptr;
    std::size_t bytes = 0;

    /// Without swapcontext, which asks the kernel for the signal mask twice, and without longjmp, at which the address
    /// sanitizer clears its knowledge of the whole stack: a block that adds up in shuffles switches some thousand
    /// times.
    EWALD_SWITCHES_STACK void switchTo(Fiber& other) {
#if defined(__SANITIZE_ADDRESS__)
        void* kept = nullptr;
        __sanitizer_start_switch_fiber(&kept, other.bottom, other.bytes);
#endif
        hasStarted = true;
        if (__builtin_setjmp(place.data()) == 0) continueIn(other);
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(kept, nullptr, nullptr);
#endif
    }

private:
    [[noreturn]] EWALD_SWITCHES_STACK static void continueIn(Fiber& other) {
        if (other.hasStarted) __builtin_longjmp(other.place.data(), 1);
        setcontext(&other.context);
        std::abort(); // the context is one of makecontext
    }
};

ThreadBlock::ThreadBlock(unsigned lanes, std::function<void(unsigned)> entered)
    : m_lanes(lanes), m_entered(std::move(entered)), m_host(std::make_unique<Fiber>()) {}
ThreadBlock::~ThreadBlock() = default;

void ThreadBlock::enter(unsigned high, unsigned low) {
    auto* const self = reinterpret_cast<ThreadBlock*>(std::uintptr_t{high} << 32U | low);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(nullptr, &self->m_host->bottom, &self->m_host->bytes);
#endif
    Fiber& fiber = *self->m_current;
    for (;;) { // a fiber is reused
        self->work(fiber);
        fiber.switchTo(*self->m_host);
    }
}

/// Starts threads until there are none left. One that waits keeps this fiber; others start on the next.
void ThreadBlock::work(Fiber& self) {
    while (m_started < m_threads) {
        const unsigned index = (m_first + m_started++ * m_stride) % m_threads;
        self.thread = index;
        m_places[self.number].warp = index / m_lanes;
        m_entered(index);
        (*m_thread)(index);
        --m_block.running;
        --m_warps[index / m_lanes].running;
    }
}

/// One without a thread.
Fiber& ThreadBlock::nextFiber() {
    m_places.emplace_back();
    if (m_places.size() <= m_fibers.size()) return *m_fibers[m_places.size() - 1];
    auto fiber = std::make_unique<Fiber>();
    fiber->number = static_cast<unsigned>(m_fibers.size());
    fiber->stack = std::make_unique_for_overwrite<char[]>(kStackBytes); // most of it is never touched
    fiber->bottom = fiber->stack.get();
    fiber->bytes = kStackBytes;
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack.get();
    fiber->context.uc_stack.ss_size = kStackBytes;
    const auto address = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&fiber->context, reinterpret_cast<void (*)()>(&ThreadBlock::enter), 2,
                static_cast<unsigned>(address >> 32U), static_cast<unsigned>(address));
    m_fibers.push_back(std::move(fiber));
    return *m_fibers.back();
}

void ThreadBlock::resume(Fiber& fiber) {
    m_current = &fiber;
    m_entered(fiber.thread);
    m_host->switchTo(fiber);
    m_current = nullptr;
}

bool ThreadBlock::run(unsigned threads, unsigned seed, const std::function<void(unsigned)>& thread) {
    m_thread = &thread;
    m_threads = threads;
    m_started = 0;
    m_seed = seed;
    m_first = seed % threads;
    m_stride = 1 + seed / 7 % threads;
    while (std::gcd(m_stride, threads) != 1) ++m_stride;
    m_block = {threads, 0};
    m_warps.assign((threads + m_lanes - 1) / m_lanes, {});
    for (unsigned t = 0; t < threads; ++t) ++m_warps[t / m_lanes].running;
    for (std::vector<std::uint64_t>& brought : m_brought) brought.assign(threads, 0);
    m_places.clear();
    m_released.clear();
    m_continued = 0;
    while (m_started < m_threads) resume(nextFiber());
    while (m_block.running > 0 && releaseBarriers())
        while (Fiber* const fiber = takeReleased()) resume(*fiber);
    const bool complete = m_block.running == 0;
    if (!complete) m_fibers.clear(); // threads that hang are never continued
    return complete;
}

/// Of the barriers that all have reached, the threads, in another order than that in which they started. \return false:
/// there is no such barrier
bool ThreadBlock::releaseBarriers() {
    const bool whole = m_block.isComplete();
    m_released.clear();
    m_continued = 0;
    const auto count = static_cast<unsigned>(m_places.size());
    unsigned number = m_seed % count;
    for (unsigned n = 0; n < count; ++n) {
        number = (number == 0 ? count : number) - 1;
        Place& place = m_places[number];
        const bool goes = place.at == Place::At::barrierOfBlock  ? whole
                          : place.at == Place::At::barrierOfWarp ? m_warps[place.warp].isComplete()
                                                                 : false;
        if (!goes) continue;
        place.at = Place::At::work;
        m_released.push_back(number);
    }
    const auto pass = [](Barrier& barrier) {
        if (barrier.isComplete()) barrier.arrived = 0, ++barrier.passed;
    };
    pass(m_block);
    for (Barrier& warp : m_warps) pass(warp);
    return !m_released.empty();
}

/// The next that goes on; null when all have.
Fiber* ThreadBlock::takeReleased() {
    return m_continued < m_released.size() ? m_fibers[m_released[m_continued++]].get() : nullptr;
}

/// Without a way back over run(): a block that adds up in shuffles would change stacks twice as often.
void ThreadBlock::wait(bool wholeBlock) {
    Fiber& fiber = *m_current;
    Place& place = m_places[fiber.number];
    ++(wholeBlock ? m_block : m_warps[place.warp]).arrived;
    place.at = wholeBlock ? Place::At::barrierOfBlock : Place::At::barrierOfWarp;
    Fiber* const next = takeReleased();
    if (next) {
        m_current = next;
        m_entered(next->thread);
    }
    fiber.switchTo(next ? *next : *m_host);
}

std::uint64_t ThreadBlock::exchange(std::uint64_t value, unsigned from) {
    const unsigned self = m_current->thread, warp = self / m_lanes;
    std::vector<std::uint64_t>& brought = m_brought[m_warps[warp].passed % 2];
    brought[self] = value;
    waitForWarp();
    return brought.at(warp * m_lanes + from);
}

} // namespace ewald::emulation
