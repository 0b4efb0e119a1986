// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "io/process_lock.h"
#include "job/job_kind.h"
#include "job/queue/queue_runner.h"
#include "job/queue/queue_store.h"
#include "queue_text.h"
#include "run_job.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <thread>
#include <unistd.h>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using job::queue::QueueJob;
using job::queue::QueueRunner;
using job::queue::QueueState;
using job::queue::QueueStore;

struct Arguments {
    std::string folder; ///< of the queue
    std::vector<std::string> files;
    std::string pattern;         ///< job document that all files get the parameters of
    std::string kind = "ptycho"; ///< without a template
    std::string output = "{folder}/{name}_ewald.h5";
    std::vector<std::string> settings;
    int priority = 0;
    long long after = 0;
    std::vector<long long> ids;
    bool json = false;
    job::queue::RunnerOptions runner;
};

QueueStore openStore(const Arguments& arguments) {
    QueueStore store(arguments.folder.empty() ? QueueStore::usualFolder() : fs::absolute(arguments.folder));
    if (!store.damagedStore().empty())
        printWarning("the store of the queue was damaged and has been made anew from the folders of the jobs; the old "
                     "one is " +
                     store.damagedStore().string());
    return store;
}

std::string replaced(std::string text, const std::string& word, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += by.size())
        text.replace(at, word.size(), by);
    return text;
}

/// The name of a result: {folder} and {name} are those of the scan. A name that is taken gets a number.
fs::path outputFor(const std::string& expression, const fs::path& scan, const std::set<fs::path>& taken) {
    std::string text = replaced(expression, "{folder}", scan.parent_path().string());
    text = replaced(text, "{name}", scan.stem().string());
    if (text.find('{') != std::string::npos)
        throw JobError("\"" + expression + "\" holds an unknown expression", "--output",
                       "{folder} and {name} are known");
    const fs::path name = fs::absolute(text);
    fs::path free = name;
    for (int number = 2; taken.contains(free) || fs::exists(free); ++number)
        free = name.parent_path() / (name.stem().string() + "_" + std::to_string(number) + name.extension().string());
    return free;
}

bool isJobDocument(const fs::path& file) { return file.extension() == ".json"; }

/// What all scans have in common.
job::JobDocument commonDocument(const Arguments& arguments) {
    if (!arguments.pattern.empty()) return readJobOrResult(arguments.pattern);
    const job::JobKind* kind = job::findJobKind(arguments.kind);
    if (kind == nullptr)
        throw JobError("kind \"" + arguments.kind + "\" is not known", "--kind", "known: " + job::jobKindNames());
    return kind->newDocument();
}

/// The jobs of the files: a job document is one as it is, of any other file one is made with the parameters of the
/// template.
std::vector<job::queue::NewJob> newJobs(const Arguments& arguments, QueueStore& store) {
    std::set<fs::path> taken;
    for (const QueueJob& job : store.jobs())
        if (!job::queue::hasEnded(job.state)) taken.insert(job.result);
    const job::JobDocument common = commonDocument(arguments);
    std::vector<job::queue::NewJob> jobs;
    for (const std::string& name : arguments.files) {
        const fs::path file = fs::absolute(name).lexically_normal();
        job::queue::NewJob made{file.stem().string(), {}, arguments.priority, arguments.after};
        job::JobDocument& document = made.document;
        if (isJobDocument(file)) {
            document = readJobOrResult(file);
            if (document.outputFile.empty()) document.outputFile = outputFor(arguments.output, file, taken);
        } else {
            document = common;
            document.inputFile = file;
            document.inputFiles.clear();
            document.outputFile = outputFor(arguments.output, file, taken);
        }
        applySettings(document, arguments.settings);
        job::resolvePaths(document, fs::current_path());
        job::validateJob(document);
        if (taken.contains(document.outputFile))
            throw JobError("two jobs would write this file", document.outputFile.string(), "give one another output");
        if (fs::exists(document.outputFile))
            throw JobError("the result exists already", document.outputFile.string(),
                           "remove it, or choose another output");
        taken.insert(document.outputFile);
        jobs.push_back(std::move(made));
    }
    return jobs;
}

int add(const Arguments& arguments) {
    QueueStore store = openStore(arguments);
    for (const long long id : store.add(newJobs(arguments, store))) std::printf("%lld\n", id);
    return 0;
}

int list(const Arguments& arguments) {
    QueueStore store = openStore(arguments);
    std::printf("%s", arguments.json ? queueJson(store).c_str() : queueTable(store).c_str());
    return 0;
}

int show(const Arguments& arguments) {
    QueueStore store = openStore(arguments);
    for (const long long id : arguments.ids) {
        const std::optional<QueueJob> job = store.find(id);
        if (!job) throw JobError("the queue has no job " + std::to_string(id), {}, "ewald-cli queue list shows them");
        std::printf("%s", arguments.json ? jobJson(store, *job).c_str() : jobText(store, *job).c_str());
    }
    return 0;
}

int forEach(const Arguments& arguments, void (QueueStore::*change)(long long)) {
    QueueStore store = openStore(arguments);
    for (const long long id : arguments.ids) (store.*change)(id);
    return 0;
}

