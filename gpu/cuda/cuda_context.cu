// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/cuda_context.h"

#include "base/error.h"

#include <algorithm>

namespace ewald::cuda {
namespace {

std::string idOf(int device) { return "cuda:" + std::to_string(device); }

void checkFft(cufftResult status, const char* call, int device) {
    if (status == CUFFT_SUCCESS) return;
    if (status == CUFFT_ALLOC_FAILED)
        throw DeviceError("out of memory for Fourier transforms", idOf(device), "use a smaller batch_size");
    throw DeviceError(std::string(call) + " failed with code " + std::to_string(static_cast<int>(status)), idOf(device),
                      "check that the driver is as new as the CUDA libraries");
}

} // namespace

CudaContext::CudaContext(int device) : m_wait(device), m_staging(m_wait), m_pool(device) {
    use();
    check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "cudaStreamCreate", device);
    int clock_kHz = 0, bits = 0, cacheBytes = 0;
    for (const auto& [value, attribute] :
         {std::pair{&clock_kHz, cudaDevAttrMemoryClockRate}, std::pair{&bits, cudaDevAttrGlobalMemoryBusWidth},
          std::pair{&cacheBytes, cudaDevAttrL2CacheSize}})
        check(cudaDeviceGetAttribute(value, attribute, device), "cudaDeviceGetAttribute", device);
    constexpr double kFast = 2.5e12; // bytes a second: where instructions take longer (H100 and later)
    const double memory = 2.0 * clock_kHz * 1e3 * bits / 8;
    m_cacheBytes = memory < kFast ? static_cast<std::size_t>(cacheBytes) : 0;
    for (cudaEvent_t& milestone : m_milestones)
        check(cudaEventCreateWithFlags(&milestone, cudaEventDisableTiming), "cudaEventCreate", device);
}

void CudaContext::setWatch(CudaWait::Watch watch) {
    if (watch) {
        use();
        m_staging.reserve();
    }
    m_wait.setWatch(std::move(watch));
}

CudaContext::~CudaContext() {
    if (!settle()) return;
    for (const auto& [key, plan] : m_plans) (void)cufftDestroy(plan);
    for (const Memory& memory : m_scratch)
        if (memory.data) release(memory.data);
    if (m_workArea.data) release(m_workArea.data);
    if (settle()) m_pool.leave();
    for (const cudaEvent_t milestone : m_milestones)
        if (milestone) (void)cudaEventDestroy(milestone);
    (void)cudaStreamDestroy(m_stream);
}

void* CudaContext::allocate(std::size_t bytes) {
    use();
    void* memory = nullptr;
    const cudaError_t status = m_pool.exists() ? cudaMallocAsync(&memory, bytes, m_stream) : cudaMalloc(&memory, bytes);
    if (status == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError(); // clears the error, which is handled here
        throw DeviceError("out of memory: " + std::to_string(bytes >> 20) + " MiB asked for", idOf(device()),
                          "use fewer frames, a smaller crop, or binning");
    }
    check(status, m_pool.exists() ? "cudaMallocAsync" : "cudaMalloc", device());
    clear(memory, bytes);
    return memory;
}

void CudaContext::release(void* memory) noexcept {
    if (m_wait.isLost()) return;
    (void)cudaSetDevice(device());
    if (m_pool.exists()) {
        (void)cudaFreeAsync(memory, m_stream);
        return;
    }
    // Without a pool nothing orders the call behind the work that uses the memory.
    try {
        synchronize();
    } catch (...) { // after a failure of the device there is nothing to wait for; its user has the error
    }
    if (!m_wait.isLost()) (void)cudaFree(memory);
}

void CudaContext::upload(void* device, const void* host, std::size_t bytes) {
    use();
    m_staging.upload(device, host, bytes, m_stream);
}

void CudaContext::download(void* host, const void* device, std::size_t bytes) {
    use();
    m_staging.download(host, device, bytes, m_stream);
}

