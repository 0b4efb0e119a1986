// SPDX-License-Identifier: GPL-3.0-or-later
//
// What outlives a job in a program that goes on: the memory of emulated devices, and how their driver was started.
#include "compute/devices/device.h"
#include "compute/devices/queue.h"
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

} // namespace
} // namespace ewald
