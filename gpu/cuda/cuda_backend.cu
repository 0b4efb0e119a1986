// SPDX-License-Identifier: GPL-3.0-or-later
//
// The CUDA backend as a run-time module. The runtime is linked statically and the driver is found by it at run time, so
// that the module loads on a machine without one and says so.
#include "base/error.h"
#include "compute/module.h"
#include "compute/queue.h"
#include "cuda/cuda_integrate.h"
#include "cuda/cuda_launcher.h"

#include <charconv>

namespace ewald::cuda {
namespace {

using compute::DeviceInfo;

DeviceInfo describe(int device) {
    DeviceInfo info;
    info.id = "cuda:" + std::to_string(device);
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
    info.name = std::string(properties.name) + ", compute capability " + std::to_string(properties.major) + "." +
                std::to_string(properties.minor);
    info.units = static_cast<std::size_t>(properties.multiProcessorCount);
    info.memoryTotal = properties.totalGlobalMem;
    if (properties.major * 10 + properties.minor < 75) {
        info.usable = false;
        info.reason = "older than compute capability 7.5";
        return info;
    }
    if (cudaSetDevice(device) == cudaSuccess) {
        std::size_t total = 0;
        (void)cudaMemGetInfo(&info.memoryFree, &total);
    }
    return info;
}

class CudaQueue final : public compute::Queue {
public:
    explicit CudaQueue(int device) : m_context(std::make_shared<CudaContext>(device)), m_ops(CudaLauncher(m_context)) {}

    [[nodiscard]] DeviceInfo device() const override { return describe(m_context->device()); }
    [[nodiscard]] void* allocate(std::size_t bytes) override { return m_context->allocate(bytes); }
    void release(void* memory) noexcept override { m_context->release(memory); }
    void upload(void* device, const void* host, std::size_t bytes) override { m_context->upload(device, host, bytes); }
    void download(void* host, const void* device, std::size_t bytes) override {
        m_context->download(host, device, bytes);
    }
    [[nodiscard]] bool sharesHostMemory() const noexcept override { return false; }
    void synchronize() override {
        m_context->use();
        m_context->synchronize();
    }
    [[nodiscard]] compute::PtychoOps& ptycho() override { return m_ops; }
    [[nodiscard]] compute::IntegrateOps* integrate() override {
        if (!m_integrate) m_integrate = makeIntegrateOps(m_context);
        return m_integrate.get();
    }

private:
    std::shared_ptr<CudaContext> m_context;
    compute::GenericPtychoOps<CudaLauncher> m_ops;
    std::unique_ptr<compute::IntegrateOps> m_integrate; ///< made when it is asked for
};

class CudaBackend final : public compute::Backend {
public:
    explicit CudaBackend(int devices) : m_devices(devices) {}
    [[nodiscard]] std::string name() const override { return "cuda"; }
    [[nodiscard]] std::vector<DeviceInfo> devices() const override {
        std::vector<DeviceInfo> all;
        for (int device = 0; device < m_devices; ++device) all.push_back(describe(device));
        return all;
    }
    [[nodiscard]] std::unique_ptr<compute::Queue> makeQueue(const std::string& id, std::size_t) override {
        int device = -1;
        const auto colon = id.find(':');
        if (colon != std::string::npos) std::from_chars(id.data() + colon + 1, id.data() + id.size(), device);
        if (device < 0 || device >= m_devices)
            throw DeviceError("no such device", id, "ewald-cli devices lists what there is");
        return std::make_unique<CudaQueue>(device);
    }

private:
    int m_devices;
};

} // namespace
} // namespace ewald::cuda

extern "C" __attribute__((visibility("default"))) const char* ewaldModuleId() {
    static const std::string id = ewald::compute::moduleId();
    return id.c_str();
}

extern "C" __attribute__((visibility("default"))) ewald::compute::Backend* ewaldMakeBackend(std::string& refusal) {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaErrorInsufficientDriver) {
        int driver = 0;
        (void)cudaDriverGetVersion(&driver);
        refusal = driver == 0 ? "driver not found" : "the driver is older than this program's CUDA";
    } else if (status != cudaSuccess) {
        refusal = cudaGetErrorString(status);
    } else if (count == 0) {
        refusal = "no CUDA device";
    }
    if (!refusal.empty()) return nullptr;
    return std::make_unique<ewald::cuda::CudaBackend>(count).release();
}