void CudaContext::clear(void* memory, std::size_t bytes) {
    check(cudaMemsetAsync(memory, 0, bytes, m_stream), "cudaMemsetAsync", device());
}

void CudaContext::synchronize() { m_wait.forStream(m_stream, "work on the device"); }

bool CudaContext::settle() noexcept {
    if (m_wait.isLost()) return false;
    constexpr std::chrono::seconds kTimeout(5);
    m_wait.setTimeout(kTimeout);
    try {
        use();
        synchronize();
    } catch (...) { // after a failure of the device there is nothing to wait for; its user has the error
    }
    return !m_wait.isLost();
}

void CudaContext::keepPace() {
    constexpr std::size_t kStretch = 128;
    if (++m_launches % kStretch != 0) return;
    const cudaEvent_t milestone = m_milestones[m_launches / kStretch % m_milestones.size()];
    if (m_launches > m_milestones.size() * kStretch) m_wait.forEvent(milestone, "work on the device");
    check(cudaEventRecord(milestone, m_stream), "cudaEventRecord", device());
}

bool CudaContext::reaches(int other) const {
    if (other == device()) return true;
    int possible = 0;
    if (cudaDeviceCanAccessPeer(&possible, device(), other) != cudaSuccess || possible == 0) return false;
    return openPool(other, device());
}

void CudaContext::copyTo(int other, void* target, const void* source, std::size_t bytes) {
    if (bytes == 0) return;
    use();
    check(cudaMemcpyPeerAsync(target, other, source, device(), bytes, m_stream), "copy between devices", device());
    synchronize();
}

void* CudaContext::scratch(std::size_t slot, std::size_t bytes) {
    if (slot >= m_scratch.size()) m_scratch.resize(slot + 1);
    Memory& memory = m_scratch[slot];
    if (memory.bytes < bytes) {
        if (memory.data) release(memory.data);
        memory = {};
        memory = {allocate(bytes), bytes};
    }
    return memory.data;
}

void CudaContext::growWorkArea(std::size_t bytes) {
    if (bytes <= m_workArea.bytes) return;
    if (m_workArea.data) release(m_workArea.data);
    m_workArea = {};
    m_workArea = {allocate(bytes), bytes};
    for (const auto& [key, plan] : m_plans)
        checkFft(cufftSetWorkArea(plan, m_workArea.data), "cufftSetWorkArea", device());
}

cufftHandle CudaContext::planFor(int n, int count) {
    const auto known = m_plans.find({n, count});
    if (known != m_plans.end()) return known->second;
    cufftHandle plan = 0;
    checkFft(cufftCreate(&plan), "cufftCreate", device());
    m_plans.emplace(std::pair(n, count), plan); // destroyed with the others from now on
    checkFft(cufftSetAutoAllocation(plan, 0), "cufftSetAutoAllocation", device());
    checkFft(cufftSetStream(plan, m_stream), "cufftSetStream", device());
    int sizes[] = {n, n};
    std::size_t bytes = 0;
    const cufftResult status =
        cufftMakePlanMany(plan, 2, sizes, nullptr, 1, n * n, nullptr, 1, n * n, CUFFT_C2C, count, &bytes);
    if (status != CUFFT_SUCCESS) {
        m_plans.erase({n, count});
        (void)cufftDestroy(plan);
        checkFft(status, "cufftMakePlanMany", device());
    }
    constexpr std::size_t kLeast = 256; // cuFFT needs an address also for a plan without work area
    growWorkArea(std::max(bytes, kLeast));
    checkFft(cufftSetWorkArea(plan, m_workArea.data), "cufftSetWorkArea", device());
    return plan;
}

void CudaContext::fft(Cf* arrays, int count, int n, bool forward) {
    use();
    auto* data = reinterpret_cast<cufftComplex*>(arrays);
    checkFft(cufftExecC2C(planFor(n, count), data, data, forward ? CUFFT_FORWARD : CUFFT_INVERSE), "cufftExecC2C",
             device());
    keepPace();
}

} // namespace ewald::cuda
