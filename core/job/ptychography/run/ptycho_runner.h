// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "compute/communication/process_group.h"
#include "job/document/document.h"
#include "job/document/settings.h"
#include "job/events/events.h"

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
/// The state after an iteration, kept because parameters changed there. At most kMostKeptStates, the newest, are kept.
[[nodiscard]] std::filesystem::path keptStateFile(const std::filesystem::path& folder, std::size_t iteration);
inline constexpr std::size_t kMostKeptStates = 8;
/// Opens the scan of a document and applies what the document overrides (energy, distance, pixel size). \throws
/// DataError
[[nodiscard]] io::Scan openJobScan(const JobDocument& job);

} // namespace ewald::job
