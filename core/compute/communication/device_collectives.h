// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/communicator.h"
#include "compute/devices/queue.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

// The interface of a module (module.h) for collectives between the memories of devices, ewald-nccl.so. Its factory:
//
//   EWALD_MODULE_FUNCTION ewald::compute::DeviceCollectives* ewaldMakeDeviceCollectives(std::string& refusal);

namespace ewald::compute {

/// The collective of one rank. Used by one thread; no call waits.
class DeviceCollective {
public:
    virtual ~DeviceCollective() = default;
    /// Starts the sum over all ranks of `count` numbers in device memory, in place, after the work already queued.
    /// \throws DeviceError
    virtual void startSum(double* device, std::size_t count) = 0;
    /// Starts Communicator::exchangeOnDevice(), likewise. \throws DeviceError
    virtual void startExchange(std::span<const DeviceOutgoing> send, std::span<const DeviceIncoming> receive) = 0;
    /// Whether what was started last is among the work of the queue, so that what is queued now comes after it.
    /// \throws DeviceError when it failed, or an operation before it
    [[nodiscard]] virtual bool queued() = 0;
    /// Whether the operation started last (at first the connection) is complete. \throws DeviceError when it failed
    [[nodiscard]] virtual bool done() = 0;
    /// Cancels this rank's pending operations; the object cannot be used afterwards.
    virtual void abort() noexcept = 0;
};

/// The module. Exists until the program ends.
class DeviceCollectives {
public:
    virtual ~DeviceCollectives() = default;
    /// "NCCL 2.28.9"
    [[nodiscard]] virtual std::string name() const = 0;
    /// The common identifier of a group of ranks: made by one of them, for all.
    [[nodiscard]] virtual std::vector<std::byte> makeId() = 0;
    /// Starts to connect rank `rank` of `size` on the device of `queue`, which must outlive the result.
    /// \param peerToPeer whether devices may reach each other's memory directly; the same for a whole process
    /// \throws DeviceError
    [[nodiscard]] virtual std::unique_ptr<DeviceCollective> connect(std::span<const std::byte> id, int rank, int size,
                                                                    Queue& queue, bool peerToPeer) = 0;
};

} // namespace ewald::compute
