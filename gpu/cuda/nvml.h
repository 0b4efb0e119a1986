// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/devices/device.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Information from NVIDIA's management library: load, temperature, energy and slices of GPUs, also of those hidden from
// this program. The library comes with the driver and is loaded at run time; neither it nor its header is needed to
// build. Function names, types and numbers: NVML API Reference Manual, https://docs.nvidia.com/deploy/nvml-api.

namespace ewald::cuda {

struct NvmlUtilization {
    unsigned gpu; ///< per cent
    unsigned memory;
};
struct NvmlMemory {
    unsigned long long total; ///< bytes
    unsigned long long free;
    unsigned long long used;
};

struct NvmlProcess { // nvmlProcessInfo_t
    unsigned process;
    unsigned long long memory;  ///< bytes; all ones: not known
    unsigned instance, compute; ///< of a slice
};

/// The functions of the library that are used, as its shared object exports them. 0 is success.
struct NvmlFunctions {
    using Handle = void*;
    int (*init)() = nullptr;                                                  // nvmlInit_v2
    int (*driverVersion)(char* text, unsigned length) = nullptr;              // nvmlSystemGetDriverVersion
    int (*count)(unsigned* count) = nullptr;                                  // nvmlDeviceGetCount_v2
    int (*byIndex)(unsigned index, Handle* device) = nullptr;                 // nvmlDeviceGetHandleByIndex_v2
    int (*name)(Handle device, char* text, unsigned length) = nullptr;        // nvmlDeviceGetName
    int (*uuid)(Handle device, char* text, unsigned length) = nullptr;        // nvmlDeviceGetUUID
    int (*memory)(Handle device, NvmlMemory* memory) = nullptr;               // nvmlDeviceGetMemoryInfo
    int (*utilization)(Handle device, NvmlUtilization* load) = nullptr;       // nvmlDeviceGetUtilizationRates
    int (*temperature)(Handle device, int sensor, unsigned* value) = nullptr; // nvmlDeviceGetTemperature, °C
    int (*power)(Handle device, unsigned* milliwatts) = nullptr;              // nvmlDeviceGetPowerUsage
    int (*energy)(Handle device, unsigned long long* millijoules) = nullptr;  // nvmlDeviceGetTotalEnergyConsumption
    /// nvmlDeviceGetComputeRunningProcesses_v3; `count` is the room, then how many there are
    int (*processes)(Handle device, unsigned* count, NvmlProcess* processes) = nullptr;
    int (*sliceCount)(Handle device, unsigned* most) = nullptr;           // nvmlDeviceGetMaxMigDeviceCount
    int (*slice)(Handle device, unsigned index, Handle* slice) = nullptr; // nvmlDeviceGetMigDeviceHandleByIndex
};

/// One GPU of the machine, whether or not this program may use it.
struct NvmlDevice {
    int index = 0; ///< as in nvidia-smi
    std::string uuid;
    std::string name;
    std::size_t memoryTotal = 0; ///< bytes, 0 = unknown
    std::size_t memoryFree = 0;
    std::optional<double> load; ///< 0 … 1
    std::optional<double> temperature_C;
    std::optional<double> power_W;
    std::vector<compute::DeviceUser> users; ///< processes other than this program
    std::vector<compute::DeviceSlice> slices;
};

/// A session with the library. Any thread.
class Nvml {
public:
    /// Null where the library is missing, too old, or finds no driver; `reason` says which.
    [[nodiscard]] static std::unique_ptr<Nvml> load(std::string& reason);
    /// The same with given functions: those of the library, or of a test.
    [[nodiscard]] static std::unique_ptr<Nvml> start(const NvmlFunctions& functions, std::string& reason);

    [[nodiscard]] std::string driverVersion() const;
    /// Every GPU of the machine. Values that are not reported are left empty.
    [[nodiscard]] std::vector<NvmlDevice> devices() const;
    /// Joules since the driver was loaded, of the GPU with this uuid.
    [[nodiscard]] std::optional<double> energy_J(const std::string& uuid) const;

private:
    explicit Nvml(const NvmlFunctions& functions) : m_functions(functions) {}
    [[nodiscard]] std::vector<NvmlFunctions::Handle> handles() const;
    [[nodiscard]] std::vector<compute::DeviceSlice> slicesOf(NvmlFunctions::Handle device) const;
    [[nodiscard]] std::vector<compute::DeviceUser> usersOf(NvmlFunctions::Handle device) const;

    NvmlFunctions m_functions;
};

/// Adds the information of NVML to the devices that the CUDA runtime shows to this program. GPUs that are hidden from
/// the program, and slices that were not selected, are added as devices that cannot be used, with the reason.
void mergeNvml(std::vector<compute::DeviceInfo>& visible, const Nvml& nvml);

} // namespace ewald::cuda
