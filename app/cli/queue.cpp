// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/phrase.h"
#include "commands.h"
#include "compute/communication/process_launch.h"
#include "compute/devices/device.h"
#include "io/process_lock.h"
#include "job/document/job_kind.h"
#include "job/queue/folder/complete_result.h"
#include "job/queue/folder/report_job.h"
#include "job/queue/folder/run_options.h"
#include "job/queue/folder/runner_lock.h"
#include "job/queue/folder/submission.h"
#include "job/queue/folder/wish_watch.h"
#include "job/queue/local/device_use.h"
#include "job/queue/queue_runner.h"
#include "job/queue/slurm/path_map.h"
#include "job/queue/slurm/slurm_site.h"
#include "job/queue/slurm/slurm_templates.h"
#include "job/queue/store/queue_store.h"
#include "queue_commands.h"
#include "queue_text.h"
#include "run_job.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <unistd.h>
#include <utility>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using job::queue::QueueJob;
using job::queue::QueueRunner;
using job::queue::QueueState;
using job::queue::QueueStore;

struct QueueArguments {
    std::string folder; ///< of the queue
    std::vector<long long> ids;
    long long id = 0;
    long long before = 0;
    job::queue::JobChange change;
    std::vector<std::string> settings;
    std::optional<std::size_t> atOnce;
    std::optional<bool> held;
    std::optional<bool> share;
    std::optional<std::string> pool;
    bool json = false;
    bool wait = false;
    job::queue::RunnerOptions runner;
};

QueueStore openStore(const QueueArguments& arguments) { return openQueue(arguments.folder); }

int list(const QueueArguments& arguments) {
    QueueStore store = openQueueToLookAt(arguments.folder);
    std::printf("%s", arguments.json ? queueJson(store).c_str() : queueTable(store).c_str());
    return 0;
}

int show(const QueueArguments& arguments) {
    QueueStore store = openQueueToLookAt(arguments.folder);
    for (const long long id : arguments.ids) {
        const std::optional<QueueJob> job = store.find(id);
        if (!job) throw JobError(phrase("the queue has no job %1", id), {}, "ewald-cli queue list shows them");
        std::printf("%s", arguments.json ? jobJson(store, *job).c_str() : jobText(store, *job).c_str());
    }
    return 0;
}

int forEach(const QueueArguments& arguments, void (QueueStore::*change)(long long)) {
    QueueStore store = openStore(arguments);
    for (const long long id : arguments.ids) (store.*change)(id);
    return 0;
}

int remove(const QueueArguments& arguments) {
    QueueStore store = openStore(arguments);
    for (const long long id : arguments.ids) {
        store.remove(id);
        for (const long long next : store.waitFor(id))
            printWarning(phrase("job %1 waits for job %2, which was removed: it will fail; ewald-cli queue restore %2 "
                                "brings that one back",
                                next, id));
    }
    return 0;
}

int duplicate(const QueueArguments& arguments) {
    QueueStore store = openStore(arguments);
    for (const long long id : arguments.ids) std::printf("%lld\n", store.duplicate(id, arguments.settings));
    return 0;
}

int move(const QueueArguments& arguments) {
    openStore(arguments).move(arguments.id, arguments.before);
    return 0;
}

int set(const QueueArguments& arguments) {
    QueueStore store = openStore(arguments);
    job::queue::JobChange change = arguments.change;
    if (change.backend) change.backend = checkedBackend(*change.backend);
    if (change.devices) job::queue::requirePossibleDevices(*change.devices);
    for (const long long id : arguments.ids) store.change(id, change);
    return 0;
}

