// SPDX-License-Identifier: GPL-3.0-or-later
//
// The CUDA backend as a run-time module. The runtime is linked statically and loads the driver itself, so that the
// module can be loaded on a machine without a driver and reports that it is missing.
#include "base/error.h"
#include "compute/devices/module.h"
#include "compute/devices/queue.h"
#include "cuda/cuda_integrate.h"
#include "cuda/cuda_launcher.h"
#include "cuda/cuda_pool.h"
#include "cuda/nvml.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace ewald::cuda {
namespace {

using compute::DeviceInfo;

std::string idOf(int device) { return "cuda:" + std::to_string(device); }

std::string uuidText(const cudaUUID_t& uuid) {
    std::string text = "GPU";
    for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
        std::array<char, 3> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned>(uuid.bytes[i]) & 0xffU);
        if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        text += digits.data();
    }
    return text;
}

/// 13000 → "13.0"
std::string versionText(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// The oldest compute capability that gpu/CMakeLists.txt has code made for: Volta's with CUDA 12, which is the last to
/// know it.
constexpr int kOldest = CUDART_VERSION < 13000 ? 70 : 75;

/// The information that the runtime gives without creating a context on the device.
DeviceInfo describe(int device) {
    DeviceInfo info;
    info.id = idOf(device);
    info.backend = "cuda";
    cudaDeviceProp properties{};
    const cudaError_t status = cudaGetDeviceProperties(&properties, device);
    if (status != cudaSuccess) {
        (void)cudaGetLastError();
        info.usable = false;
        info.name = "CUDA device " + std::to_string(device);
        info.reason = cudaGetErrorString(status);
        return info;
    }
    info.name = properties.name;
    info.uuid = uuidText(properties.uuid);
    info.capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
    info.units = static_cast<std::size_t>(properties.multiProcessorCount);
    info.memoryTotal = properties.totalGlobalMem;
    int version = 0;
    if (cudaRuntimeGetVersion(&version) == cudaSuccess) info.runtime = versionText(version);
    if (cudaDriverGetVersion(&version) == cudaSuccess) info.driverFor = versionText(version);
    int mode = 0;
    if (properties.major * 10 + properties.minor < kOldest) {
        info.usable = false;
        info.reason = "older than compute capability " + std::to_string(kOldest / 10) + "." +
                      std::to_string(kOldest % 10) + ", the oldest that CUDA " + versionText(CUDART_VERSION) +
                      " makes code for here";
    } else if (cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device) == cudaSuccess &&
               mode == cudaComputeModeProhibited) {
        info.usable = false;
        info.reason = "its compute mode is 'prohibited'; nvidia-smi -c 0 changes that";
    }
    return info;
}

/// Free memory from the runtime: creates a context, which takes some hundred megabytes of the device's memory. A device
/// that refuses it cannot be used.
void addFreeMemory(DeviceInfo& info, int device) {
    std::size_t free = 0, total = 0;
    cudaError_t status = cudaSetDevice(device);
    if (status == cudaSuccess) status = cudaMemGetInfo(&free, &total);
    if (status == cudaSuccess) {
        info.memoryFree = free;
        return;
    }
    (void)cudaGetLastError();
    info.usable = false;
    info.reason = std::string(cudaGetErrorString(status)) + "; " + whatToDo(status);
}

/// In exclusive-process mode a device that another process has is out of reach.
void addExclusive(DeviceInfo& info, int device) {
    int mode = 0;
    if (!info.usable || info.users.empty() ||
        cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device) != cudaSuccess ||
        mode != cudaComputeModeExclusiveProcess)
        return;
    info.usable = false;
    info.reason = "another process has it, and its compute mode is 'exclusive process'; nvidia-smi -c 0 changes that";
}

constexpr std::size_t kMaxArrays = 16;
struct Arrays {
    double* data[kMaxArrays];
};

/// Each thread sums a few elements of all arrays, in the order of the arrays, and writes the sums to all of them.
__global__ void __launch_bounds__(kThreads)
    sumAcrossKernel(Arrays arrays, unsigned count, std::size_t first, std::size_t elements) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    for (std::size_t i = first + static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x; i < first + elements;
         i += step) {
        double sum = arrays.data[0][i];
        for (unsigned a = 1; a < count; ++a) sum += arrays.data[a][i];
        for (unsigned a = 0; a < count; ++a) arrays.data[a][i] = sum;
    }
}

void sumArrays(CudaContext& context, std::span<double* const> arrays, std::size_t first, std::size_t elements) {
    if (arrays.size() > kMaxArrays)
        throw DeviceError("peer access is limited to 16 workers", idOf(context.device()),
                          "use --set communicator=host");
    if (elements == 0) return;
    Arrays list{};
    std::copy(arrays.begin(), arrays.end(), list.data);
    constexpr std::size_t kMostBlocks = 1024;
    const std::size_t blocks = std::min((elements + kThreads - 1) / kThreads, kMostBlocks);
    context.launch(sumAcrossKernel, static_cast<unsigned>(blocks), kThreads, 0, list,
                   static_cast<unsigned>(arrays.size()), first, elements);
}

class CudaQueue final : public compute::Queue {
public:
    explicit CudaQueue(int device) : m_context(std::make_shared<CudaContext>(device)), m_ops(CudaLauncher(m_context)) {}

