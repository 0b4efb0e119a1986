// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/store/queue_store.h"

#include "base/checksum.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "compute/devices/parallel.h"
#include "io/atomic_file.h"
#include "job/document/document_format.h"
#include "job/document/job_kind.h"
#include "job/queue/store/adding_folder.h"
#include "job/queue/store/queue_rows.h"

#include <algorithm>
#include <fcntl.h>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <unistd.h>

namespace ewald::job::queue {

namespace fs = std::filesystem;

JobFolder QueueStore::folderOf(long long id) const { return JobFolder(m_folder / "jobs" / folderName(id)); }

JobDocument QueueStore::documentOf(long long id) const { return readJob(folderOf(id).document()); }

std::uint64_t QueueStore::version() {
    Statement others = database().prepare("PRAGMA data_version");
    others.next();
    return (m_generation << 56U) + (static_cast<std::uint64_t>(others.integer(0)) << 32U) +
           static_cast<std::uint64_t>(database().totalChanges());
}

long long QueueStore::reserve(std::size_t count) {
    Transaction changes(database());
    Statement last = database().prepare("SELECT value FROM counters WHERE name='last_id'");
    last.next();
    const long long first = last.integer(0) + 1;
    database().prepare("UPDATE counters SET value=value+? WHERE name='last_id'").bind(count).run();
    changes.commit();
    return first;
}

void QueueStore::giveBack(long long first, std::size_t count) {
    const long long last = first + static_cast<long long>(count) - 1;
    database().prepare("UPDATE counters SET value=? WHERE name='last_id' AND value=?").bind(first - 1, last).run();
}

namespace {

/// What has been written into a folder and its files reaches the disk, all at once.
void flush(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    const int failed = syncfs(descriptor);
    close(descriptor);
    if (failed != 0) throw DataError("the jobs do not reach the disk", folder.string(), "check the disk");
}

/// A name of the files that a job reads.
std::string dataOf(const JobDocument& job) {
    std::string names;
    for (const fs::path& file : job.files()) names += file.string() + "\n";
    return std::to_string(checksum(std::as_bytes(std::span(names))).front());
}

QueueJob entryOf(const NewJob& job, long long id) {
    QueueJob entry;
    entry.id = id;
    entry.name = format::validText(job.name);
    entry.kind = job.document.kind;
    entry.result = job.document.outputFile;
    entry.priority = job.priority;
    entry.position = static_cast<double>(id);
    entry.after = job.after;
    entry.added = now_s();
    entry.sample = job.sample;
    entry.comment = job.comment;
    entry.operatorName = job.operatorName;
    entry.devices = job.devices;
    if (const auto devices = job.document.compute.find("devices"); devices != job.document.compute.end())
        entry.documentDevices = toText(devices->second);
    entry.passes = passesOf(job.document);
    entry.data = dataOf(job.document);
    entry.backend = job.backend;
    entry.sweep = job.sweep;
    entry.varied = job.varied;
    entry.source = job.source;
    entry.waitsFor = job.waitsForData;
    entry.dataPending = !job.waitsForData.what.empty();
    if (entry.dataPending) entry.state = QueueState::waiting;
    if (job.held) entry.state = QueueState::paused;
    return entry;
}

} // namespace

std::vector<long long> QueueStore::add(std::span<const NewJob> jobs) {
    try {
        return addOnce(jobs);
    } catch (const ReplacedDatabase&) { // by one that has given its numbers to others
        return addOnce(jobs);
    }
}

void QueueStore::stage(std::span<const NewJob> jobs, std::span<const QueueJob> entries, const fs::path& folder) {
    // Mostly the file system is waited for.
    constexpr std::size_t kThreads = 8, kPart = 64;
    const std::size_t parts = (entries.size() + kPart - 1) / kPart;
    compute::parallelFor(parts, parts < 2 ? 1 : kThreads, [&](std::size_t part) {
        for (std::size_t i = part * kPart; i < std::min(entries.size(), (part + 1) * kPart); ++i)
            JobFolder(folder / folderName(entries[i].id)).create(toJson(jobs[i].document), entries[i]);
    });
    flush(folder);
}

void QueueStore::putLast(std::span<QueueJob> entries) {
    std::map<int, double> last; // of a priority: a person may have moved some behind all others
    for (QueueJob& entry : entries) {
        const auto [position, isNew] = last.try_emplace(entry.priority, 0);
        if (isNew) {
            Statement row = database().prepare("SELECT COALESCE(MAX(position),0) FROM jobs WHERE priority=?");
            if (row.bind(entry.priority).next()) position->second = row.real(0);
        }
        entry.position = position->second = std::max(entry.position, position->second + 1);
    }
}

std::vector<long long> QueueStore::addOnce(std::span<const NewJob> jobs) {
    // The folders are made elsewhere, and without holding up other programs; they get their places together with the
    // rows of the database.
    const long long first = reserve(jobs.size());
    const std::uint64_t generation = m_generation;
    std::vector<fs::path> placed;
    try {
        const AddingFolder staging(m_folder);
        std::vector<QueueJob> entries;
        for (const NewJob& job : jobs) {
            QueueJob& entry = entries.emplace_back(entryOf(job, first + static_cast<long long>(entries.size())));
            if (job.afterNew > 0) entry.after = first + static_cast<long long>(job.afterNew) - 1;
        }
        stage(jobs, entries, staging.path());
        Transaction changes(database());
        if (generation != m_generation)
            throw ReplacedDatabase("another program has replaced the store of the queue", m_folder.string(),
                                   "try again");
        putLast(entries);
        JobInsertion rows(*m_database);
        std::vector<long long> ids;
        for (const QueueJob& entry : entries) {
            const bool isNew = entry.source.empty() || !hasSource(entry.source);
            ids.push_back(isNew ? entry.id : 0);
            if (!isNew) continue;
            // Between the planning and now another program may have added one.
            if (!jobs[ids.size() - 1].sharesResult && isPlanned(entry.result))
                throw ResultTaken("two jobs would write this file", entry.result.string(), "give one another output");
            fs::rename(staging.path() / folderName(entry.id), folderOf(entry.id).path());
            placed.push_back(folderOf(entry.id).path());
            rows.add(entry);
            if (entry.position != static_cast<double>(entry.id)) folderOf(entry.id).writeEntry(entry);
        }
        flush(m_folder);
        changes.commit();
        return ids;
    } catch (const std::exception& error) {
        std::error_code ignored;
        for (const fs::path& place : placed) fs::remove_all(place, ignored); // none that another program has made
        if (m_database && generation == m_generation && !m_database->hasMoved()) giveBack(first, jobs.size());
        if (dynamic_cast<const fs::filesystem_error*>(&error) != nullptr)
            throw DataError(phrase("cannot create the folder of a job (%1)", error.what()), m_folder.string(),
                            "check the permissions and the free space");
        throw;
    }
}

std::vector<QueueJob> QueueStore::select(const char* condition) {
    Statement rows = database().prepare((kSelectJobs + std::string(condition)).c_str());
    std::vector<QueueJob> found;
    while (rows.next()) found.push_back(jobOf(rows));
    return found;
}

std::vector<QueueJob> QueueStore::jobs() { return select(kByTurn); }
std::vector<QueueJob> QueueStore::activeJobs() {
    return select("WHERE owner<>'' ORDER BY priority DESC, position, id");
}
std::vector<QueueJob> QueueStore::jobsWithoutData() { return select("WHERE state='waiting' AND data_pending<>0"); }

bool QueueStore::hasWork() {
    return database()
        .prepare("SELECT 1 FROM jobs WHERE state='queued' OR (state='waiting' AND data_pending<>0)")
        .next();
}

std::optional<QueueJob> QueueStore::find(long long id) {
    Statement row = database().prepare((kSelectJobs + std::string("WHERE id=?")).c_str());
    if (!row.bind(id).next()) return std::nullopt;
    return jobOf(row);
}

bool QueueStore::hasSource(const fs::path& source) {
    return database().prepare("SELECT 1 FROM sources WHERE source=?").bind(source.string()).next();
}

std::optional<QueueJob> QueueStore::jobOfSource(const fs::path& source) {
    Statement row = database().prepare("SELECT id FROM sources WHERE source=?");
    return row.bind(source.string()).next() ? find(row.integer(0)) : std::nullopt;
}

bool QueueStore::isResult(const fs::path& file) {
    return database().prepare("SELECT 1 FROM jobs WHERE result=?").bind(file.string()).next();
}

bool QueueStore::willBeWritten(const fs::path& result) {
    return database()
        .prepare("SELECT 1 FROM jobs WHERE result=? AND state NOT IN ('done','failed','stopped')")
        .bind(result.string())
        .next();
}

bool QueueStore::isPlanned(const fs::path& result) {
    return database()
        .prepare("SELECT 1 FROM jobs WHERE result=? AND state NOT IN ('done','failed')")
        .bind(result.string())
        .next();
}

std::vector<fs::path> QueueStore::plannedResults() {
    Statement rows = database().prepare("SELECT result FROM jobs WHERE state NOT IN ('done','failed')");
    std::vector<fs::path> results;
    while (rows.next()) results.emplace_back(rows.text(0));
    return results;
}

QueueJob QueueStore::require(long long id) {
    if (std::optional<QueueJob> job = find(id)) return *std::move(job);
    throw JobError(phrase("the queue has no job %1", id), {}, "ewald-cli queue list shows them");
}

std::optional<QueueJob> QueueStore::claim(const std::string& owner, const MayStart& mayStart,
                                          const std::set<long long>& except) {
    Transaction changes(database());
    std::optional<QueueJob> found;
    {
        Statement rows = database().prepare(
            (std::string("SELECT id,devices,document_devices,backend FROM jobs WHERE state='queued' AND "
                         "(after=0 OR after IN (SELECT id FROM jobs WHERE state='done')) ") +
             kByTurn)
                .c_str());
        std::map<std::pair<std::string, std::string>, bool> answers;
        while (!found && rows.next()) {
            if (except.contains(rows.integer(0))) continue;
            QueueJob place;
            place.devices = rows.text(1);
            place.documentDevices = rows.text(2);
            place.backend = rows.text(3);
            if (mayStart) {
                const auto [answer, isNew] = answers.try_emplace({place.devicesUsed(), place.backend}, false);
                if (isNew) answer->second = mayStart(place.devicesUsed(), place.backend);
                if (!answer->second) continue;
            }
            found = require(rows.integer(0));
        }
    }
    if (!found) return std::nullopt;
    take(*found, owner);
    changes.commit();
    return found;
}

std::optional<QueueJob> QueueStore::claim(long long id, const std::string& owner) {
    Transaction changes(database());
    std::optional<QueueJob> job = find(id);
    if (!job || job->isActive() || hasEnded(job->state)) return std::nullopt;
    take(*job, owner);
    noteEntry(id);
    changes.commit();
    return job;
}

/// Within the transaction of the caller: a wish from now on is meant for the new process.
void QueueStore::take(QueueJob& job, const std::string& owner) {
    job.started = now_s();
    database()
        .prepare("UPDATE jobs SET state='starting', wish='none', owner=?, attempts=attempts+1, started=? WHERE id=?")
        .bind(owner, job.started, job.id)
        .run();
    folderOf(job.id).writeWish(Wish::none);
    job.state = QueueState::starting;
    job.wish = Wish::none;
    job.owner = owner;
    ++job.attempts;
}

bool QueueStore::adopt(const QueueJob& job, const std::string& owner) {
    // What was said of it as long as it was left is over.
    const std::string lock = folderOf(job.id).lock().string();
    database()
        .prepare("UPDATE jobs SET owner=?1, waits_for=CASE waits_where WHEN ?2 THEN '' ELSE waits_for END, "
                 "waits_hint=CASE waits_where WHEN ?2 THEN '' ELSE waits_hint END, "
                 "waits_where=CASE waits_where WHEN ?2 THEN '' ELSE waits_where END "
                 "WHERE id=?3 AND owner=?4 AND owner<>''")
        .bind(owner, lock, job.id, job.owner)
        .run();
    return database().changes() == 1;
}

namespace {

// What is said of the source of another job stays.
constexpr const char* kNoLongerWaits = "waits_for=CASE state WHEN 'waiting' THEN '' ELSE waits_for END, "
                                       "waits_where=CASE state WHEN 'waiting' THEN '' ELSE waits_where END, "
                                       "waits_hint=CASE state WHEN 'waiting' THEN '' ELSE waits_hint END";

} // namespace

bool QueueStore::setState(long long id, const std::string& owner, QueueState state,
                          const std::optional<JobFailure>& waitsFor) {
    if (waitsFor)
        database()
            .prepare("UPDATE jobs SET state=?, waits_for=?, waits_where=?, waits_hint=? WHERE id=? AND owner=?")
            .bind(std::string(toString(state)), kept(waitsFor->what), kept(waitsFor->where), kept(waitsFor->hint), id,
                  owner)
            .run();
    else
        database()
            .prepare((std::string("UPDATE jobs SET state=?, ") + kNoLongerWaits + " WHERE id=? AND owner=?").c_str())
            .bind(std::string(toString(state)), id, owner)
            .run();
    return database().changes() == 1;
}

bool QueueStore::place(long long id, const std::string& owner, const std::string& devices) {
    database().prepare("UPDATE jobs SET runs_on=? WHERE id=? AND owner=?").bind(devices, id, owner).run();
    if (database().changes() != 1) return false;
    noteEntry(id); // which its process reads
    return true;
}

bool QueueStore::setExternal(long long id, const std::string& owner, const std::string& external) {
    database().prepare("UPDATE jobs SET external=? WHERE id=? AND owner=?").bind(external, id, owner).run();
    if (database().changes() != 1) return false;
    noteEntry(id);
    return true;
}

bool QueueStore::requeue(long long id, const std::string& owner, int attempts) {
    database()
        .prepare("UPDATE jobs SET state=CASE wish WHEN 'pause' THEN 'paused' ELSE 'queued' END, owner='', "
                 "wish='none', runs_on='', attempts=?, waits_for='', waits_where='', "
                 "waits_hint='' WHERE id=? AND owner=? AND wish NOT IN ('stop','abort')")
        .bind(attempts, id, owner)
        .run();
    return database().changes() == 1;
}

bool QueueStore::settle(long long id, const std::string& owner, const JobStatus& status) {
    database()
        .prepare((std::string("UPDATE jobs SET state=?, error=?, error_where=?, error_hint=?, ended=?, "
                              "started=CASE WHEN ?>0 THEN ? ELSE started END, "
                              "fourier_error=?, resolution_m=?, is_saved=?, error_is_high=?, pixels_of_frames=?, "
                              "no_resolution=?, "
                              "wish='none', owner='', runs_on='', ") +
                  kNoLongerWaits + " WHERE id=? AND owner=?")
                     .c_str())
        .bind(std::string(toString(status.state)), kept(status.error.what), status.error.where, kept(status.error.hint),
              status.ended, status.started, status.started, status.figures.fourierError, status.figures.resolution_m,
              status.figures.isSaved, status.figures.errorIsHigh, status.figures.pixelsOfFrames,
              kept(status.figures.noResolution), id, owner)
        .run();
    return database().changes() == 1;
}

std::string QueueStore::setting(const std::string& key) {
    Statement row = database().prepare("SELECT value FROM settings WHERE key=?");
    return row.bind(key).next() ? row.text(0) : std::string();
}

void QueueStore::setSetting(const std::string& key, const std::string& value) {
    Transaction changes(database());
    if (value.empty())
        database().prepare("DELETE FROM settings WHERE key=?").bind(key).run();
    else
        database().prepare("INSERT OR REPLACE INTO settings(key,value) VALUES(?,?)").bind(key, value).run();
    noteSettings();
    changes.commit();
}

std::vector<std::pair<std::string, std::string>> QueueStore::settings(const std::string& prefix) {
    Statement rows = database().prepare("SELECT key,value FROM settings WHERE substr(key,1,?)=? ORDER BY key");
    rows.bind(prefix.size(), prefix);
    std::vector<std::pair<std::string, std::string>> found;
    while (rows.next()) found.emplace_back(rows.text(0), rows.text(1));
    return found;
}

void QueueStore::noteSettings() {
    nlohmann::json all = nlohmann::json::object();
    for (const auto& [key, value] : settings()) all[key] = value;
    io::replaceTextFile(m_folder / "settings.json", jsonText(all, 1) + "\n");
}

} // namespace ewald::job::queue
