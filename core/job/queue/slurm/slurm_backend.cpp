// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/slurm/slurm_backend.h"

#include "base/error.h"
#include "base/phrase.h"
#include "job/queue/folder/complete_result.h"
#include "job/queue/store/queue_store.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

constexpr double kMostBetweenLooks_s = 60;
constexpr double kPatienceWithSbatch_s = 60;
constexpr double kPatienceWithSqueue_s = 30;
constexpr double kUntilNextTry_s = 30;    // of what Slurm could not do just now
constexpr int kMostBusy = 10;             // attempts that find another process at work on the job
constexpr std::size_t kMostInArray = 500; // Slurm's own limit is usually 1000

/// For waiting: seconds of a clock that cannot be set. What persons read is in now_s().
double clock_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string clockText(double seconds) {
    const auto time = static_cast<std::time_t>(seconds);
    std::tm local{};
    char text[16];
    localtime_r(&time, &local);
    std::strftime(text, sizeof text, "%H:%M", &local);
    return text;
}

/// "123" of "123;CLUSTER".
std::string idOf(const std::string& output) {
    const std::size_t end = output.find_first_not_of("0123456789");
    return output.substr(0, end);
}

/// Whether a file was written to since then.
bool isNewer(const fs::path& file, double time) {
    std::error_code failed;
    const fs::file_time_type written = fs::last_write_time(file, failed);
    if (failed) return false;
    const auto age = fs::file_time_type::clock::now() - written;
    return clock_s() - std::chrono::duration<double>(age).count() > time;
}

} // namespace

struct SlurmBackend::Host {
    explicit Host(const std::string& name) : commands(name) {}
    SlurmHost commands;
    double leastWait_s = 5;
    double wait_s = 5; ///< from one look to the next
    double nextLook = 0;
    bool looking = false;
    double unreachableSince = 0; ///< 0: it has answered
    std::string complaint;

    void lookSoon() {
        wait_s = leastWait_s;
        nextLook = std::min(nextLook, clock_s() + leastWait_s);
    }
};

struct SlurmBackend::Job {
    enum class Step {
        submit, ///< sbatch is to be called
        search, ///< it was, but has not answered: the job is looked for by its token
        follow,
    };
    SlurmSite site;
    Host* host = nullptr;
    BatchJob batch;
    Submission submission;
    Step step = Step::submit;
    bool calling = false;         ///< a command about this job is under way
    double notBefore = 0;         ///< for the next one
    bool lacksTemplate = false;   ///< its site cannot be read just now: it is followed and ended, but not submitted
    double submittedAt = 0;       ///< looks that were asked for earlier say nothing about it
    double searchedAt = 0;        ///< when it was not found by its token
    JobFailure waits;             ///< why it cannot be submitted just now
    std::optional<SlurmJob> seen; ///< as Slurm said …
    double seenAt = 0;            ///< … when it was asked then
    double endedAt = 0;           ///< when it was first seen as ended, or was not there any more
    bool missing = false;
    bool wasActive = false;
    bool askedScontrol = false;
    bool deleted = false;           ///< its folder is not there any more
    Wish wish = Wish::none;         ///< that it ends
    Wish sent = Wish::none;         ///< what Slurm was told of it
    std::optional<JobFailure> over; ///< it was never submitted, and never will be
};

SlurmBackend::SlurmBackend(const QueueStore& store, BackendOptions options)
    : m_store(store), m_options(std::move(options)) {}
SlurmBackend::~SlurmBackend() = default;

bool SlurmBackend::runs(const std::string& backend) const {
    return backend == "slurm" || backend.starts_with("slurm:") || backend.starts_with("slurm ");
}

bool SlurmBackend::hasRoom(const std::string& backend, std::size_t active) const {
    try {
        return active < findSlurmSite(parseBackend(backend).site).mostJobs;
    } catch (const Error&) {
        return true; // start() says what is wrong
    }
}

SlurmBackend::Host& SlurmBackend::hostOf(const SlurmSite& site) {
    std::unique_ptr<Host>& host = m_hosts[site.submitHost];
    if (!host) host = std::make_unique<Host>(site.submitHost);
    host->leastWait_s = site.poll_s;
    host->wait_s = std::max(host->wait_s, site.poll_s);
    return *host;
}

