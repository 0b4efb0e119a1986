// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/folder/queue_job.h"

#include <optional>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// What Slurm says of one of its jobs.
struct SlurmJob {
    std::string id;     ///< "123", or "123_4" of an array
    std::string state;  ///< "PENDING"
    std::string reason; ///< "Priority"; "None"
    std::string start;  ///< expected or real, as Slurm writes it; "N/A"
    std::string comment;
    bool operator==(const SlurmJob&) const = default;
};

enum class SlurmPhase {
    waiting, ///< for its turn
    active,
    ended,
};
/// \param state as Slurm names it, also with more behind it ("CANCELLED by 1000"); an unknown one is active
[[nodiscard]] SlurmPhase phaseOf(const std::string& state);

/// The format of squeue whose lines parseSqueue() takes apart.
inline constexpr const char* kSqueueFormat = "%i|%T|%r|%S|%k";
[[nodiscard]] std::vector<SlurmJob> parseSqueue(const std::string& output);
/// "JobId=12 … JobState=FAILED Reason=… ExitCode=1:0 …" of scontrol show job -o. Nothing where that is no such line.
[[nodiscard]] std::optional<SlurmJob> parseScontrol(const std::string& output);

/// Why a job that Slurm has not started waits, in words, and what to do.
[[nodiscard]] JobFailure waitingText(const SlurmJob& job);
/// Why a job has ended that left no word itself.
[[nodiscard]] JobFailure endText(const SlurmJob& job);
/// Whether a complaint of sbatch is about the way to the controller, and says nothing about the job.
[[nodiscard]] bool isUnreachable(const std::string& complaint);
/// Whether sbatch may accept the same job later.
[[nodiscard]] bool isForNow(const std::string& complaint);

} // namespace ewald::job::queue
