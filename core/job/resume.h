// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/output_guard.h"
#include "io/result_file.h"
#include "job/document.h"
#include "job/ptycho_runner.h"
#include "job/run_reporter.h"

#include <optional>

namespace ewald::job {

/// Where a run begins, when not at the beginning.
struct Continuation {
    std::size_t iteration = 0; ///< done over the whole pipeline
    io::PtychoResult result;   ///< with its state, and the history up to there
    std::string source;        ///< file it comes from
    bool fromCheckpoint = false;
};

/// Hash of everything that decides the numbers: the resolved document without output, devices and the length of the
/// last stage, and size and date of the files it names.
[[nodiscard]] std::string jobFingerprint(const JobDocument& job);

/// The right of a run to write its result.
struct OutputClaim {
    io::OutputLock lock;
    bool discards = false; ///< the output is the null device: nothing is kept, not even checkpoints
};

/// Checks that the result may be written and keeps other processes from it, before anything is computed. What crashed
/// runs left of their attempts to write it is removed. \throws Error
[[nodiscard]] OutputClaim claimOutput(const JobDocument& job, const RunOptions& options);

/// What a run can go on from: a checkpoint of the same job, or, when asked for, the result itself; whichever is
/// further. \throws DataError / JobError when the result was asked for and is no starting point
[[nodiscard]] std::optional<Continuation> findContinuation(const JobDocument& job, const RunOptions& options,
                                                           RunReporter& reporter);

} // namespace ewald::job
