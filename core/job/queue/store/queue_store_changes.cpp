// SPDX-License-Identifier: GPL-3.0-or-later
//
// What persons change of the jobs in a store, and what changes with it.
#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "io/output_guard.h"
#include "job/document/document_format.h"
#include "job/queue/folder/runner_lock.h"
#include "job/queue/store/queue_rows.h"
#include "job/queue/store/queue_store.h"
#include "job/queue/store/sweep.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace ewald::job::queue {

namespace fs = std::filesystem;

void QueueStore::noteEntry(long long id) { folderOf(id).writeEntry(require(id)); }

void QueueStore::askToEnd(long long id, Wish wish) {
    Transaction changes(database());
    const QueueJob job = require(id);
    const JobFolder folder = folderOf(id);
    if (hasEnded(job.state)) throw JobError(phrase("job %1 has ended already (%2)", id, toString(job.state)));
    const Wish before = folder.readWish();
    try {
        if (job.isActive()) {
            database().prepare("UPDATE jobs SET wish=? WHERE id=?").bind(std::string(toString(wish)), id).run();
            folder.writeWish(wish);
        } else {
            const double now = now_s();
            folder.writeStatus({QueueState::stopped, {}, 0, now});
            database()
                .prepare("UPDATE jobs SET state='stopped', ended=?, waits_for='', waits_where='', waits_hint='' "
                         "WHERE id=?")
                .bind(now, id)
                .run();
        }
        changes.commit();
    } catch (const DataError&) {
        // What was refused does not come true later.
        if (job.isActive())
            folder.writeWish(before);
        else
            folder.forgetStatus();
        throw;
    }
}

void QueueStore::cancel(long long id) { askToEnd(id, Wish::stop); }
void QueueStore::abort(long long id) { askToEnd(id, Wish::abort); }

void QueueStore::pause(long long id) {
    Transaction changes(database());
    const QueueJob job = require(id);
    if (hasEnded(job.state)) throw JobError(phrase("job %1 has ended already (%2)", id, toString(job.state)));
    if (job.wish == Wish::stop || job.wish == Wish::abort) throw JobError(phrase("job %1 has been asked to end", id));
    if (job.isActive()) {
        database().prepare("UPDATE jobs SET wish='pause' WHERE id=?").bind(id).run();
        folderOf(id).writeWish(Wish::pause);
    } else {
        database()
            .prepare("UPDATE jobs SET state='paused', waits_for='', waits_where='', waits_hint='' WHERE id=?")
            .bind(id)
            .run();
        noteEntry(id);
    }
    changes.commit();
}

void QueueStore::resume(long long id) {
    Transaction changes(database());
    const QueueJob job = require(id);
    // A window that steers a job asks its process directly.
    if (job.isActive() && (job.wish == Wish::pause || folderOf(id).readWish() == Wish::pause)) {
        database().prepare("UPDATE jobs SET wish='none' WHERE id=?").bind(id).run();
        folderOf(id).writeWish(Wish::none);
    } else if (!job.isActive() && job.state == QueueState::paused) {
        database()
            .prepare("UPDATE jobs SET state=CASE data_pending WHEN 0 THEN 'queued' ELSE 'waiting' END WHERE id=?")
            .bind(id)
            .run();
        noteEntry(id);
    } else {
        throw JobError(phrase("job %1 is %2", id, toString(job.state)), {}, "only paused jobs can be resumed");
    }
    changes.commit();
}

void QueueStore::retry(long long id) {
    Transaction changes(database());
    const QueueJob job = require(id);
    if (job.state != QueueState::stopped && job.state != QueueState::failed)
        throw JobError(phrase("job %1 is %2", id, toString(job.state)), {},
                       "only stopped and failed jobs can be tried again");
    if (Statement other = database().prepare("SELECT id FROM jobs WHERE result=? AND id<>? AND state NOT IN "
                                             "('done','failed','stopped')");
        other.bind(job.result.string(), id).next() && !io::isNullDevice(job.result))
        throw JobError(phrase("job %1 will write the same file", other.integer(0)), job.result.string(),
                       "duplicate the job instead");
    if (Statement other =
            database().prepare("SELECT id FROM jobs WHERE result=? AND id<>? AND state='done' AND ended>?");
        other.bind(job.result.string(), id, job.ended).next() && !io::isNullDevice(job.result))
        throw JobError(phrase("job %1 has written the same file since", other.integer(0)), job.result.string(),
                       "duplicate the job instead");
    folderOf(id).forgetTurns();
    folderOf(id).prepareRetry(job.result);
    database()
        .prepare("UPDATE jobs SET state='queued', attempts=0, wish='none', ended=0, error='', error_where='', "
                 "error_hint='', external='', data_pending=0, fourier_error=-1, resolution_m=-1, "
                 "no_resolution='', is_saved=0, error_is_high=0, pixels_of_frames=0 WHERE id=?")
        .bind(id)
        .run();
    noteEntry(id);
    changes.commit();
}

