// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "compute/devices/device.h"
#include "compute/devices/queue.h"

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
        EXPECT_EQ(rank.ranksOnDevice, 4U);
    }
    EXPECT_FALSE(parseDevices("auto").empty());
}

TEST(Devices, SelectionsThatMakeNoSense) {
    for (const char* text : {"cpu:0", "cpu:x", "cpu:", "gpu", "cuda", "cuda:", "cuda:a", "cuda:0x0", "cpu,cpu", ",",
                             "cpu,", "cpu:-1", "cpu:99999999999999999999", "cpu:100000"})
        EXPECT_THROW((void)parseDevices(text), JobError) << text;
    EXPECT_THROW((void)parseDevices("cuda:4711"), DeviceError) << "well formed, but not there";
}

/// A machine that is not this one.
std::vector<DeviceInfo> twoGpus() {
    DeviceInfo cpu, first, second, old;
    cpu.id = cpu.backend = "cpu";
    first.id = "cuda:0", first.uuid = "GPU-8a5e1c2d-0000-0000-0000-000000000001";
    second.id = "cuda:1", second.uuid = "GPU-8a5e77aa-0000-0000-0000-000000000002";
    old.id = "cuda:2", old.uuid = "GPU-0badc0de-0000-0000-0000-000000000003";
    old.usable = false, old.reason = "older than compute capability 7.5";
    first.backend = second.backend = old.backend = "cuda";
    return {cpu, first, second, old};
}

TEST(Devices, GpusAreNamedByNumberOrByTheBeginningOfTheirUuid) {
    const auto machine = twoGpus();
    const auto idsOf = [&](const char* text) {
        std::string ids;
        for (const RankDevice& rank : parseDevices(text, machine, {}))
            ids += rank.id + "/" + std::to_string(rank.ranksOnDevice) + " ";
        return ids;
    };
    EXPECT_EQ(idsOf("auto"), "cuda:0/1 cuda:1/1 ") << "every usable GPU, once";
    EXPECT_EQ(idsOf("cuda:1"), "cuda:1/1 ");
    EXPECT_EQ(idsOf("cuda:GPU-8a5e7"), "cuda:1/1 ") << "the id that the device has now";
    EXPECT_EQ(idsOf("cuda:GPU-8a5e1c2d-0000-0000-0000-000000000001x2,cpu:2"), "cuda:0/2 cuda:0/2 cpu/2 cpu/2 ");
    EXPECT_THROW((void)idsOf("cuda:GPU-8a5e"), DeviceError) << "two begin so";
    EXPECT_THROW((void)idsOf("cuda:GPU-1"), DeviceError) << "none begins so";
    EXPECT_THROW((void)idsOf("cuda:2"), DeviceError) << "not usable";
    EXPECT_THROW((void)idsOf("cuda:GPU-0badc0de"), DeviceError) << "not usable";
    EXPECT_THROW((void)idsOf("cuda:0,cuda:GPU-8a5e1"), JobError) << "the same device under two names";
    EXPECT_THROW((void)idsOf("cuda:GPU-8a5e1x0"), JobError);
}

TEST(Devices, AMissingDeviceSaysWhyItsModuleIsMissing) {
    const std::vector<RefusedModule> refused = {{"CUDA", "", "driver not found"}};
    try {
        (void)parseDevices("cuda:GPU-8a5e", std::vector<DeviceInfo>{}, refused);
        FAIL() << "a device out of nowhere";
    } catch (const DeviceError& error) {
        EXPECT_NE(std::string(error.what()).find("driver not found"), std::string::npos) << error.what();
    }
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
