// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "job/queue/slurm/path_map.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// Values for the places of a template, by their names: {"partition", "gpu"}.
using ClusterValues = std::map<std::string, std::string>;

/// Where a job runs, as QueueJob::backend has it: "slurm:SITE key=value key=value …".
struct BackendChoice {
    std::string name; ///< "slurm"; empty: this computer
    std::string site;
    ClusterValues values;
};
/// A time may have units: time=2h, time=1h30min. \throws JobError for what is not of that form
[[nodiscard]] BackendChoice parseBackend(const std::string& text);
/// What can be said of a QueueJob::backend without asking the cluster: the site and the values that its template needs.
/// \throws JobError, DataError
void requireKnownBackend(const std::string& backend);
/// \throws JobError for values that cannot stand in a script
[[nodiscard]] std::string toString(const BackendChoice& choice);

/// How jobs are submitted at one cluster: a template of batch scripts with places ({partition}), see
/// resources/slurm/plain.sbatch.
struct SlurmSite {
    std::string name;
    std::filesystem::path file; ///< empty: it comes with the program
    std::string text;           ///< of the template, without the lines of settings
    ClusterValues defaults;     ///< "#EWALD key = value"
    std::string submitHost;     ///< sbatch is called there by ssh; empty: on this computer
    std::string program;        ///< empty: the path of this one
    PathMap paths;
    double poll_s = 5;      ///< shortest time between two questions about the jobs
    double patience_s = 60; ///< how long files of a node may take to be seen here
    std::size_t mostJobs = 100;
    std::size_t arrayAtOnce = 0; ///< jobs of an array that run side by side; 0: as the cluster has room

    /// The same file there.
    [[nodiscard]] std::string there(const std::filesystem::path& here) const;
    /// Whether one batch script may stand for several jobs.
    [[nodiscard]] bool takesArrays() const;
    /// Names of the places that a person may give values for.
    [[nodiscard]] std::vector<std::string> places() const;
};

/// All there are.
struct SlurmSites {
    std::vector<SlurmSite> sound;
    std::vector<Error> problems; ///< why templates are left out
};
/// Those that come with the program, and those in XDG_CONFIG_HOME/ewald/slurm, which come first: by name, the usual one
/// ("plain", or the only one of the person's own) first. Any thread.
[[nodiscard]] SlurmSites slurmSites();
/// Reads the template of this site only. \param name empty: the usual one \throws JobError, DataError
[[nodiscard]] SlurmSite findSlurmSite(const std::string& name);
/// \param where names the template in errors \throws JobError
[[nodiscard]] SlurmSite parseSlurmSite(const std::string& name, const std::string& text, const std::string& where);

/// What a batch script is about.
struct BatchJob {
    std::string name;
    std::string token; ///< by which the job is known again, wherever it is
    std::filesystem::path folder;
    std::filesystem::path program; ///< this one, if the site names none
    ClusterValues values;
    std::vector<std::filesystem::path> others{}; ///< folders of further jobs: then it is an array, this one is number 0
};

/// The batch script of a job: it starts `program queue work --batch TOKEN FOLDER`, passes on SIGUSR1, leaves batch.json
/// in the folder, and has the job queued again when it ends with kLaterExitCode.
/// \throws JobError for values that the template has no place for, and for unknown places
[[nodiscard]] std::string batchScript(const SlurmSite& site, const BatchJob& job);
/// The site of a choice, and the script of a job there of which the cluster can be asked whether it would take it.
/// \throws JobError for what is no cluster of Slurm, an unknown site, values that its template needs; DataError
[[nodiscard]] std::pair<SlurmSite, std::string> trialOf(const BackendChoice& choice,
                                                        const std::filesystem::path& program);

/// What `program queue work --batch` ends with when the job goes on in another turn.
inline constexpr int kLaterExitCode = 98;
/// What a batch script ends with when it does not see the job's folder.
inline constexpr int kNoFolderExitCode = 66;

} // namespace ewald::job::queue