void QueueStore::release(long long id) {
    Transaction changes(database());
    const QueueJob job = require(id);
    if (!job.isActive() || !job.backend.empty())
        throw JobError(phrase("job %1 is %2", id, toString(job.state)), {},
                       "only jobs are released that a computer has left while they ran there");
    if (RunnerLock::isAlive(m_folder, job.owner) || folderOf(id).isBusy())
        throw JobError(phrase("a program works on job %1", id), folderOf(id).lock().string(), "cancel it instead");
    folderOf(id).writeWish(Wish::none);
    database()
        .prepare("UPDATE jobs SET state='queued', owner='', wish='none', runs_on='', waits_for='', waits_where='', "
                 "waits_hint='' WHERE id=?")
        .bind(id)
        .run();
    noteEntry(id);
    changes.commit();
}

void QueueStore::changeAfter(const QueueJob& job, long long after) {
    if (job.isActive() || job.state == QueueState::done)
        throw JobError(phrase("job %1 is %2", job.id, toString(job.state)), {},
                       "what a job waits for is chosen before it starts; duplicate it");
    if (after != 0) static_cast<void>(require(after));
    std::set<long long> seen; // ends at a circle that somebody has written into the folders
    for (long long other = after; other != 0 && seen.insert(other).second;) {
        if (other == job.id)
            throw JobError(after == job.id ? phrase("job %1 cannot wait for itself", job.id)
                                           : phrase("job %1 waits for job %2 already", after, job.id));
        const std::optional<QueueJob> next = find(other);
        other = next ? next->after : 0;
    }
    // It gets its turn, or says what it waits for now: updateDependencies().
    const bool waits = job.state == QueueState::waiting && !job.dataPending;
    database()
        .prepare("UPDATE jobs SET after=?, state=?, waits_for=?, waits_hint=? WHERE id=?")
        .bind(after, std::string(toString(waits ? QueueState::queued : job.state)),
              waits ? std::string() : kept(job.waitsFor.what), waits ? std::string() : kept(job.waitsFor.hint), job.id)
        .run();
}

void QueueStore::change(long long id, const JobChange& change) {
    Transaction changes(database());
    QueueJob job = require(id);
    if (change.name && change.name->find_first_not_of(" \t\n") == std::string::npos)
        throw JobError("a job needs a name", "name");
    const auto take = [](auto& member, const auto& value) {
        if (value) member = *value;
    };
    if ((change.devices || change.backend) && (job.isActive() || job.state == QueueState::done))
        throw JobError(phrase("job %1 is %2", id, toString(job.state)), {},
                       "devices and back end are chosen before a job starts; duplicate it");
    if (change.name) job.name = format::validText(*change.name);
    take(job.priority, change.priority);
    take(job.sample, change.sample);
    take(job.comment, change.comment);
    take(job.operatorName, change.operatorName);
    take(job.devices, change.devices);
    take(job.backend, change.backend);
    database()
        .prepare("UPDATE jobs SET name=?, priority=?, sample=?, comment=?, operator=?, devices=?, backend=? "
                 "WHERE id=?")
        .bind(job.name, job.priority, job.sample, job.comment, job.operatorName, job.devices, job.backend, id)
        .run();
    if (change.after && *change.after != job.after) changeAfter(job, *change.after);
    noteEntry(id);
    changes.commit();
}

void QueueStore::noteResolution(const fs::path& result, const ResultFigures& figures) {
    Transaction changes(database());
    std::optional<long long> last;
    {
        Statement row = database().prepare("SELECT id FROM jobs WHERE result=? AND state IN ('done','stopped') AND "
                                           "owner='' AND is_saved ORDER BY ended DESC");
        if (row.bind(result.string()).next()) last = row.integer(0);
    }
    if (!last) return;
    const JobFolder folder = folderOf(*last);
    if (std::optional<JobStatus> status = folder.readStatus()) {
        status->figures.resolution_m = figures.resolution_m;
        status->figures.noResolution = figures.noResolution;
        folder.writeStatus(*status);
    }
    database()
        .prepare("UPDATE jobs SET resolution_m=?, no_resolution=? WHERE id=?")
        .bind(figures.resolution_m, kept(figures.noResolution), *last)
        .run();
    changes.commit();
}

