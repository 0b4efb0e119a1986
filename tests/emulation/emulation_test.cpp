// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks that the emulation detects the mistakes that it is made for.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace {

constexpr unsigned kThreads = 64;

class Emulation : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
        ASSERT_EQ(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), cudaSuccess);
        m_config.blockDim = kThreads;
        m_config.stream = m_stream;
    }
    void TearDown() override { EXPECT_EQ(cudaStreamDestroy(m_stream), cudaSuccess); }

    template <class T>
    T* allocate(std::size_t count) {
        void* memory = nullptr;
        EXPECT_EQ(cudaMallocAsync(&memory, count * sizeof(T), m_stream), cudaSuccess);
        return static_cast<T*>(memory);
    }
    template <class T>
    std::vector<T> fetch(const T* device, std::size_t count) {
        std::vector<T> host(count);
        EXPECT_EQ(cudaMemcpyAsync(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost, m_stream),
                  cudaSuccess);
        return host;
    }

    cudaStream_t m_stream = nullptr;
    cudaLaunchConfig_t m_config{};
};

void reverse(unsigned* out, bool wait) {
    __shared__ unsigned shared[kThreads];
    shared[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
    if (wait) __syncthreads();
    out[blockIdx.x * kThreads + threadIdx.x] = shared[kThreads - 1 - threadIdx.x];
}

TEST_F(Emulation, ThreadsWaitForEachOther) {
    m_config.gridDim = 3;
    auto* const out = allocate<unsigned>(3 * kThreads);
    ASSERT_EQ(cudaLaunchKernelEx(&m_config, reverse, out, true), cudaSuccess);
    const auto got = fetch(out, 3 * kThreads);
    for (unsigned i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], i / kThreads * 1000 + kThreads - 1 - i % kThreads);
    EXPECT_EQ(cudaFreeAsync(out, m_stream), cudaSuccess);
}

TEST_F(Emulation, AMissingBarrierChangesTheResult) {
    m_config.gridDim = 3;
    auto* const out = allocate<unsigned>(3 * kThreads);
    ASSERT_EQ(cudaLaunchKernelEx(&m_config, reverse, out, false), cudaSuccess);
    const auto got = fetch(out, 3 * kThreads);
    unsigned wrong = 0;
    for (unsigned i = 0; i < got.size(); ++i) wrong += got[i] != i / kThreads * 1000 + kThreads - 1 - i % kThreads;
    EXPECT_GT(wrong, 0U);
    EXPECT_EQ(cudaFreeAsync(out, m_stream), cudaSuccess);
}

void sumOfWarp(unsigned* out) {
    unsigned value = threadIdx.x;
    for (unsigned half = 16; half > 0; half /= 2) value += __shfl_down_sync(0xffffffffU, value, half);
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = value;
}

TEST_F(Emulation, LanesExchangeValues) {
    auto* const out = allocate<unsigned>(2);
    ASSERT_EQ(cudaLaunchKernelEx(&m_config, sumOfWarp, out), cudaSuccess);
    EXPECT_EQ(fetch(out, 2), (std::vector<unsigned>{31 * 32 / 2, 31 * 32 / 2 + 32 * 32}));
    EXPECT_EQ(cudaFreeAsync(out, m_stream), cudaSuccess);
}

