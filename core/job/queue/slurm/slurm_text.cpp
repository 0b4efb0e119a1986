// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/slurm/slurm_text.h"

#include "base/phrase.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

namespace ewald::job::queue {
namespace {

struct Sentence {
    std::string_view code; ///< of Slurm; one that ends in * stands for all that begin so
    const char* what;
    const char* hint;
};

bool fits(std::string_view code, std::string_view found) {
    if (code.ends_with('*')) return found.starts_with(code.substr(0, code.size() - 1));
    return code == found;
}

constexpr const char* kNothing = "";

// The first that fits counts.
constexpr std::array<Sentence, 42> kReasons{{
    {"Priority", translatable("jobs of others come first"), translatable("nothing needs to be done")},
    {"Resources", translatable("waits for free nodes, processors or GPUs"), translatable("nothing needs to be done")},
    {"None", translatable("the cluster has not looked at the job yet"), kNothing},
    {"Dependency", translatable("waits for another job of the cluster"), kNothing},
    {"DependencyNeverSatisfied", translatable("the job that it waits for has failed"),
     translatable("cancel it, and try that one again first")},
    {"JobArrayTaskLimit", translatable("as many jobs of its array run as may run at once"), kNothing},
    {"JobHeldUser", translatable("it is held on the cluster under your account"),
     translatable("release it there with scontrol release")},
    {"JobHeldAdmin", translatable("it is held by an administrator"),
     translatable("ask the administrators of the cluster")},
    {"JobHoldMaxRequeue", translatable("it was started too often and is held"),
     translatable("ask the administrators of the cluster")},
    {"BeginTime", translatable("the cluster lets it start in some minutes, as it does after an interruption"),
     translatable("nothing needs to be done")},
    {"Cleaning", translatable("its last attempt is being cleaned up"), kNothing},
    {"PartitionTimeLimit", translatable("asks for more time than the partition allows"),
     translatable("cancel it and ask for less time, or for another partition")},
    {"PartitionNodeLimit", translatable("asks for more nodes than the partition has"),
     translatable("cancel it and ask for fewer nodes, or for another partition")},
    {"PartitionDown", translatable("its partition is switched off"),
     translatable("wait, or cancel it and ask for another partition")},
    {"PartitionInactive", translatable("its partition takes no jobs at present"),
     translatable("wait, or cancel it and ask for another partition")},
    {"ReqNodeNotAvail*", translatable("the nodes that it needs are reserved or down, maybe for maintenance"),
     translatable("wait, or ask for less time so that it ends before the maintenance")},
    {"NodeDown", translatable("a node that it needs is down"), translatable("wait, or ask for other nodes")},
    {"BadConstraints", translatable("no node has all that it asks for"),
     translatable("cancel it and ask for less, or for another partition")},
    {"Licenses", translatable("waits for a licence"), kNothing},
    {"Reservation", translatable("waits for its reservation to begin"), kNothing},
    {"ReservationDeleted", translatable("its reservation is not there any more"),
     translatable("cancel it and add it without the reservation")},
    {"InvalidAccount", translatable("the account is not valid on the cluster"),
     translatable("cancel it and name another account")},
    {"InvalidQOS", translatable("the quality of service is not valid on the cluster"),
     translatable("cancel it and name another one")},
    {"AccountNotAllowed", translatable("the account may not use the partition"),
     translatable("cancel it and name another account or partition")},
    {"QOSNotAllowed", translatable("the quality of service may not be used there"),
     translatable("cancel it and name another one")},
    {"QOSMaxJobsPerUserLimit", translatable("you have as many jobs running as you may have"),
     translatable("nothing needs to be done")},
    {"QOSMaxWall*", translatable("asks for more time than you may have"),
     translatable("cancel it and ask for less time")},
    {"QOSMaxGRES*", translatable("asks for more GPUs than you may have, or all of yours are in use"),
     translatable("wait, or cancel it and ask for fewer GPUs")},
    {"QOSUsageThreshold", translatable("your share of the cluster is used up"),
     translatable("ask the administrators of the cluster")},
    {"QOSGrp*", translatable("all who share your quality of service use as much as they may together"),
     translatable("nothing needs to be done")},
    {"QOSMin*", translatable("asks for less than the quality of service is made for"),
     translatable("cancel it and name another one")},
    {"QOS*", translatable("a limit of your quality of service is reached"), translatable("nothing needs to be done")},
    {"MaxGRESPerAccount", translatable("the GPUs of your group are all in use"),
     translatable("nothing needs to be done")},
    {"AssocGrpGRES*", translatable("the GPUs of your group are all in use"), translatable("nothing needs to be done")},
    {"AssocGrpCPU*", translatable("the processors or the time of your group are used up"),
     translatable("wait, or ask the administrators of the cluster")},
    {"AssocGrp*", translatable("your group uses as much of the cluster as it may"),
     translatable("nothing needs to be done")},
    {"AssocMaxJobsLimit", translatable("you have as many jobs running as you may have"),
     translatable("nothing needs to be done")},
    {"AssocMaxWall*", translatable("asks for more time than you may have"),
     translatable("cancel it and ask for less time")},
    {"Assoc*", translatable("a limit of your account is reached"), translatable("nothing needs to be done")},
    {"launch_failed_requeued_held", translatable("the node could not start it, and it is held"),
     translatable("release it on the cluster (scontrol release), or cancel it and try again")},
    {"JobLaunchFailure", translatable("the node could not start it"), translatable("cancel it and try again")},
    {"user_env_retrieval_failed_requeued_held",
     translatable("the node could not load your environment, and the job is held"),
     translatable("release it on the cluster (scontrol release), or cancel it and try again")},
}};

constexpr std::array<Sentence, 10> kEnds{{
    {"TIMEOUT", translatable("the job reached its time limit on the cluster"),
     translatable("try it again with more time: it goes on from what was saved")},
    {"OUT_OF_MEMORY", translatable("the job needed more memory than it had asked for on the cluster"),
     translatable("ask for more (--memory), or set memory_limit_gb")},
    {"NODE_FAIL", translatable("the node of the job has failed"), translatable("try it again")},
    {"BOOT_FAIL", translatable("the node of the job could not be started"), translatable("try it again")},
    {"DEADLINE", translatable("the job could not be done before its deadline"), kNothing},
    {"PREEMPTED", translatable("the cluster took the node away for a job that comes first"),
     translatable("try it again")},
    {"REVOKED", translatable("the cluster has given the job to another one of its federation"), kNothing},
    {"CANCELLED", translatable("the job was cancelled on the cluster"), translatable("try it again if that was wrong")},
    {"COMPLETED", translatable("the job ended on the cluster without a result"),
     translatable("its log says more: cluster.log and errors.txt in its folder")},
    {"*", translatable("the job failed on the cluster before it could say why"),
     translatable("its log says more: cluster.log in its folder; the folder may not be visible on the nodes")},
}};

std::string firstWord(const std::string& text) { return text.substr(0, text.find_first_of(" +")); }

std::string whereOf(const SlurmJob& job, const std::string& code) {
    return code.empty() || code == "None" ? phrase("job %1 of the cluster", job.id)
                                          : phrase("job %1 of the cluster (%2)", job.id, code);
}

} // namespace

SlurmPhase phaseOf(const std::string& state) {
    static constexpr std::array<std::string_view, 5> kWaiting{"PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD",
                                                              "SPECIAL_EXIT"};
    static constexpr std::array<std::string_view, 11> kEnded{"COMPLETED", "FAILED",    "TIMEOUT",      "OUT_OF_MEMORY",
                                                             "NODE_FAIL", "BOOT_FAIL", "DEADLINE",     "PREEMPTED",
                                                             "REVOKED",   "CANCELLED", "LAUNCH_FAILED"};
    const std::string name = firstWord(state);
    if (std::find(kWaiting.begin(), kWaiting.end(), name) != kWaiting.end()) return SlurmPhase::waiting;
    if (std::find(kEnded.begin(), kEnded.end(), name) != kEnded.end()) return SlurmPhase::ended;
    return SlurmPhase::active;
}

std::vector<SlurmJob> parseSqueue(const std::string& output) {
    std::vector<SlurmJob> jobs;
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);) {
        std::array<std::string, 5> fields;
        std::size_t first = 0, field = 0;
        for (; field < 4; ++field) {
            const std::size_t end = line.find('|', first);
            if (end == std::string::npos) break;
            fields[field] = line.substr(first, end - first);
            first = end + 1;
        }
        if (field != 4 || fields[0].empty()) continue; // a warning, or an empty line
        fields[4] = line.substr(first);
        jobs.push_back({fields[0], fields[1], fields[2], fields[3], fields[4]});
    }
    return jobs;
}

