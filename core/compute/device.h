// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ewald::compute {

class Queue;

/// One thing that can compute.
struct DeviceInfo {
    std::string id;              ///< "cpu", "cuda:0"; what --devices takes
    std::string name;            ///< "AMD EPYC, 2 cores, AVX2"
    std::string backend;         ///< "cpu", "cuda"
    std::size_t memoryTotal = 0; ///< bytes, 0 = unknown
    std::size_t memoryFree = 0;
    std::size_t units = 0; ///< cores or multiprocessors
    bool usable = true;
    std::string reason; ///< why it is not usable, for people
};

/// A family of devices. Lives as long as the program.
class Backend {
public:
    virtual ~Backend() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual std::vector<DeviceInfo> devices() const = 0;
    /// A queue on device `id` for one rank. `share`: how many ranks share the device (the CPU divides its cores).
    /// \throws DeviceError
    [[nodiscard]] virtual std::unique_ptr<Queue> makeQueue(const std::string& id, std::size_t share) = 0;
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

/// One worker of a run.
struct RankDevice {
    std::string id;        ///< device id
    std::size_t share = 1; ///< ranks on the same device
};
/// Parses --devices: "auto", "cpu", "cpu:4", "cuda:0,cuda:2", "cuda:0x3". One entry a rank.
/// \throws JobError for a syntax that makes no sense, DeviceError for a device that is not there
[[nodiscard]] std::vector<RankDevice> parseDevices(const std::string& text);
/// A queue for a rank. \throws DeviceError
[[nodiscard]] std::unique_ptr<Queue> makeQueue(const RankDevice& device);

} // namespace ewald::compute
