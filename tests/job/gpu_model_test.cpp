// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/gpu_model.h"

#include "job/devices/ptycho_case.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ewald::job {
namespace {

const ModelledGpu& gpuOf(const std::string& name) {
    return *std::ranges::find_if(modelledGpus(), [&](const ModelledGpu& gpu) { return gpu.name == name; });
}

/// One launch of a kernel that is not in the table: 60 instructions an item.
PtychoTraffic oneKernel(std::size_t items, std::size_t bytes) {
    PtychoTraffic traffic;
    traffic.iteration.kernels["Other"] = {1, items, {bytes, 0}};
    traffic.pixelModes = items;
    return traffic;
}

TEST(GpuModel, AKernelTakesTheLongerOfBytesAndInstructions) {
    const PtychoBenchCase small; // 32 frames of 256² are 17 MB of waves, which stay in 50 MB of cache
    // 10⁸ bytes at 5.5 TB/s: 18.2 µs; 6 · 10⁷ instructions at 0.62 · 30.9 T/s: 3.1 µs; 2 µs until the next.
    const Prediction waits = predict(gpuOf("H200"), small, oneKernel(1'000'000, 100'000'000));
    EXPECT_TRUE(waits.wavesInCache);
    EXPECT_NEAR(waits.seconds(), 20.18e-6, 0.01e-6);
    EXPECT_EQ(waits.byBytes, 1);
    const Prediction computes = predict(gpuOf("H200"), small, oneKernel(10'000'000, 100'000'000));
    EXPECT_NEAR(computes.seconds(), 33.32e-6, 0.01e-6);
    EXPECT_EQ(computes.byBytes, 0);
    // Waves of 400 frames do not fit: 4.3 TB/s.
    PtychoBenchCase large;
    large.batchSize = 400;
    EXPECT_NEAR(predict(gpuOf("H200"), large, oneKernel(1, 100'000'000)).seconds(), 25.26e-6, 0.01e-6);
}

TEST(GpuModel, TheHostAndTheDeviceWorkAtTheSameTimeButWaitForEachOther) {
    PtychoTraffic traffic = oneKernel(1, 8);
    traffic.iteration.kernels["Other"].launches = 100;
    const PtychoBenchCase c;
    EXPECT_NEAR(predict(gpuOf("H200"), c, traffic).seconds(), 250e-6, 1e-6); // 2.5 µs each of the host
    traffic.iteration.waits = 10;
    EXPECT_NEAR(predict(gpuOf("H200"), c, traffic).seconds(), 450e-6, 1e-6);
}

/// The figures of a review of the compiled code before the kernels were changed, 12.0 and 8.2 thousand million pixels
/// and modes a second without waits of the host: the changed ones are faster, by less than a factor of two.
TEST(GpuModel, AgreesWithWhatWasWorkedOutByHand) {
    PtychoBenchCase c;
    c.subpixel = ptycho::Subpixel::bilinear;
    const auto traffic = ptychoTraffic(c);
    ASSERT_TRUE(traffic);
    const auto rateOf = [&](const char* name) {
        const Prediction p = predict(gpuOf(name), c, *traffic);
        return static_cast<double>(traffic->pixelModes) / (p.kernels_s + p.launches_s) / 1e9;
    };
    EXPECT_GT(rateOf("H200"), 12.0);
    EXPECT_LT(rateOf("H200"), 24.0);
    EXPECT_GT(rateOf("A100"), 8.2);
    EXPECT_LT(rateOf("A100"), 16.4);
}

TEST(GpuModel, ASumGoesAroundARing) {
    // 4 GPUs with 360 GB/s each way: 8 µs, six steps of 1.2 µs, in each a quarter of 36 MB: 25 µs.
    EXPECT_NEAR(predictSum_s(gpuOf("H200").link, 4, 36e6), 8e-6 + 6 * (1.2e-6 + 25e-6), 1e-9);
    EXPECT_EQ(predictSum_s(gpuOf("H200").link, 1, 36e6), 0);
    PtychoTraffic traffic = oneKernel(1, 8);
    const PtychoBenchCase c;
    const double alone = predict(gpuOf("H200"), c, traffic).seconds();
    traffic.share.devices = 4;
    traffic.iteration.collectives = 2;
    traffic.iteration.bytesReduced = 72'000'000;
    EXPECT_NEAR(predict(gpuOf("H200"), c, traffic).seconds() - alone, 2 * 165.2e-6, 1e-9);
    traffic.iteration.meetings = 3;
    EXPECT_NEAR(predict(gpuOf("H200"), c, traffic).sums_s, 2 * 165.2e-6 + 90e-6, 1e-9);
}

TEST(GpuModel, KnowsGpusByTheirNames) {
    ASSERT_TRUE(modelledGpu("NVIDIA H200"));
    EXPECT_STREQ(modelledGpu("NVIDIA H200")->name, "H200");
    EXPECT_STREQ(modelledGpu("NVIDIA GeForce RTX 4090")->name, "RTX 4090");
    EXPECT_EQ(modelledGpu("Toaster"), nullptr);
}

/// The rank of several does its share of the frames; the sums over all have what all frames touch.
TEST(GpuModel, CountsTheFirstOfSeveralRanks) {
    PtychoBenchCase c;
    c.size = 32, c.frames = 40, c.batchSize = 8;
    const auto alone = ptychoTraffic(c), four = ptychoTraffic(c, {4, false}), tiles = ptychoTraffic(c, {4, true});
    ASSERT_TRUE(alone && four && tiles);
    EXPECT_EQ(four->frames, 10U);
    EXPECT_EQ(four->iteration.transformed * 4, alone->iteration.transformed);
    EXPECT_EQ(alone->iteration.collectives + alone->iteration.meetings, 0U);
    EXPECT_EQ(four->iteration.collectives, 5U) << "one a mini-batch";
    // At most 24 bytes a pixel of the object, and those of the probe.
    const ptycho::Problem problem = benchProblem(c);
    EXPECT_LE(four->iteration.bytesReduced, 5 * 24 * (problem.objectRows * problem.objectCols + 1 + 32 * 32));
    EXPECT_GT(four->iteration.bytesReduced, 5 * 24 * 32 * 32U);
    EXPECT_EQ(tiles->iteration.collectives, 5U) << "of the probe";
    EXPECT_EQ(tiles->iteration.bytesReduced, 5 * (24 * 32 * 32U + 4 * 8U)) << "and the largest weight of each rank";
    EXPECT_EQ(tiles->iteration.deviceExchanges, 5U) << "halos";
    EXPECT_GT(tiles->iteration.bytesAcross, 0U);
    EXPECT_EQ(tiles->iteration.bytesExchanged, 0U) << "not between the hosts";
    EXPECT_EQ(four->iteration.bytesExchanged, 0U);
}

TEST(GpuModel, SaysThatItIsNoMeasurement) {
    const auto lines = modelAssumptions();
    EXPECT_GE(lines.size(), modelledGpus().size() + 3);
    EXPECT_NE(lines.back().find("one GPU has been measured"), std::string::npos);
}

} // namespace
} // namespace ewald::job
