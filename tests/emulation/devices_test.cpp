// SPDX-License-Identifier: GPL-3.0-or-later
//
// What outlives a job in a program that goes on: the memory of emulated devices, and how their driver was started.
#include "base/error.h"
#include "compute/devices/device.h"
#include "compute/devices/queue.h"
#include "compute/operations/ptycho_ops.h"
#include "emulation/counters.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace ewald {
namespace {

/// Before anything looks at the machine.
class Machine : public testing::Environment {
    void SetUp() override {
        setenv("EWALD_MODULE_PATH", EWALD_EMULATED_MODULES, 1);
        setenv("EWALD_EMULATED_GPUS", "2", 1);
        setenv("EWALD_EMULATED_FAULT", "hang 1", 1); // the first kernel, which only the last test starts
    }
};
const testing::Environment* const environment = testing::AddGlobalTestEnvironment(new Machine);

constexpr std::size_t kBytes = std::size_t{16} << 20U;

std::size_t freeAccordingToDriver() {
    std::size_t free = 0, total = 0;
    EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
    EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
    return free;
}
std::size_t freeAccordingToPlans() {
    for (const compute::DeviceInfo& device : compute::listDevices())
        if (device.id == "cuda:0") return device.memoryFree;
    ADD_FAILURE() << "no cuda:0";
    return 0;
}

TEST(DeviceMemoryOfTheProgram, WhatAJobFreesIsFreeForTheNextAndGivenBackAfterTheLast) {
    const std::size_t whole = freeAccordingToPlans();
    EXPECT_EQ(whole, freeAccordingToDriver());
    auto first = compute::makeQueue({"cuda:0", 2}), second = compute::makeQueue({"cuda:0", 2});
    void* const memory = first->allocate(kBytes);
    EXPECT_LE(first->device().memoryFree, whole - kBytes);
    first->release(memory);
    first->synchronize();
    EXPECT_LE(freeAccordingToDriver(), whole - kBytes) << "the pool keeps it";
    EXPECT_EQ(first->device().memoryFree, whole) << "but it is there for the next allocation";
    EXPECT_EQ(freeAccordingToPlans(), whole);
    first.reset();
    EXPECT_LE(freeAccordingToDriver(), whole - kBytes) << "another queue may need it at once";
    second.reset();
    EXPECT_EQ(freeAccordingToDriver(), whole) << "given back";
    EXPECT_EQ(freeAccordingToPlans(), whole);
}

TEST(Driver, LoadsKernelsBeforeCollectivesMayWaitForThem) {
    ASSERT_FALSE(compute::listDevices().empty());
    EXPECT_TRUE(emulation::loadedEagerly());
}

/// Not once more for as long as it may: a caller that goes on after the first error would never come to an end.
TEST(DeviceThatHangs, IsWaitedForOnce) {
    auto queue = compute::makeQueue({"cuda:1", 2});
    queue->setTimeout(std::chrono::milliseconds(1));
    auto* const pixels = static_cast<kernels::Cf*>(queue->allocate(16 * sizeof(kernels::Cf)));
    const auto errorOf = [](const auto& call) -> std::string {
        try {
            call();
        } catch (const DeviceError& error) {
            return error.what();
        }
        return "none";
    };
    const std::string first = errorOf([&] {
        static_cast<void>(queue->ptycho().dot(pixels, pixels, 4, {0, 0, 4, 4}, 1));
    });
    EXPECT_NE(first.find("no response for 0 s"), std::string::npos) << first;
    queue->setTimeout(std::chrono::hours(1));
    EXPECT_EQ(errorOf([&] { queue->synchronize(); }), first);
    EXPECT_EQ(errorOf([&] { static_cast<void>(queue->allocate(16)); }), first) << "nor is anything queued behind it";
    EXPECT_EQ(errorOf([&] { static_cast<void>(queue->ptycho().dot(pixels, pixels, 4, {0, 0, 4, 4}, 1)); }), first);
}

} // namespace
} // namespace ewald
