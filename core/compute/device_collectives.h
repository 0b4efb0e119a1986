// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/queue.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

// What a module for collectives between the memories of devices supplies (ewald-nccl.so), and all that it supplies:
//
//   extern "C" const char* ewaldModuleId();
//   extern "C" ewald::compute::DeviceCollectives* ewaldMakeDeviceCollectives(std::string& refusal);

namespace ewald::compute {

/// One rank's end of it. Used by one thread; nothing here waits.
class DeviceCollective {
public:
    virtual ~DeviceCollective() = default;
    /// Starts the sum over all ranks of `count` numbers in device memory, in place, after what the queue has to do.
    /// \throws DeviceError
    virtual void startSum(double* device, std::size_t count) = 0;
    /// Whether what was started last (the connection, at first) is through. \throws DeviceError when it failed
    [[nodiscard]] virtual bool done() = 0;
    /// Ends whatever is under way, here; of no more use afterwards.
    virtual void abort() noexcept = 0;
};

/// The module. Lives as long as the program.
class DeviceCollectives {
public:
    virtual ~DeviceCollectives() = default;
    /// "NCCL 2.28.9"
    [[nodiscard]] virtual std::string name() const = 0;
    /// What ranks that belong together have in common: made by one of them, for all.
    [[nodiscard]] virtual std::vector<std::byte> makeId() = 0;
    /// Starts to connect rank `rank` of `size` on the device of `queue`, which outlives what is returned.
    /// \param peerToPeer whether devices may reach each other's memory directly; the same for a whole process
    /// \throws DeviceError
    [[nodiscard]] virtual std::unique_ptr<DeviceCollective> connect(std::span<const std::byte> id, int rank, int size,
                                                                    Queue& queue, bool peerToPeer) = 0;
};

} // namespace ewald::compute
