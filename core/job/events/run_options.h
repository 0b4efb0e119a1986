// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/process_group.h"

#include <filesystem>

namespace ewald::job {

class LiveChanges;

/// What the caller of a run decides and a document does not hold.
struct RunOptions {
    bool overwrite = false;      ///< replace an existing result file
    bool resume = true;          ///< continue from a checkpoint of the same job beside the output file
    bool continueResult = false; ///< start from an existing result file and replace it by its continuation
    /// The processes that work on this job together, each of which makes this call; the first one writes and reports.
    /// Null: this one alone.
    compute::ProcessGroup* processes = nullptr;
    /// The memory plan takes each device and the computer to have so many bytes; 0: asks them. For tests: an allocation
    /// can be made to fail in spite of the plan.
    double believedFree_bytes = 0;
    /// Where other parameters come from while it runs, of this job as it is given; null: from nowhere. Outlives the
    /// run.
    LiveChanges* changes = nullptr;
    /// A folder for the states that changes began with, see keptStateFile(); empty: none is kept.
    std::filesystem::path keptStates{};
    /// A state that was kept: the run begins with it, whatever lies beside the output.
    std::filesystem::path startFrom{};
    /// Number of the job in the queue, so that hints name the commands of the queue; 0: it is in none.
    long long queueId = 0;
};

} // namespace ewald::job
