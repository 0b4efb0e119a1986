// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/slurm/cluster_list.h"

#include "base/error.h"
#include "base/phrase.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

bool isInPath(const char* program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
        if (!folder.empty() && access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
    return false;
}

JobFailure failureOf(const Error& error) { return {error.problem(), error.where(), error.hint()}; }

/// Why no script can be made of the template as it is: those that come with the program may lack an image or a module.
JobFailure refusalOf(const SlurmSite& site) {
    try {
        static_cast<void>(batchScript(site, {"test", "ewald-test", "/", "/ewald-cli", {}}));
    } catch (const Error& error) {
        return failureOf(error);
    }
    return {};
}

} // namespace

std::vector<ClusterEntry> clusterEntries() {
    const SlurmSites sites = slurmSites();
    const bool hasSbatch = isInPath("sbatch");
    std::vector<ClusterEntry> entries;
    for (const SlurmSite& site : sites.sound) {
        ClusterEntry entry{"slurm:" + site.name, site.name, site.submitHost, {}, site.places(), {}};
        for (const auto& [key, value] : site.defaults)
            if (!value.empty()) entry.defaults[key] = value;
        entry.refusal = refusalOf(site);
        const bool reachable = hasSbatch || !site.submitHost.empty();
        if (site.file.empty() && (!reachable || !entry.refusal.what.empty())) continue;
        if (!reachable)
            entry.refusal = {phrase("sbatch is not installed on this computer"), site.file.string(),
                             phrase("install the commands of Slurm, or name a computer that has them in the template "
                                    "of the site (#EWALD submit_host = …)")};
        entries.push_back(std::move(entry));
    }
    for (const Error& problem : sites.problems) {
        const std::string name = fs::path(problem.where()).stem().string();
        entries.push_back({"slurm:" + name, name, {}, {}, {}, failureOf(problem)});
    }
    if (entries.empty())
        entries.push_back({"slurm",
                           {},
                           {},
                           {},
                           {},
                           {phrase("sbatch is not installed on this computer"),
                            {},
                            phrase("install the commands of Slurm, or make a template that names a computer which has "
                                   "them (#EWALD submit_host = …): ewald-cli queue sites --show plain")}});
    return entries;
}

std::string backendOf(const ClusterEntry& entry, const std::string& values) {
    const BackendChoice choice = parseBackend(entry.backend + " " + values);
    for (const auto& [key, value] : choice.values)
        if (std::find(entry.places.begin(), entry.places.end(), key) == entry.places.end())
            throw JobError(phrase("the template of site \"%1\" has no place for \"%2\"", entry.name, key), {},
                           "leave it out, or add it to the template");
    return toString(choice);
}

std::string valuesOf(const std::string& backend) {
    const std::size_t blank = backend.find(' ');
    return blank == std::string::npos ? std::string() : backend.substr(blank + 1);
}

} // namespace ewald::job::queue
