// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/queue_runner.h"

#include "base/error.h"
#include "base/host_name.h"
#include "base/phrase.h"
#include "job/queue/backends.h"
#include "job/queue/local/device_use.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <set>
#include <system_error>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

bool overlaps(const DeviceUse& use, const std::vector<DeviceUse>& others) {
    return std::any_of(others.begin(), others.end(), [&](const DeviceUse& other) { return use.overlaps(other); });
}

/// The first one of the pool that no job uses; empty: none.
std::string freeDevice(const std::vector<std::string>& pool, const std::vector<DeviceUse>& inUse) {
    for (const std::string& device : pool)
        if (!overlaps(DeviceUse(device), inUse)) return device;
    return {};
}

/// Whether the entry, which the process of the job reads, does not say what the store does, or cannot be read at all.
bool entryOutdated(const JobFolder& folder, const QueueJob& job) {
    try {
        const QueueJob entry = folder.readEntry();
        return entry.id != job.id || entry.result != job.result || entry.runsOn != job.runsOn;
    } catch (const DataError&) {
        return true;
    }
}

JobFailure leftElsewhere(const JobFolder& folder, const QueueJob& job) {
    return {phrase("it was started on %1, where no program looks after it any more", RunnerLock::hostOf(job.owner)),
            folder.lock().string(),
            phrase("run the queue there again; if that computer is off for good: ewald-cli queue release %1", job.id)};
}

} // namespace

QueueRunner::QueueRunner(QueueStore& store, RunnerOptions options, Report report)
    : m_store(store), m_options(std::move(options)), m_report(std::move(report)),
      m_host(m_options.host.empty() ? hostName() : m_options.host), m_alive(store.folder(), m_host),
      m_owner(m_alive.owner()),
      m_backends(makeBackends(store, {m_options.program, m_options.silence_s, m_options.attempts, m_options.clock,
                                      m_options.language.translate ? m_owner : std::string()})),
      m_reports(store.folder(), m_owner, m_options.language) {}

QueueRunner::~QueueRunner() = default;

/// Whether it is with another computer whose locks cannot be relied upon: a network file system that was away for a
/// while takes them from a process that goes on.
bool QueueRunner::isElsewhere(const QueueJob& job) const {
    const std::string host = RunnerLock::hostOf(job.owner);
    return (m_store.isOnNetwork() || m_options.otherComputers) && !host.empty() && host != m_host;
}

/// Of the jobs that run on this computer, by whatever program.
std::vector<DeviceUse> QueueRunner::devicesInUse() const {
    std::vector<DeviceUse> inUse;
    for (const QueueJob& job : m_store.activeJobs())
        if (job.backend.empty() && !isElsewhere(job)) inUse.emplace_back(job.devicesUsed());
    return inUse;
}

void QueueRunner::report(QueueJob job, QueueState state, const JobFailure& error) {
    job.state = state;
    job.error = error;
    if (m_report) m_report(job);
}

Backend* QueueRunner::backendOf(const std::string& name) const {
    for (const std::unique_ptr<Backend>& backend : m_backends)
        if (backend->runs(name)) return backend.get();
    return nullptr;
}

void QueueRunner::start(const QueueJob& job) {
    const JobFolder folder = m_store.folderOf(job.id);
    Backend* backend = backendOf(job.backend);
    // Written by a program that did not live to say so in the store.
    const std::optional<JobStatus> status = folder.readStatus();
    if (status && status->state == QueueState::done && !fs::exists(job.result)) {
        folder.forgetStatus(); // nothing shows that it was
    } else if (status) {
        addReport(folder, job);
        return settle(job, *status);
    }
    try {
        folder.requireSound();
        if (backend == nullptr) throw JobError(phrase("there is no back end \"%1\"", job.backend));
        if (entryOutdated(folder, job)) m_store.place(job.id, m_owner, job.runsOn);
        folder.beginAttempt(job.attempts);
        backend->start(job);
        ++m_active[backend];
        report(job, QueueState::starting);
    } catch (const JobError& error) {
        if (backend != nullptr) backend->forget(job.id);
        settle(job, {QueueState::failed, {error.problem(), error.where(), error.hint()}, job.started, now_s()});
    } catch (const DataError&) {
        backend->forget(job.id);
        m_store.requeue(job.id, m_owner, job.attempts - 1);
        throw;
    }
}

