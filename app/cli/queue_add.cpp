// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/phrase.h"
#include "job/document/job_kind.h"
#include "job/queue/batch/job_batch.h"
#include "job/queue/local/device_use.h"
#include "job/queue/slurm/slurm_site.h"
#include "job/queue/slurm/submission_check.h"
#include "pipeline_options.h"
#include "queue_commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

namespace ewald::cli {
namespace {

using job::queue::BatchRequest;
using job::queue::PlannedJob;
using job::queue::QueueStore;

struct QueueAddArguments {
    std::string folder; ///< of the queue
    BatchRequest request;
    std::string pattern;         ///< job document that all files get the parameters of
    std::string kind = "ptycho"; ///< without a template
    PipelineArguments pipeline;
    std::vector<std::string> startWith;
    bool halves = false;
    bool dryRun = false;
    std::map<std::string, std::string> cluster; ///< what a job asks a cluster for, by the names of its template
    std::vector<std::string> clusterValues;     ///< more of that, "key=value"
};

/// Where the jobs run, with what they ask for there. \throws JobError when a cluster would refuse them
std::string backendOf(const QueueAddArguments& arguments) {
    job::queue::BackendChoice choice = job::queue::parseBackend(arguments.request.backend);
    for (const auto& [key, value] : arguments.cluster)
        if (!value.empty()) choice.values[key] = value;
    for (const std::string& pair : arguments.clusterValues) {
        const std::size_t equals = pair.find('=');
        if (equals == std::string::npos) throw JobError("not of the form key=value", "--cluster " + pair);
        choice.values[pair.substr(0, equals)] = pair.substr(equals + 1);
    }
    if (choice.name.empty()) {
        if (choice.values.empty()) return {};
        throw JobError("only a cluster can be asked for " + choice.values.begin()->first, {}, "add --on slurm");
    }
    return checkedBackend(toString(choice));
}

/// Prints names and results. \return the exit code: that of the first problem
int showPlan(const std::vector<PlannedJob>& planned) {
    std::size_t width = 4;
    for (const PlannedJob& job : planned) width = std::min<std::size_t>(60, std::max(width, job.job.name.size()));
    const PlannedJob* bad = nullptr;
    for (const PlannedJob& job : planned) {
        std::string name = job.job.name;
        name.resize(std::max(name.size(), width), ' ');
        std::printf("%s  %s\n", name.c_str(), job.problem ? job.problem->what() : job.job.document.outputFile.c_str());
        if (job.problem && bad == nullptr) bad = &job;
    }
    if (bad != nullptr) raise(*bad->problem);
    return 0;
}

int add(const QueueAddArguments& arguments) {
    QueueStore store = openQueue(arguments.folder);
    BatchRequest request = arguments.request;
    request.common = commonDocument(arguments.pattern, arguments.kind);
    applyPipeline(request.common, arguments.pipeline);
    request.ofScansOnly = !arguments.pipeline.engines.empty()      ? "--engine"
                          : !arguments.pipeline.iterations.empty() ? "--iterations"
                          : !arguments.pattern.empty()             ? "--template"
                                                                   : "";
    if (arguments.halves) request.settings.insert(request.settings.begin(), "halves=true"); // --set has the last word
    for (const std::string& what : arguments.startWith) {
        (what == "probe" ? request.startWithProbe : request.startWithObject) = true;
        if (!request.inOrder && request.after == 0)
            throw JobError("there is no job before to start from", "--start-with", "give --after ID or --in-order");
    }
    if (request.after != 0) {
        const std::optional<job::queue::QueueJob> before = store.find(request.after);
        if (!before)
            throw JobError(phrase("the queue has no job %1", request.after), "--after",
                           "ewald-cli queue list shows them");
        request.startFrom = before->result;
    }
    request.backend = backendOf(arguments);
    job::queue::requirePossibleDevices(request.devices);
    if (arguments.dryRun) return showPlan(planJobs(request, store.plannedResults()));
    std::vector<std::string> remarks;
    const auto plan = [&](const std::vector<std::filesystem::path>& taken) {
        return makeJobs(request, taken, &remarks);
    };
    for (const long long id : addPlanned(store, plan)) std::printf("%lld\n", id);
    constexpr std::size_t kMost = 10;
    for (std::size_t i = 0; i < std::min(kMost, remarks.size()); ++i) printWarning(remarks[i]);
    if (remarks.size() > kMost) printWarning(phrase("and %1 more of the kind", remarks.size() - kMost));
    return 0;
}

void addOptions(CLI::App& adding, QueueAddArguments& arguments) {
    BatchRequest& request = arguments.request;
    adding.add_option("FILE", request.inputs,
                      "job documents (.json), scans or files with frames, folders, patterns such as \"scan_#.h5\"");
    adding.add_option("--template", arguments.pattern, "job document or result whose parameters the scans get");
    adding.add_option("--kind", arguments.kind, "kind of the jobs without a template: " + job::jobKindNames())
        ->capture_default_str();
    adding.add_option(
        "--table", request.table,
        "CSV, one row a job: columns file, name, sample, comment, operator, output, priority, devices and "
        "parameters");
    adding.add_option("--pattern", request.folderPattern, "which files of a folder, such as \"*.h5\"");
    adding.add_flag("--recursive", request.recursive, "folders in folders, too");
    adding.add_flag("--stack", request.patternsAreStacks, "the files of a pattern are the frames of one job");
    adding
        .add_option("-o,--output", request.output,
                    "name of each result, of {folder} {name} {file} {scan} {number} {sample} {operator} {date} {time} "
                    "{kind} {engine} {iterations}, every parameter, and {/entry/…}, a dataset of the scan")
        ->capture_default_str();
    adding.add_option("--name", request.name, "name of each job, of the same")->capture_default_str();
    addPipelineOptions(adding, arguments.pipeline);
    adding.add_option("--set", request.settings,
                      "a parameter, key=value; a value @/entry/… is that of a dataset of the scan");
    adding.add_option("--sweep", request.sweeps,
                      "values that a parameter takes in turn, one job each: key=0.5,1,2 or key=first:last:step or "
                      "key=first:last:log5; several make all combinations");
    adding.add_flag("--halves", arguments.halves,
                    "each afterwards reconstructs two random halves of its scan and stores the resolution (FRC)");
    adding.add_option("--priority", request.priority, "jobs with a higher one run first")->capture_default_str();
    adding.add_option("--sample", request.sample, "sample that was measured, or @/entry/…");
    adding.add_option("--comment", request.comment, "note for the report");
    adding.add_option("--operator", request.operatorName, "person who answers for the job");
    adding.add_option("--devices", request.devices, "devices instead of those of the job documents");
    adding.add_option("--on,--backend", request.backend,
                      "where they run: slurm, or slurm:SITE of those that ewald-cli queue sites lists");
    for (const char* key : {"partition", "time", "gpus", "account", "nodes", "tasks", "cpus", "memory"})
        adding.add_option("--" + std::string(key), arguments.cluster[key])->group("What a cluster is asked for");
    adding
        .add_option("--cluster", arguments.clusterValues,
                    "any other value for the template of the site, key=value: qos, constraint, module, image, …")
        ->allow_extra_args(false)
        ->group("What a cluster is asked for");
    adding.add_flag("--hold", request.held, "they are paused until they are resumed");
    addJobNumber(adding, "--after", request.after, "number of a job that has to be done before");
    adding.add_flag("--in-order", request.inOrder, "each waits for the one before it");
    adding
        .add_option("--start-with", arguments.startWith,
                    "what each takes from the result of the job before (--after, --in-order): probe, object")
        ->check(CLI::IsMember({"probe", "object"}));
    adding.add_flag("--dry-run", arguments.dryRun, "print names and results, add nothing");
}

} // namespace

job::JobDocument commonDocument(const std::string& pattern, const std::string& kind) {
    if (!pattern.empty()) return job::queue::documentFrom(pattern);
    const job::JobKind* found = job::findJobKind(kind);
    if (found == nullptr)
        throw JobError("kind \"" + kind + "\" is not known", "--kind", "known: " + job::jobKindNames());
    return found->newDocument();
}

std::string checkedBackend(const std::string& backend) {
    const job::queue::BackendChoice choice = job::queue::parseBackend(backend);
    if (choice.name.empty()) return {};
    const std::string warning = job::queue::checkSubmission(backend, std::filesystem::read_symlink("/proc/self/exe"));
    if (!warning.empty()) printWarning(warning);
    return toString(choice);
}

void addQueueAddCommand(CLI::App& queue, Action& action) {
    const auto arguments = std::make_shared<QueueAddArguments>();
    CLI::App* adding = addQueueSubcommand(queue, "add", "Add job documents, or many scans with common parameters",
                                          arguments->folder, action, [arguments] { return add(*arguments); });
    addOptions(*adding, *arguments);
}

} // namespace ewald::cli
