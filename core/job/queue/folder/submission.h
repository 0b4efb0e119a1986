// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/process_lock.h"
#include "job/queue/folder/job_folder.h"

#include <optional>
#include <string>

namespace ewald::job::queue {

/// A job was handed over to a cluster, or was about to be. In submission.json of its folder before sbatch is called: so
/// that whatever ends this program in between, the job is found again by its token and never submitted twice.
struct Submission {
    std::string token;
    std::string external;     ///< its number there; empty: sbatch has not answered yet
    double turn = 0;          ///< QueueJob::started of the attempt that it belongs to
    int number = -1;          ///< in an array, whose jobs have one token; < 0: it has one of its own
    bool attempted = false;   ///< sbatch may have been called for it
    bool held = false;        ///< Slurm was told not to start it, since a person has paused it
    std::string submitHost{}; ///< the computer where it was submitted; empty: this one

    /// By which it is known again: token, and number.
    [[nodiscard]] std::string key() const { return number < 0 ? token : token + "_" + std::to_string(number); }
};

/// With a token of its own. \param turn see Submission
[[nodiscard]] Submission newSubmission(double turn);
/// \throws DataError
void writeSubmission(const JobFolder& folder, const Submission& submission);
[[nodiscard]] std::optional<Submission> readSubmission(const JobFolder& folder);
/// Held by sbatch, and by the program that has called it: as long as it is, the job may yet turn up at the cluster.
[[nodiscard]] std::filesystem::path submissionLock(const JobFolder& folder);

/// What the batch script of a job wrote down at its end (batch.json).
struct BatchEnd {
    std::string external;
    int code = 0; ///< exit code of the job's process; 128 + its signal
};
[[nodiscard]] std::optional<BatchEnd> readBatchEnd(const JobFolder& folder);

/// Of a job that the cluster has ended, and that cannot go on from the middle.
[[nodiscard]] JobStatus endedByCluster(const JobFolder& folder, double started);

/// Notes that an attempt was ended from outside. \return how many of them, one after the other and this one included,
/// have brought the job no further, until a person tries it again \throws DataError
[[nodiscard]] int countFruitless(const JobFolder& folder);
/// Notes that the cluster has ended a turn of a job which can go on. \return the end of one that has come no further in
/// kMostFruitlessTurns of them, one after the other, until a person tries it again; nothing: it goes on
[[nodiscard]] std::optional<JobStatus> endedByTurns(const JobFolder& folder, double started);
inline constexpr int kMostFruitlessTurns = 10;

} // namespace ewald::job::queue