int settings(const QueueArguments& arguments) {
    QueueStore store = openStore(arguments);
    if (arguments.atOnce)
        store.setSetting(job::queue::kAtOnceSetting, *arguments.atOnce == 0 ? "" : std::to_string(*arguments.atOnce));
    if (arguments.share) store.setSetting(job::queue::kSharingSetting, *arguments.share ? "1" : "");
    if (arguments.pool) {
        for (const std::string& device : job::queue::devicePool(*arguments.pool))
            static_cast<void>(compute::parseDevices(device)); // one that does not exist ends here
        store.setSetting(job::queue::kPoolSetting, *arguments.pool);
    }
    if (arguments.held) store.setSetting(job::queue::kHeldSetting, *arguments.held ? "1" : "");
    std::printf("%s", settingsText(store, arguments.json).c_str());
    return 0;
}

/// Says, once of each other program, that jobs wait for one of its own. \throws DataError
class OthersSaid {
public:
    void look(QueueStore& store) {
        const auto now = std::chrono::steady_clock::now();
        if (now < m_next) return;
        m_next = now + std::chrono::seconds(2);
        const std::vector<QueueJob> active = store.activeJobs();
        const auto processOf = [](const QueueJob& job) { return job::queue::RunnerLock::processOf(job.owner); };
        if (std::any_of(active.begin(), active.end(), [&](const QueueJob& job) { return processOf(job) == getpid(); }))
            return;
        for (const QueueJob& job : active) {
            if (!m_said.insert(job.owner).second) continue;
            std::printf("%s\n", phrase("waiting for job %1, which process %2 on %3 runs", job.id, processOf(job),
                                       job::queue::RunnerLock::hostOf(job.owner))
                                    .c_str());
            std::fflush(stdout);
        }
    }

private:
    std::set<std::string> m_said;
    std::chrono::steady_clock::time_point m_next = std::chrono::steady_clock::now() + std::chrono::seconds(1);
};

constexpr std::chrono::milliseconds kStep{200};
constexpr std::chrono::milliseconds kLongestPause{5000}; // while the store cannot be used

int run(const QueueArguments& arguments) {
    RunControl control;
    const StopSignals signals(control);
    QueueStore store = openStore(arguments);
    job::queue::RunnerOptions options = arguments.runner;
    options.program = fs::read_symlink("/proc/self/exe");
    QueueRunner runner(store, options, printChange);
    job::queue::FolderWatcher watcher(store, printChange);
    StopRequest passedOn = StopRequest::none;
    Attempts attempts;
    OthersSaid others;
    std::chrono::milliseconds pause(kStep);
    while (true) {
        if (runner.hasNoStore())
            throw DataError("the queue has been deleted", store.folder().string(),
                            "add the jobs again; those that were running go on by themselves");
        for (; passedOn < control.stopRequest(); passedOn = static_cast<StopRequest>(static_cast<int>(passedOn) + 1))
            runner.stop();
        const auto attempt = [&](const auto& work) {
            if (passedOn == StopRequest::abort) return work();
            attempts(work);
        };
        attempt([&] { look(watcher); });
        attempt([&] { runner.step(); });
        if (!runner.isIdle()) attempt([&] { others.look(store); });
        const bool sound = attempts.endRound();
        if (sound && runner.isIdle() && (!arguments.wait || passedOn != StopRequest::none)) break;
        // The jobs have been asked to end, and another run notes how they have.
        if (!sound && passedOn != StopRequest::none) break;
        pause = sound ? kStep : std::min(2 * pause, kLongestPause);
        for (auto waited = kStep; waited <= pause && control.stopRequest() == passedOn; waited += kStep)
            std::this_thread::sleep_for(kStep);
    }
    if (passedOn != StopRequest::none) throw StoppedError();
    if (runner.notDone() > 0)
        throw DataError(std::to_string(runner.notDone()) + (runner.notDone() == 1 ? " job" : " jobs") + " not done", {},
                        "ewald-cli queue list says why");
    return 0;
}

/// Whether an earlier attempt completed the result, and was killed before it could say so. Else the first process notes
/// what is there now, so that the next attempt can see it, and goes on from it when it is only a part.
bool isComplete(const job::queue::JobFolder& folder, const fs::path& result, bool isFirst) {
    if (isFirst) folder.markResultBefore(result);
    if (!folder.resultIsNew(result)) return false;
    if (job::queue::isCompleteResult(result)) return true;
    if (isFirst) {
        folder.prepareRetry(result);
        folder.markResultBefore(result);
    }
    return false;
}