void QueueStore::makeRoom(int priority, double position) {
    std::vector<std::pair<long long, double>> all;
    {
        Statement rows = database().prepare("SELECT id,position FROM jobs WHERE priority=? ORDER BY position, id");
        rows.bind(priority);
        while (rows.next()) all.emplace_back(rows.integer(0), rows.real(1));
    }
    const auto size = static_cast<std::ptrdiff_t>(all.size());
    const auto at = std::find_if(all.begin(), all.end(), [&](const auto& row) { return row.second >= position; });
    const std::ptrdiff_t middle = at - all.begin();
    // As few as lie in an interval that has room for them: each has a file of its own.
    for (std::ptrdiff_t reach = 8;; reach *= 4) {
        const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, middle - reach), end = std::min(size, middle + reach);
        const auto count = static_cast<double>(end - first);
        const double high = end < size ? all[static_cast<std::size_t>(end)].second : all.back().second + count + 1;
        const double low = first > 0 ? all[static_cast<std::size_t>(first) - 1].second : high - count - 1;
        const double step = (high - low) / (count + 1);
        const bool isAll = first == 0 && end == size;
        if (!isAll && !(step > 1e-9 * std::max({1.0, std::abs(low), std::abs(high)}))) continue;
        for (std::ptrdiff_t i = first; i < end; ++i) {
            const long long id = all[static_cast<std::size_t>(i)].first;
            const double place = isAll ? static_cast<double>(i + 1) : low + step * static_cast<double>(i - first + 1);
            database().prepare("UPDATE jobs SET position=? WHERE id=?").bind(place, id).run();
            noteEntry(id);
        }
        return;
    }
}

void QueueStore::moveRow(const QueueJob& job, long long before) {
    const auto number = [&](const char* sql, const auto&... values) -> std::optional<double> {
        Statement row = database().prepare(sql);
        row.bind(values...);
        return row.next() ? std::optional(row.real(0)) : std::nullopt;
    };
    int priority = job.priority;
    double position = 0;
    if (before == 0) {
        position = number("SELECT COALESCE(MAX(position),0)+1 FROM jobs WHERE priority=? AND id<>?", priority, job.id)
                       .value_or(0);
    } else {
        const QueueJob next = require(before);
        priority = next.priority;
        const std::optional<double> previous =
            number("SELECT position FROM jobs WHERE priority=? AND id<>? AND (position<? OR (position=? AND id<?)) "
                   "ORDER BY position DESC, id DESC LIMIT 1",
                   priority, job.id, next.position, next.position, next.id);
        position = previous ? (*previous + next.position) / 2 : next.position - 1;
        if (previous && !(position > *previous && position < next.position)) {
            makeRoom(priority, next.position);
            return moveRow(require(job.id), before);
        }
    }
    database().prepare("UPDATE jobs SET priority=?, position=? WHERE id=?").bind(priority, position, job.id).run();
    noteEntry(job.id);
}

void QueueStore::move(long long id, long long before) {
    if (id == before) return;
    Transaction changes(database());
    moveRow(require(id), before);
    changes.commit();
}

long long QueueStore::duplicate(long long id, const std::vector<std::string>& settings) {
    const QueueJob job = require(id);
    NewJob copy{job.name, documentOf(id), job.priority, job.after};
    for (const std::string& setting : settings) {
        applySetting(copy.document, setting);
        copy.name += " " + setting;
    }
    copy.sample = job.sample;
    copy.comment = job.comment;
    copy.operatorName = job.operatorName;
    copy.devices = job.devices;
    copy.backend = job.backend;
    copy.sharesResult = io::isNullDevice(job.result);
    const auto isTaken = [&](const fs::path& name) {
        std::error_code failed;
        return !copy.sharesResult && (isPlanned(name) || fs::exists(name, failed));
    };
    for (int attempt = 1;; ++attempt) {
        copy.document.outputFile = freeName(job.result, isTaken);
        try {
            const long long made = add(std::span(&copy, 1)).front();
            move(made, 0);
            return made;
        } catch (const ResultTaken&) { // another program was faster
            if (attempt == 5) throw;
        }
    }
}

