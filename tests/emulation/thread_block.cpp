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
    enum class State { idle, ready, waitsForWarp, waitsForBlock };

    ucontext_t context{};         // where a new fiber starts
    std::array<void*, 5> place{}; // where it continues
    bool hasStarted = false;
    std::unique_ptr<char[]> stack;
    State state = State::idle;
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
        fiber.state = Fiber::State::idle;
        fiber.switchTo(*self->m_host);
    }
}

/// Starts threads until there are none left. One that waits keeps this fiber; others start on the next.
void ThreadBlock::work(Fiber& self) {
    while (m_started < m_threads) {
        const unsigned index = (m_first + m_started++ * m_stride) % m_threads;
        self.thread = index;
        m_entered(index);
        (*m_thread)(index);
        --m_block.running;
        --m_warps[index / m_lanes].running;
    }
}

Fiber& ThreadBlock::idleFiber() {
    for (const auto& fiber : m_fibers)
        if (fiber->state == Fiber::State::idle) return *fiber;
    auto fiber = std::make_unique<Fiber>();
    fiber->stack = std::make_unique<char[]>(kStackBytes);
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
    fiber.state = Fiber::State::ready;
    m_current = &fiber;
    m_entered(fiber.thread);
    m_host->switchTo(fiber);
    m_current = nullptr;
}

bool ThreadBlock::run(unsigned threads, unsigned seed, const std::function<void(unsigned)>& thread) {
    m_thread = &thread;
    m_threads = threads;
    m_started = 0;
    m_first = seed % threads;
    m_stride = 1 + seed / 7 % threads;
    while (std::gcd(m_stride, threads) != 1) ++m_stride;
    m_block = {threads, 0};
    m_warps.assign((threads + m_lanes - 1) / m_lanes, {});
    for (unsigned t = 0; t < threads; ++t) ++m_warps[t / m_lanes].running;
    m_brought.assign(threads, 0);
    bool progress = true;
    while (m_block.running > 0 && progress) {
        progress = false;
        while (m_started < m_threads) {
            resume(idleFiber());
            progress = true;
        }
        // Released threads are `ready`; they continue in another order than that in which they started.
        for (std::size_t i = m_fibers.size(); i-- > 0;) {
            Fiber& fiber = *m_fibers[(i + seed) % m_fibers.size()];
            if (fiber.state != Fiber::State::ready) continue;
            resume(fiber);
            progress = true;
        }
        if (releaseBarriers()) progress = true;
    }
    const bool complete = m_block.running == 0;
    if (!complete) m_fibers.clear(); // threads that hang are never continued
    return complete;
}

bool ThreadBlock::releaseBarriers() {
    bool released = false;
    const bool whole = m_block.isComplete();
    if (whole) m_block.arrived = 0;
    for (const auto& fiber : m_fibers) {
        bool go = whole && fiber->state == Fiber::State::waitsForBlock;
        if (fiber->state == Fiber::State::waitsForWarp) go = m_warps[fiber->thread / m_lanes].isComplete();
        if (go) fiber->state = Fiber::State::ready;
        released = released || go;
    }
    for (Barrier& warp : m_warps)
        if (warp.isComplete()) warp.arrived = 0;
    return released;
}

void ThreadBlock::wait(bool wholeBlock) {
    Fiber& fiber = *m_current;
    ++(wholeBlock ? m_block : m_warps[fiber.thread / m_lanes]).arrived;
    fiber.state = wholeBlock ? Fiber::State::waitsForBlock : Fiber::State::waitsForWarp;
    fiber.switchTo(*m_host);
}

std::uint64_t ThreadBlock::exchange(std::uint64_t value, unsigned from) {
    const unsigned self = m_current->thread;
    m_brought[self] = value;
    waitForWarp();
    const std::uint64_t taken = m_brought.at(self / m_lanes * m_lanes + from);
    waitForWarp(); // no lane writes the next value before all have read this one
    return taken;
}

} // namespace ewald::emulation
