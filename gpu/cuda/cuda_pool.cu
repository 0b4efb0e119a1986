// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/cuda_pool.h"

#include "cuda/cuda_wait.h"

#include <cuda_runtime.h>

#include <cstdint>
#include <map>
#include <mutex>

namespace ewald::cuda {
namespace {

std::mutex usersMutex;
/// Contexts by device; a device without an entry has not been used by this process.
std::map<int, int>& users() {
    static auto* const all = new std::map<int, int>; // never destroyed: contexts may be destroyed late
    return *all;
}

bool hasPool(int device) noexcept {
    int supported = 0;
    if (cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device) == cudaSuccess)
        return supported != 0;
    (void)cudaGetLastError();
    return false;
}

/// Null: there is none.
cudaMemPool_t poolOf(int device) noexcept {
    cudaMemPool_t pool = nullptr;
    if (hasPool(device) && cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess) return pool;
    (void)cudaGetLastError();
    return nullptr;
}

} // namespace

CudaPoolUse::CudaPoolUse(int device) : m_device(device), m_exists(hasPool(device)) {
    if (m_exists) {
        cudaMemPool_t pool = nullptr;
        check(cudaDeviceGetDefaultMemPool(&pool, device), "cudaDeviceGetDefaultMemPool", device);
        std::uint64_t keep = ~std::uint64_t{0};
        check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep), "cudaMemPoolSetAttribute", device);
    }
    const std::lock_guard lock(usersMutex);
    ++users()[device];
}

CudaPoolUse::~CudaPoolUse() {
    if (m_left) return;
    const std::lock_guard lock(usersMutex);
    --users()[m_device]; // of a device that failed: nothing is asked of it
}

void CudaPoolUse::leave() noexcept {
    const std::lock_guard lock(usersMutex);
    m_left = true;
    if (--users()[m_device] > 0) return;
    const cudaMemPool_t pool = poolOf(m_device);
    if (pool && cudaMemPoolTrimTo(pool, 0) != cudaSuccess) (void)cudaGetLastError();
}

std::size_t idlePoolBytes(int device) noexcept {
    {
        // A question about the pool of an unused device would make a context there.
        const std::lock_guard lock(usersMutex);
        if (!users().contains(device)) return 0;
    }
    const cudaMemPool_t pool = poolOf(device);
    std::uint64_t reserved = 0, used = 0;
    if (pool && cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved) == cudaSuccess &&
        cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used) == cudaSuccess)
        return reserved > used ? reserved - used : 0;
    (void)cudaGetLastError();
    return 0;
}

bool openPool(int owner, int reader) noexcept {
    const cudaMemPool_t pool = poolOf(owner);
    cudaMemAccessDesc access{};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = reader;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    if (pool && cudaMemPoolSetAccess(pool, &access, 1) == cudaSuccess) return true;
    (void)cudaGetLastError();
    return false;
}

} // namespace ewald::cuda
