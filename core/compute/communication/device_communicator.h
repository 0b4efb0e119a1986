// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/communicator.h"
#include "compute/communication/device_collectives.h"

#include <chrono>
#include <memory>
#include <string>

namespace ewald::compute {

/// How ranks sum arrays in the memory of their devices.
enum class CollectiveKind {
    automatic, ///< the first that can be used: NCCL, directly between devices of this process, through the host
    nccl,      ///< NCCL or an error
    host,      ///< always through the host
};

struct CollectiveOptions {
    CollectiveKind kind = CollectiveKind::automatic;
    bool peerToPeer = true; ///< devices may access each other's memory directly
    std::chrono::milliseconds timeout = std::chrono::seconds(30);
};

/// The communicator that a rank uses.
struct ChosenCommunicator {
    std::unique_ptr<Communicator> owned; ///< null when `communicator` is the one it was chosen from
    Communicator* communicator = nullptr;
    std::string reason; ///< one line for the log: why this one
};

/// Collective over all ranks of `base`: chooses the fastest path between the devices of all ranks for sums in device
/// memory; all other calls use `base`. `base` and `queue` must outlive the result. Every rank gets the same kind.
/// \param module used instead of the one of this installation, for tests
/// \throws DeviceError when NCCL is asked for and cannot be used, or connecting fails
[[nodiscard]] ChosenCommunicator chooseCommunicator(Communicator& base, Queue& queue, const CollectiveOptions& options,
                                                    DeviceCollectives* module = nullptr);

/// The module of this installation, loaded at the first call; null with the reason in `refusal`. Any thread.
[[nodiscard]] DeviceCollectives* deviceCollectives(std::string& refusal);

} // namespace ewald::compute
