// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/events/run_options.h"
#include "job/queue/folder/job_folder.h"

namespace ewald::job::queue {

/// What the caller of a run decides and a document does not hold, kept in the folder of a job, so that the process
/// which works on it does as one in the window would: overwrite, resume, continueResult, keptStates, startFrom. \throws
/// DataError
void writeRunOptions(const JobFolder& folder, const RunOptions& options);

/// The options of the attempt that begins: as they were written (by default nothing is overwritten) for the first one;
/// any other (`again`) goes on from what the one before it has left.
[[nodiscard]] RunOptions runOptionsOf(const JobFolder& folder, const JobDocument& document, bool again);

} // namespace ewald::job::queue
