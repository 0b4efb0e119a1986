// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/nvml.h"

#include <dlfcn.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <limits>

namespace ewald::cuda {
namespace {

constexpr int kSuccess = 0;
constexpr int kTooSmall = 7;                  // NVML_ERROR_INSUFFICIENT_SIZE
constexpr int kGpuSensor = 0;                 // NVML_TEMPERATURE_GPU
constexpr std::size_t kDriverTextLength = 80; // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE
constexpr std::size_t kTextLength = 96;       // NVML_DEVICE_UUID_V2_BUFFER_SIZE and NVML_DEVICE_NAME_V2_BUFFER_SIZE

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

using TextFunction = int (*)(void*, char*, unsigned);

std::string textOf(TextFunction function, void* device) {
    std::array<char, kTextLength> text{};
    if (!function || function(device, text.data(), static_cast<unsigned>(text.size())) != kSuccess) return {};
    return text.data();
}

/// A quantity that the device may not report.
template <class Raw>
std::optional<double> valueOf(int (*function)(void*, Raw*), void* device, double unit) {
    Raw raw{};
    if (!function || function(device, &raw) != kSuccess) return std::nullopt;
    return static_cast<double>(raw) * unit;
}

/// Owner and program of a process; empty where it cannot be seen, as from within a container.
compute::DeviceUser userOf(const NvmlProcess& found) {
    compute::DeviceUser user;
    user.process = static_cast<long>(found.process);
    if (found.memory != std::numeric_limits<unsigned long long>::max()) user.memory = found.memory;
    const std::string folder = "/proc/" + std::to_string(found.process);
    struct stat status {};
    if (stat(folder.c_str(), &status) != 0) return user;
    std::array<char, 4096> text{};
    passwd entry{};
    passwd* owner = nullptr;
    const bool named = getpwuid_r(status.st_uid, &entry, text.data(), text.size(), &owner) == 0 && owner != nullptr;
    user.user = named ? std::string(owner->pw_name) : std::to_string(status.st_uid);
    std::ifstream file(folder + "/comm");
    std::getline(file, user.program);
    return user;
}

} // namespace

std::unique_ptr<Nvml> Nvml::load(std::string& reason) {
    void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL); // never closed: the driver may have threads
    if (!library) {
        reason = "libnvidia-ml.so.1 not found";
        return nullptr;
    }
    NvmlFunctions f;
    const bool complete =
        find(library, "nvmlInit_v2", f.init) && find(library, "nvmlSystemGetDriverVersion", f.driverVersion) &&
        find(library, "nvmlDeviceGetCount_v2", f.count) && find(library, "nvmlDeviceGetHandleByIndex_v2", f.byIndex) &&
        find(library, "nvmlDeviceGetUUID", f.uuid);
    if (!complete) {
        reason = "libnvidia-ml.so.1 is too old";
        return nullptr;
    }
    // Not every driver has these functions; missing values stay unknown.
    (void)find(library, "nvmlDeviceGetName", f.name);
    (void)find(library, "nvmlDeviceGetMemoryInfo", f.memory);
    (void)find(library, "nvmlDeviceGetUtilizationRates", f.utilization);
    (void)find(library, "nvmlDeviceGetTemperature", f.temperature);
    (void)find(library, "nvmlDeviceGetPowerUsage", f.power);
    (void)find(library, "nvmlDeviceGetTotalEnergyConsumption", f.energy);
    (void)find(library, "nvmlDeviceGetComputeRunningProcesses_v3", f.processes);
    (void)find(library, "nvmlDeviceGetMaxMigDeviceCount", f.sliceCount);
    (void)find(library, "nvmlDeviceGetMigDeviceHandleByIndex", f.slice);
    return start(f, reason);
}

std::unique_ptr<Nvml> Nvml::start(const NvmlFunctions& functions, std::string& reason) {
    const int status = functions.init();
    if (status != kSuccess) {
        reason = "NVML does not start (code " + std::to_string(status) + ")";
        return nullptr;
    }
    return std::unique_ptr<Nvml>(new Nvml(functions));
}

std::string Nvml::driverVersion() const {
    std::array<char, kDriverTextLength> text{};
    if (m_functions.driverVersion(text.data(), static_cast<unsigned>(text.size())) != kSuccess) return {};
    return text.data();
}

std::vector<NvmlFunctions::Handle> Nvml::handles() const {
    unsigned count = 0;
    if (m_functions.count(&count) != kSuccess) return {};
    std::vector<NvmlFunctions::Handle> all;
    for (unsigned i = 0; i < count; ++i) {
        NvmlFunctions::Handle device = nullptr;
        all.push_back(m_functions.byIndex(i, &device) == kSuccess ? device : nullptr);
    }
    return all;
}

