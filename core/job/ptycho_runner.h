// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "compute/process_group.h"
#include "job/document.h"
#include "job/events.h"
#include "job/settings.h"

namespace ewald::job {

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
};

/// Runs a ptychography job from file to result file. Blocks; call it from a worker thread.
///
/// Never throws: errors end in the outcome, which is also reported through the observer. Stop requests in `control`
/// are honoured within one mini-batch (abort) or iteration (graceful, which saves the result up to there). The job's
/// observer is not called any more once this has returned. Of several processes only the first one's is called, and the
/// outcome of the others has no result file.
JobOutcome runPtycho(const JobDocument& job, JobObserver& observer, RunControl& control,
                     const RunOptions& options = {});

/// Where a job keeps its checkpoint: "result.h5" → "result.h5.checkpoint.h5".
[[nodiscard]] std::filesystem::path checkpointFile(const std::filesystem::path& output);
/// Opens the scan of a document and applies what the document overrides (energy, distance, pixel size). \throws
/// DataError
[[nodiscard]] io::Scan openJobScan(const JobDocument& job);

} // namespace ewald::job
