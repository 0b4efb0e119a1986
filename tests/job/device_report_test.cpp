// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/device_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace ewald::job {
namespace {

using compute::DeviceInfo;

std::vector<DeviceInfo> machine() {
    DeviceInfo cpu;
    cpu.id = cpu.backend = "cpu";
    cpu.name = "processor, 8 cores";
    cpu.memoryTotal = 64'000'000'000, cpu.memoryFree = 12'340'000'000;
    DeviceInfo first;
    first.id = "cuda:0", first.backend = "cuda", first.name = "NVIDIA H200";
    first.memoryTotal = 150'000'000'000, first.memoryFree = 149'000'000'000;
    first.capability = "9.0", first.driver = "580.82.07", first.runtime = "13.0";
    first.uuid = "GPU-8a5e", first.physicalIndex = 2;
    first.load = 0.03, first.temperature_C = 41, first.power_W = 92.4;
    first.peers = {"cuda:1"};
    first.users = {{4711, "anna", "python3", 12'300'000'000}, {812, "", "", std::nullopt}};
    DeviceInfo second = first;
    second.id = "cuda:1", second.uuid = "GPU-77aa", second.physicalIndex = 3;
    second.load.reset(), second.peers.clear(), second.users.clear();
    DeviceInfo hidden;
    hidden.id = "cuda:GPU-0bad", hidden.backend = "cuda", hidden.name = "NVIDIA A30";
    hidden.usable = false, hidden.reason = "divided into slices";
    hidden.slices = {{"MIG-1234", "NVIDIA A30 MIG 1g.6gb", 6'000'000'000}};
    return {cpu, first, second, hidden};
}

TEST(DeviceReport, SaysWhatIsKnownAndNothingElse) {
    const std::vector<compute::RefusedModule> refused = {
        {"NCCL", "/opt/ewald/ewald-nccl.so", "libnccl.so.2 not found"}};
    EXPECT_EQ(devicesText(machine(), refused),
              "cpu      processor, 8 cores, 12.3 of 64.0 GB free\n"
              "cuda:0   NVIDIA H200, compute capability 9.0, 149.0 of 150.0 GB free\n"
              "         GPU-8a5e, number 2 of the machine, driver 580.82.07, runtime 13.0, load 3 %, 41 °C, 92 W\n"
              "         used by process 4711, python3, of anna, 12.3 GB\n"
              "         used by process 812\n"
              "cuda:1   NVIDIA H200, compute capability 9.0, 149.0 of 150.0 GB free\n"
              "         GPU-77aa, number 3 of the machine, driver 580.82.07, runtime 13.0, 41 °C, 92 W\n"
              "cuda:GPU-0bad NVIDIA A30 (not usable: divided into slices)\n"
              "         slice MIG-1234, NVIDIA A30 MIG 1g.6gb, 6.0 GB\n"
              "Direct access to each other's memory (no: copies go through the host's):\n"
              "         cuda:0   cuda:1   \n"
              "cuda:0   -        yes      \n"
              "cuda:1   no       -        \n"
              "NCCL not available: libnccl.so.2 not found (/opt/ewald/ewald-nccl.so)\n"
              "Several workers may share a device: --devices cuda:0x2 or cpu:2.\n");
}

TEST(DeviceReport, IsCompleteForPrograms) {
    const auto json = devicesJson(machine(), {});
    ASSERT_EQ(json["devices"].size(), 4U);
    const auto& cpu = json["devices"][0];
    const auto& gpu = json["devices"][1];
    EXPECT_TRUE(cpu["uuid"].is_null());
    EXPECT_TRUE(cpu["load"].is_null());
    EXPECT_EQ(gpu["uuid"], "GPU-8a5e");
    EXPECT_EQ(gpu["physical_index"], 2);
    EXPECT_EQ(gpu["compute_capability"], "9.0");
    EXPECT_EQ(gpu["temperature_C"], 41);
    EXPECT_EQ(gpu["peers"][0], "cuda:1");
    EXPECT_EQ(gpu["users"][0]["user"], "anna");
    EXPECT_EQ(gpu["users"][0]["memory"], 12'300'000'000);
    EXPECT_TRUE(gpu["users"][1]["program"].is_null());
    EXPECT_TRUE(cpu["users"].empty());
    EXPECT_EQ(json["devices"][3]["slices"][0]["uuid"], "MIG-1234");
    EXPECT_TRUE(json["refused"].empty());
}

TEST(DeviceReport, ADriverWithoutAVersionSaysForWhichCudaItIs) {
    std::vector<DeviceInfo> devices{machine()[1]};
    devices[0].driverFor = "13.1";
    EXPECT_NE(devicesText(devices, {}).find(", driver 580.82.07, runtime"), std::string::npos);
    EXPECT_EQ(devicesJson(devices, {})["devices"][0]["driver_for_cuda"], "13.1");
    devices[0].driver.clear();
    EXPECT_NE(devicesText(devices, {}).find(", driver for CUDA 13.1, runtime"), std::string::npos);
    EXPECT_TRUE(devicesJson(devices, {})["devices"][0]["driver"].is_null());
    devices[0].driverFor.clear();
    EXPECT_EQ(devicesText(devices, {}).find("driver"), std::string::npos);
}

} // namespace
} // namespace ewald::job
