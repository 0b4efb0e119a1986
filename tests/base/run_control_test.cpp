// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/run_control.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>
#include <vector>

namespace ewald {
namespace {

using namespace std::chrono_literals;

TEST(RunControl, StartsRunning) {
    const RunControl control;
    EXPECT_EQ(control.stopRequest(), StopRequest::none);
    EXPECT_FALSE(control.stopRequested());
    EXPECT_FALSE(control.paused());
}

TEST(RunControl, StopRequestsOnlyGrow) {
    RunControl control;
    control.requestStop(StopRequest::graceful);
    EXPECT_EQ(control.stopRequest(), StopRequest::graceful);
    control.requestStop(StopRequest::none);
    EXPECT_EQ(control.stopRequest(), StopRequest::graceful);
    control.requestStop(StopRequest::abort);
    control.requestStop(StopRequest::graceful);
    EXPECT_EQ(control.stopRequest(), StopRequest::abort);
    EXPECT_TRUE(control.stopRequested());
}

// Requests from many threads at once: the strongest is what remains, whatever the order.
TEST(RunControl, StrongestRequestWinsAcrossThreads) {
    for (int round = 0; round < 50; ++round) {
        RunControl control;
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&, i] { control.requestStop(i == 2 ? StopRequest::abort : StopRequest::graceful); });
        threads.clear();
        ASSERT_EQ(control.stopRequest(), StopRequest::abort);
    }
}

TEST(RunControl, NotPausedDoesNotWait) {
    RunControl control;
    control.waitWhilePaused();
    control.setPaused(true);
    control.setPaused(false);
    control.waitWhilePaused();
    SUCCEED();
}

// 100 ms are ample for a thread that does not wait to come through, so "not ready" shows that it waits.
TEST(RunControl, PauseHoldsUntilResumed) {
    RunControl control;
    control.setPaused(true);
    auto runner = std::async(std::launch::async, [&] { control.waitWhilePaused(); });
    EXPECT_EQ(runner.wait_for(100ms), std::future_status::timeout);
    EXPECT_TRUE(control.paused());
    control.setPaused(false);
    runner.get(); // for ever where it does not come through
}

TEST(RunControl, StopEndsAPause) {
    for (const StopRequest request : {StopRequest::graceful, StopRequest::abort}) {
        RunControl control;
        control.setPaused(true);
        auto runner = std::async(std::launch::async, [&] { control.waitWhilePaused(); });
        EXPECT_EQ(runner.wait_for(20ms), std::future_status::timeout);
        control.requestStop(request);
        runner.get();
    }
}

// Several ranks wait at once; all of them have to wake.
TEST(RunControl, ResumeWakesEveryWaiter) {
    RunControl control;
    control.setPaused(true);
    std::vector<std::future<void>> runners;
    for (int i = 0; i < 3; ++i) runners.push_back(std::async(std::launch::async, [&] { control.waitWhilePaused(); }));
    std::this_thread::sleep_for(20ms);
    control.setPaused(false);
    for (auto& runner : runners) runner.get();
}

} // namespace
} // namespace ewald
