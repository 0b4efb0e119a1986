// SPDX-License-Identifier: GPL-3.0-or-later
//
// The evaluation of NVML's answers, with a fake library: a whole GPU, one with slices, and one hidden from the program.
#include "cuda/nvml.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace ewald::cuda {
namespace {

using Handle = NvmlFunctions::Handle;

// Handles 1 … 3: GPUs 0 … 2; 11 and 13: slices 0 and 2 of GPU 1.
std::intptr_t numberOf(Handle handle) { return reinterpret_cast<std::intptr_t>(handle); }
int set(Handle* out, std::intptr_t number) {
    std::memcpy(out, &number, sizeof number);
    return 0;
}
int write(char* text, unsigned length, const std::string& value) {
    if (value.size() + 1 > length) return 7;
    std::memcpy(text, value.c_str(), value.size() + 1);
    return 0;
}

constexpr int kNotSupported = 3;
constexpr unsigned kNoProcess = 2'000'000'000; // far above any number of a process

std::string uuidOf(std::intptr_t number) {
    return std::string(number > 10 ? "MIG-" : "GPU-") + "0000000" + std::to_string(number % 10) +
           (number > 10 ? "-1000" : "-0000");
}

NvmlFunctions madeUp() {
    NvmlFunctions f;
    f.init = [] { return 0; };
    f.driverVersion = [](char* text, unsigned length) { return write(text, length, "580.82.07"); };
    f.count = [](unsigned* count) {
        *count = 3;
        return 0;
    };
    f.byIndex = [](unsigned index, Handle* device) { return set(device, index + 1); };
    f.name = [](Handle device, char* text, unsigned length) {
        return write(text, length, numberOf(device) > 10 ? "MIG 1g.18gb" : "NVIDIA H200");
    };
    f.uuid = [](Handle device, char* text, unsigned length) { return write(text, length, uuidOf(numberOf(device))); };
    f.memory = [](Handle device, NvmlMemory* memory) {
        *memory = numberOf(device) > 10 ? NvmlMemory{18, 17, 1} : NvmlMemory{140, 100, 40};
        return 0;
    };
    f.utilization = [](Handle device, NvmlUtilization* load) {
        load->gpu = 50;
        return numberOf(device) == 2 ? kNotSupported : 0; // not supported by a device with slices
    };
    f.temperature = [](Handle, int, unsigned* value) {
        *value = 41;
        return 0;
    };
    f.power = [](Handle, unsigned* milliwatts) {
        *milliwatts = 92500;
        return 0;
    };
    f.energy = [](Handle device, unsigned long long* millijoules) {
        *millijoules = 1500 * static_cast<unsigned long long>(numberOf(device));
        return 0;
    };
    // On GPU 0 this program and 70 others, more than is asked for at first; GPU 1 does not say.
    f.processes = [](Handle device, unsigned* count, NvmlProcess* found) {
        if (numberOf(device) == 2) return kNotSupported;
        const unsigned all = numberOf(device) == 1 ? 71 : 0;
        const bool fits = *count >= all;
        *count = all;
        if (!fits) return 7; // insufficient size
        for (unsigned i = 0; i < all; ++i) found[i] = {kNoProcess + i, 1000 + i, 0, 0};
        if (all > 0) {
            found[0].process = static_cast<unsigned>(getpid());
            found[5] = {1, ~0ULL, 0, 0}; // the first process of the machine, its memory not known
        }
        return 0;
    };
    f.sliceCount = [](Handle device, unsigned* most) {
        *most = numberOf(device) == 2 ? 3 : 0;
        return 0;
    };
    f.slice = [](Handle device, unsigned index, Handle* slice) {
        if (numberOf(device) != 2 || index == 1) return 6; // not found
        return set(slice, 11 + index);
    };
    return f;
}

std::unique_ptr<Nvml> started(const NvmlFunctions& functions) {
    std::string reason;
    auto nvml = Nvml::start(functions, reason);
    EXPECT_TRUE(nvml) << reason;
    return nvml;
}

TEST(Nvml, TellsWhatEachGpuKnows) {
    const auto nvml = started(madeUp());
    const auto devices = nvml->devices();
    ASSERT_EQ(devices.size(), 3U);
    EXPECT_EQ(nvml->driverVersion(), "580.82.07");
    EXPECT_EQ(devices[0].uuid, "GPU-00000001-0000");
    EXPECT_EQ(devices[0].memoryTotal, 140U);
    EXPECT_EQ(devices[0].memoryFree, 100U);
    EXPECT_DOUBLE_EQ(devices[0].load.value(), 0.5);
    EXPECT_DOUBLE_EQ(devices[0].temperature_C.value(), 41);
    EXPECT_DOUBLE_EQ(devices[0].power_W.value(), 92.5);
    EXPECT_TRUE(devices[0].slices.empty());
    ASSERT_EQ(devices[0].users.size(), 70U) << "all but this program";
    EXPECT_EQ(devices[0].users.front().memory, 1070U) << "the largest first";
    EXPECT_EQ(devices[0].users.front().program, "") << "not to be seen from here";
    const auto first = std::ranges::find(devices[0].users, 1, &compute::DeviceUser::process);
    ASSERT_NE(first, devices[0].users.end());
    EXPECT_FALSE(first->memory);
    EXPECT_FALSE(first->user.empty());
    EXPECT_FALSE(first->program.empty());
    EXPECT_TRUE(devices[1].users.empty());
    EXPECT_FALSE(devices[1].load) << "it said that it does not know";
    ASSERT_EQ(devices[1].slices.size(), 2U) << "slice 1 does not exist";
    EXPECT_EQ(devices[1].slices[1].uuid, "MIG-00000003-1000");
    EXPECT_EQ(devices[1].slices[1].memoryTotal, 18U);
    EXPECT_DOUBLE_EQ(nvml->energy_J("GPU-00000003-0000").value(), 4.5);
    EXPECT_FALSE(nvml->energy_J("GPU-00000009-0000"));
}

TEST(Nvml, WhatAnOldDriverDoesNotHaveIsUnknown) {
    NvmlFunctions few;
    const NvmlFunctions all = madeUp();
    few.init = all.init, few.driverVersion = all.driverVersion, few.count = all.count;
    few.byIndex = all.byIndex, few.uuid = all.uuid;
    const auto nvml = started(few);
    const auto devices = nvml->devices();
    ASSERT_EQ(devices.size(), 3U);
    EXPECT_FALSE(devices[0].load || devices[0].temperature_C || devices[0].power_W);
    EXPECT_TRUE(devices[0].users.empty());
    EXPECT_TRUE(devices[1].slices.empty());
    EXPECT_FALSE(nvml->energy_J("GPU-00000001-0000"));
}

TEST(Nvml, ALibraryThatDoesNotStartGivesItsCode) {
    NvmlFunctions f = madeUp();
    f.init = [] { return 9; };
    std::string reason;
    EXPECT_FALSE(Nvml::start(f, reason));
    EXPECT_EQ(reason, "NVML does not start (code 9)");
}

TEST(Nvml, CompletesWhatTheRuntimeShowsAndAddsWhatItHides) {
    // Visible to the program: GPU 2, and slice 0 of GPU 1, whose uuid the runtime gives without its kind.
    std::vector<compute::DeviceInfo> devices(2);
    devices[0].id = "cuda:0", devices[0].uuid = "GPU-00000003-0000", devices[0].memoryFree = 1;
    devices[1].id = "cuda:1", devices[1].uuid = "GPU-00000001-1000", devices[1].memoryFree = 16;
    mergeNvml(devices, *started(madeUp()));
    ASSERT_EQ(devices.size(), 3U);
    EXPECT_EQ(devices[0].physicalIndex, 2);
    EXPECT_EQ(devices[0].memoryFree, 100U);
    EXPECT_EQ(devices[0].driver, "580.82.07");
    EXPECT_EQ(devices[2].users.size(), 70U) << "also of a GPU that is hidden";
    EXPECT_TRUE(devices[0].usable);
    EXPECT_EQ(devices[1].uuid, "MIG-00000001-1000");
    EXPECT_EQ(devices[1].physicalIndex, 1);
    EXPECT_EQ(devices[1].memoryFree, 16U) << "its own, not the whole device's";
    EXPECT_EQ(devices[2].id, "cuda:GPU-00000001-0000");
    EXPECT_FALSE(devices[2].usable);
    EXPECT_EQ(devices[2].reason, "hidden by CUDA_VISIBLE_DEVICES");
}

TEST(Nvml, ADeviceWithSlicesSaysHowToUseThem) {
    std::vector<compute::DeviceInfo> devices(1);
    devices[0].uuid = "GPU-00000001-0000";
    mergeNvml(devices, *started(madeUp()));
    ASSERT_EQ(devices.size(), 3U);
    EXPECT_NE(devices[1].reason.find("uuid of one"), std::string::npos) << devices[1].reason;
    EXPECT_EQ(devices[1].slices.size(), 2U);
}

} // namespace
} // namespace ewald::cuda
