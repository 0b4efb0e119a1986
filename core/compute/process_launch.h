// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/process_group.h"

#include <memory>
#include <optional>
#include <string>

namespace ewald::compute {

/// What a launcher of several processes (mpirun, srun) has told this one.
struct Launch {
    std::string launcher; ///< "mpirun"
    int process = 0;
    int processes = 1;
};
/// Absent when this process was started alone.
[[nodiscard]] std::optional<Launch> launchOfThisProcess();

/// The processes that were started together with this one. Where a launcher has started several, loads the MPI module
/// and waits for the others; else a group of one. Once a process.
/// \throws DeviceError when the processes cannot reach each other: each of them would do the whole job
[[nodiscard]] std::unique_ptr<ProcessGroup> joinProcessGroup();

/// The MPI module, for people.
struct MpiModule {
    bool usable = false;
    std::string text; ///< where it is and what it needs, or why it cannot be used
};
[[nodiscard]] MpiModule mpiModule();

} // namespace ewald::compute
