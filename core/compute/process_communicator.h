// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communicator.h"
#include "compute/process_group.h"
#include "compute/rendezvous.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace ewald::compute {

/// Communicators of the ranks of this process in a run over several: its threads meet in the process, and the first of
/// them talks to the other processes for all.
/// \param firstRanks of each process, and the number of all ranks
/// \param timeout of a call; absent: as long as the others live
[[nodiscard]] std::vector<std::unique_ptr<Communicator>> makeProcessCommunicators(
    ProcessGroup& group, std::shared_ptr<Rendezvous> rendezvous, std::vector<int> firstRanks,
    std::optional<std::chrono::milliseconds> timeout);

} // namespace ewald::compute
