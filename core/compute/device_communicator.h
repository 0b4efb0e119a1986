// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communicator.h"
#include "compute/device_collectives.h"

#include <chrono>
#include <memory>
#include <string>

namespace ewald::compute {

/// How ranks sum what is in the memory of their devices.
enum class CollectiveKind {
    automatic, ///< the first that can be used: NCCL, directly between the devices of this process, by the host
    nccl,      ///< NCCL or an error
    host,      ///< always by the host
};

struct CollectiveOptions {
    CollectiveKind kind = CollectiveKind::automatic;
    bool peerToPeer = true; ///< devices may reach each other's memory directly
    std::chrono::milliseconds timeout = std::chrono::seconds(30);
};

/// What a rank talks by.
struct ChosenCommunicator {
    std::unique_ptr<Communicator> owned; ///< null when it is the one it was made of
    Communicator* communicator = nullptr;
    std::string reason; ///< one line for the log: why this one
};

/// Collective over all ranks of `base`: chooses the shortest way between the devices of all ranks for sums in device
/// memory; everything else goes on through `base`, which with `queue` outlives what is returned. Every rank gets the
/// same kind. \throws DeviceError when NCCL is asked for and cannot be used, or connecting fails \param module instead
/// of the one of this installation, for tests
[[nodiscard]] ChosenCommunicator chooseCommunicator(Communicator& base, Queue& queue, const CollectiveOptions& options,
                                                    DeviceCollectives* module = nullptr);

/// The module of this installation, loaded at the first call; null with the reason in `refusal`. Any thread.
[[nodiscard]] DeviceCollectives* deviceCollectives(std::string& refusal);

} // namespace ewald::compute
