// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/local/device_use.h"

#include <gtest/gtest.h>

namespace ewald::job::queue {
namespace {

bool overlap(const std::string& a, const std::string& b) {
    const bool one = DeviceUse(a).overlaps(DeviceUse(b));
    EXPECT_EQ(one, DeviceUse(b).overlaps(DeviceUse(a))) << a << " and " << b;
    return one;
}

TEST(DeviceUseTest, JobsOverlapWhereADeviceIsInBoth) {
    EXPECT_TRUE(overlap("auto", "cpu"));
    EXPECT_TRUE(overlap("auto", "cuda:3"));
    EXPECT_TRUE(overlap("", "cuda:3"));
    EXPECT_TRUE(overlap("cpu", "cpu:4"));
    EXPECT_TRUE(overlap("cpu:1", "cpu:4")) << "these are workers, not devices";
    EXPECT_FALSE(overlap("cpu", "cuda:0"));
    EXPECT_FALSE(overlap("cuda:0", "cuda:1"));
    EXPECT_TRUE(overlap("cuda:0x3", "cuda:0"));
    EXPECT_TRUE(overlap("cuda:0, cuda:1", "cuda:1,cuda:2"));
    EXPECT_FALSE(overlap("cuda:0,cuda:1", "cuda:2,cuda:3"));
    EXPECT_FALSE(overlap("cuda:1", "cuda:11"));
    EXPECT_TRUE(overlap("cuda:GPU-8a5e", "cuda:0")) << "may be the same one";
    EXPECT_TRUE(overlap("cuda:GPU-8a5e", "cuda:GPU-8a"));
    EXPECT_FALSE(overlap("cuda:GPU-8a5e", "cuda:GPU-77"));
}

TEST(DeviceUseTest, APoolIsAListOfDevices) {
    EXPECT_EQ(devicePool("cuda:0,cuda:1"), (std::vector<std::string>{"cuda:0", "cuda:1"}));
    EXPECT_EQ(devicePool("cuda:0,cuda:1; cpu"), (std::vector<std::string>{"cuda:0,cuda:1", "cpu"}));
    EXPECT_TRUE(devicePool("").empty());
}

} // namespace
} // namespace ewald::job::queue