SlurmBackend::Job SlurmBackend::newJob(const QueueJob& job) const {
    Job made;
    // The true path: the same on all computers, which a link may not be.
    std::error_code ignored;
    const fs::path folder = m_store.folderOf(job.id).path();
    const fs::path real = fs::canonical(folder, ignored);
    const BackendChoice choice = parseBackend(job.backend);
    made.site.name = choice.site;
    made.batch = {job.name, {}, ignored ? folder : real, m_options.program, choice.values};
    return made;
}

void SlurmBackend::furnish(Job& job, const std::string& site) {
    job.site = findSlurmSite(site);
    job.host = &hostOf(job.site);
    job.lacksTemplate = false;
}

void SlurmBackend::start(const QueueJob& job) {
    Job made = newJob(job);
    furnish(made, made.site.name);
    made.submission = newSubmission(job.started);
    made.batch.token = made.submission.token;
    static_cast<void>(batchScript(made.site, made.batch));      // what is wrong with it is said at once
    writeSubmission(m_store.folderOf(job.id), made.submission); // refresh() submits those that start together
    m_jobs[job.id] = std::move(made);
}

void SlurmBackend::adopt(const QueueJob& job) {
    Job made = newJob(job);
    const std::optional<Submission> found = readSubmission(m_store.folderOf(job.id));
    const bool isOfThisTurn = found && found->turn == job.started;
    made.submission = isOfThisTurn ? *found : newSubmission(job.started);
    made.batch.token = made.submission.token;
    made.submittedAt = clock_s();
    if (isOfThisTurn && !found->external.empty())
        made.step = Job::Step::follow;
    else if (isOfThisTurn && found->attempted)
        made.step = Job::Step::search;
    try {
        furnish(made, made.site.name);
    } catch (const Error& error) { // to follow and to end it, the name of the submit host is enough
        made.lacksTemplate = true;
        made.waits = {error.problem(), error.where(), error.hint()};
        made.site.submitHost = made.submission.submitHost;
        made.host = &hostOf(made.site);
    }
    made.host->lookSoon();
    made.host->nextLook = 0;
    m_jobs[job.id] = std::move(made);
}

/// Whether the job can be submitted now, what concerns its site.
bool SlurmBackend::hasTemplate(Job& job) {
    if (!job.lacksTemplate) return true;
    try {
        furnish(job, job.site.name);
        job.waits = {};
    } catch (const Error& error) {
        job.waits = {error.problem(), error.where(), error.hint()};
        job.notBefore = clock_s() + kUntilNextTry_s;
    }
    return !job.lacksTemplate;
}

void SlurmBackend::noteSubmission(long long id, const Job& job) const {
    try {
        writeSubmission(m_store.folderOf(id), job.submission);
    } catch (const DataError&) { // this runner remembers it, and another one finds the job by its token
    }
}

void SlurmBackend::submitAll() {
    std::map<std::string, std::vector<long long>> alike;
    for (auto& [id, job] : m_jobs)
        if (job.step == Job::Step::submit && job.wish == Wish::none && !job.calling && !job.over &&
            clock_s() >= job.notBefore && hasTemplate(job))
            alike[toString({job.site.submitHost, job.site.name, job.batch.values})].push_back(id);
    for (const auto& [what, ids] : alike) {
        const std::size_t together = m_jobs.at(ids.front()).site.takesArrays() ? kMostInArray : 1;
        for (std::size_t first = 0; first < ids.size(); first += together)
            submit(std::span(ids).subspan(first, std::min(together, ids.size() - first)));
    }
}

