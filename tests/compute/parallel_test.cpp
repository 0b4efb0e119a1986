// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/devices/parallel.h"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace ewald::compute {
namespace {

TEST(Parallel, EveryItemIsDoneOnce) {
    for (const std::size_t threads : {0U, 1U, 2U, 1000U})
        for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
            SCOPED_TRACE(std::to_string(count) + " items, threads " + std::to_string(threads));
            // Plain memory: the thread sanitizer checks that the caller may read what the threads wrote, and they what
            // the caller wrote before.
            std::vector<int> calls(count, 1);
            parallelFor(count, threads, [&](std::size_t i) { ++calls[i]; });
            EXPECT_EQ(calls, std::vector<int>(count, 2));
        }
}

TEST(Parallel, LoopsInsideLoopsAreDone) {
    std::vector<int> calls(20 * 30);
    parallelFor(20, 0, [&](std::size_t i) { parallelFor(30, 0, [&](std::size_t j) { ++calls[30 * i + j]; }); });
    EXPECT_EQ(calls, std::vector<int>(20 * 30, 1));
}

TEST(Parallel, ThreadsThatWorkAtOnceHaveDifferentSlots) {
    ThreadArena arena(3);
    EXPECT_GE(arena.threads(), 1U);
    EXPECT_LE(arena.threads(), 3U);
    std::vector<std::atomic<int>> inSlot(arena.threads());
    std::atomic<int> calls{0};
    std::atomic<bool> shared{false};
    for (int run = 0; run < 100; ++run)
        arena.run([&](std::size_t slot) {
            if (inSlot.at(slot).fetch_add(1) != 0) shared = true;
            std::this_thread::yield();
            --inSlot[slot];
            ++calls;
        });
    EXPECT_FALSE(shared);
    EXPECT_EQ(calls, 100 * static_cast<int>(arena.threads()));
}

TEST(Parallel, AnExceptionReachesTheCallerAndEndsTheLoop) {
    // Item 3 fails in any thread; of a million others only those may be done that start before the failure is seen.
    std::atomic<std::size_t> done{0};
    const auto body = [&](std::size_t i) {
        if (i == 3) throw std::runtime_error("item 3");
        std::this_thread::sleep_for(std::chrono::microseconds(10));
        ++done;
    };
    try {
        parallelFor(1'000'000, 0, body);
        FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "item 3");
    }
    EXPECT_LT(done.load(), 500'000U);
    // The workers are fit for more.
    std::atomic<std::size_t> sum{0};
    parallelFor(100, 0, [&](std::size_t i) { sum += i; });
    EXPECT_EQ(sum.load(), 99U * 100U / 2U);
}

/// Calls body(slot) when two threads are in their bodies at the same time (or none has come for long), neither having
/// waited for the other by anything that orders memory.
template <class Body>
void runTogether(ThreadArena& arena, const Body& body) {
    std::atomic<int> inside{0};
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    arena.run([&](std::size_t slot) {
        inside.fetch_add(1, std::memory_order_relaxed);
        while (inside.load(std::memory_order_relaxed) < 2 && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
        body(slot);
    });
}

/// Under the thread sanitizer: what the caller wrote may be read by all, and the caller may read what they wrote.
TEST(Parallel, MemoryIsHandedOverAndBack) {
    ThreadArena arena(2);
    if (arena.threads() < 2) GTEST_SKIP() << "needs two cores";
    std::vector<int> given{40, 41};
    std::vector<int> taken(2);
    for (int run = 1; run <= 3; ++run) {
        for (int& value : given) value += run;
        runTogether(arena, [&](std::size_t slot) { taken[slot] += given[slot]; });
    }
    EXPECT_EQ(taken[0] + taken[1], (41 + 43 + 46) + (42 + 44 + 47));
}

#ifdef __SANITIZE_THREAD__
void raceInArena() {
    ThreadArena arena(2);
    int unprotected = 0;
    runTogether(arena, [&](std::size_t) { ++unprotected; });
}

TEST(ParallelDeathTest, TheThreadSanitizerSeesARaceOfTwoBodies) {
    if (ThreadArena(2).threads() < 2) GTEST_SKIP() << "needs two cores";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT((raceInArena(), std::exit(0)), testing::ExitedWithCode(66), "data race");
}
#endif

} // namespace
} // namespace ewald::compute
