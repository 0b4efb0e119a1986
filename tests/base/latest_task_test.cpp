// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/latest_task.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <latch>
#include <semaphore>
#include <thread>
#include <vector>

namespace ewald {
namespace {

using namespace std::chrono_literals;

TEST(LatestTask, RunsOneAndKeepsTheLatestWaiting) {
    std::latch begun(1), leave(1);
    std::vector<int> done;
    LatestTask task;
    task.submit([&] {
        begun.count_down();
        leave.wait();
        done.push_back(1);
    });
    begun.wait(); // until then a second would replace it
    task.submit([&] { done.push_back(2); });
    task.submit([&] { done.push_back(3); }); // takes the place of 2
    leave.count_down();
    task.finish();
    EXPECT_EQ(done, (std::vector{1, 3}));
    task.submit([&] { done.push_back(4); });
    task.cancel(); // 4 has run, or never will
    const std::size_t count = done.size();
    task.finish();
    EXPECT_EQ(done.size(), count);
}

TEST(LatestTask, AReplacedTaskIsAskedToEndAndNotWaitedFor) {
    LatestTask task;
    std::atomic<bool> begun = false;
    std::atomic<bool> asked = false;
    std::atomic<bool> leave = false;
    std::atomic<bool> second = false;
    task.replace([&](RunControl& control) {
        begun = true;
        while (!leave) {
            if (control.stopRequested()) asked = true;
            std::this_thread::sleep_for(1ms);
        }
    });
    while (!begun) std::this_thread::sleep_for(1ms);
    task.replace([&](RunControl&) { second = true; });
    // The first one does not end before the second one has run: waiting for it would never end.
    while (!second) std::this_thread::sleep_for(1ms);
    while (!asked) std::this_thread::sleep_for(1ms);
    leave = true;
    task.finish();
}

TEST(LatestTask, SubmittedTasksRunOneAtATimeOnOneThread) {
    constexpr int kTasks = 20;
    std::vector<std::thread::id> threads;
    std::atomic<int> running = 0;
    std::atomic<int> most = 0;
    std::counting_semaphore<kTasks> begun(0), leave(0);
    LatestTask task;
    for (int i = 0; i < kTasks; ++i) {
        task.submit([&] {
            most = std::max<int>(most, ++running);
            threads.push_back(std::this_thread::get_id());
            begun.release();
            leave.acquire();
            --running;
        });
        if (i > 0) leave.release(); // the one before ends when this one waits for it
        begun.acquire();
    }
    leave.release();
    task.finish();
    EXPECT_EQ(most, 1);
    ASSERT_EQ(threads.size(), static_cast<std::size_t>(kTasks));
    for (const std::thread::id& id : threads) EXPECT_EQ(id, threads.front());
}

TEST(LatestTask, ItsEndDropsWhatWaitsAndAsksWhatRunsToEnd) {
    std::atomic<bool> begun = false;
    bool dropped = true;
    {
        LatestTask task;
        task.submit([&](RunControl& control) {
            begun = true;
            while (!control.stopRequested()) std::this_thread::sleep_for(1ms);
        });
        while (!begun) std::this_thread::sleep_for(1ms);
        task.submit([&] { dropped = false; });
    }
    EXPECT_TRUE(dropped);
}

} // namespace
} // namespace ewald
