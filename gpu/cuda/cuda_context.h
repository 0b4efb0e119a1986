// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cuda/cuda_pool.h"
#include "cuda/cuda_staging.h"
#include "cuda/cuda_wait.h"
#include "kernels/complex.h"

#include <cuda_runtime.h>
#include <cufft.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ewald::cuda {

using kernels::Cf;

/// The resources of one rank on one GPU: a stream, its memory and its FFT plans. Used by one thread at a time, which
/// use() binds to the device. The stream orders all work.
class CudaContext {
public:
    explicit CudaContext(int device);
    ~CudaContext();
    CudaContext(const CudaContext&) = delete;
    CudaContext& operator=(const CudaContext&) = delete;

    /// \throws DeviceError, also when the device is lost: work that is queued would wait for ever
    void use() const {
        m_wait.requireResponse();
        check(cudaSetDevice(device()), "cudaSetDevice", device());
    }
    [[nodiscard]] int device() const noexcept { return m_wait.device(); }
    /// The longest wait for the device, after which it counts as lost.
    void setTimeout(std::chrono::milliseconds timeout) noexcept { m_wait.setTimeout(timeout); }
    /// compute::Queue::setWatch(): from here on other devices may wait for this one.
    void setWatch(CudaWait::Watch watch);
    /// Waits before resources are freed. False: the device is lost, so that freeing them could wait for ever.
    [[nodiscard]] bool settle() noexcept;
    [[nodiscard]] cudaStream_t stream() const noexcept { return m_stream; }
    /// Of the second level, where that is much faster than the memory; else 0.
    [[nodiscard]] std::size_t cacheBytes() const noexcept { return m_cacheBytes; }

    /// Zeroed memory, from the device's pool where it has one. \throws DeviceError with the number of bytes requested
    [[nodiscard]] void* allocate(std::size_t bytes);
    void release(void* memory) noexcept;
    /// The host memory can be used again when it returns; the copy itself is ordered by the stream.
    void upload(void* device, const void* host, std::size_t bytes);
    /// Waits.
    void download(void* host, const void* device, std::size_t bytes);
    void clear(void* memory, std::size_t bytes);
    void synchronize();
    void wait(cudaEvent_t event, const char* what) { m_wait.forEvent(event, what); }
    /// Whether this device can access the memory of `other`; enables the access.
    [[nodiscard]] bool reaches(int other) const;
    /// Copies to the memory of a device that this one can access, and waits.
    void copyTo(int other, void* target, const void* source, std::size_t bytes);

    /// Starts a kernel in the order of the stream.
    template <class... Parameters, class... Arguments>
    void launch(void (*kernel)(Parameters...), unsigned blocks, unsigned threads, std::size_t sharedBytes,
                const Arguments&... arguments) {
        use();
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(blocks);
        config.blockDim = dim3(threads);
        config.dynamicSmemBytes = sharedBytes;
        config.stream = m_stream;
        check(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...), "kernel launch", device());
        keepPace();
    }

    /// Scratch memory by purpose, at least `bytes`, zeroed when it is allocated, undefined later. It grows and is kept.
    [[nodiscard]] void* scratch(std::size_t slot, std::size_t bytes);
    /// Unnormalised transforms of `count` n×n arrays in place.
    void fft(Cf* arrays, int count, int n, bool forward);

private:
    struct Memory {
        void* data = nullptr;
        std::size_t bytes = 0;
    };
    /// Milestones are recorded every so many kernels, and the last but one is waited for: the device always has queued
    /// work, every wait is for a limited amount of it, and none happens inside a launch, where it could not be ended.
    void keepPace();
    [[nodiscard]] cufftHandle planFor(int n, int count);
    void growWorkArea(std::size_t bytes);

    CudaWait m_wait;
    cudaStream_t m_stream = nullptr;
    std::size_t m_cacheBytes = 0;
    CudaStaging m_staging;
    CudaPoolUse m_pool;
    std::array<cudaEvent_t, 2> m_milestones{};
    std::size_t m_launches = 0;
    std::vector<Memory> m_scratch;
    std::map<std::pair<int, int>, cufftHandle> m_plans; ///< by size and batch
    Memory m_workArea;                                  ///< shared by all plans, which run one after the other
};

} // namespace ewald::cuda
