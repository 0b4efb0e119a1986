// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/communicator.h"
#include "compute/communication/process_group.h"
#include "compute/communication/rendezvous.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace ewald::compute {

/// Communicators of the ranks of this process in a run of several processes: its threads synchronise within the
/// process, and the first of them communicates with the other processes. \param firstRanks of each process, followed by
/// the number of all ranks \param timeout of a call; absent: as long as the other processes respond
[[nodiscard]] std::vector<std::unique_ptr<Communicator>> makeProcessCommunicators(
    ProcessGroup& group, std::shared_ptr<Rendezvous> rendezvous, std::vector<int> firstRanks,
    std::optional<std::chrono::milliseconds> timeout);

} // namespace ewald::compute