struct WorkArguments {
    std::string folder;
    std::string batch;              ///< token of the submission that has started it; empty: no cluster has
    std::vector<std::string> paths; ///< folders here, and what they are called on this computer
    std::string reporter;           ///< the runner that makes the report, as long as there is one; empty: none does
};

/// What a cluster does to a job besides a person's wishes: it ends it before its time limit, or to give the node to
/// another one. \return whether the job goes on in another turn; if not, that is in its status
bool goesOnLater(const job::queue::JobFolder& folder, const fs::path& result, const job::JobDocument& document,
                 double started) {
    std::optional<job::queue::JobStatus> over;
    if (job::kindOf(document).has(job::JobFeature::continuation))
        over = job::queue::endedByTurns(folder, started);
    else
        over = job::queue::endedByCluster(folder, started);
    if (over)
        folder.writeStatus(*over);
    else
        folder.prepareRetry(result);
    return !over;
}

/// Unless a runner makes it in another language: one page is enough.
void makeReport(const job::queue::JobFolder& folder, const fs::path& result, const std::string& reporter) {
    const fs::path store = folder.path().parent_path().parent_path(); // it is jobs/ID there
    if (!reporter.empty() && job::queue::RunnerLock::isAlive(store, reporter)) return;
    if (const std::string problem = job::queue::leaveReport(folder, result, {}); !problem.empty())
        printWarning(problem);
}

void beginTurn(const job::queue::JobFolder& folder) {
    const char* restarts = std::getenv("SLURM_RESTART_COUNT");
    if (restarts != nullptr && std::atoi(restarts) > 0) folder.beginAttempt(1 + std::atoi(restarts));
}

/// The process of one job, or, under srun, one of its processes.
int work(const WorkArguments& given) {
    const job::queue::JobFolder folder{fs::path(given.folder)};
    const bool isBatch = !given.batch.empty();
    if (isBatch) StopSignals::expect();
    if (isBatch && job::queue::readSubmission(folder).value_or(job::queue::Submission()).token != given.batch) {
        printWarning("the job was submitted again in the meantime: " + given.folder);
        return job::queue::kBusyExitCode;
    }
    const std::optional<compute::Launch> launch = isBatch ? compute::launchOfThisProcess() : std::nullopt;
    const bool isFirst = !launch || launch->process == 0;
    std::optional<io::ProcessLock> lock;
    if (isFirst) {
        lock = io::ProcessLock::tryTake(folder.lock());
        if (!lock) return job::queue::kBusyExitCode;
        job::queue::JobFolder::noteWorker(*lock);
    }
    if (folder.readStatus()) return 0;
    const double started = job::queue::now_s();
    const job::queue::PathMap paths = job::queue::parsePathMap(given.paths);
    const fs::path result = job::queue::mapped(paths, folder.readEntry().result.string());
    if (isFirst && isBatch) beginTurn(folder);
    const bool again = folder.hasBegun();
    if (isComplete(folder, result, isFirst)) {
        if (!isFirst) return 0;
        folder.writeStatus({QueueState::done, {}, started, started});
        makeReport(folder, result, given.reporter);
        return 0;
    }
    bool later = false;
    job::JobDocument document;
    RunArguments arguments;
    arguments.quiet = true; // of several processes the others
    arguments.folder = folder;
    arguments.signalsNeverAbort = isBatch;
    arguments.steer = [&](RunControl& control) { return std::make_shared<job::queue::WishWatch>(folder, control); };
    arguments.ended = [&](const job::JobOutcome& outcome) {
        try {
            if (isBatch && outcome.state == job::JobState::stopped && folder.readWish() < job::queue::Wish::stop)
                later = goesOnLater(folder, result, document, started);
            else
                folder.writeStatus(job::queue::statusOf(outcome, started));
        } catch (const Error& error) { // the runner sees the result, or that there is none
            printError(error.what());
        }
        if (isFirst && !later) makeReport(folder, result, given.reporter);
    };
    const int code = runJob(
        [&] {
            document = job::parseJob(job::queue::mappedJson(paths, folder.readDocument()), folder.document().string());
            const QueueJob entry = folder.readEntry();
            if (const std::string& devices = entry.runsOn.empty() ? entry.devices : entry.runsOn; !devices.empty())
                document.set("devices", devices);
            arguments.options = job::queue::runOptionsOf(folder, document, again);
            return document;
        },
        arguments);
    return later ? job::queue::kLaterExitCode : code;
}

