// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/queue_store.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/process_lock.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <thread>
#include <unistd.h>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

constexpr int kVersion = 1;

constexpr const char* kSchema = R"(
CREATE TABLE jobs(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, result TEXT NOT NULL, state TEXT NOT NULL,
  priority INTEGER NOT NULL, after INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
  stop_wanted INTEGER NOT NULL DEFAULT 0, owner TEXT NOT NULL DEFAULT '', added REAL NOT NULL,
  started REAL NOT NULL DEFAULT 0, ended REAL NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '', error_where TEXT NOT NULL DEFAULT '', error_hint TEXT NOT NULL DEFAULT '');
CREATE INDEX jobs_by_turn ON jobs(state, priority DESC, id);
)";

constexpr const char* kColumns =
    "SELECT id,name,kind,result,state,priority,after,attempts,stop_wanted,owner,added,started,"
    "ended,error,error_where,error_hint FROM jobs ";

QueueJob jobOf(const Statement& row) {
    QueueJob job;
    job.id = row.integer(0);
    job.name = row.text(1);
    job.kind = row.text(2);
    job.result = row.text(3);
    job.state = stateFromName(row.text(4));
    job.priority = static_cast<int>(row.integer(5));
    job.after = row.integer(6);
    job.attempts = static_cast<int>(row.integer(7));
    job.stopWanted = row.integer(8) != 0;
    job.owner = row.text(9);
    job.added = row.real(10);
    job.started = row.real(11);
    job.ended = row.real(12);
    job.error = {row.text(13), row.text(14), row.text(15)};
    return job;
}

/// Whether processes on other computers may see the folder; these do not share memory.
bool isNetworkFolder(const fs::path& folder) {
    struct statfs found {};
    if (statfs(folder.c_str(), &found) != 0) return false;
    switch (static_cast<unsigned long>(found.f_type)) {
    case 0x6969:     // NFS
    case 0x517B:     // SMB
    case 0xFF534D42: // CIFS
    case 0xFE534D42: // SMB2
    case 0x0BD00BD0: // Lustre
    case 0x47504653: // GPFS
    case 0x19830326: // BeeGFS
    case 0x00C36400: // Ceph
    case 0x65735546: // FUSE: sshfs, GlusterFS and others
    case 0x5346414F: // AFS
    case 0x01021997: // 9P
        return true;
    default: return false;
    }
}

void makeFolder(const fs::path& folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw DataError(phrase("cannot make the folder of the queue (%1)", failed.message()), folder.string(),
                        "choose another one with EWALD_QUEUE");
}

/// What has been written into a folder and its files reaches the disk, all at once.
void flush(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    const int failed = syncfs(descriptor);
    close(descriptor);
    if (failed != 0) throw DataError("the jobs do not reach the disk", folder.string(), "check the disk");
}

std::string folderName(long long id) {
    std::string digits = std::to_string(id);
    return digits.size() < 6 ? std::string(6 - digits.size(), '0') + digits : digits;
}

/// The largest id that a folder of jobs has.
long long largestIn(const fs::path& folder) {
    long long largest = 0;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed))
        largest = std::max(largest, std::atoll(entry.path().filename().c_str()));
    return largest;
}

} // namespace

fs::path QueueStore::usualFolder() {
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return fs::path(value == nullptr ? "" : value);
    };
    if (const fs::path chosen = variable("EWALD_QUEUE"); !chosen.empty()) return fs::absolute(chosen);
    fs::path base = variable("XDG_DATA_HOME");
    if (!base.is_absolute()) base = variable("HOME") / ".local/share";
    for (fs::path existing = base; base.is_absolute(); existing = existing.parent_path()) {
        if (!fs::exists(existing) && existing.has_relative_path()) continue;
        if (!isNetworkFolder(existing)) return base / "ewald/queue";
        break;
    }
    const fs::path local = "/var/tmp/ewald-" + std::to_string(getuid());
    // Anybody could have made a folder of that name.
    struct stat found {};
    if (mkdir(local.c_str(), 0700) != 0 && (lstat(local.c_str(), &found) != 0 || !S_ISDIR(found.st_mode) ||
                                            found.st_uid != getuid() || (found.st_mode & 0022) != 0))
        throw DataError("the folder belongs to another user, or may be written by others", local.string(),
                        "choose another one with EWALD_QUEUE");
    return local / "queue";
}

