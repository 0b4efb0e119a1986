// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/output_guard.h"
#include "job/document/document.h"
#include "job/events/run_options.h"

#include <filesystem>

namespace ewald::job {

/// The right of a run to write its result.
struct OutputClaim {
    io::OutputLock lock;
    bool discards = false; ///< the output is the null device: nothing is kept, not even checkpoints
};

/// Checks that the result may be written and keeps other processes from it, before anything is computed. What crashed
/// runs left of their attempts to write it is removed. \throws Error
[[nodiscard]] OutputClaim claimOutput(const JobDocument& job, const RunOptions& options);

/// Measured frames cannot be made again: whoever names them as a result has chosen the wrong line of a dialog. A file
/// that is damaged, or something else, may be replaced. \throws DataError where the file holds frames and is none of
/// ours
void requireReplaceable(const std::filesystem::path& file);

} // namespace ewald::job