TEST_F(Emulation, ACopyComesWhenItIsWaitedFor) {
    constexpr std::size_t kCount = 1000;
    auto* const device = allocate<int>(kCount);
    void* pinned = nullptr;
    ASSERT_EQ(cudaHostAlloc(&pinned, kCount * sizeof(int), cudaHostAllocDefault), cudaSuccess);
    auto* const host = static_cast<int*>(pinned);
    std::fill_n(host, kCount, 7);
    ASSERT_EQ(cudaMemsetAsync(device, 0, kCount * sizeof(int), m_stream), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(host, device, kCount * sizeof(int), cudaMemcpyDeviceToHost, m_stream), cudaSuccess);
    EXPECT_EQ(host[0], 7);
    EXPECT_EQ(cudaStreamQuery(m_stream), cudaSuccess);
    EXPECT_EQ(host[0], 0);
    // The source of a copy is read as late as possible, too.
    ASSERT_EQ(cudaMemcpyAsync(device, host, kCount * sizeof(int), cudaMemcpyHostToDevice, m_stream), cudaSuccess);
    host[kCount - 1] = 5;
    EXPECT_EQ(fetch(device, kCount)[kCount - 1], 5);
    EXPECT_EQ(cudaFreeAsync(device, m_stream), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(m_stream), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(Emulation, NewMemoryIsNoNumber) {
    auto* const device = allocate<float>(3);
    for (const float value : fetch(device, 3)) EXPECT_NE(value, value);
    EXPECT_EQ(cudaFreeAsync(device, m_stream), cudaSuccess);
}

TEST_F(Emulation, ALaunchMustFitTheDevice) {
    auto* const out = allocate<unsigned>(2);
    cudaLaunchConfig_t config = m_config;
    config.dynamicSmemBytes = 50000; // more than a kernel has without asking
    EXPECT_EQ(cudaLaunchKernelEx(&config, sumOfWarp, out), cudaErrorInvalidConfiguration);
    EXPECT_EQ(cudaFuncSetAttribute(sumOfWarp, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000), cudaSuccess);
    EXPECT_EQ(cudaLaunchKernelEx(&config, sumOfWarp, out), cudaSuccess);
    config.gridDim = 0;
    EXPECT_EQ(cudaLaunchKernelEx(&config, sumOfWarp, out), cudaErrorInvalidConfiguration);
    EXPECT_EQ(cudaFreeAsync(out, m_stream), cudaSuccess);
}

// In separate processes: these break the device or end the program.
using EmulationDeathTest = Emulation;

void write(unsigned* out, unsigned at) { out[at] = 1; }

TEST_F(EmulationDeathTest, AKernelIsNotHandedHostMemory) {
    EXPECT_EXIT(
        {
            std::vector<unsigned> host(kThreads);
            std::exit(cudaLaunchKernelEx(&m_config, sumOfWarp, host.data()) == cudaErrorIllegalAddress ? 0 : 1);
        },
        testing::ExitedWithCode(0), "memory of the host");
}

TEST_F(EmulationDeathTest, TheHostDoesNotReadDeviceMemory) {
    auto* const device = allocate<unsigned>(10);
    EXPECT_DEATH(std::exit(static_cast<int>(device[3])), "");
    EXPECT_EQ(cudaFreeAsync(device, m_stream), cudaSuccess);
}

TEST_F(EmulationDeathTest, WhoWritesBeyondItsMemoryIsFound) {
    EXPECT_DEATH(
        {
            auto* const device = allocate<unsigned>(10);
            static_cast<void>(cudaLaunchKernelEx(&m_config, write, device, 10U));
            static_cast<void>(cudaFreeAsync(device, m_stream));
            static_cast<void>(cudaStreamQuery(m_stream));
        },
        "wrote beyond 40 bytes|AddressSanitizer");
}

TEST_F(EmulationDeathTest, WhatIsFreedIsGone) {
    EXPECT_DEATH(
        {
            auto* const device = allocate<unsigned>(10);
            static_cast<void>(cudaFreeAsync(device, m_stream));
            static_cast<void>(cudaLaunchKernelEx(&m_config, write, device, 0U));
            static_cast<void>(cudaStreamQuery(m_stream));
        },
        "");
}

void waitUnlessFirst() {
    if (threadIdx.x < 32) __syncwarp();
    if (threadIdx.x == 40) __syncthreads();
    if (threadIdx.x != 40) __shfl_down_sync(0xffffffffU, 1, 1);
}

TEST_F(EmulationDeathTest, ABarrierThatNobodyReachesIsAFailedLaunch) {
    EXPECT_EXIT(
        {
            static_cast<void>(cudaLaunchKernelEx(&m_config, waitUnlessFirst));
            std::exit(cudaStreamQuery(m_stream) == cudaErrorLaunchFailure ? 0 : 1);
        },
        testing::ExitedWithCode(0), "wait for others that do not come");
}

} // namespace