QueueStore::QueueStore(fs::path folder) : m_folder(std::move(folder)) {
    makeFolder(m_folder / "jobs");
    makeFolder(m_folder / "removed");
    // One program at a time makes or mends the store.
    std::optional<io::ProcessLock> alone;
    for (int patience = 0; !(alone = io::ProcessLock::tryTake(m_folder / "opening.lock")); ++patience) {
        if (patience == 300)
            throw DataError("another program has been opening the queue for a long time", m_folder.string(),
                            "end the program that holds opening.lock");
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    try {
        open();
    } catch (const DamagedDatabase&) {
        rebuild();
    }
}

void QueueStore::open() {
    m_database.emplace(m_folder / "queue.db", !isNetworkFolder(m_folder));
    const auto pragma = [this](const char* sql) {
        Statement statement = m_database->prepare(sql);
        return statement.next() ? statement.text(0) : std::string();
    };
    if (const std::string text = pragma("PRAGMA quick_check(1)"); text != "ok")
        throw DamagedDatabase(phrase("the store of the queue is damaged (%1)", text), (m_folder / "queue.db").string());
    const int version = std::atoi(pragma("PRAGMA user_version").c_str());
    if (version == kVersion) return;
    if (version != 0)
        throw DataError("the queue was made by a newer version of Ewald", (m_folder / "queue.db").string(),
                        "use that version, or choose another folder with EWALD_QUEUE");
    Transaction changes(*m_database);
    m_database->execute(kSchema);
    // A store that was deleted is made from the folders of its jobs, too.
    std::vector<QueueJob> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_folder / "jobs")) {
        try {
            const JobFolder folder(entry.path());
            QueueJob job = folder.readEntry();
            if (entry.path().filename() != folderName(job.id)) continue;
            if (const std::optional<JobStatus> status = folder.readStatus()) {
                job.state = status->state;
                job.error = status->error;
                job.started = status->started;
                job.ended = status->ended;
            }
            insert(job);
        } catch (const DataError&) { // an attempt to add a job that did not come to its end
        }
    }
    m_database->execute("PRAGMA user_version=1");
    changes.commit();
}

void QueueStore::rebuild() {
    m_database.reset();
    for (int number = 1;; ++number) {
        m_damaged = m_folder / ("queue.db.damaged-" + std::to_string(number));
        if (!fs::exists(m_damaged)) break;
    }
    std::error_code failed;
    fs::rename(m_folder / "queue.db", m_damaged, failed);
    if (failed)
        throw DataError(phrase("cannot move the damaged store of the queue aside (%1)", failed.message()),
                        (m_folder / "queue.db").string());
    for (const char* beside : {"queue.db-wal", "queue.db-shm", "queue.db-journal"})
        fs::remove(m_folder / beside, failed);
    open();
}

JobFolder QueueStore::folderOf(long long id) const { return JobFolder(m_folder / "jobs" / folderName(id)); }

JobDocument QueueStore::documentOf(long long id) const { return readJob(folderOf(id).document()); }

void QueueStore::insert(const QueueJob& job) {
    m_database
        ->prepare("INSERT INTO jobs(id,name,kind,result,state,priority,after,added,started,ended,error,error_where,"
                  "error_hint) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)")
        .bind(job.id, job.name, job.kind, job.result.string(), std::string(toString(job.state)), job.priority,
              job.after, job.added, job.started, job.ended, job.error.what, job.error.where, job.error.hint)
        .run();
}

std::vector<long long> QueueStore::add(std::span<const NewJob> jobs) {
    Transaction changes(*m_database);
    Statement last = m_database->prepare("SELECT COALESCE(MAX(id),0) FROM jobs");
    last.next();
    long long id = std::max(
        {static_cast<long long>(last.integer(0)), largestIn(m_folder / "jobs"), largestIn(m_folder / "removed")});
    std::vector<long long> ids;
    const auto takeBack = [&] {
        std::error_code ignored;
        for (const long long added : ids) fs::remove_all(folderOf(added).path(), ignored);
    };
    try {
        for (const NewJob& job : jobs) {
            QueueJob entry;
            entry.id = ++id;
            entry.name = job.name;
            entry.kind = job.document.kind;
            entry.result = job.document.outputFile;
            entry.priority = job.priority;
            entry.after = job.after;
            entry.added = now_s();
            ids.push_back(entry.id);
            folderOf(entry.id).create(toJson(job.document), entry);
            insert(entry);
        }
        flush(m_folder);
        changes.commit();
    } catch (...) {
        takeBack();
        throw;
    }
    return ids;
}

std::vector<QueueJob> QueueStore::jobs() {
    Statement rows = m_database->prepare((std::string(kColumns) + "ORDER BY priority DESC, id").c_str());
    std::vector<QueueJob> found;
    while (rows.next()) found.push_back(jobOf(rows));
    return found;
}

std::optional<QueueJob> QueueStore::find(long long id) {
    Statement row = m_database->prepare((std::string(kColumns) + "WHERE id=?").c_str());
    if (!row.bind(id).next()) return std::nullopt;
    return jobOf(row);
}

QueueJob QueueStore::require(long long id) {
    if (std::optional<QueueJob> job = find(id)) return *std::move(job);
    throw JobError(phrase("the queue has no job %1", id), {}, "ewald-cli queue list shows them");
}

std::optional<QueueJob> QueueStore::claim(const std::string& owner) {
    Transaction changes(*m_database);
    Statement next = m_database->prepare(
        (std::string(kColumns) + "WHERE state='queued' ORDER BY priority DESC, id LIMIT 1").c_str());
    if (!next.next()) return std::nullopt;
    QueueJob job = jobOf(next);
    m_database->prepare("UPDATE jobs SET state='starting', owner=?, attempts=attempts+1, started=? WHERE id=?")
        .bind(owner, now_s(), job.id)
        .run();
    changes.commit();
    job.state = QueueState::starting;
    job.owner = owner;
    ++job.attempts;
    return job;
}