/// Where jobs can run besides this computer, or the template of one such site.
int sites(const std::string& shown) {
    if (!shown.empty()) {
        for (const job::queue::ShippedTemplate& shipped : job::queue::shippedSlurmTemplates())
            if (shipped.name == shown) return std::printf("%s", shipped.text.c_str()) < 0 ? 3 : 0;
        std::ifstream stream(job::queue::findSlurmSite(shown).file, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        return std::printf("%s", text.c_str()) < 0 ? 3 : 0;
    }
    const job::queue::SlurmSites all = job::queue::slurmSites();
    for (const job::queue::SlurmSite& site : all.sound) {
        std::string places;
        for (const std::string& place : site.places()) {
            const auto found = site.defaults.find(place);
            places += " " + place + (found == site.defaults.end() ? "" : "=" + found->second);
        }
        std::printf("slurm:%s  %s\n   %s\n", site.name.c_str(),
                    site.file.empty() ? "comes with Ewald" : site.file.c_str(), places.c_str());
    }
    for (const Error& problem : all.problems) printWarning(problem.what());
    return 0;
}

CLI::App* addSubcommand(CLI::App& queue, const char* name, const char* help,
                        const std::shared_ptr<QueueArguments>& arguments, Action& action,
                        int (*what)(const QueueArguments&)) {
    return addQueueSubcommand(queue, name, help, arguments->folder, action,
                              [arguments, what] { return what(*arguments); });
}

void addIds(CLI::App* command, const std::shared_ptr<QueueArguments>& arguments) {
    addJobNumbers(*command, arguments->ids);
}

/// \throws JobError where no job can have this number
long long jobNumber(const std::string& text) {
    long long id = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (failed == std::errc{} && end == text.data() + text.size() && id > 0) return id;
    throw JobError(phrase("the queue has no job %1", text.empty() ? "\"\"" : text.substr(0, 40)), {},
                   "ewald-cli queue list shows them");
}

void addChangingCommands(CLI::App& queue, const std::shared_ptr<QueueArguments>& arguments, Action& action) {
    CLI::App* moving = addSubcommand(queue, "move", "Put a job before another one", arguments, action, move);
    addJobNumber(*moving, "ID", arguments->id, "number of the job")->required();
    addJobNumber(*moving, "--before", arguments->before,
                 "number of another job, whose priority it gets; 0: behind all of its own priority", true)
        ->default_str("0");

    CLI::App* setting = addSubcommand(queue, "set", "Change what is noted of jobs", arguments, action, set);
    job::queue::JobChange& change = arguments->change;
    setting->add_option("--name", change.name, "name in the list");
    setting->add_option("--priority", change.priority, "jobs with a higher one run first");
    setting->add_option("--sample", change.sample, "sample that was measured");
    setting->add_option("--comment", change.comment, "note for the report");
    setting->add_option("--operator", change.operatorName, "person who answers for the job");
    const auto takeAfter = [&change](const std::string& text) { change.after = text == "0" ? 0 : jobNumber(text); };
    setting
        ->add_option_function<std::string>("--after", takeAfter, "number of a job that has to be done before; 0: none")
        ->type_name("INT");
    setting->add_option("--devices", change.devices, "devices instead of those of the job document; \"\": those");
    setting->add_option("--backend", change.backend,
                        "where it runs: \"slurm:SITE partition=gpu time=02:00:00\"; \"\": on this computer");
    addIds(setting, arguments);

    CLI::App* settling =
        addSubcommand(queue, "settings", "Show the settings of the queue, or change them", arguments, action, settings);
    settling->add_option("--at-once", arguments->atOnce, "jobs that run side by side at most; 0: as devices allow")
        ->check(CLI::Range(0, 64));
    settling->add_option("--share", arguments->share, "yes: several jobs may use one device at a time");
    settling->add_option(
        "--devices", arguments->pool,
        "devices of which each job that leaves the choice gets a free one: \"cuda:0;cuda:1\"; \"\": none");
    settling->add_option("--hold", arguments->held, "yes: no further job is started; no: they are");
    settling->add_flag("--json", arguments->json, "as one object");
}

} // namespace