int run(const Arguments& arguments) {
    RunControl control;
    const StopSignals signals(control);
    QueueStore store = openStore(arguments);
    job::queue::RunnerOptions options = arguments.runner;
    options.program = fs::read_symlink("/proc/self/exe");
    QueueRunner runner(store, options, [](const QueueJob& job) {
        std::printf("%s\n", changeText(job).c_str());
        std::fflush(stdout);
    });
    StopRequest passedOn = StopRequest::none;
    std::string complaint;
    while (true) {
        for (; passedOn < control.stopRequest(); passedOn = static_cast<StopRequest>(static_cast<int>(passedOn) + 1))
            runner.stop();
        try {
            runner.step();
            complaint.clear();
            if (runner.isIdle()) break;
        } catch (const DataError& error) {
            // A full disk or a store in use: the jobs go on by themselves, and it is tried again.
            if (error.what() != complaint) printWarning(complaint = error.what());
            if (passedOn == StopRequest::abort) throw;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    if (passedOn != StopRequest::none) throw StoppedError();
    if (runner.notDone() > 0)
        throw DataError(std::to_string(runner.notDone()) + (runner.notDone() == 1 ? " job" : " jobs") + " not done", {},
                        "ewald-cli queue list says why");
    return 0;
}

/// Whether an earlier attempt completed the result, and was killed before it could say so. Else what is there now is
/// noted, so that the next attempt can see it.
bool isComplete(const job::queue::JobFolder& folder) {
    const fs::path result = folder.readEntry().result;
    folder.markResultBefore(result);
    return folder.resultIsNew(result);
}

/// The process of one job.
int work(const std::string& path) {
    const job::queue::JobFolder folder{fs::path(path)};
    std::optional<io::ProcessLock> lock = io::ProcessLock::tryTake(folder.lock());
    if (!lock) return job::queue::kBusyExitCode;
    lock->write(std::to_string(getpid()) + "\n");
    if (folder.readStatus()) return 0;
    const double started = job::queue::now_s();
    if (isComplete(folder)) {
        folder.writeStatus({QueueState::done, {}, started, started});
        return 0;
    }
    const fs::path result = folder.readEntry().result;
    const bool goesOn = folder.goesOn() && fs::exists(result);
    RunArguments arguments;
    arguments.events = true;
    arguments.overwrite = goesOn;
    arguments.ended = [&](const job::JobOutcome& outcome) {
        try {
            folder.writeStatus(job::queue::statusOf(outcome, started));
        } catch (const Error& error) { // the runner sees the result, or that there is none
            printError(error.what());
        }
    };
    return runJob(
        [&] {
            const job::JobDocument document = job::readJob(folder.document());
            arguments.resume = goesOn && job::kindOf(document).has(job::JobFeature::continuation);
            return document;
        },
        arguments);
}

CLI::App* addSubcommand(CLI::App& queue, const char* name, const char* help,
                        const std::shared_ptr<Arguments>& arguments, Action& action, int (*what)(const Arguments&)) {
    CLI::App* command = queue.add_subcommand(name, help);
    command->add_option("--queue", arguments->folder, "folder of the queue instead of the usual one (EWALD_QUEUE)");
    command->callback([arguments, &action, what] { action = [arguments, what] { return what(*arguments); }; });
    return command;
}

void addIds(CLI::App* command, const std::shared_ptr<Arguments>& arguments) {
    command->add_option("ID", arguments->ids, "numbers of jobs")->required();
}

} // namespace

void addQueueCommand(CLI::App& app, Action& action) {
    CLI::App* queue = app.add_subcommand("queue", "Add jobs to the queue, look at it, run it");
    queue->require_subcommand(1);
    const auto arguments = std::make_shared<Arguments>();

    CLI::App* adding =
        addSubcommand(*queue, "add", "Add job documents, or scans with common parameters", arguments, action, add);
    adding->add_option("FILE", arguments->files, "job documents (.json), scans or files with frames")->required();
    adding->add_option("--template", arguments->pattern, "job document or result whose parameters the scans get");
    adding
        ->add_option("-o,--output", arguments->output, "name of each result; {folder} and {name} are those of the scan")
        ->capture_default_str();
    adding->add_option("--set", arguments->settings, "a parameter, key=value; ewald-cli schema lists all");
    adding->add_option("--priority", arguments->priority, "jobs with a higher one run first")->capture_default_str();
    adding->add_option("--after", arguments->after, "number of a job that has to be done before");

    CLI::App* listing =
        addSubcommand(*queue, "list", "List the jobs in the order in which they run", arguments, action, list);
    listing->add_flag("--json", arguments->json, "as an array of objects");

    CLI::App* showing = addSubcommand(*queue, "show", "Show everything about a job", arguments, action, show);
    showing->add_flag("--json", arguments->json, "as one object a job");
    addIds(showing, arguments);

    CLI::App* running = addSubcommand(*queue, "run", "Run the jobs until none is left", arguments, action, run);
    running->add_option("--at-once", arguments->runner.atOnce, "jobs that run side by side")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    running->add_option("--silence", arguments->runner.silence_s, "seconds without a sign of life until a job is ended")
        ->check(CLI::Range(1.0, 1e6))
        ->capture_default_str();

    addIds(addSubcommand(*queue, "cancel", "End jobs, or take their turn away", arguments, action,
                         [](const Arguments& given) { return forEach(given, &QueueStore::cancel); }),
           arguments);
    addIds(addSubcommand(*queue, "retry", "Give stopped or failed jobs another turn", arguments, action,
                         [](const Arguments& given) { return forEach(given, &QueueStore::retry); }),
           arguments);
    addIds(addSubcommand(*queue, "remove", "Take jobs out of the list; results stay", arguments, action,
                         [](const Arguments& given) { return forEach(given, &QueueStore::remove); }),
           arguments);

    const auto folder = std::make_shared<std::string>();
    CLI::App* working = queue->add_subcommand("work", "")->group(""); // for `queue run` only
    working->add_option("FOLDER", *folder)->required();
    working->callback([folder, &action] { action = [folder] { return work(*folder); }; });
}

} // namespace ewald::cli