void QueueStore::remove(long long id) {
    Transaction changes(database());
    const QueueJob job = require(id);
    if (job.isActive()) throw JobError(phrase("job %1 is %2", id, toString(job.state)), {}, "cancel it first");
    // What those wait for that come after it was done.
    if (job.state == QueueState::done)
        database()
            .prepare("UPDATE jobs SET after=0 WHERE after=? AND state IN ('queued','waiting','paused')")
            .bind(id)
            .run();
    database().prepare("DELETE FROM jobs WHERE id=?").bind(id).run();
    std::error_code failed;
    fs::rename(folderOf(id).path(), m_folder / "removed" / folderName(id), failed);
    if (failed && fs::exists(folderOf(id).path()))
        throw DataError(phrase("cannot move the folder of the job (%1)", systemReason(failed)),
                        folderOf(id).path().string());
    // From now on it is kept for a while.
    fs::last_write_time(m_folder / "removed" / folderName(id), fs::file_time_type::clock::now(), failed);
    changes.commit();
}

void QueueStore::restore(long long id) {
    Transaction changes(database());
    const JobFolder removed(m_folder / "removed" / folderName(id));
    if (find(id) || !fs::exists(removed.path()))
        throw JobError(phrase("job %1 is not among the removed ones", id), {}, "ewald-cli queue list shows the others");
    const QueueJob job = removed.currentEntry();
    std::error_code failed;
    fs::rename(removed.path(), folderOf(id).path(), failed);
    if (failed)
        throw DataError(phrase("cannot move the folder of the job (%1)", systemReason(failed)),
                        removed.path().string());
    insertJob(*m_database, job);
    waitAgain(id);
    changes.commit();
}

std::vector<long long> QueueStore::waitFor(long long id) {
    Statement rows = database().prepare(
        "SELECT id FROM jobs WHERE after=? AND state IN ('queued','waiting','paused') AND owner='' ORDER BY id");
    rows.bind(id);
    std::vector<long long> ids;
    while (rows.next()) ids.push_back(rows.integer(0));
    return ids;
}

/// Those that have failed for want of this job, and those that failed for want of them, wait again.
void QueueStore::waitAgain(long long id) {
    std::vector<long long> ids;
    {
        // What never had a turn has failed for no other reason.
        Statement rows =
            database().prepare("SELECT id FROM jobs WHERE after=? AND state='failed' AND started=0 AND attempts=0");
        rows.bind(id);
        while (rows.next()) ids.push_back(rows.integer(0));
    }
    for (const long long next : ids) {
        folderOf(next).prepareRetry(require(next).result);
        database()
            .prepare("UPDATE jobs SET state='queued', ended=0, error='', error_where='', error_hint='' WHERE id=?")
            .bind(next)
            .run();
        waitAgain(next);
    }
}

std::vector<QueueJob> QueueStore::updateDependencies() {
    Transaction changes(database());
    const auto idsOf = [this](const char* sql) {
        Statement rows = database().prepare(sql);
        std::vector<std::pair<long long, long long>> found;
        while (rows.next()) found.emplace_back(rows.integer(0), rows.integer(1));
        return found;
    };
    // Those that wait for a job that is done have their turn …
    database().execute("UPDATE jobs SET state='queued', waits_for='', waits_hint='' WHERE state='waiting' AND "
                       "owner='' AND data_pending=0 AND after IN (SELECT id FROM jobs WHERE state='done')");
    for (const auto& [id, after] : idsOf("SELECT id,after FROM jobs WHERE state='queued' AND after<>0 AND after IN "
                                         "(SELECT id FROM jobs WHERE state NOT IN ('done','failed','stopped'))"))
        database()
            .prepare("UPDATE jobs SET state='waiting', waits_for=? WHERE id=?")
            .bind(kept(phrase("waiting for job %1", after)), id)
            .run();
    // … and those that wait for one that will not be, never; nor do those that wait for these.
    std::vector<QueueJob> failed;
    constexpr const char* kHopeless =
        "SELECT id,after FROM jobs WHERE state IN ('queued','waiting') AND owner='' AND after<>0 AND "
        "after NOT IN (SELECT id FROM jobs WHERE state NOT IN ('failed','stopped'))";
    for (auto some = idsOf(kHopeless); !some.empty(); some = idsOf(kHopeless))
        for (const auto& [id, after] : some) {
            const JobFailure error{phrase("job %1, which it needs, was not done", after), "",
                                   phrase("try that one again first, then this one")};
            const JobStatus status{QueueState::failed, error, 0, now_s()};
            try {
                folderOf(id).writeStatus(status);
            } catch (const DataError&) { // it counts when the store is made anew only
            }
            database()
                .prepare("UPDATE jobs SET state='failed', error=?, error_hint=?, ended=?, waits_for='', "
                         "waits_hint='' WHERE id=?")
                .bind(kept(error.what), kept(error.hint), status.ended, id)
                .run();
            failed.push_back(require(id));
        }
    changes.commit();
    return failed;
}