void Attempts::operator()(const std::function<void()>& work) {
    try {
        work();
    } catch (const std::exception& error) {
        if (m_problem.empty()) m_problem = error.what();
    }
}

bool Attempts::endRound() {
    if (!m_problem.empty() && m_problem != m_said) printWarning(m_problem);
    m_said = std::exchange(m_problem, {});
    return m_said.empty();
}

void look(job::queue::FolderWatcher& watcher) {
    watcher.step();
    for (const std::string& problem : watcher.problems()) printWarning(problem);
}

void printChange(const QueueJob& job) {
    std::printf("%s\n", changeText(job).c_str());
    std::fflush(stdout);
}

namespace {

fs::path folderOfQueue(const std::string& folder) {
    return folder.empty() ? QueueStore::usualFolder() : fs::absolute(folder);
}

void warnOfDamage(const QueueStore& store) {
    if (!store.damagedStore().empty())
        printWarning("the store of the queue was damaged and has been made anew from the folders of the jobs; the old "
                     "one is " +
                     store.damagedStore().string());
}

} // namespace

QueueStore openQueue(const std::string& folder) {
    QueueStore store(folderOfQueue(folder));
    warnOfDamage(store);
    return store;
}

QueueStore openQueueToLookAt(const std::string& folder) {
    QueueStore store = QueueStore::toLookAt(folderOfQueue(folder));
    warnOfDamage(store);
    if (store.inMemoryFor())
        printWarning(phrase("the queue can only be looked at, as the folders of its jobs describe it: %1",
                            store.inMemoryFor()->what()));
    return store;
}

