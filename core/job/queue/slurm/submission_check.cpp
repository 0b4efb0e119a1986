// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/slurm/submission_check.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "job/queue/slurm/cluster_time.h"
#include "job/queue/slurm/slurm_host.h"
#include "job/queue/slurm/slurm_site.h"
#include "job/queue/slurm/slurm_text.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

namespace ewald::job::queue {
namespace {

constexpr double kPatience_s = 30;

/// What a line "#SBATCH --partition=gpu" of a script gives, or "#SBATCH -p gpu"; empty where there is none.
std::string optionOf(const std::string& script, std::string_view name, std::string_view letter) {
    std::istringstream lines(script);
    std::string found;
    for (std::string line; std::getline(lines, line);) {
        std::string_view rest = line;
        if (!rest.starts_with("#SBATCH")) continue;
        rest = trimmed(rest.substr(std::string_view("#SBATCH").size()), " \t");
        const bool isLong = rest.starts_with(name) && rest.find_first_of("= \t") == name.size(); // not --time-min
        if (!isLong && !rest.starts_with(letter)) continue;
        rest = trimmed(rest.substr((isLong ? name : letter).size()), " =\t\"'");
        found = rest.substr(0, rest.find_first_of(" \t\"'#"));
    }
    return found;
}

std::vector<std::string> listed(const std::string& names) {
    std::vector<std::string> list;
    std::istringstream stream(names);
    for (std::string name; std::getline(stream, name, ',');)
        if (!name.empty()) list.push_back(name);
    return list;
}

} // namespace

std::vector<SlurmPartition> parseSinfo(const std::string& output) {
    std::vector<SlurmPartition> partitions;
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream fields(line);
        SlurmPartition partition;
        std::string limit;
        if (!std::getline(fields, partition.name, '|') || !std::getline(fields, partition.state, '|') ||
            !std::getline(fields, limit, '|'))
            continue;
        partition.isDefault = partition.name.ends_with('*');
        if (partition.isDefault) partition.name.pop_back();
        partition.limit_s = secondsOfSlurmTime(limit);
        if (std::ranges::find(partitions, partition) == partitions.end()) partitions.push_back(std::move(partition));
    }
    return partitions;
}

std::string partitionRemark(const std::vector<SlurmPartition>& partitions, const std::string& script) {
    const std::vector<std::string> names = listed(optionOf(script, "--partition", "-p"));
    const std::string time = optionOf(script, "--time", "-t");
    const std::optional<double> asked_s = secondsOfSlurmTime(time);
    std::string remark;
    for (const SlurmPartition& partition : partitions) {
        const bool isMeant =
            names.empty() ? partition.isDefault : std::ranges::find(names, partition.name) != names.end();
        if (!isMeant) continue;
        const bool isUp = partition.state == "up";
        if (isUp && !(asked_s && partition.limit_s && *asked_s > *partition.limit_s)) return {}; // one is sufficient
        if (!remark.empty()) continue;
        remark = isUp ? phrase("the partition %1 allows jobs of %2 at most, and this one asks for %3: the cluster may "
                               "refuse it, or never start it",
                               partition.name, slurmTime(*partition.limit_s), slurmTime(*asked_s))
                      : phrase("the partition %1 is switched off at present (%2): the job waits until it is up again",
                               partition.name, partition.state);
    }
    return remark;
}

std::string checkSubmission(const std::string& backend, const std::filesystem::path& program,
                            const std::atomic<bool>& abandon) {
    const auto [site, script] = trialOf(parseBackend(backend), program);
    const SlurmHost host(site.submitHost);
    const Command command = host.commandOf({{"sbatch", "--test-only"}, script, kPatience_s, {}, {}, {}});
    const CommandResult result = runCommand(command, abandon);
    if (result.succeeded()) {
        const std::string format = std::string("--format=") + kSinfoFormat;
        const CommandResult found =
            runCommand(host.commandOf({{"sinfo", "--noheader", format}, {}, kPatience_s, {}, {}, {}}), abandon);
        return found.succeeded() ? partitionRemark(parseSinfo(found.output), script) : std::string();
    }
    const std::string complaint = result.complaint();
    if (!result.started)
        throw JobError(complaint, site.name,
                       "install the commands of Slurm, or name a computer that has them in the template of the site "
                       "(#EWALD submit_host = …)");
    if (result.timedOut || isUnreachable(result.errors) || (result.code == kSshFailed && !site.submitHost.empty()))
        return phrase("the cluster cannot be asked now whether it takes the job (%1)",
                      result.timedOut ? "sbatch gave no answer" : complaint);
    throw JobError(phrase("the cluster refuses the job: %1", complaint), site.name,
                   "change what it asks for: partition, time, GPUs, account");
}

} // namespace ewald::job::queue
