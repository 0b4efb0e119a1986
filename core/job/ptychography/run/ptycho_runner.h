// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "job/document/document.h"
#include "job/events/events.h"
#include "job/events/run_options.h"

#include <cstddef>
#include <filesystem>

namespace ewald::job {

/// Runs a ptychography job from file to result file. Blocks; call it from a worker thread.
///
/// Never throws: errors end in the outcome, which is also reported through the observer. Stop requests in `control`
/// are honoured within one mini-batch (abort) or iteration (graceful, which saves the result up to there). The job's
/// observer is not called any more once this has returned. Of several processes only the first one's is called, and the
/// outcome of the others has no result file.
JobOutcome runPtycho(const JobDocument& job, JobObserver& observer, RunControl& control,
                     const RunOptions& options = {});

/// The state after an iteration, kept because parameters changed there. At most kMostKeptStates, the newest, are kept.
[[nodiscard]] std::filesystem::path keptStateFile(const std::filesystem::path& folder, std::size_t iteration);
inline constexpr std::size_t kMostKeptStates = 8;

} // namespace ewald::job