void QueueRunner::begin(long long id, Place place) {
    const std::optional<QueueJob> job = m_store.claim(id, m_owner);
    if (!job) throw DataError(phrase("another program has taken job %1", id), m_store.folder().string());
    follow(id);
    Backend* found = backendOf(job->backend);
    if (found == nullptr) throw JobError(phrase("there is no back end \"%1\"", job->backend));
    Backend& backend = *found;
    try {
        m_store.folderOf(id).beginAttempt(job->attempts);
        if (place == Place::process)
            backend.start(*job);
        else
            backend.adopt(*job);
    } catch (const Error& error) {
        backend.forget(id);
        settle(*job, {QueueState::failed, {error.problem(), error.where(), error.hint()}, job->started, now_s()});
        throw;
    }
    report(*job, QueueState::starting);
}

void QueueRunner::look(QueueJob job, Backend& backend) {
    const Standing standing = backend.look(job);
    if (!standing.external.empty() && standing.external != job.external)
        m_store.setExternal(job.id, m_owner, standing.external);
    if (standing.gone) return conclude(job, backend);
    ++m_active[&backend];
    const Wish ofRunner = m_stops == 0 || !backend.isHere() ? Wish::none : m_stops == 1 ? Wish::stop : Wish::abort;
    const Wish wanted = std::max(job.wish, ofRunner);
    if (wanted >= Wish::stop) backend.askToEnd(job, wanted);
    const QueueState state = standing.state.value_or(job.state);
    if (state == job.state && standing.waitsFor.value_or(job.waitsFor) == job.waitsFor) return;
    if (!m_store.setState(job.id, m_owner, state, standing.waitsFor)) return;
    job.waitsFor = standing.waitsFor.value_or(job.waitsFor);
    report(job, state);
}

void QueueRunner::settle(const QueueJob& job, const JobStatus& status) {
    if (!m_store.settle(job.id, m_owner, status)) return;
    if (status.state != QueueState::done) ++m_notDone;
    report(job, status.state, status.error);
}

/// Where the process of the job has left it to a runner, was killed before it had written one, or (on a cluster, or
/// started by another program) has written one in English and this program has another language.
void QueueRunner::addReport(const JobFolder& folder, const QueueJob& job) {
    if (m_options.language.translate || !hasReport(folder, job.result)) m_reports.add(folder, job.result);
}

void QueueRunner::addReportsOfOthers() {
    constexpr std::chrono::seconds kPeriod{60};
    const auto now = std::chrono::steady_clock::now();
    if (m_options.onlyNamed || now < m_nextReports) return;
    m_nextReports = now + kPeriod;
    for (const long long id : m_reports.leftByOthers()) {
        const JobFolder folder = m_store.folderOf(id);
        const std::optional<QueueJob> job = m_store.find(id);
        if (job && hasEnded(job->state) && !hasReport(folder, job->result))
            m_reports.add(folder, job->result);
        else if (!job || !job->isActive())
            m_reports.forget(folder);
    }
}

void QueueRunner::conclude(const QueueJob& job, Backend& backend) {
    const JobFolder folder = m_store.folderOf(job.id);
    std::optional<JobStatus> status = folder.readStatus();
    bool innocent = false;
    if (!status) {
        const Verdict verdict = backend.verdict(job);
        status = verdict.status;
        innocent = verdict.innocent;
        // A person may have deleted the folder.
        if (std::error_code failed; hasEnded(status->state) && fs::is_directory(folder.path(), failed)) try {
                folder.writeStatus(*status); // its process could not
            } catch (const DataError&) {     // it counts when the store is made anew only
            }
    }
    if (hasEnded(status->state)) addReport(folder, job);
    backend.forget(job.id);
    if (hasEnded(status->state)) return settle(job, *status);
    if (m_store.requeue(job.id, m_owner, innocent ? 0 : job.attempts)) return report(job, QueueState::queued);
    // Its end was asked for in between.
    if (const std::optional<QueueJob> now = m_store.find(job.id);
        now && now->owner == m_owner && now->wish >= Wish::stop)
        settle(job, {QueueState::stopped, {}, job.started, now_s()});
}