std::optional<SlurmJob> parseScontrol(const std::string& output) {
    const auto value = [&output](const std::string& key) {
        for (std::size_t at = output.find(key + "="); at != std::string::npos; at = output.find(key + "=", at + 1)) {
            if (at != 0 && output[at - 1] != ' ' && output[at - 1] != '\n') continue;
            const std::size_t first = at + key.size() + 1;
            return output.substr(first, output.find_first_of(" \n", first) - first);
        }
        return std::string();
    };
    SlurmJob job{value("JobId"), value("JobState"), value("Reason"), value("StartTime"), value("Comment")};
    if (job.id.empty() || job.state.empty()) return std::nullopt;
    return job;
}

JobFailure waitingText(const SlurmJob& job) {
    // "ReqNodeNotAvail, UnavailableNodes:node7"; some versions write blanks for "_".
    std::string code = job.reason.substr(0, job.reason.find(','));
    std::replace(code.begin(), code.end(), ' ', '_');
    for (const Sentence& sentence : kReasons)
        if (fits(sentence.code, code)) return {phrase(sentence.what), whereOf(job, code), phrase(sentence.hint)};
    return {phrase("the cluster names the reason \"%1\"", job.reason), whereOf(job, ""),
            "the manual of Slurm (man squeue, job reason codes) explains it"};
}

JobFailure endText(const SlurmJob& job) {
    const std::string state = firstWord(job.state);
    for (const Sentence& sentence : kEnds)
        if (fits(sentence.code, state)) return {phrase(sentence.what), whereOf(job, state), phrase(sentence.hint)};
    return {};
}

bool isUnreachable(const std::string& complaint) {
    static constexpr std::array<std::string_view, 9> kSigns{"Unable to contact slurm controller",
                                                            "Socket timed out",
                                                            "Connection refused",
                                                            "Connection timed out",
                                                            "No route to host",
                                                            "Could not resolve hostname",
                                                            "Transport endpoint",
                                                            "Protocol authentication error",
                                                            "Zero Bytes were transmitted"};
    return std::any_of(kSigns.begin(), kSigns.end(),
                       [&](std::string_view sign) { return complaint.find(sign) != std::string::npos; });
}

bool isForNow(const std::string& complaint) {
    static constexpr std::array<std::string_view, 4> kSigns{"submit limit", "temporarily unable", "SubmitJobs",
                                                            "try again later"};
    return std::any_of(kSigns.begin(), kSigns.end(),
                       [&](std::string_view sign) { return complaint.find(sign) != std::string::npos; });
}

} // namespace ewald::job::queue
