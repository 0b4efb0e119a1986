// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of the CUDA runtime that Ewald uses, on the processor: names, types and meaning as in NVIDIA's "CUDA Runtime
// API" reference, so that gpu/ compiles against it unchanged. Its purpose is to find mistakes, not speed:
//
// * the work of a stream is done as late as the rules allow (or at random moments), so that code which does not wait
// for
//   it reads old memory;
// * device memory cannot be read by the host, is initialised with NaN, and cannot be accessed once it is freed; a
// kernel
//   with a pointer to host memory, or to memory of a device that it cannot access, fails;
// * memory that is freed stays with the pool of its device, as much of it as the pool was told to keep, and
// cudaMalloc's
//   is freed at once, whatever still uses it;
// * the threads of a block run in an order that changes from launch to launch, and wait for each other at barriers and
//   shuffles.
//
// Included before everything else of a translation unit, as nvcc does.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <tuple>
#include <type_traits>

#define __host__
#define __device__
#define __global__
#define __launch_bounds__(...)
#define __shared__ thread_local // all threads of a block run in one thread of the processor, block after block

#define CUDART_VERSION 12000

// ---- inside kernels ----

struct uint3 {
    unsigned x, y, z;
};
struct dim3 {
    unsigned x = 1, y = 1, z = 1;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};

extern constinit thread_local uint3 threadIdx;
extern constinit thread_local uint3 blockIdx;
extern constinit thread_local dim3 blockDim;
extern constinit thread_local dim3 gridDim;

namespace ewald::emulation {

constexpr unsigned kLanes = 32;

// thread_block.h
void waitForBlock();
void waitForWarp();
std::uint64_t exchange(std::uint64_t value, unsigned from);

} // namespace ewald::emulation

inline void __syncthreads() { ewald::emulation::waitForBlock(); }
inline void __syncwarp(unsigned = 0xffffffffU) { ewald::emulation::waitForWarp(); }

namespace ewald::emulation {
template <class T>
T shuffled(T value, unsigned from) {
    static_assert(sizeof(T) <= sizeof(std::uint64_t));
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    bits = exchange(bits, from);
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
} // namespace ewald::emulation

template <class T>
T __shfl_down_sync(unsigned, T value, unsigned delta) {
    const unsigned lane = threadIdx.x % ewald::emulation::kLanes;
    return ewald::emulation::shuffled(value, lane + delta < ewald::emulation::kLanes ? lane + delta : lane);
}
template <class T>
T __shfl_up_sync(unsigned, T value, unsigned delta) {
    const unsigned lane = threadIdx.x % ewald::emulation::kLanes;
    return ewald::emulation::shuffled(value, lane >= delta ? lane - delta : lane);
}

// Several streams of a device run in several threads.
template <class T>
T atomicAdd(T* at, T value) {
    T old = *at, sum{};
    __atomic_load(at, &old, __ATOMIC_RELAXED);
    do {
        sum = old + value;
    } while (!__atomic_compare_exchange(at, &old, &sum, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return old;
}
inline unsigned atomicMax(unsigned* at, unsigned value) {
    unsigned old = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (old < value && !__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    return old;
}
inline unsigned __float_as_uint(float value) {
    unsigned bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}
inline float __fmul_rn(float a, float b) { return a * b; }
/// Rounded twice: a call of fmaf() would be slow where the processor has to be asked for the instruction.
inline float __fmaf_rn(float a, float b, float c) { return a * b + c; }
inline float __fsqrt_rn(float value) { return std::sqrt(value); }
/// To the nearest integer, ties to even; saturates; 0 for NaN.
inline int __float2int_rn(float value) {
    constexpr float kEnd = 2147483648.0F;
    if (!(value == value)) return 0;
    return value >= kEnd ? INT32_MAX : value <= -kEnd ? INT32_MIN : static_cast<int>(std::nearbyint(value));
}
inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<std::uint64_t>(a) * b) >> 32U);
}
inline int __ffs(int value) { return __builtin_ffs(value); }

// ---- on the host ----

enum cudaError_t {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInsufficientDriver = 35,
    cudaErrorDevicesUnavailable = 46,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorNoKernelImageForDevice = 209,
    cudaErrorECCUncorrectable = 214,
    cudaErrorPeerAccessUnsupported = 217,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorLaunchTimeout = 702,
    cudaErrorAssert = 710,
    cudaErrorHardwareStackError = 714,
    cudaErrorIllegalInstruction = 715,
    cudaErrorMisalignedAddress = 716,
    cudaErrorInvalidAddressSpace = 717,
    cudaErrorInvalidPc = 718,
    cudaErrorLaunchFailure = 719,
    cudaErrorNotSupported = 801
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
enum cudaDeviceAttr {
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrComputeMode = 20,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrMemoryPoolsSupported = 115
};
enum cudaComputeMode { cudaComputeModeDefault = 0, cudaComputeModeProhibited = 2, cudaComputeModeExclusiveProcess = 3 };
enum cudaMemPoolAttr {
    cudaMemPoolAttrReleaseThreshold = 4,
    cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrUsedMemCurrent = 7
};
enum cudaMemLocationType { cudaMemLocationTypeDevice = 1 };
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone = 0, cudaMemAccessFlagsProtReadWrite = 3 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };

constexpr unsigned cudaStreamNonBlocking = 1;
constexpr unsigned cudaEventDisableTiming = 2;
constexpr unsigned cudaHostAllocDefault = 0;
constexpr unsigned cudaHostAllocPortable = 1;

struct CUstream_st;
struct CUevent_st;
struct CUmemPoolHandle_st;
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;
using cudaMemPool_t = CUmemPoolHandle_st*;

struct cudaUUID_t {
    char bytes[16];
};
struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    std::size_t totalGlobalMem;
    int major, minor;
    int multiProcessorCount;
};
struct cudaMemLocation {
    cudaMemLocationType type;
    int id;
};
struct cudaMemAccessDesc {
    cudaMemLocation location;
    cudaMemAccessFlags flags;
};
struct cudaLaunchConfig_t {
    dim3 gridDim;
    dim3 blockDim;
    std::size_t dynamicSmemBytes;
    cudaStream_t stream;
};

