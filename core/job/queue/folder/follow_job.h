// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "job/events/events.h"
#include "job/queue/folder/job_folder.h"
#include "job/run/live_changes.h"

#include <atomic>

namespace ewald::job::queue {

struct FollowOptions {
    /// Where the changes come from that the job is asked for; null: from nowhere. Outlives the call.
    LiveChanges* changes = nullptr;
    /// Set: the call returns soon, and the job goes on. Null: it returns when the job has ended.
    const std::atomic<bool>* leave = nullptr;
    /// A job that no process works on for so long, and that has not ended, is given up.
    double patience_s = 10;
};

/// Follows a job by what its process leaves in the folder (JobRecorder), as if it ran in this one: calls `observer` for
/// its newest attempt, from the first event on, and passes on what `control` and `options` ask for. What other programs
/// ask of the job shows in `control`. The job may have been started by any program, may not have begun yet, or may have
/// ended.
///
/// Blocks like runJob(), whose promises it keeps. A process that dies gives an outcome that says so; one of which
/// nothing is heard does not end the call, an abort without effect does. When it returns because of `leave`, the
/// outcome is that of a stopped job without a result and was not reported.
JobOutcome followJob(const JobFolder& folder, JobObserver& observer, RunControl& control,
                     const FollowOptions& options = {});

} // namespace ewald::job::queue