void SlurmBackend::submit(std::span<const long long> ids) {
    const std::string token = newSubmission(0).token;
    std::vector<long long> ready;
    std::vector<io::ProcessLock> locks;
    for (const long long id : ids) {
        Job& job = m_jobs.at(id);
        try {
            std::optional<io::ProcessLock> lock = io::ProcessLock::tryTake(submissionLock(m_store.folderOf(id)));
            if (!lock) continue; // an sbatch of an earlier turn
            job.submission.token = token;
            job.submission.number = ids.size() > 1 ? static_cast<int>(ready.size()) : -1;
            job.submission.attempted = true;
            job.submission.submitHost = job.site.submitHost;
            writeSubmission(m_store.folderOf(id), job.submission);
            locks.push_back(*std::move(lock));
            ready.push_back(id);
        } catch (const DataError& error) { // a full disk, say
            job.waits = {error.problem(), error.where(), error.hint()};
            job.notBefore = clock_s() + kUntilNextTry_s;
        }
    }
    if (ready.empty() || (ready.size() == 1 && ids.size() > 1)) return; // the one left is not alike next time
    const Job& first = m_jobs.at(ready.front());
    BatchJob batch = first.batch;
    batch.token = token;
    for (const long long id : ready) {
        m_jobs.at(id).calling = true;
        if (id != ready.front()) batch.others.push_back(m_jobs.at(id).batch.folder);
    }
    first.host->commands.call({{"sbatch", "--parsable"},
                               batchScript(first.site, batch),
                               kPatienceWithSbatch_s,
                               first.site.there(first.batch.folder / "job.json"),
                               std::move(locks),
                               [this, ready, token](const CommandResult& result) {
                                   for (const long long id : ready) submitted(id, token, result);
                               }});
}

void SlurmBackend::submitted(long long id, const std::string& token, const CommandResult& result) {
    const auto found = m_jobs.find(id);
    if (found == m_jobs.end() || found->second.submission.token != token) return;
    Job& job = found->second;
    job.calling = false;
    job.submittedAt = clock_s();
    job.waits = {};
    const std::string complaint = result.complaint();
    if (result.succeeded() && !idOf(result.output).empty()) {
        job.submission.external = idOf(result.output);
        if (job.submission.number >= 0) job.submission.external += "_" + std::to_string(job.submission.number);
        job.step = Job::Step::follow;
        job.host->unreachableSince = 0;
        job.host->lookSoon();
        noteSubmission(id, job);
        return;
    }
    if (!result.started) {
        job.over = JobFailure{complaint, "",
                              phrase("install the commands of Slurm, or name a computer that has them in the template "
                                     "of the site (#EWALD submit_host = …)")};
    } else if (result.code == kNoFolderExitCode) {
        job.over = JobFailure{phrase("%1 does not see the folder of the job", job.site.submitHost),
                              job.site.there(job.batch.folder),
                              phrase("put the queue into a folder that the cluster sees (EWALD_QUEUE), or say how it "
                                     "is called there (#EWALD path = /here -> /there)")};
    } else if (result.timedOut || result.abandoned || isUnreachable(result.errors) ||
               (result.code == kSshFailed && !job.site.submitHost.empty())) {
        // It may have been accepted all the same.
        job.step = Job::Step::search;
        job.searchedAt = 0;
        if (job.host->unreachableSince == 0) job.host->unreachableSince = now_s();
        job.host->complaint = complaint;
        job.host->lookSoon();
    } else if (isForNow(result.errors)) {
        job.waits = {phrase("the cluster takes no further job just now"), complaint,
                     phrase("nothing needs to be done")};
        job.notBefore = clock_s() + kUntilNextTry_s;
    } else {
        job.over = JobFailure{phrase("the cluster refuses the job: %1", complaint), job.site.name,
                              phrase("change what it asks for (ewald-cli queue set --backend), and try it again")};
    }
}

void SlurmBackend::refresh() {
    for (auto& [name, host] : m_hosts) {
        host->commands.step();
        if (!host->looking && clock_s() >= host->nextLook) lookAll(*host);
    }
    submitAll();
    for (auto& [id, job] : m_jobs) {
        if (job.calling || job.over || clock_s() < job.notBefore) continue;
        if (job.step == Job::Step::follow && job.sent < job.wish) cancel(id, job);
        if (job.step == Job::Step::follow && job.missing && !job.askedScontrol) askScontrol(id, job);
    }
}

