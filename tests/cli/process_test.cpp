// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tests of commands start programs with.
#include "process.h"

#include <chrono>
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <thread>

namespace ewald::cli {
namespace {

TEST(Process, EndsWithTheProcessesThatItHasStarted) {
    pid_t grandchild = 0;
    {
        Process shell({"-c", "sh -c 'sleep 600 & echo started $! .; wait' & wait"}, "/bin/sh");
        ASSERT_TRUE(shell.waitForOutput(" ."));
        grandchild = static_cast<pid_t>(std::stol(shell.output().substr(std::string("started ").size())));
        ASSERT_EQ(kill(grandchild, 0), 0);
    }
    // Whoever inherits it may take a moment to see that it has ended.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    const auto runs = [&] {
        std::ifstream file("/proc/" + std::to_string(grandchild) + "/stat");
        std::string number, name, state;
        return file >> number >> name >> state && state != "Z";
    };
    while (runs() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(runs());
}

} // namespace
} // namespace ewald::cli