std::vector<compute::DeviceSlice> Nvml::slicesOf(NvmlFunctions::Handle device) const {
    unsigned most = 0;
    if (!m_functions.sliceCount || !m_functions.slice || m_functions.sliceCount(device, &most) != kSuccess) return {};
    std::vector<compute::DeviceSlice> slices;
    for (unsigned i = 0; i < most; ++i) {
        NvmlFunctions::Handle slice = nullptr;
        if (m_functions.slice(device, i, &slice) != kSuccess) continue; // numbers may have gaps
        NvmlMemory memory{};
        const bool known = m_functions.memory && m_functions.memory(slice, &memory) == kSuccess;
        slices.push_back({textOf(m_functions.uuid, slice), textOf(m_functions.name, slice),
                          known ? static_cast<std::size_t>(memory.total) : 0});
    }
    return slices;
}

std::vector<compute::DeviceUser> Nvml::usersOf(NvmlFunctions::Handle device) const {
    if (!m_functions.processes) return {};
    std::vector<NvmlProcess> found(64);
    auto count = static_cast<unsigned>(found.size());
    int status = m_functions.processes(device, &count, found.data());
    if (status == kTooSmall) { // `count` is then what is needed; more may start meanwhile
        count += 16;
        found.resize(count);
        status = m_functions.processes(device, &count, found.data());
    }
    if (status != kSuccess) return {};
    found.resize(std::min<std::size_t>(count, found.size()));
    std::vector<compute::DeviceUser> users;
    for (const NvmlProcess& process : found)
        if (process.process != static_cast<unsigned>(getpid())) users.push_back(userOf(process));
    std::ranges::stable_sort(users, std::greater{}, [](const auto& user) { return user.memory.value_or(0); });
    return users;
}

std::vector<NvmlDevice> Nvml::devices() const {
    std::vector<NvmlDevice> all;
    int index = -1;
    for (const NvmlFunctions::Handle handle : handles()) {
        ++index;
        if (!handle) continue;
        NvmlDevice device;
        device.index = index;
        device.uuid = textOf(m_functions.uuid, handle);
        device.name = textOf(m_functions.name, handle);
        if (NvmlMemory memory{}; m_functions.memory && m_functions.memory(handle, &memory) == kSuccess)
            device.memoryTotal = memory.total, device.memoryFree = memory.free;
        if (NvmlUtilization load{}; m_functions.utilization && m_functions.utilization(handle, &load) == kSuccess)
            device.load = static_cast<double>(load.gpu) / 100;
        if (unsigned degrees = 0;
            m_functions.temperature && m_functions.temperature(handle, kGpuSensor, &degrees) == kSuccess)
            device.temperature_C = static_cast<double>(degrees);
        device.power_W = valueOf(m_functions.power, handle, 1e-3);
        device.users = usersOf(handle);
        device.slices = slicesOf(handle);
        all.push_back(std::move(device));
    }
    return all;
}

std::optional<double> Nvml::energy_J(const std::string& uuid) const {
    for (const NvmlFunctions::Handle handle : handles())
        if (handle && textOf(m_functions.uuid, handle) == uuid) return valueOf(m_functions.energy, handle, 1e-3);
    return std::nullopt;
}

namespace {

/// A uuid without its kind: the runtime gives the bytes of a slice's uuid, but not that it is a slice.
std::string bytesOf(const std::string& uuid) { return uuid.size() > 4 ? uuid.substr(4) : uuid; }

bool hasSlice(const NvmlDevice& device, const std::string& uuid) {
    return std::ranges::any_of(device.slices, [&](const auto& slice) { return bytesOf(slice.uuid) == bytesOf(uuid); });
}

compute::DeviceInfo hiddenDevice(const NvmlDevice& device, const std::string& driver) {
    compute::DeviceInfo info;
    info.id = "cuda:" + device.uuid;
    info.backend = "cuda";
    info.name = device.name;
    info.uuid = device.uuid;
    info.driver = driver;
    info.physicalIndex = device.index;
    info.memoryTotal = device.memoryTotal;
    info.memoryFree = device.memoryFree;
    info.load = device.load;
    info.temperature_C = device.temperature_C;
    info.power_W = device.power_W;
    info.users = device.users;
    info.slices = device.slices;
    info.usable = false;
    info.reason = device.slices.empty() ? "hidden by CUDA_VISIBLE_DEVICES"
                                        : "divided into slices; set CUDA_VISIBLE_DEVICES to the uuid of one";
    return info;
}

} // namespace

void mergeNvml(std::vector<compute::DeviceInfo>& visible, const Nvml& nvml) {
    const std::string driver = nvml.driverVersion();
    std::vector<compute::DeviceInfo> hidden;
    for (const NvmlDevice& device : nvml.devices()) {
        bool seen = false;
        for (compute::DeviceInfo& info : visible) {
            const bool slice = hasSlice(device, info.uuid);
            if (!slice && info.uuid != device.uuid) continue;
            seen = true;
            info.driver = driver;
            info.physicalIndex = device.index;
            info.temperature_C = device.temperature_C;
            info.power_W = device.power_W;
            if (slice) {
                info.uuid = "MIG-" + bytesOf(info.uuid);
                continue; // memory and load belong to the whole device
            }
            info.memoryFree = device.memoryFree;
            info.load = device.load;
            info.users = device.users;
            info.slices = device.slices;
        }
        if (!seen) hidden.push_back(hiddenDevice(device, driver));
    }
    visible.insert(visible.end(), hidden.begin(), hidden.end());
}

} // namespace ewald::cuda