void SlurmBackend::lookAll(Host& host) {
    const bool needed = std::any_of(m_jobs.begin(), m_jobs.end(), [&](const auto& entry) {
        return entry.second.host == &host && entry.second.step != Job::Step::submit;
    });
    if (!needed) return;
    host.looking = true;
    host.commands.callFirst(
        {{"squeue", "-h", "-r", "--states=all", "-u", "$USER", "-o", kSqueueFormat},
         "",
         kPatienceWithSqueue_s,
         "",
         {},
         [this, &host, asked = clock_s()](const CommandResult& result) { lookedAll(host, asked, result); }});
}

void SlurmBackend::lookedAll(Host& host, double asked, const CommandResult& result) {
    host.looking = false;
    bool changed = false;
    if (result.succeeded()) {
        host.unreachableSince = 0;
        std::map<std::string, SlurmJob> byId, byToken;
        for (SlurmJob& job : parseSqueue(result.output)) {
            // The jobs of an array have one comment.
            const std::size_t number = job.id.find('_');
            byToken[number == std::string::npos ? job.comment : job.comment + job.id.substr(number)] = job;
            byId[job.id] = std::move(job);
        }
        for (auto& [id, job] : m_jobs) {
            if (job.host != &host || asked < job.submittedAt) continue;
            if (job.step == Job::Step::search) search(id, job, byToken);
            if (job.step != Job::Step::follow) continue;
            auto found = byId.find(job.submission.external);
            // A controller that has lost its memory gives numbers again.
            if (found != byId.end() && !found->second.comment.empty() && found->second.comment != job.submission.token)
                found = byId.end();
            const bool foundByScontrol =
                job.askedScontrol && job.seen && phaseOf(job.seen->state) == SlurmPhase::ended && !job.missing;
            const bool missing = found == byId.end() && !foundByScontrol;
            changed = changed || missing != job.missing || (found != byId.end() && job.seen != found->second);
            if (found != byId.end()) job.seen = found->second;
            job.missing = missing;
            job.seenAt = asked;
            const bool ended = missing || phaseOf(job.seen->state) == SlurmPhase::ended;
            job.wasActive = job.wasActive || (!missing && phaseOf(job.seen->state) == SlurmPhase::active);
            if (!ended) job.endedAt = 0;
            if (ended && job.endedAt == 0) job.endedAt = asked;
            if (found != byId.end()) job.askedScontrol = false;
        }
    } else {
        if (host.unreachableSince == 0) host.unreachableSince = now_s();
        host.complaint = result.timedOut
                             ? phrase("squeue gave no answer for %1 s", static_cast<int>(kPatienceWithSqueue_s))
                             : result.complaint();
    }
    host.wait_s = changed ? host.leastWait_s : std::clamp(host.wait_s * 1.5, host.leastWait_s, kMostBetweenLooks_s);
    host.nextLook = clock_s() + host.wait_s;
}

void SlurmBackend::search(long long id, Job& job, const std::map<std::string, SlurmJob>& byToken) {
    if (const auto found = byToken.find(job.submission.key()); found != byToken.end()) {
        job.submission.external = found->second.id;
        job.step = Job::Step::follow;
        noteSubmission(id, job);
        return;
    }
    if (io::ProcessLock::isHeld(submissionLock(m_store.folderOf(id)))) return; // sbatch has not ended yet
    // Once more: the controller may work on what it was asked to do just before.
    if (job.searchedAt == 0) {
        job.searchedAt = clock_s();
    } else if (job.wish != Wish::none) {
        job.over = JobFailure{};
    } else if (clock_s() - job.searchedAt >= job.site.poll_s) {
        // Should it turn up after all, it does nothing: its token is not that of the folder.
        job.submission = newSubmission(job.submission.turn);
        job.batch.token = job.submission.token;
        job.step = Job::Step::submit;
    }
}

void SlurmBackend::askScontrol(long long id, Job& job) {
    job.askedScontrol = true;
    job.calling = true;
    job.host->commands.call({{"scontrol", "show", "job", job.submission.external, "-o"},
                             "",
                             kPatienceWithSqueue_s,
                             "",
                             {},
                             [this, id](const CommandResult& result) {
                                 const auto found = m_jobs.find(id);
                                 if (found == m_jobs.end()) return;
                                 found->second.calling = false;
                                 if (std::optional<SlurmJob> seen = parseScontrol(result.output)) {
                                     found->second.seen = std::move(seen);
                                     found->second.missing = false;
                                 }
                             }});
}

