// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks that the emulation detects the mistakes that it is made for.
#include "emulation/counters.h"

#include <gtest/gtest.h>
#include <nccl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
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

TEST_F(Emulation, LaunchesCopiesAndWaitsAreCounted) {
    using ewald::emulation::Counts;
    auto* const out = allocate<unsigned>(2);
    void* pinned = nullptr;
    ASSERT_EQ(cudaHostAlloc(&pinned, 8, cudaHostAllocDefault), cudaSuccess);
    static_cast<void>(ewald::emulation::takeCounts());
    cudaEvent_t event = nullptr;
    ASSERT_EQ(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), cudaSuccess);
    ASSERT_EQ(cudaLaunchKernelEx(&m_config, sumOfWarp, out), cudaSuccess);
    ASSERT_EQ(cudaEventRecord(event, m_stream), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(pinned, out, 8, cudaMemcpyDeviceToHost, m_stream), cudaSuccess);
    Counts counts = ewald::emulation::takeCounts();
    EXPECT_EQ(counts.launches(), 1);
    EXPECT_EQ(counts.copiesDown, 1);
    EXPECT_EQ(counts.bytesDown, 8U);
    EXPECT_EQ(counts.waits, 0);
    EXPECT_EQ(cudaEventQuery(event), cudaSuccess); // one operation is behind it
    EXPECT_EQ(cudaEventQuery(event), cudaSuccess); // was done
    EXPECT_EQ(ewald::emulation::takeCounts().waits, 1);
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(cudaLaunchKernelEx(&m_config, sumOfWarp, out), cudaSuccess);
        if (i == 3) {
            EXPECT_EQ(cudaEventRecord(event, m_stream), cudaSuccess);
        }
    }
    EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(m_stream), cudaSuccess);
    counts = ewald::emulation::takeCounts();
    EXPECT_EQ(counts.launches(), 20);
    EXPECT_EQ(counts.paces, 1); // there was more to do meanwhile
    EXPECT_EQ(counts.waits, 1);
    EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(out, m_stream), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(m_stream), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

/// Two ranks on one device; each names it in its own way, as ranks of two computers would.
std::array<ncclComm_t, 2> connectedRanks() {
    std::array<ncclComm_t, 2> ranks{};
    ncclUniqueId id{};
    EXPECT_EQ(ncclGetUniqueId(&id), ncclSuccess);
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 0;
    for (const int rank : {0, 1}) {
        setenv("NCCL_HOSTID", rank == 0 ? "one" : "another", 1);
        EXPECT_EQ(ncclCommInitRankConfig(&ranks.at(static_cast<std::size_t>(rank)), 2, id, rank, &config),
                  ncclInProgress);
    }
    unsetenv("NCCL_HOSTID");
    ncclResult_t state = ncclInProgress;
    EXPECT_EQ(ncclCommGetAsyncError(ranks[0], &state), ncclSuccess);
    EXPECT_EQ(state, ncclSuccess);
    return ranks;
}

/// Nobody waits for the second rank's stream: a device goes on without its host.
TEST_F(Emulation, ACollectiveGoesOnWhereverTheHostsAre) {
    const auto comms = connectedRanks();
    cudaStream_t other = nullptr;
    ASSERT_EQ(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), cudaSuccess);
    auto* const mine = allocate<double>(3);
    auto* const theirs = allocate<double>(3);
    const std::vector<double> one{1, 2, 3}, two{10, 20, 30};
    ASSERT_EQ(cudaMemcpyAsync(mine, one.data(), 24, cudaMemcpyHostToDevice, m_stream), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(theirs, two.data(), 24, cudaMemcpyHostToDevice, m_stream), cudaSuccess);
    ASSERT_EQ(ncclAllReduce(mine, mine, 2, ncclDouble, ncclSum, comms[0], m_stream), ncclSuccess);
    ASSERT_EQ(ncclAllReduce(theirs, theirs, 2, ncclDouble, ncclSum, comms[1], other), ncclSuccess);
    for (const std::size_t rank : {0U, 1U}) {
        const int peer = rank == 0 ? 1 : 0;
        ASSERT_EQ(ncclGroupStart(), ncclSuccess);
        if (rank == 0)
            EXPECT_EQ(ncclRecv(mine + 2, 1, ncclDouble, peer, comms[0], m_stream), ncclSuccess);
        else
            EXPECT_EQ(ncclSend(theirs + 2, 1, ncclDouble, peer, comms[1], other), ncclSuccess);
        ASSERT_EQ(ncclGroupEnd(), ncclSuccess);
    }
    const auto start = std::chrono::steady_clock::now();
    while (cudaStreamQuery(m_stream) == cudaErrorNotReady)
        ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(40));
    EXPECT_EQ(fetch(mine, 3), (std::vector<double>{11, 22, 30}));
    EXPECT_EQ(cudaFreeAsync(mine, m_stream), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(theirs, m_stream), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(other), cudaSuccess);
    for (const ncclComm_t comm : comms) EXPECT_EQ(ncclCommDestroy(comm), ncclSuccess);
}

TEST_F(Emulation, AKernelIsNamedByItsBody) {
    using ewald::emulation::nameOfKernel;
    EXPECT_EQ(nameOfKernel("cudaError_t f(X) [with Parameters = {ewald::cuda::Grid, ewald::kernels::ExitWave}; "
                           "Arguments = {const ewald::kernels::Other&}]"),
              "ExitWave");
    EXPECT_EQ(nameOfKernel("f(X) [with Parameters = {unsigned int, ewald::kernels::FastDivider, "
                           "ewald::kernels::PowerAt, unsigned int*}; Arguments = {}]"),
              "PowerAt");
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
