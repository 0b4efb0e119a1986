// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/process_group.h"

#include <memory>
#include <optional>
#include <string>

namespace ewald::compute {

/// How a launcher of several processes (mpirun, srun) started this one.
struct Launch {
    std::string launcher; ///< "mpirun"
    int process = 0;
    int processes = 1;
};
/// Absent when this process was started alone.
[[nodiscard]] std::optional<Launch> launchOfThisProcess();

/// The group of the processes that were started together with this one. Where a launcher has started several, loads the
/// MPI module and waits for the others; else a group of one. To be called once in each process.
/// \throws DeviceError when the processes cannot communicate: each of them would do the whole job
[[nodiscard]] std::unique_ptr<ProcessGroup> joinProcessGroup();

/// The state of the MPI module, for display.
struct MpiModule {
    bool usable = false;
    std::string text; ///< its path, or why it cannot be used
};
[[nodiscard]] MpiModule mpiModule();

} // namespace ewald::compute
