// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of regularisers on every device of this machine against the plain path.
#include "compute/cpu/cpu_ptycho_ops.h"
#include "compute/devices/queue.h"
#include "compute/operations/plain_launcher.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ewald::compute {
namespace {

constexpr int kRows = 45, kCols = 1037; // rows of more than a block of threads, and no round number

std::vector<Cf> image() {
    std::mt19937 random(4);
    std::normal_distribution<float> normal(0, 0.5F);
    std::vector<Cf> values;
    for (int i = 0; i < kRows * kCols; ++i) values.push_back({0.8F + normal(random), normal(random)});
    return values;
}

/// The image after each of the operations.
std::vector<std::vector<Cf>> regularised(Queue& queue, PtychoOps& ops) {
    std::vector<std::vector<Cf>> all;
    const auto add = [&](auto&& change) {
        const std::vector<Cf> before = image();
        Buffer<Cf> values(queue, std::span<const Cf>(before));
        change(values);
        all.push_back(values.toHost());
    };
    const ValueRule rule{.threshold = 0.1F,
                         .flatten = 0.3F,
                         .lowPhase = -0.2F,
                         .highPhase = 0.3F,
                         .low = {std::cos(-0.2F), std::sin(-0.2F)},
                         .high = {std::cos(0.3F), std::sin(0.3F)}};
    add([&](Buffer<Cf>& values) { ops.constrain(values.data(), values.size(), rule); });
    add([&](Buffer<Cf>& values) { ops.reduceVariation(values.data(), kRows, kCols, 0.2F); });
    add([&](Buffer<Cf>& values) { ops.smooth(values.data(), kRows, kCols, 0.1F); });
    constexpr int kSide = 32;
    std::vector<Cf> transfer;
    for (int i = 0; i < kSide * kSide; ++i)
        transfer.push_back({i % 3 == 0 ? 0.0F : 1.0F, static_cast<float>(i % 7) * 0.1F});
    const Buffer<Cf> there(queue, std::span<const Cf>(transfer));
    add([&](Buffer<Cf>& values) { ops.filterWindow(values.data(), kCols, 9, 801, kSide, there.data()); });
    return all;
}

TEST(RegulariserOps, AgreeWithThePlainPath) {
    const auto host = makeQueue({"cpu", 1});
    PlainPtychoOps plain{PlainLauncher{}};
    const std::vector<std::vector<Cf>> expected = regularised(*host, plain);
    const auto compare = [&](Queue& queue, PtychoOps& ops, const std::string& name) {
        const std::vector<std::vector<Cf>> actual = regularised(queue, ops);
        ASSERT_EQ(actual.size(), expected.size());
        for (std::size_t which = 0; which < expected.size(); ++which) {
            double difference = 0, change = 0;
            const std::vector<Cf> before = image();
            for (std::size_t i = 0; i < before.size(); ++i) {
                difference += static_cast<double>(kernels::norm2(actual[which][i] - expected[which][i]));
                change += static_cast<double>(kernels::norm2(before[i] - expected[which][i]));
            }
            EXPECT_GT(change, 1) << name << ", operation " << which;
            // Chains of up to thirty operations in single precision, 2⁻²⁴ each.
            EXPECT_LT(difference, 25e-12 * change) << name << ", operation " << which;
        }
    };
    for (const int threads : {1, 3}) {
        cpu::CpuPtychoOps ops(threads);
        compare(*host, ops, "cpu with " + std::to_string(threads) + " threads");
    }
    for (const DeviceInfo& device : listDevices()) {
        if (!device.usable) continue;
        const auto queue = makeQueue({device.id, 1});
        compare(*queue, queue->ptycho(), device.id);
    }
}

} // namespace
} // namespace ewald::compute