void SlurmBackend::cancel(long long id, Job& job) {
    // Also one that has run, and waits for another turn.
    const bool isWaiting = job.seen ? phaseOf(job.seen->state) == SlurmPhase::waiting : !job.wasActive;
    const bool signals = !isWaiting && job.wish == Wish::stop;
    std::vector<std::string> words{"scancel"};
    // One that runs saves: the signal ends its wait for the next look at what is wished of it.
    if (signals) words.insert(words.end(), {"--signal=USR1", "--batch"});
    words.push_back(job.submission.external);
    job.calling = true;
    job.host->commands.call(
        {words, "", kPatienceWithSqueue_s, "", {}, [this, id, signals, wish = job.wish](const CommandResult& result) {
             const auto found = m_jobs.find(id);
             if (found == m_jobs.end()) return;
             Job& mine = found->second;
             mine.calling = false;
             // A signal is refused between two turns; a job that has gone is seen to have.
             if (result.succeeded() || (!signals && !isUnreachable(result.errors))) mine.sent = wish;
             if (mine.sent != wish) mine.notBefore = clock_s() + kUntilNextTry_s;
             mine.host->lookSoon();
         }});
}

void SlurmBackend::hold(long long id, Job& job, bool held) {
    job.calling = true;
    job.host->commands.call({{"scontrol", held ? "uhold" : "release", job.submission.external},
                             "",
                             kPatienceWithSqueue_s,
                             "",
                             {},
                             [this, id, held](const CommandResult& result) {
                                 const auto found = m_jobs.find(id);
                                 if (found == m_jobs.end()) return;
                                 Job& mine = found->second;
                                 mine.calling = false;
                                 mine.host->lookSoon();
                                 if (!result.succeeded()) {
                                     mine.notBefore = clock_s() + kUntilNextTry_s;
                                     return;
                                 }
                                 mine.submission.held = held;
                                 noteSubmission(id, mine);
                             }});
}

void SlurmBackend::askToEnd(const QueueJob& job, Wish wish) {
    const auto found = m_jobs.find(job.id);
    if (found == m_jobs.end() || found->second.wish >= wish) return;
    Job& mine = found->second;
    mine.wish = wish;
    if (mine.step == Job::Step::submit && !mine.calling) mine.over = JobFailure{};
    const JobFolder folder = m_store.folderOf(job.id);
    try {
        if (folder.readWish() < wish) folder.writeWish(wish);
    } catch (const DataError&) { // the signal has to do
    }
}

Standing SlurmBackend::standingOf(const QueueJob& job, Job& mine) const {
    Standing standing;
    standing.waitsFor = JobFailure{};
    standing.external = mine.submission.external;
    const std::string where = phrase("job %1 of the cluster", mine.submission.external);
    const JobFolder folder = m_store.folderOf(job.id);
    const bool works =
        mine.step == Job::Step::follow && isNewer(folder.events(), std::max(mine.seenAt, mine.submittedAt));
    if (works) standing.state = stateByEvents(folder.progress());
    if (mine.host->unreachableSince > 0) {
        standing.waitsFor =
            JobFailure{phrase("the cluster is not reachable since %1", clockText(mine.host->unreachableSince)),
                       mine.host->complaint, phrase("the job goes on there, and is looked at again by itself")};
        if (!standing.state && job.state == QueueState::starting) standing.state = QueueState::waiting;
        return standing;
    }
    if (mine.step != Job::Step::follow) {
        standing.state = mine.waits.what.empty() ? QueueState::starting : QueueState::waiting;
        standing.waitsFor = mine.waits;
        return standing;
    }
    if (standing.state) return standing;
    if (!mine.seen) {
        standing.state = QueueState::waiting;
        standing.waitsFor = JobFailure{phrase("the cluster has got the job"), where, ""};
        return standing;
    }
    if (mine.missing) return standing;
    switch (phaseOf(mine.seen->state)) {
    case SlurmPhase::waiting:
        standing.state = mine.submission.held ? QueueState::paused : QueueState::waiting;
        if (!mine.submission.held) standing.waitsFor = waitingText(*mine.seen);
        break;
    case SlurmPhase::active: standing.state = stateByEvents(folder.progress()); break;
    case SlurmPhase::ended: break;
    }
    return standing;
}

