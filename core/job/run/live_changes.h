// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"
#include "job/document/document.h"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// A pipeline whose first `done` iterations are those of `past` and whose others are those of `wanted`, both counted
/// from the first iteration. Where the stage that is cut goes on as it was, it stays one; where everything does, it is
/// `past`. No longer than `done` where nothing more is wanted.
[[nodiscard]] std::vector<Stage> splicedPipeline(const std::vector<Stage>& past, const std::vector<Stage>& wanted,
                                                 std::size_t done);
/// A pipeline with another number of iterations: the last stage becomes longer, or what is too much is left out.
[[nodiscard]] std::vector<Stage> withLength(const std::vector<Stage>& pipeline, std::size_t iterations);

/// What is different from iteration `done` on when a run of `before` goes on as `after`: key by key, with the values as
/// in a document. Stages are compared in their order from there on; "engine" and "stage" name engines, "iterations" is
/// of the whole pipeline. Where it is computed is not compared, and of the output only what is live.
[[nodiscard]] std::vector<io::ParameterChange> changesBetween(const JobDocument& before, const JobDocument& after,
                                                              std::size_t done);

/// "Object step 1 → 0.5" in English, for the log and the commands.
[[nodiscard]] std::string describe(const io::ParameterChange& change);

/// The first parameter of a stage that differs between two pipelines and whose changes need a new run; null: there is
/// none.
[[nodiscard]] const ParameterDef* changedInNewRun(const std::vector<Stage>& running, const std::vector<Stage>& wanted);

/// `running` with everything that a run of it can take over between two iterations as `wanted` says it. The stages are
/// taken together, but for parameters that need a new run, or not at all where they begin with a difference map for
/// whose waves no memory was planned.
[[nodiscard]] JobDocument withLiveParts(const JobDocument& running, const JobDocument& wanted);

/// The mailbox through which a running reconstruction gets other parameters: one side asks at any time, the other looks
/// between two iterations. The newest request counts. Any thread.
class LiveChanges {
public:
    /// \param running the job that runs, as it was started
    explicit LiveChanges(JobDocument running);

    /// The run has so many frames, which is known before its first iteration: ask() refuses what they do not determine.
    /// \return why a request of before is refused, in a line; then it is none any more. Empty: it is not
    [[nodiscard]] std::string setFrames(std::size_t frames);

    /// Asks that the job go on as `wanted`, whose pipeline counts from the first iteration of the job.
    /// \throws JobError when a value is out of range, or for a difference that is not live: it needs a new run
    void ask(const JobDocument& wanted);
    /// The newest request since the last call.
    [[nodiscard]] std::optional<JobDocument> take();

private:
    std::mutex m_mutex;
    JobDocument m_running;
    std::optional<JobDocument> m_wanted;
    std::optional<std::size_t> m_frames; ///< absent: not known yet
};

} // namespace ewald::job
