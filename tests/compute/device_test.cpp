// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "compute/device.h"
#include "compute/queue.h"

#include <gtest/gtest.h>

namespace ewald::compute {
namespace {

TEST(Devices, TheProcessorIsAlwaysThere) {
    const auto devices = listDevices();
    ASSERT_FALSE(devices.empty());
    EXPECT_EQ(devices.front().id, "cpu");
    EXPECT_TRUE(devices.front().usable);
    EXPECT_GT(devices.front().memoryTotal, std::size_t{1} << 20);
    EXPECT_GE(devices.front().units, 1U);
}

TEST(Devices, WhatIsMissingHasAReason) {
    for (const RefusedModule& module : refusedModules()) {
        EXPECT_FALSE(module.name.empty());
        EXPECT_FALSE(module.reason.empty()) << module.name;
    }
}

TEST(Devices, SelectionsThatMakeSense) {
    EXPECT_EQ(parseDevices("cpu").size(), 1U);
    const auto four = parseDevices("cpu:4");
    ASSERT_EQ(four.size(), 4U);
    for (const RankDevice& rank : four) {
        EXPECT_EQ(rank.id, "cpu");
        EXPECT_EQ(rank.share, 4U);
    }
    EXPECT_FALSE(parseDevices("auto").empty());
}

TEST(Devices, SelectionsThatMakeNoSense) {
    for (const char* text : {"cpu:0", "cpu:x", "cpu:", "gpu", "cuda", "cuda:", "cuda:a", "cuda:0x0", "cpu,cpu", ",",
                             "cpu,", "cpu:-1", "cpu:99999999999999999999", "cpu:100000"})
        EXPECT_THROW((void)parseDevices(text), JobError) << text;
    EXPECT_THROW((void)parseDevices("cuda:4711"), DeviceError) << "well formed, but not there";
}

TEST(Queue, MemoryIsZeroedAlignedAndComesBack) {
    const auto queue = makeQueue({"cpu", 1});
    Buffer<float> buffer(*queue, 1001);
    for (const float value : buffer.toHost()) ASSERT_EQ(value, 0.0F);
    if (queue->sharesHostMemory()) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0U);
    }
    const std::vector<float> some = {1, 2, 3};
    buffer.upload(some, 998);
    EXPECT_EQ(buffer.toHost()[1000], 3.0F);
    Buffer<float> moved = std::move(buffer);
    EXPECT_EQ(moved.toHost()[998], 1.0F);
    EXPECT_TRUE(buffer.empty()); // NOLINT(bugprone-use-after-move): a moved-from buffer is empty by contract
}

TEST(Queue, TooMuchMemoryIsAnErrorWithTheAmount) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer ends the program at such an allocation";
#endif
    const auto queue = makeQueue({"cpu", 1});
    try {
        (void)queue->allocate(std::size_t{1} << 60);
        FAIL() << "an exbibyte was granted";
    } catch (const DeviceError& error) {
        EXPECT_NE(std::string(error.what()).find("MiB asked for"), std::string::npos) << error.what();
    }
}

} // namespace
} // namespace ewald::compute