    [[nodiscard]] DeviceInfo device() const override {
        DeviceInfo info = describe(m_context->device());
        addFreeMemory(info, m_context->device());
        info.memoryFree += idlePoolBytes(m_context->device());
        return info;
    }
    [[nodiscard]] void* allocate(std::size_t bytes) override { return m_context->allocate(bytes); }
    void release(void* memory) noexcept override { m_context->release(memory); }
    void upload(void* device, const void* host, std::size_t bytes) override { m_context->upload(device, host, bytes); }
    void download(void* host, const void* device, std::size_t bytes) override {
        m_context->download(host, device, bytes);
    }
    [[nodiscard]] bool sharesHostMemory() const noexcept override { return false; }
    void setTimeout(std::chrono::milliseconds timeout) override { m_context->setTimeout(timeout); }
    void setWatch(Watch watch) override { m_context->setWatch(std::move(watch)); }
    void synchronize() override {
        m_context->use();
        m_context->synchronize();
    }
    [[nodiscard]] compute::PtychoOps& ptycho() override { return m_ops; }
    [[nodiscard]] compute::IntegrateOps* integrate() override {
        if (!m_integrate) m_integrate = makeIntegrateOps(m_context);
        return m_integrate.get();
    }

    [[nodiscard]] bool reaches(const Queue& other) const override {
        const auto* peer = dynamic_cast<const CudaQueue*>(&other.actual());
        return peer && m_context->reaches(peer->m_context->device());
    }
    void copyTo(Queue& other, void* target, const void* source, std::size_t bytes) override {
        const auto* peer = dynamic_cast<const CudaQueue*>(&other.actual());
        if (!peer || !reaches(other)) return Queue::copyTo(other, target, source, bytes);
        other.synchronize();
        m_context->copyTo(peer->m_context->device(), target, source, bytes);
    }
    void sumAcross(std::span<double* const> arrays, std::size_t first, std::size_t count) override {
        m_context->use();
        sumArrays(*m_context, arrays, first, count);
        m_context->synchronize();
    }
    [[nodiscard]] void* nativeStream() const noexcept override { return m_context->stream(); }

private:
    std::shared_ptr<CudaContext> m_context;
    compute::GenericPtychoOps<CudaLauncher> m_ops;
    std::unique_ptr<compute::IntegrateOps> m_integrate; ///< made at the first use
};

class CudaBackend final : public compute::Backend {
public:
    explicit CudaBackend(int devices) : m_devices(devices), m_nvml(Nvml::load(m_nvmlReason)) {}
    [[nodiscard]] std::string name() const override { return "cuda"; }
    [[nodiscard]] std::vector<DeviceInfo> devices() const override {
        std::vector<DeviceInfo> all;
        for (int device = 0; device < m_devices; ++device) {
            all.push_back(describe(device));
            for (int other = 0; other < m_devices; ++other) {
                int reached = 0;
                if (other != device && cudaDeviceCanAccessPeer(&reached, device, other) == cudaSuccess && reached)
                    all.back().peers.push_back(idOf(other));
            }
        }
        if (m_nvml) mergeNvml(all, *m_nvml);
        for (int device = 0; device < m_devices; ++device) {
            DeviceInfo& info = all[static_cast<std::size_t>(device)];
            addExclusive(info, device);
            if (info.usable && info.memoryFree == 0) addFreeMemory(info, device);
            info.memoryFree += idlePoolBytes(device);
        }
        return all;
    }
    [[nodiscard]] std::optional<double> energy_J(const std::string& id) const override {
        const int device = numberOf(id);
        return m_nvml && device >= 0 ? m_nvml->energy_J(describe(device).uuid) : std::nullopt;
    }
    [[nodiscard]] std::unique_ptr<compute::Queue> makeQueue(const std::string& id, std::size_t) override {
        const int device = numberOf(id);
        if (device < 0) throw DeviceError("no such device", id, "ewald-cli devices lists what there is");
        return std::make_unique<CudaQueue>(device);
    }

private:
    /// −1: no such device
    [[nodiscard]] int numberOf(const std::string& id) const {
        int device = -1;
        const auto colon = id.find(':');
        if (colon != std::string::npos) std::from_chars(id.data() + colon + 1, id.data() + id.size(), device);
        return device < m_devices ? device : -1;
    }

    int m_devices;
    std::string m_nvmlReason; ///< why NVML is missing; only its additional information is missing then
    std::unique_ptr<Nvml> m_nvml;
};

} // namespace
} // namespace ewald::cuda

EWALD_MODULE_FUNCTION ewald::compute::Backend* ewaldMakeBackend(std::string& refusal) {
    // Read when the driver is initialised, which the next call does. By default kernels are loaded at their first
    // launch; that waits for the device, where a collective may be waiting for the rank that launches: neither would
    // ever end
    // ("Lazy Loading" in NVIDIA's CUDA C++ Programming Guide). Whoever sets the variable has it as it is.
    (void)setenv("CUDA_MODULE_LOADING", "EAGER", 0);
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaErrorInsufficientDriver) {
        int driver = 0;
        (void)cudaDriverGetVersion(&driver);
        refusal = driver == 0 ? ewald::compute::noDriver()
                              : ewald::compute::driverTooOld(ewald::cuda::versionText(driver),
                                                             ewald::cuda::versionText(CUDART_VERSION));
    } else if (status != cudaSuccess) {
        refusal = cudaGetErrorString(status);
    } else if (count == 0) {
        refusal = ewald::compute::noDevice();
    }
    if (!refusal.empty()) return nullptr;
    return std::make_unique<ewald::cuda::CudaBackend>(count).release();
}