bool QueueStore::adopt(const QueueJob& job, const std::string& owner) {
    m_database
        ->prepare("UPDATE jobs SET owner=? WHERE id=? AND owner=? AND state IN ('starting','running','finishing')")
        .bind(owner, job.id, job.owner)
        .run();
    return m_database->changes() == 1;
}

bool QueueStore::setState(long long id, const std::string& owner, QueueState state) {
    m_database->prepare("UPDATE jobs SET state=? WHERE id=? AND owner=?")
        .bind(std::string(toString(state)), id, owner)
        .run();
    return m_database->changes() == 1;
}

bool QueueStore::requeue(long long id, const std::string& owner, int attempts) {
    m_database->prepare("UPDATE jobs SET state='queued', owner='', attempts=? WHERE id=? AND owner=?")
        .bind(attempts, id, owner)
        .run();
    return m_database->changes() == 1;
}

bool QueueStore::settle(long long id, const std::string& owner, const JobStatus& status) {
    m_database
        ->prepare("UPDATE jobs SET state=?, error=?, error_where=?, error_hint=?, ended=?, stop_wanted=0, owner='' "
                  "WHERE id=? AND owner=?")
        .bind(std::string(toString(status.state)), status.error.what, status.error.where, status.error.hint,
              status.ended, id, owner)
        .run();
    return m_database->changes() == 1;
}

void QueueStore::cancel(long long id) {
    Transaction changes(*m_database);
    const QueueJob job = require(id);
    if (hasEnded(job.state)) throw JobError(phrase("job %1 has ended already (%2)", id, toString(job.state)));
    if (isActive(job.state)) {
        m_database->prepare("UPDATE jobs SET stop_wanted=1 WHERE id=?").bind(id).run();
    } else {
        const double now = now_s();
        folderOf(id).writeStatus({QueueState::stopped, {}, 0, now});
        m_database->prepare("UPDATE jobs SET state='stopped', ended=? WHERE id=?").bind(now, id).run();
    }
    changes.commit();
}

void QueueStore::retry(long long id) {
    Transaction changes(*m_database);
    const QueueJob job = require(id);
    if (job.state != QueueState::stopped && job.state != QueueState::failed)
        throw JobError(phrase("job %1 is %2", id, toString(job.state)), {},
                       "only stopped and failed jobs can be tried again");
    folderOf(id).prepareRetry();
    m_database
        ->prepare("UPDATE jobs SET state='queued', attempts=0, stop_wanted=0, ended=0, error='', error_where='', "
                  "error_hint='' WHERE id=?")
        .bind(id)
        .run();
    changes.commit();
}

void QueueStore::remove(long long id) {
    Transaction changes(*m_database);
    const QueueJob job = require(id);
    if (isActive(job.state)) throw JobError(phrase("job %1 is %2", id, toString(job.state)), {}, "cancel it first");
    m_database->prepare("DELETE FROM jobs WHERE id=?").bind(id).run();
    std::error_code failed;
    fs::rename(folderOf(id).path(), m_folder / "removed" / folderName(id), failed);
    if (failed && fs::exists(folderOf(id).path()))
        throw DataError(phrase("cannot move the folder of the job (%1)", failed.message()),
                        folderOf(id).path().string());
    changes.commit();
}

void QueueStore::updateDependencies() {
    Transaction changes(*m_database);
    // Those that wait for a job that is done have their turn …
    m_database->execute("UPDATE jobs SET state='queued' WHERE state='waiting' AND after IN "
                        "(SELECT id FROM jobs WHERE state='done')");
    m_database->execute("UPDATE jobs SET state='waiting' WHERE state='queued' AND after<>0 AND after IN "
                        "(SELECT id FROM jobs WHERE state NOT IN ('done','failed','stopped'))");
    // … and those that wait for one that will not be, never.
    Statement lost =
        m_database->prepare("SELECT id,after FROM jobs WHERE state IN ('queued','waiting') AND after<>0 AND "
                            "after NOT IN (SELECT id FROM jobs WHERE state NOT IN ('failed','stopped'))");
    std::vector<std::pair<long long, long long>> found;
    while (lost.next()) found.emplace_back(lost.integer(0), lost.integer(1));
    for (const auto& [id, after] : found) {
        const JobStatus status{QueueState::failed,
                               {"job " + std::to_string(after) + ", which it needs, was not done", "",
                                "try that one again first, then this one"},
                               0,
                               now_s()};
        folderOf(id).writeStatus(status);
        m_database->prepare("UPDATE jobs SET state='failed', error=?, error_hint=?, ended=? WHERE id=?")
            .bind(status.error.what, status.error.hint, status.ended, id)
            .run();
    }
    changes.commit();
}

} // namespace ewald::job::queue