CLI::Option* addJobNumbers(CLI::App& command, std::vector<long long>& ids) {
    const auto take = [&ids](const std::vector<std::string>& texts) {
        ids.clear();
        for (const std::string& text : texts)
            if (const long long id = jobNumber(text); std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    };
    return command.add_option_function<std::vector<std::string>>("ID", take, "numbers of jobs")
        ->type_name("INT ...")
        ->required();
}

CLI::Option* addJobNumber(CLI::App& command, const std::string& name, long long& id, const std::string& help,
                          bool orZero) {
    const auto take = [&id, orZero](const std::string& text) { id = orZero && text == "0" ? 0 : jobNumber(text); };
    return command.add_option_function<std::string>(name, take, help)->type_name("INT");
}

CLI::App* addQueueSubcommand(CLI::App& queue, const char* name, const char* help, std::string& folder, Action& action,
                             const Action& what) {
    CLI::App* command = queue.add_subcommand(name, help);
    command->add_option("--queue", folder, "folder of the queue instead of the usual one (EWALD_QUEUE)");
    command->callback([&action, what] { action = what; });
    return command;
}

void addQueueCommand(CLI::App& app, Action& action) {
    CLI::App* queue = app.add_subcommand("queue", "Add jobs to the queue, look at it, run it");
    queue->require_subcommand(1);
    const auto arguments = std::make_shared<QueueArguments>();

    addQueueAddCommand(*queue, action);
    addQueueWatchCommand(*queue, action);
    addQueueServeCommand(*queue, action);
    CLI::App* listing =
        addSubcommand(*queue, "list", "List the jobs in the order in which they run", arguments, action, list);
    listing->add_flag("--json", arguments->json, "as an array of objects");

    CLI::App* showing = addSubcommand(*queue, "show", "Show everything about a job", arguments, action, show);
    showing->add_flag("--json", arguments->json, "as one object a job");
    addIds(showing, arguments);

    CLI::App* running = addSubcommand(*queue, "run", "Run the jobs until none is left", arguments, action, run);
    running
        ->add_option("--at-once", arguments->runner.atOnce,
                     "jobs that run side by side at most, instead of what the settings say")
        ->check(CLI::Range(1, 64));
    running->add_flag("--share", arguments->runner.shareDevices, "several jobs may use one device at a time");
    running->add_flag("--wait", arguments->wait, "go on when no job is left, and run those that come");
    running->add_option("--silence", arguments->runner.silence_s, "seconds without a sign of life until a job is ended")
        ->check(numberIn(1, 1e6))
        ->capture_default_str();

    addIds(addSubcommand(*queue, "cancel",
                         "End jobs and keep what they have done, or take their turn away; retry goes on", arguments,
                         action, [](const QueueArguments& given) { return forEach(given, &QueueStore::cancel); }),
           arguments);
    addIds(addSubcommand(*queue, "abort", "End jobs at once, without a result; retry goes on from the last checkpoint",
                         arguments, action,
                         [](const QueueArguments& given) { return forEach(given, &QueueStore::abort); }),
           arguments);
    addIds(addSubcommand(*queue, "pause", "Make jobs hold still, or wait before they start", arguments, action,
                         [](const QueueArguments& given) { return forEach(given, &QueueStore::pause); }),
           arguments);
    addIds(addSubcommand(*queue, "resume", "Let paused jobs go on", arguments, action,
                         [](const QueueArguments& given) { return forEach(given, &QueueStore::resume); }),
           arguments);
    addIds(addSubcommand(*queue, "retry", "Give stopped or failed jobs another turn", arguments, action,
                         [](const QueueArguments& given) { return forEach(given, &QueueStore::retry); }),
           arguments);
    addIds(addSubcommand(*queue, "release", "Put jobs back into the queue whose computer is off for good", arguments,
                         action, [](const QueueArguments& given) { return forEach(given, &QueueStore::release); }),
           arguments);
    addIds(addSubcommand(*queue, "remove", "Take jobs out of the list; results stay", arguments, action, remove),
           arguments);

    addIds(addSubcommand(*queue, "restore", "Put jobs back that were taken out of the list", arguments, action,
                         [](const QueueArguments& given) { return forEach(given, &QueueStore::restore); }),
           arguments);
    CLI::App* copying = addSubcommand(*queue, "duplicate", "Add the same jobs again, with free names for their results",
                                      arguments, action, duplicate);
    copying->add_option("--set", arguments->settings, "a parameter that they have instead, key=value");
    addIds(copying, arguments);
    addChangingCommands(*queue, arguments, action);
    addQueueReportCommands(*queue, action);

    const auto shown = std::make_shared<std::string>();
    CLI::App* siting = queue->add_subcommand("sites", "List the clusters that jobs can run on (--on)");
    siting->add_option("--show", *shown, "print the template of a site instead");
    siting->callback([shown, &action] { action = [shown] { return sites(*shown); }; });

    const auto given = std::make_shared<WorkArguments>();
    CLI::App* working = queue->add_subcommand("work", "")->group(""); // for `queue run` and batch scripts
    working->add_option("FOLDER", given->folder)->required();
    working->add_option("--batch", given->batch);
    working->add_option("--path", given->paths)->allow_extra_args(false);
    working->add_option("--reporter", given->reporter);
    working->callback([given, &action] { action = [given] { return work(*given); }; });
}

} // namespace ewald::cli
