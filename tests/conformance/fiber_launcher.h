// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/plain_integrate.h"
#include "emulation/thread_block.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#if defined(__SANITIZE_THREAD__)
#define EWALD_NO_FIBERS // it does not follow changes of the stack
#endif

namespace ewald::compute::test {

/// Plain loops, but blocks of several threads.
class FiberLauncher : public PlainIntegrateLauncher {
public:
    FiberLauncher(int groups, int lanes, unsigned seed)
        : m_groups(groups), m_lanes(lanes), m_seed(seed),
          m_threads(std::make_shared<emulation::ThreadBlock>(static_cast<unsigned>(lanes))) {}

    class Block {
    public:
        Block(const FiberLauncher& launcher, int thread, std::uint8_t* shared)
            : m_launcher(&launcher), m_thread(thread), m_shared(shared) {}
        [[nodiscard]] int thread() const { return m_thread; }
        [[nodiscard]] int threads() const { return groups() * lanes(); }
        [[nodiscard]] int group() const { return m_thread / lanes(); }
        [[nodiscard]] int groups() const { return m_launcher->m_groups; }
        [[nodiscard]] int lane() const { return m_thread % lanes(); }
        [[nodiscard]] int lanes() const { return m_launcher->m_lanes; }
        void sync() const { m_launcher->m_threads->waitForBlock(); }
        void syncGroup() const { m_launcher->m_threads->waitForWarp(); }
        [[nodiscard]] std::uint8_t* shared() const { return m_shared; }
        static std::uint32_t increment(std::uint32_t* counter) { return (*counter)++; }

    private:
        const FiberLauncher* m_launcher;
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
            std::ranges::fill(shared, Aligned{0xA5, 0x5A, 0xFF, 0x7F}); // undefined content for each block
            const auto work = [&](unsigned thread) {
                body(Block(*this, static_cast<int>(thread), shared.data()->bytes), index);
            };
            if (!m_threads->run(static_cast<unsigned>(m_groups * m_lanes), m_seed + index, work))
                throw std::logic_error("threads of a block wait for others that do not come");
        }
    }

private:
    int m_groups;
    int m_lanes;
    unsigned m_seed;
    std::shared_ptr<emulation::ThreadBlock> m_threads;
};

} // namespace ewald::compute::test
