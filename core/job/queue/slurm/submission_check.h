// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// Whether Slurm would take such a job: sbatch --test-only with its batch script, then sinfo. Blocks, at most a minute,
/// or until `abandon` becomes true. \return a warning where it cannot be asked now, or where the partition would not
/// start it \throws JobError with the words of sbatch
[[nodiscard]] std::string checkSubmission(const std::string& backend, const std::filesystem::path& program,
                                          const std::atomic<bool>& abandon = std::atomic<bool>(false));

/// A partition of the cluster, as sinfo names it.
struct SlurmPartition {
    std::string name;
    bool isDefault = false;        ///< that of jobs which name none
    std::string state;             ///< "up", "down", "drain", "inact"
    std::optional<double> limit_s; ///< of a job; absent: none, or not known
    bool operator==(const SlurmPartition&) const = default;
};

/// The format of sinfo whose lines parseSinfo() takes apart.
inline constexpr const char* kSinfoFormat = "%P|%a|%l";
[[nodiscard]] std::vector<SlurmPartition> parseSinfo(const std::string& output);

/// Why a job with this batch script would be accepted and not start: sbatch --test-only says neither that the partition
/// is switched off nor, at most clusters, that it allows less time. Empty: nothing speaks against it.
[[nodiscard]] std::string partitionRemark(const std::vector<SlurmPartition>& partitions, const std::string& script);

} // namespace ewald::job::queue
