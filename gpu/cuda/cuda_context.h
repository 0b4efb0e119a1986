// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cuda/cuda_staging.h"
#include "kernels/complex.h"

#include <cuda_runtime.h>
#include <cufft.h>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ewald::cuda {

using kernels::Cf;

/// \throws DeviceError naming the device, the call and the driver's own words, unless `status` is success
void check(cudaError_t status, const char* call, int device);

/// One rank's hold on one GPU: a stream, its memory and its FFT plans. Used by one thread at a time, which use() binds
/// to the device. Everything is ordered by the stream.
class CudaContext {
public:
    explicit CudaContext(int device);
    ~CudaContext();
    CudaContext(const CudaContext&) = delete;
    CudaContext& operator=(const CudaContext&) = delete;

    void use() const { check(cudaSetDevice(m_device), "cudaSetDevice", m_device); }
    [[nodiscard]] int device() const noexcept { return m_device; }
    [[nodiscard]] cudaStream_t stream() const noexcept { return m_stream; }

    /// Zeroed memory from the device's pool. \throws DeviceError saying how much was asked for
    [[nodiscard]] void* allocate(std::size_t bytes);
    void release(void* memory) noexcept;
    /// The host's memory may be used again when it returns; the copy itself comes in the order of the stream.
    void upload(void* device, const void* host, std::size_t bytes);
    /// Waits.
    void download(void* host, const void* device, std::size_t bytes);
    void clear(void* device, std::size_t bytes);
    void synchronize();
    /// Whether this device reaches the memory of `other`; opens that memory to it.
    [[nodiscard]] bool reaches(int other) const;
    /// Copies to the memory of a device that this one reaches, and waits.
    void copyTo(int other, void* target, const void* source, std::size_t bytes);

    /// Scratch memory by purpose, at least `bytes`, zeroed when it is made and anything later. It grows and is kept.
    [[nodiscard]] void* scratch(std::size_t slot, std::size_t bytes);
    /// Unnormalised transforms of `count` n×n arrays in place.
    void fft(Cf* arrays, int count, int n, bool forward);

private:
    struct Memory {
        void* data = nullptr;
        std::size_t bytes = 0;
    };
    [[nodiscard]] cufftHandle planFor(int n, int count);
    void growWorkArea(std::size_t bytes);

    int m_device;
    cudaStream_t m_stream = nullptr;
    CudaStaging m_staging;
    std::vector<Memory> m_scratch;
    std::map<std::pair<int, int>, cufftHandle> m_plans; ///< by size and batch
    Memory m_workArea;                                  ///< of all plans: they run one after the other
};

} // namespace ewald::cuda
