// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/preprocess/preprocess.h"
#include "io/result_file.h"
#include "job/document/document.h"
#include "job/events/run_options.h"
#include "job/run/run_reporter.h"

#include <optional>
#include <vector>

namespace ewald::job {

/// Where a run begins, when not at the beginning.
struct Continuation {
    std::size_t iteration = 0; ///< done over the whole pipeline
    io::PtychoResult result;   ///< with its state, and the history up to there
    std::string source;        ///< file it comes from
    bool fromCheckpoint = false;
    std::size_t iterationsAskedFor = 0; ///< of a checkpoint: by the job that it belongs to
};

/// A job that goes on: its pipeline as it was done so far and as it is to go on, and what changes there.
struct ContinuedJob {
    JobDocument job;
    std::vector<io::ParameterChange> changes; ///< of its past first; new ones are of the iteration that it goes on from
    std::size_t earlierChanges = 0;           ///< how many of them are of its past
};
/// A checkpoint goes on with what had changed while its run went on; from a result or a kept state everything is as
/// `asked` from there on.
[[nodiscard]] ContinuedJob continuedJob(const JobDocument& asked, const Continuation& start);

/// Frames of the layout that an earlier run of the same choice of frames left out by itself. Absent where its choice
/// was another one, or is not known.
[[nodiscard]] std::optional<std::vector<std::size_t>> framesLeftOutBefore(const io::PreparedLayout& layout,
                                                                          const JobDocument& job,
                                                                          const Continuation& start);

/// Writes a state to go back to, where there is a folder for it, and removes the oldest ones. Best effort: a warning in
/// the log when it fails.
void keepState(const std::filesystem::path& folder, const io::Checkpoint& state, RunReporter& reporter);

/// Hash of everything that decides the numbers: the resolved document without output, devices and the length of the
/// last stage, and size and date of the files it names.
[[nodiscard]] std::string jobFingerprint(const JobDocument& job);

/// What a run can go on from: the kept state that is asked for, else a checkpoint of the same job, or, when asked for,
/// the result itself; whichever is further. \throws DataError / JobError when the result was asked for and is no
/// starting point
[[nodiscard]] std::optional<Continuation> findContinuation(const JobDocument& job, const RunOptions& options,
                                                           RunReporter& reporter);

} // namespace ewald::job
