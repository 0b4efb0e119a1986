// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::compute {

class Queue;

/// A part of a device that acts as a separate device (a MIG slice).
struct DeviceSlice {
    std::string uuid; ///< selects it in CUDA_VISIBLE_DEVICES
    std::string name;
    std::size_t memoryTotal = 0; ///< bytes, 0 = unknown
};

/// Another process that computes on a device.
struct DeviceUser {
    long process = 0;
    std::string user;                  ///< name of its owner; empty where the process cannot be seen from here
    std::string program;               ///< "python3"; likewise
    std::optional<std::size_t> memory; ///< bytes that it holds on the device
};

/// One compute device. Values that the machine does not report are left empty.
struct DeviceInfo {
    std::string id;              ///< "cpu", "cuda:0"; as accepted by --devices
    std::string name;            ///< "AMD EPYC, 2 cores, AVX2"
    std::string backend;         ///< "cpu", "cuda"
    std::size_t memoryTotal = 0; ///< bytes, 0 = unknown
    std::size_t memoryFree = 0;
    std::size_t units = 0; ///< cores or multiprocessors
    bool usable = true;
    std::string reason; ///< why it is not usable, one line

    std::string uuid;                 ///< "GPU-8a5e1c2d-…": the same after a restart; --devices accepts a prefix
    std::optional<int> physicalIndex; ///< in the driver's own tools; differs from the id's when devices are hidden
    std::string capability;           ///< compute capability, "9.0"
    std::string driver;               ///< version of the driver, "580.82.07"; empty: not known
    std::string driverFor;            ///< the newest CUDA that the driver knows, "13.0"
    std::string runtime;              ///< version of the library that the backend is built on, "13.0"
    std::optional<double> load;       ///< 0 … 1, over the last second or so
    std::optional<double> temperature_C;
    std::optional<double> power_W;
    std::vector<DeviceUser> users; ///< other processes on it, the one with the most memory first
    std::vector<DeviceSlice> slices;
    std::vector<std::string> peers; ///< ids of the devices whose memory this one can access directly
};

/// A family of devices. Exists until the program ends.
class Backend {
public:
    virtual ~Backend() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual std::vector<DeviceInfo> devices() const = 0;
    /// A queue on device `id` for one rank. `ranksOnDevice`: how many ranks share the device (the CPU divides its
    /// cores). \throws DeviceError
    [[nodiscard]] virtual std::unique_ptr<Queue> makeQueue(const std::string& id, std::size_t ranksOnDevice) = 0;
    /// Energy in joules that a device has used since some fixed moment; absent where it is not reported. Any thread.
    [[nodiscard]] virtual std::optional<double> energy_J(const std::string& /*id*/) const { return std::nullopt; }
};

/// A backend module that was found but cannot be used, or one that this build does not have, and why.
struct RefusedModule {
    std::string name;   ///< "CUDA"
    std::string path;   ///< empty when there is no module file
    std::string reason; ///< "driver not found"
};

/// All devices of all backends, usable or not. Modules are loaded at the first call. Thread-safe.
[[nodiscard]] std::vector<DeviceInfo> listDevices();
[[nodiscard]] std::vector<RefusedModule> refusedModules();

/// The device of one rank of a run.
struct RankDevice {
    std::string id;                ///< device id
    std::size_t ranksOnDevice = 1; ///< ranks on the same device
};
/// Parses --devices: "auto", "cpu", "cpu:4", "cuda:0,cuda:2", "cuda:0x3", "cuda:GPU-8a5e" (the beginning of a uuid).
/// One entry per rank, with the id that the device has now. \throws JobError for invalid syntax, DeviceError for a
/// device that does not exist
[[nodiscard]] std::vector<RankDevice> parseDevices(const std::string& text);
/// The same for a machine with these devices.
[[nodiscard]] std::vector<RankDevice> parseDevices(const std::string& text, std::span<const DeviceInfo> devices,
                                                   std::span<const RefusedModule> refused);
/// Backend::energy_J() of a device.
[[nodiscard]] std::optional<double> deviceEnergy_J(const std::string& id);
/// A queue for a rank. \throws DeviceError
[[nodiscard]] std::unique_ptr<Queue> makeQueue(const RankDevice& device);

} // namespace ewald::compute