Standing SlurmBackend::look(const QueueJob& job) {
    if (!m_jobs.contains(job.id)) adopt(job);
    Job& mine = m_jobs.at(job.id);
    const JobFolder folder = m_store.folderOf(job.id);
    const bool isPending =
        mine.step == Job::Step::follow && mine.seen && phaseOf(mine.seen->state) == SlurmPhase::waiting;
    // Else it would hold still on a node that others wait for.
    const bool held = job.wish == Wish::pause;
    if (isPending && held != mine.submission.held && !mine.calling && clock_s() >= mine.notBefore)
        hold(job.id, mine, held);
    Standing standing = standingOf(job, mine);
    if (!fs::exists(folder.path())) {
        // Gone once Slurm was told.
        mine.deleted = true;
        mine.wish = Wish::abort;
        standing.gone = mine.submission.external.empty() ? !mine.calling : mine.sent == Wish::abort;
    } else if (folder.readStatus() || mine.over) {
        standing.gone = true;
    } else if (mine.endedAt > 0 && !mine.calling) {
        const std::optional<BatchEnd> end = readBatchEnd(folder);
        const bool saidSo = end && end->external == mine.submission.external;
        const bool neverStarted = !mine.missing && !mine.wasActive && mine.seen->state.starts_with("CANCELLED");
        // What a node writes may be visible here later than what Slurm says.
        standing.gone = neverStarted || clock_s() - mine.endedAt >= (saidSo ? mine.site.poll_s : mine.site.patience_s);
    }
    return standing;
}

Verdict SlurmBackend::verdict(const QueueJob& job) {
    const JobFolder folder = m_store.folderOf(job.id);
    const Job& mine = m_jobs.at(job.id);
    Verdict verdict{{QueueState::failed, {}, job.started, now_s()}};
    JobStatus& status = verdict.status;
    const bool cameForward = folder.progress().value_or(JobProgress()).done > 0;
    const std::optional<BatchEnd> end = readBatchEnd(folder);
    const int code = end && end->external == mine.submission.external ? end->code : 0;
    const std::string state = mine.seen ? mine.seen->state : "";
    // By what had no fault of the job's.
    const bool wasTaken = code == 0 && !mine.missing && job.attempts < m_options.attempts &&
                          (state == "NODE_FAIL" || state == "BOOT_FAIL" || state == "PREEMPTED" || state == "TIMEOUT");
    const auto again = [&] {
        status.state = QueueState::queued;
        verdict.innocent = cameForward;
    };
    if (mine.deleted) {
        status.error = {phrase("the folder of the job was deleted"), folder.path().string(),
                        phrase("add the job again")};
    } else if (folder.resultIsNew(job.result) && isCompleteResult(job.result)) {
        status.state = QueueState::done;
    } else if (std::max({job.wish, mine.wish, folder.readWish()}) >= Wish::stop) {
        status.state = QueueState::stopped;
    } else if (mine.over) {
        status.error = *mine.over;
    } else if (code == kLaterExitCode || wasTaken) {
        again();
    } else if (code == kBusyExitCode && job.attempts < kMostBusy) {
        status.state = QueueState::queued;
    } else if (code == kBusyExitCode) {
        status.error = {phrase("another process has worked on the job at %1 attempts", job.attempts),
                        folder.lock().string(), phrase("end that process, and try it again")};
    } else if (code > 128) {
        status.error = endedBySignal(folder, code - 128);
    } else if (code != 0) {
        status.error = endedWithCode(folder, code);
    } else if (mine.missing) {
        status.error = {phrase("the cluster has no such job any more, and it left no result"),
                        phrase("job %1 of the cluster", mine.submission.external),
                        phrase("its node may have failed; try it again: it goes on from what was saved")};
    } else {
        if (state.starts_with("CANCELLED")) status.state = QueueState::stopped;
        status.error = endText(*mine.seen);
    }
    return verdict;
}

void SlurmBackend::forget(long long id) { m_jobs.erase(id); }

} // namespace ewald::job::queue