const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceCanAccessPeer(int* possible, int device, int peer);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total);

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytesToKeep);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, std::size_t count);
cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream);
cudaError_t cudaMalloc(void** memory, std::size_t bytes);
cudaError_t cudaFree(void* memory);
cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned flags);
cudaError_t cudaFreeHost(void* memory);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                                cudaStream_t stream);
cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes, cudaStream_t stream);

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventQuery(cudaEvent_t event);

namespace ewald::emulation {

/// `arguments`: the bytes passed to the kernel, searched for pointers. `signature` has the types of its parameters.
cudaError_t launch(const cudaLaunchConfig_t& config, const void* kernel, std::span<const std::byte> arguments,
                   const char* signature, std::function<void()> thread);
cudaError_t setSharedBytes(const void* kernel, int bytes);

} // namespace ewald::emulation

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments) {
    constexpr std::size_t kMostParameterBytes = 4096;
    static_assert((std::is_trivially_copyable_v<Parameters> && ...), "a kernel is handed the bytes of its arguments");
    static_assert((sizeof(Parameters) + ... + 0) <= kMostParameterBytes);
    const std::tuple<Parameters...> values{static_cast<Parameters>(arguments)...};
    // What is searched has no remains of other pointers: each parameter by itself, a copy, as GCC 12 takes the padding
    // for elsewhere behind an array of structures.
    constexpr auto kRoundUp = [](std::size_t bytes) { return (bytes + 7) / 8 * 8; };
    std::array<std::byte, (kRoundUp(sizeof(Parameters)) + ... + 0)> searched{};
    std::size_t end = 0;
    const auto add = [&](auto parameter) {
        __builtin_clear_padding(&parameter);
        std::memcpy(searched.data() + end, &parameter, sizeof parameter);
        end += kRoundUp(sizeof parameter);
    };
    std::apply([&](const auto&... each) { (add(each), ...); }, values);
    return ewald::emulation::launch(*config, reinterpret_cast<const void*>(kernel), searched, __PRETTY_FUNCTION__,
                                    [kernel, values] { std::apply(kernel, values); });
}

template <class... Parameters>
cudaError_t cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute, int value) {
    return ewald::emulation::setSharedBytes(reinterpret_cast<const void*>(kernel), value);
}
