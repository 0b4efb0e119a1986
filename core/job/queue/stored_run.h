// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "job/events/events.h"
#include "job/events/run_options.h"
#include "job/queue/folder/report_job.h"
#include "job/queue/store/queue_store.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// What the caller of a run and its thread have in common. Any thread.
struct RunLink {
    std::atomic<bool> leave = false;    ///< set by the caller: the call returns soon, a process of its own goes on
    std::atomic<bool> separate = false; ///< set by the run: it has a process of its own
    std::atomic<long long> id = 0;      ///< set by the run: the number of the job in the queue
};

/// How a run that somebody watches becomes a job of the queue.
struct StoredRun {
    std::filesystem::path store{};   ///< folder of the queue; empty: the usual one
    std::filesystem::path program{}; ///< runs it in a process of its own; empty: this process does
    std::string name{};              ///< of the job
    std::string backend{};           ///< where it runs, see QueueJob; empty: on this computer
    RunLink* link = nullptr;         ///< may be null; outlives the call
    report::Language language{};     ///< of its report
};

/// Puts a job into the queue and runs it at once, whatever waits there: like runJob(), whose promises it keeps, but the
/// job has its place in the list, with all that other programs see of a job and ask of it, wherever it runs. Where the
/// queue cannot be used the job runs without it, and a warning says so; one for a cluster fails then.
JobOutcome runStored(const JobDocument& document, JobObserver& observer, RunControl& control, const RunOptions& options,
                     const StoredRun& run);

/// The same for a job that is in the queue and that a process works on, or has worked on: follows it to its end.
JobOutcome followStored(long long id, JobObserver& observer, RunControl& control, const RunOptions& options,
                        const StoredRun& run);

/// A job whose window ended before it had shown its outcome.
struct UnseenRun {
    QueueJob job;
    JobDocument document;
    bool running = false;         ///< its process is alive, or a cluster has it
    std::size_t iteration = 0;    ///< of its newest checkpoint; 0: there is none
    std::size_t total = 0;        ///< iterations of its pipeline; 0 where it has none
    double at = 0;                ///< last sign of life, seconds since 1970
    bool continuesResult = false; ///< it goes on from what its result file held before
};

/// Those of programs that are gone, the newest first; without those whose input is not there any more. Reads a file or
/// two for each. \throws DataError
[[nodiscard]] std::vector<UnseenRun> unseenRuns(QueueStore& store);
/// It has been seen: it is not among them any more, and, unless its process is alive, has ended for good.
/// \param withCheckpoint its checkpoint is removed \throws DataError
void forgetUnseen(QueueStore& store, const UnseenRun& run, bool withCheckpoint);

} // namespace ewald::job::queue
