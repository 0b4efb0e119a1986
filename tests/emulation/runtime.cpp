// SPDX-License-Identifier: GPL-3.0-or-later
#include "counters.h"
#include "machine.h"
#include "thread_block.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

// Shared memory of the size given at the launch; gpu/cuda/cuda_launcher.h declares it.
namespace ewald::cuda {
constexpr std::size_t kMostSharedBytes = std::size_t{227} << 10U; // of compute capability 9.0
extern thread_local uint4 dynamicSharedMemory[];
thread_local uint4 dynamicSharedMemory[kMostSharedBytes / sizeof(uint4) + 1];
} // namespace ewald::cuda

constinit thread_local uint3 threadIdx{};
constinit thread_local uint3 blockIdx{};
constinit thread_local dim3 blockDim{};
constinit thread_local dim3 gridDim{};

namespace ewald::emulation {
namespace {

/// The block that this thread of the processor runs.
ThreadBlock& block() {
    static thread_local ThreadBlock instance(kLanes, [](unsigned thread) { threadIdx = {thread, 0, 0}; });
    return instance;
}

constexpr std::size_t kSharedBytesWithoutAsking = std::size_t{48} << 10U;
constexpr unsigned kMostThreads = 1024;
constexpr unsigned kMostBlocks = 0x7fffffffU;

std::mutex sharedBytesMutex;
std::map<const void*, std::size_t> sharedBytes; ///< the limits set for kernels

std::size_t sharedBytesOf(const void* kernel) {
    const std::lock_guard lock(sharedBytesMutex);
    const auto found = sharedBytes.find(kernel);
    return found == sharedBytes.end() ? kSharedBytesWithoutAsking : found->second;
}

bool isMapped(std::uintptr_t address) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    unsigned char present = 0;
    return mincore(reinterpret_cast<void*>(address / page * page), 1, &present) == 0;
}

/// What is wrong with an argument of a kernel on `device`; null: nothing.
const char* problemOf(std::uintptr_t word, int device) {
    // Heaps, stacks and mappings are above this address; smaller values are numbers.
    constexpr std::uintptr_t kFirst = std::uintptr_t{0x50} << 40U, kLast = std::uintptr_t{0x80} << 40U;
    if (word < kFirst || word >= kLast) return nullptr;
    Machine& machine = Machine::instance();
    const auto* const address = reinterpret_cast<const void*>(word);
    if (const auto allocation = machine.find(address))
        return machine.reaches(device, allocation->device) ? nullptr : "memory of a device that it does not reach";
    if (machine.isPinned(address, 1) || !isMapped(word)) return nullptr;
    return "memory of the host";
}

cudaError_t lookThrough(std::span<const std::byte> arguments, int device, const char* signature) {
    for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= arguments.size(); at += sizeof(std::uintptr_t)) {
        std::uintptr_t word = 0;
        std::memcpy(&word, arguments.data() + at, sizeof word);
        const char* const problem = problemOf(word, device);
        if (!problem) continue;
        std::fprintf(stderr, "emulated CUDA: a kernel on device %d is handed %s: %s, byte %zu of its arguments\n",
                     device, problem, nameOfKernel(signature).c_str(), at);
        return cudaErrorIllegalAddress;
    }
    return cudaSuccess;
}

/// All blocks of a launch, in an order that changes from launch to launch.
bool runBlocks(const cudaLaunchConfig_t& config, unsigned seed, const std::function<void()>& thread) {
    gridDim = config.gridDim;
    blockDim = config.blockDim;
    const unsigned blocks = config.gridDim.x;
    auto* const shared = reinterpret_cast<unsigned char*>(cuda::dynamicSharedMemory);
    for (unsigned b = 0; b < blocks; ++b) {
        blockIdx = {seed % 2 == 0 ? b : blocks - 1 - b, 0, 0};
        // Undefined content for each block; nothing may be written behind it.
        constexpr unsigned char kAnything = 0xF7, kEnd = 0x3C;
        std::memset(shared, kAnything, config.dynamicSmemBytes);
        std::memset(shared + config.dynamicSmemBytes, kEnd, sizeof(uint4));
        if (!block().run(config.blockDim.x, seed + b, [&](unsigned) { thread(); })) {
            std::fputs("emulated CUDA: threads of a block wait for others that do not come\n", stderr);
            return false;
        }
        const std::span end(shared + config.dynamicSmemBytes, sizeof(uint4));
        if (std::ranges::all_of(end, [](unsigned char c) { return c == kEnd; })) continue;
        std::fputs("emulated CUDA: a block wrote beyond its shared memory\n", stderr);
        return false;
    }
    return true;
}

} // namespace

