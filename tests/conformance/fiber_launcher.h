// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/plain_integrate.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <stdexcept>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define EWALD_NO_FIBERS // sanitizers want to be told of every change of the stack
#endif

namespace ewald::compute::test {

/// The threads of one cooperative block, one after the other in a random order, each until it waits for others: what
/// a GPU does as far as the result goes. A missing sync shows as another result in some order, a sync that not all
/// threads reach as an exception.
class FiberCrew {
public:
    FiberCrew(int teams, int lanes, unsigned seed) : m_teams(teams), m_lanes(lanes), m_random(seed) {
        m_fibers.resize(static_cast<std::size_t>(teams * lanes));
        for (Fiber& fiber : m_fibers) fiber.stack.resize(kStackBytes);
    }

    [[nodiscard]] int teams() const noexcept { return m_teams; }
    [[nodiscard]] int lanes() const noexcept { return m_lanes; }

    void run(const std::function<void(int)>& work) {
        m_work = &work;
        for (std::size_t i = 0; i < m_fibers.size(); ++i) {
            Fiber& fiber = m_fibers[i];
            fiber.state = State::ready;
            getcontext(&fiber.context);
            fiber.context.uc_stack.ss_sp = fiber.stack.data();
            fiber.context.uc_stack.ss_size = fiber.stack.size();
            fiber.context.uc_link = &m_main;
            const auto address = reinterpret_cast<std::uintptr_t>(this);
            makecontext(&fiber.context, reinterpret_cast<void (*)()>(&FiberCrew::enter), 3,
                        static_cast<unsigned>(address >> 32U), static_cast<unsigned>(address), static_cast<int>(i));
        }
        std::vector<std::size_t> order(m_fibers.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        while (!all(0, m_fibers.size(), State::done)) {
            std::ranges::shuffle(order, m_random);
            bool moved = false;
            for (const std::size_t i : order) {
                if (m_fibers[i].state != State::ready) continue;
                moved = true;
                swapcontext(&m_main, &m_fibers[i].context);
            }
            release(moved);
        }
    }
    void wait(int thread, bool wholeBlock) {
        Fiber& fiber = m_fibers[static_cast<std::size_t>(thread)];
        fiber.state = wholeBlock ? State::waitsForBlock : State::waitsForTeam;
        swapcontext(&fiber.context, &m_main);
    }

private:
    enum class State { ready, waitsForTeam, waitsForBlock, done };
    struct Fiber {
        ucontext_t context{};
        std::vector<char> stack;
        State state = State::ready;
    };
    static constexpr std::size_t kStackBytes = std::size_t{128} << 10U;

    static void enter(unsigned high, unsigned low, int index) {
        auto* const self = reinterpret_cast<FiberCrew*>(std::uintptr_t{high} << 32U | low);
        (*self->m_work)(index);
        self->m_fibers[static_cast<std::size_t>(index)].state = State::done;
    }
    [[nodiscard]] bool all(std::size_t first, std::size_t count, State state) const {
        return std::all_of(m_fibers.begin() + static_cast<std::ptrdiff_t>(first),
                           m_fibers.begin() + static_cast<std::ptrdiff_t>(first + count),
                           [state](const Fiber& fiber) { return fiber.state == state; });
    }
    void letGo(std::size_t first, std::size_t count) {
        for (std::size_t i = first; i < first + count; ++i) m_fibers[i].state = State::ready;
    }
    void release(bool moved) {
        if (all(0, m_fibers.size(), State::waitsForBlock)) {
            letGo(0, m_fibers.size());
            return;
        }
        const auto lanes = static_cast<std::size_t>(m_lanes);
        for (std::size_t team = 0; team < m_fibers.size(); team += lanes) {
            if (!all(team, lanes, State::waitsForTeam)) continue;
            letGo(team, lanes);
            moved = true;
        }
        if (!moved && !all(0, m_fibers.size(), State::done))
            throw std::logic_error("threads of a block wait for others that do not come");
    }

    int m_teams;
    int m_lanes;
    std::mt19937 m_random;
    std::vector<Fiber> m_fibers;
    ucontext_t m_main{};
    const std::function<void(int)>* m_work = nullptr;
};

/// Plain loops, but blocks of several threads.
class FiberLauncher : public PlainIntegrateLauncher {
public:
    FiberLauncher(int teams, int lanes, unsigned seed) : m_crew(std::make_shared<FiberCrew>(teams, lanes, seed)) {}

    class Block {
    public:
        Block(FiberCrew& crew, int thread, std::uint8_t* shared) : m_crew(&crew), m_thread(thread), m_shared(shared) {}
        [[nodiscard]] int thread() const { return m_thread; }
        [[nodiscard]] int threads() const { return m_crew->teams() * m_crew->lanes(); }
        [[nodiscard]] int team() const { return m_thread / m_crew->lanes(); }
        [[nodiscard]] int teams() const { return m_crew->teams(); }
        [[nodiscard]] int lane() const { return m_thread % m_crew->lanes(); }
        [[nodiscard]] int lanes() const { return m_crew->lanes(); }
        void sync() const { m_crew->wait(m_thread, true); }
        void syncTeam() const { m_crew->wait(m_thread, false); }
        [[nodiscard]] std::uint8_t* shared() const { return m_shared; }
        static std::uint32_t increment(std::uint32_t* counter) { return (*counter)++; }

    private:
        FiberCrew* m_crew;
        int m_thread;
        std::uint8_t* m_shared;
    };

    template <class Body>
    void forBlocks(std::uint32_t blocks, std::size_t sharedBytes, Body body) {
        struct alignas(16) Aligned {
            std::uint8_t bytes[16];
        };
        std::vector<Aligned> shared(sharedBytes / sizeof(Aligned) + 1);
        for (std::uint32_t index = 0; index < blocks; ++index) {
            std::ranges::fill(shared, Aligned{0xA5, 0x5A, 0xFF, 0x7F}); // what a block finds there is anything
            m_crew->run([&](int thread) { body(Block(*m_crew, thread, shared.data()->bytes), index); });
        }
    }

private:
    std::shared_ptr<FiberCrew> m_crew;
};

} // namespace ewald::compute::test