bool QueueStore::setDataPending(long long id, const JobFailure& waitsFor) {
    database()
        .prepare("UPDATE jobs SET waits_for=?, waits_where=?, waits_hint=? "
                 "WHERE id=? AND state='waiting' AND data_pending<>0")
        .bind(kept(waitsFor.what), waitsFor.where, kept(waitsFor.hint), id)
        .run();
    return database().changes() == 1;
}

bool QueueStore::dataIsComplete(long long id, const std::string& seen) {
    Transaction changes(database());
    database()
        .prepare("UPDATE jobs SET data_pending=0, state='queued', waits_for='', waits_where='', waits_hint='', "
                 "source_seen=? WHERE id=? AND state='waiting' AND data_pending<>0")
        .bind(seen, id)
        .run();
    if (database().changes() != 1) return false;
    noteEntry(id);
    changes.commit();
    return true;
}

void QueueStore::noteSource(long long id, const std::string& seen, const JobFailure& remark) {
    Transaction changes(database());
    database()
        .prepare("UPDATE jobs SET source_seen=?, waits_for=?, waits_where=?, waits_hint=? WHERE id=?")
        .bind(seen, kept(remark.what), remark.where, kept(remark.hint), id)
        .run();
    database()
        .prepare("UPDATE jobs SET state='waiting', data_pending=1 WHERE id=? AND state='queued' AND owner=''")
        .bind(id)
        .run();
    noteEntry(id);
    changes.commit();
}

std::string QueueStore::sourceSeen(long long id) {
    Statement row = database().prepare("SELECT source_seen FROM jobs WHERE id=?");
    return row.bind(id).next() ? row.text(0) : std::string();
}

std::vector<QueueStore::Source> QueueStore::sources() {
    Statement rows = database().prepare("SELECT id,source,source_seen FROM jobs WHERE source<>''");
    std::vector<Source> found;
    while (rows.next()) found.push_back({rows.integer(0), rows.text(1), rows.text(2)});
    return found;
}

void QueueStore::renameSource(long long id, const fs::path& name) {
    Transaction changes(database());
    const std::optional<QueueJob> found = find(id);
    // Another program that watches may have been faster, or a person has removed the job.
    if (!found || hasSource(name)) return;
    const QueueJob& job = *found;
    database().prepare("DELETE FROM sources WHERE source=?").bind(job.source.string()).run();
    database().prepare("INSERT INTO sources(source,id) VALUES(?,?)").bind(name.string(), id).run();
    database().prepare("UPDATE jobs SET source=? WHERE id=?").bind(name.string(), id).run();
    if (job.state != QueueState::done) { // a process that runs has read its own already
        JobDocument document = documentOf(id);
        if (document.inputFile == job.source) document.inputFile = name;
        std::replace(document.inputFiles.begin(), document.inputFiles.end(), job.source, name);
        io::replaceTextFile(folderOf(id).document(), toJson(document));
    }
    noteEntry(id);
    changes.commit();
}

bool QueueStore::failForData(long long id, const JobFailure& error) {
    Transaction changes(database());
    const JobStatus status{QueueState::failed, error, 0, now_s()};
    database()
        .prepare("UPDATE jobs SET state='failed', error=?, error_where=?, error_hint=?, ended=?, waits_for='', "
                 "waits_where='', waits_hint='' WHERE id=? AND state='waiting' AND data_pending<>0")
        .bind(kept(error.what), error.where, kept(error.hint), status.ended, id)
        .run();
    if (database().changes() != 1) return false;
    folderOf(id).writeStatus(status);
    changes.commit();
    return true;
}

fs::path freeName(const fs::path& wanted, const std::function<bool(const fs::path&)>& isTaken, int* number) {
    int first = 1;
    int& last = number ? *number : first;
    fs::path free = wanted;
    while (isTaken(free))
        free = wanted.parent_path() /
               (wanted.stem().string() + "_" + std::to_string(++last) + wanted.extension().string());
    return free;
}

} // namespace ewald::job::queue