void waitForBlock() { block().waitForBlock(); }
void waitForWarp() { block().waitForWarp(); }
std::uint64_t exchange(std::uint64_t value, unsigned from) { return block().exchange(value, from); }

cudaError_t setSharedBytes(const void* kernel, int bytes) {
    if (bytes < 0 || static_cast<std::size_t>(bytes) > cuda::kMostSharedBytes) return cudaErrorInvalidValue;
    const std::lock_guard lock(sharedBytesMutex);
    sharedBytes[kernel] = static_cast<std::size_t>(bytes);
    return cudaSuccess;
}

cudaError_t launch(const cudaLaunchConfig_t& config, const void* kernel, std::span<const std::byte> arguments,
                   const char* signature, std::function<void()> thread) {
    Machine& machine = Machine::instance();
    const auto stream = streamOf(config.stream);
    if (!stream) return cudaErrorInvalidResourceHandle;
    const int device = stream->device;
    const bool flat =
        config.gridDim.y == 1 && config.gridDim.z == 1 && config.blockDim.y == 1 && config.blockDim.z == 1;
    if (!flat || config.gridDim.x == 0 || config.gridDim.x > kMostBlocks || config.blockDim.x == 0 ||
        config.blockDim.x > kMostThreads || config.dynamicSmemBytes > sharedBytesOf(kernel))
        return cudaErrorInvalidConfiguration;
    if (const cudaError_t error = lookThrough(arguments, device, signature); error != cudaSuccess) {
        machine.breakDevice(device, error);
        return error;
    }
    static std::atomic<unsigned> launches = 0;
    const unsigned seed = launches++ * 2654435761U >> 3U;
    countLaunch(signature);
    if (machine.faulty("hang")) return enqueue(config.stream, [] { return false; });
    const bool broken = machine.faulty("launch");
    return enqueue(config.stream,
                   [config, seed, device, broken, signature, thread = std::move(thread), counts = countsOfThread()] {
                       Machine& all = Machine::instance();
                       if (all.state(device) != cudaSuccess) return true;
                       const Recording recording(signature, *counts);
                       if (broken || !runBlocks(config, seed, thread)) all.breakDevice(device, cudaErrorLaunchFailure);
                       return true;
                   });
}

} // namespace ewald::emulation

namespace ewald::emulation {
namespace {
std::atomic<bool> loadsEagerly = false;
} // namespace
bool loadedEagerly() { return loadsEagerly; }
} // namespace ewald::emulation

using ewald::emulation::count;
using ewald::emulation::Counts;
using ewald::emulation::Machine;

namespace {

thread_local cudaError_t lastError = cudaSuccess;

cudaError_t note(cudaError_t error) {
    if (error != cudaSuccess) lastError = error;
    return error;
}

} // namespace

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorInvalidConfiguration: return "invalid configuration argument";
    case cudaErrorInsufficientDriver: return "CUDA driver version is insufficient for CUDA runtime version";
    case cudaErrorDevicesUnavailable: return "CUDA-capable device(s) is/are busy or unavailable";
    case cudaErrorNotSupported: return "operation not supported";
    case cudaErrorNoDevice: return "no CUDA-capable device is detected";
    case cudaErrorInvalidDevice: return "invalid device ordinal";
    case cudaErrorPeerAccessUnsupported: return "peer access is not supported between these two devices";
    case cudaErrorInvalidResourceHandle: return "invalid resource handle";
    case cudaErrorNotReady: return "device not ready";
    case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
    case cudaErrorLaunchFailure: return "unspecified launch failure";
    default: break;
    }
    return "unrecognized error code";
}

