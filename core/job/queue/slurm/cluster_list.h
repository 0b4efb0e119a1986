// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/folder/queue_job.h"
#include "job/queue/slurm/slurm_site.h"

#include <string>
#include <vector>

namespace ewald::job::queue {

/// One of the clusters that a person may choose for a job.
struct ClusterEntry {
    std::string backend;    ///< as QueueJob has it, without values: "slurm:SITE"
    std::string name;       ///< of the site; empty where there is none
    std::string submitHost; ///< empty: this computer
    ClusterValues defaults; ///< what its template asks for, by the names of places; those without a value are left out
    std::vector<std::string> places; ///< what may be asked for
    JobFailure refusal;              ///< why no job can go there from here; `what` is empty where one can

    bool operator==(const ClusterEntry&) const = default;
};

/// The sites (slurmSites()) in their order, with what speaks against each; without those that come with the program and
/// cannot be used as they are. Where none is left, one entry that says so. Reads some small files and calls nothing;
/// any thread. A template that is wrong is an entry with its refusal.
[[nodiscard]] std::vector<ClusterEntry> clusterEntries();

/// Such an entry with values, "partition=gpu time=02:00:00", as QueueJob::backend.
/// \throws JobError for what is not of that form, and for values that the site has no place for
[[nodiscard]] std::string backendOf(const ClusterEntry& entry, const std::string& values);
/// The values of such a text, as they are typed.
[[nodiscard]] std::string valuesOf(const std::string& backend);

} // namespace ewald::job::queue