void QueueRunner::startJobs() {
    for (const QueueJob& failed : m_store.updateDependencies()) {
        ++m_notDone;
        report(failed, failed.state, failed.error);
    }
    const int setting = std::atoi(m_store.setting(kAtOnceSetting).c_str());
    const std::size_t most = m_options.atOnce > 0 ? m_options.atOnce : static_cast<std::size_t>(std::max(0, setting));
    const bool share = m_options.shareDevices || m_store.setting(kSharingSetting) == "1";
    const std::vector<std::string> pool = devicePool(m_store.setting(kPoolSetting));
    const bool none = m_stops > 0 || m_store.isHeld();
    std::set<long long> notNow; // what keeps one from its start holds up no other
    std::exception_ptr problem;
    while (!none) {
        std::optional<std::vector<DeviceUse>> inUse;
        // Is called while the store is locked: what is in use then is so until the job is this runner's.
        const auto mayStart = [&](const std::string& devices, const std::string& name) {
            const Backend* backend = backendOf(name);
            if (backend == nullptr) return true; // start() says what is wrong
            if (!backend->isHere()) return backend->hasRoom(name, m_active[backend]);
            if (!inUse) inUse = devicesInUse();
            if (most > 0 && inUse->size() >= most) return false;
            if (share) return true;
            if (devices == "auto" && !pool.empty()) return !freeDevice(pool, *inUse).empty();
            return !overlaps(DeviceUse(devices), *inUse);
        };
        std::optional<QueueJob> job = m_store.claim(m_owner, mayStart, notNow);
        if (!job) break;
        if (inUse && job->backend.empty() && job->devicesUsed() == "auto") job->runsOn = freeDevice(pool, *inUse);
        try {
            start(*job);
        } catch (const DataError&) {
            notNow.insert(job->id);
            if (!problem) problem = std::current_exception();
        }
    }
    m_nothingLeft = none || !m_store.hasWork();
    if (problem) std::rethrow_exception(problem);
}

std::size_t QueueRunner::active(bool alsoElsewhere) const {
    std::size_t count = 0;
    for (const auto& [backend, active] : m_active)
        if (alsoElsewhere || backend->isHere()) count += active;
    return count;
}

bool QueueRunner::takeOver(const QueueJob& job, const Backend& backend) {
    if (RunnerLock::isAlive(m_store.folder(), job.owner)) return false;
    const JobFolder folder = m_store.folderOf(job.id);
    if (!backend.isHere() || !isElsewhere(job) || folder.readStatus()) return m_store.adopt(job, m_owner);
    if (const JobFailure words = leftElsewhere(folder, job); words != job.waitsFor)
        m_store.setState(job.id, job.owner, job.state, words);
    return false;
}

void QueueRunner::step() {
    for (const std::unique_ptr<Backend>& backend : m_backends) backend->refresh();
    addReportsOfOthers();
    const std::uint64_t version = m_store.version();
    const std::size_t before = active(true);
    m_active.clear();
    std::exception_ptr problem; // of one job, which must not hold up the others
    for (QueueJob job : m_store.activeJobs()) {
        if (m_options.onlyNamed && !m_named.contains(job.id)) continue;
        Backend* backend = backendOf(job.backend);
        if (backend == nullptr) continue; // of a newer version, which may look after it
        const bool isNew = job.owner != m_owner;
        if (isNew && !takeOver(job, *backend)) continue;
        job.owner = m_owner;
        try {
            if (isNew) backend->adopt(job);
            look(job, *backend);
        } catch (const JobError& error) { // the template of its site is wrong just now
            m_store.setState(job.id, m_owner, job.state, JobFailure{error.problem(), error.where(), error.hint()});
            ++m_active[backend];
        } catch (const std::exception&) { // its folder cannot be read or written just now
            if (!problem) problem = std::current_exception();
            ++m_active[backend];
        }
    }
    // Nothing has changed that could give a job its turn: thousands of them need not be looked at.
    if (!m_options.onlyNamed && (version != m_seen || before != active(true))) startJobs();
    m_seen = version;
    m_idle = m_nothingLeft && active(m_stops == 0) == 0;
    if (problem) std::rethrow_exception(problem);
}

void QueueRunner::stop() {
    ++m_stops;
    m_seen = 0; // looks at all jobs again
}

} // namespace ewald::job::queue