cudaError_t cudaGetLastError() { return std::exchange(lastError, cudaSuccess); }

cudaError_t cudaDriverGetVersion(int* version) {
    *version = Machine::instance().settings().devices > 0 ? CUDART_VERSION : 0;
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int* count) {
    static std::once_flag once; // the driver is initialised
    std::call_once(once, [] {
        const char* const loading = std::getenv("CUDA_MODULE_LOADING");
        ewald::emulation::loadsEagerly = loading && std::strcmp(loading, "EAGER") == 0;
    });
    *count = std::max(0, Machine::instance().settings().devices);
    return *count > 0 ? cudaSuccess : note(cudaErrorNoDevice);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    if (!Machine::instance().isDevice(device)) return note(cudaErrorInvalidDevice);
    *properties = {};
    const std::string& name = Machine::instance().settings().name;
    std::snprintf(properties->name, sizeof properties->name, "%s %d", name.c_str(), device);
    const std::string uuid = "emulated-" + std::to_string(device);
    std::copy_n(uuid.begin(), std::min(uuid.size(), sizeof properties->uuid.bytes), properties->uuid.bytes);
    properties->totalGlobalMem = Machine::instance().settings().memoryBytes;
    properties->major = 9;
    properties->multiProcessorCount = 1;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    if (!Machine::instance().isDevice(device)) return note(cudaErrorInvalidDevice);
    const ewald::emulation::Settings& settings = Machine::instance().settings();
    switch (attribute) {
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = static_cast<int>(ewald::cuda::kMostSharedBytes); break;
    case cudaDevAttrMemoryClockRate: *value = 1'000'000; break;
    case cudaDevAttrGlobalMemoryBusWidth: *value = 384; break;
    case cudaDevAttrL2CacheSize: *value = 24 << 20; break;
    case cudaDevAttrMemoryPoolsSupported: *value = settings.pools ? 1 : 0; break;
    case cudaDevAttrComputeMode: *value = settings.busy ? cudaComputeModeExclusiveProcess : cudaComputeModeDefault;
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* possible, int device, int peer) {
    Machine& machine = Machine::instance();
    if (!machine.isDevice(device) || !machine.isDevice(peer)) return note(cudaErrorInvalidDevice);
    *possible = machine.settings().peers && device != peer ? 1 : 0;
    return cudaSuccess;
}

namespace {
int deviceOf(cudaMemPool_t pool) { return static_cast<int>(reinterpret_cast<std::uintptr_t>(pool)) - 1; }
} // namespace

// A pool is the number of its device, plus one.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    if (!Machine::instance().isDevice(device)) return note(cudaErrorInvalidDevice);
    if (!Machine::instance().settings().pools) return note(cudaErrorNotSupported);
    *pool = reinterpret_cast<cudaMemPool_t>(static_cast<std::uintptr_t>(device) + 1);
    return cudaSuccess;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    if (attribute != cudaMemPoolAttrReleaseThreshold) return note(cudaErrorInvalidValue);
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, value, sizeof bytes);
    Machine::instance().setPoolThreshold(deviceOf(pool), bytes);
    return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    const Machine::Pool state = Machine::instance().pool(deviceOf(pool));
    if (attribute == cudaMemPoolAttrReleaseThreshold) return note(cudaErrorInvalidValue);
    const std::uint64_t bytes = attribute == cudaMemPoolAttrUsedMemCurrent ? state.used : state.reserved;
    std::memcpy(value, &bytes, sizeof bytes);
    return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes) {
    Machine::instance().trimPool(deviceOf(pool), bytes);
    return cudaSuccess;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, std::size_t count) {
    Machine& machine = Machine::instance();
    const int owner = deviceOf(pool);
    for (const cudaMemAccessDesc& access : std::span(list, count)) {
        if (!machine.isDevice(access.location.id)) return note(cudaErrorInvalidDevice);
        if (!machine.settings().peers) return note(cudaErrorPeerAccessUnsupported);
        machine.openTo(owner, access.location.id);
    }
    return cudaSuccess;
}

cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t handle) {
    const auto stream = ewald::emulation::streamOf(handle);
    if (!stream) return note(cudaErrorInvalidResourceHandle);
    Machine& machine = Machine::instance();
    if (const cudaError_t state = machine.state(stream->device); state != cudaSuccess) return note(state);
    if (!machine.settings().pools) return note(cudaErrorNotSupported);
    if (machine.faulty("alloc")) return note(cudaErrorMemoryAllocation);
    count([](Counts& c, std::size_t) { ++c.allocations; });
    cudaError_t error = machine.allocate(stream->device, bytes, *memory, true);
    if (error == cudaErrorMemoryAllocation) { // memory freed later in the stream becomes available by waiting
        (void)ewald::emulation::finish(*stream, stream->last());
        error = machine.allocate(stream->device, bytes, *memory, true);
    }
    return note(error);
}

cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
    Machine& machine = Machine::instance();
    const int device = ewald::emulation::deviceOfThread();
    if (const cudaError_t state = machine.state(device); state != cudaSuccess) return note(state);
    if (machine.faulty("alloc")) return note(cudaErrorMemoryAllocation);
    count([](Counts& c, std::size_t) { ++c.allocations; });
    return note(machine.allocate(device, bytes, *memory, false));
}

cudaError_t cudaFree(void* memory) {
    Machine::instance().free(memory);
    return cudaSuccess;
}

cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) {
    return note(ewald::emulation::enqueue(stream, [memory] {
        Machine::instance().free(memory);
        return true;
    }));
}

cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) {
    *memory = Machine::instance().allocatePinned(bytes);
    return *memory ? cudaSuccess : note(cudaErrorMemoryAllocation);
}

cudaError_t cudaFreeHost(void* memory) {
    Machine::instance().freePinned(memory);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t handle) {
    Machine& machine = Machine::instance();
    const bool up = kind == cudaMemcpyHostToDevice;
    const auto device = machine.find(up ? to : from);
    const auto stream = ewald::emulation::streamOf(handle);
    if (!device || !stream) return note(cudaErrorInvalidValue);
    if (machine.find(up ? from : to)) return note(cudaErrorInvalidValue);
    count(
        up ? [](Counts& c, std::size_t n) { ++c.copiesUp, c.bytesUp += n; }
           : [](Counts& c, std::size_t n) { ++c.copiesDown, c.bytesDown += n; },
        bytes);
    const cudaError_t error = ewald::emulation::enqueue(handle, [=] {
        std::memcpy(to, from, bytes);
        return true;
    });
    // Only page-locked memory is copied asynchronously.
    if (error != cudaSuccess || machine.isPinned(up ? from : to, bytes)) return note(error);
    count([](Counts& c, std::size_t) { ++c.waits; });
    return note(ewald::emulation::finish(*stream, stream->last()));
}

cudaError_t cudaMemcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                                cudaStream_t stream) {
    const auto target = Machine::instance().find(to), source = Machine::instance().find(from);
    if (!target || !source || target->device != toDevice || source->device != fromDevice)
        return note(cudaErrorInvalidValue);
    count([](Counts& c, std::size_t n) { ++c.copiesAcross, c.bytesAcross += n; }, bytes);
    const bool damaged = Machine::instance().settings().wrongPeers && toDevice != fromDevice;
    return note(ewald::emulation::enqueue(stream, [=] {
        std::memcpy(to, from, bytes);
        if (damaged && bytes > 0) static_cast<unsigned char*>(to)[bytes / 2] ^= 1U; // one bit, somewhere
        return true;
    }));
}

cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes, cudaStream_t stream) {
    if (!Machine::instance().find(memory)) return note(cudaErrorInvalidValue);
    count([](Counts& c, std::size_t n) { ++c.memsets, c.bytesSet += n; }, bytes);
    return note(ewald::emulation::enqueue(stream, [=] {
        std::memset(memory, value, bytes);
        return true;
    }));
}
