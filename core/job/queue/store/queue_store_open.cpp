// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a store is found, opened, and mended.
#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "io/process_lock.h"
#include "job/queue/store/adding_folder.h"
#include "job/queue/store/queue_rows.h"
#include "job/queue/store/queue_store.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <thread>
#include <unistd.h>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kApplicationId = 0x4577616c; // "Ewal", in the header of the database
constexpr const char* kOnNetwork = "on-network";     // a file that a person makes, see QueueStore
constexpr std::chrono::hours kRemovedLast{30 * 24};  // in removed/, for an undo

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

/// As far as the header of an SQLite file says so: numbers of its schema, of its version and of the program.
bool isOfAnotherProgram(const fs::path& file) {
    static constexpr std::string_view kFormat = "SQLite format 3";
    const std::optional<Database::Header> header = Database::header(file);
    if (!header || !std::equal(kFormat.begin(), kFormat.end(), header->begin())) return false;
    const auto number = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i) value = (value << 8U) | (*header)[at + i];
        return value;
    };
    const std::uint32_t schema = number(40), version = number(60), program = number(68);
    return program != kApplicationId && (program != 0 || (schema != 0 && version == 0));
}

[[noreturn]] void failForeign(const fs::path& file) {
    throw DataError("this is the database of another program", file.string(), "choose another folder with EWALD_QUEUE");
}

void makeFolder(const fs::path& folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw DataError(phrase("cannot make the folder of the queue (%1)", systemReason(failed)), folder.string(),
                        "choose another one with EWALD_QUEUE");
}

/// The largest id that a folder of jobs has.
long long largestIn(const fs::path& folder) {
    long long largest = 0;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed))
        largest = std::max(largest, std::atoll(entry.path().filename().c_str()));
    return largest;
}

/// Removes what has not changed for so long.
void removeOld(const fs::path& folder, std::chrono::hours age) {
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
        const fs::file_time_type changed = entry.last_write_time(failed);
        if (!failed && fs::file_time_type::clock::now() - changed > age) fs::remove_all(entry.path(), failed);
    }
}

std::optional<io::ProcessLock> tryTake(const fs::path& lock) {
    try {
        return io::ProcessLock::tryTake(lock);
    } catch (const DataError& why) {
        throw UnwritableDatabase(why);
    }
}

/// The ids of the jobs whose folders are in this one.
std::set<long long> idsIn(const fs::path& folder) {
    std::set<long long> ids;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
        const long long id = std::atoll(entry.path().filename().c_str());
        if (entry.path().filename() == folderName(id)) ids.insert(id);
    }
    return ids;
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
    for (const char* part : {"jobs", "removed", "adding"}) makeFolder(m_folder / part);
    openAlone();
}

QueueStore::QueueStore(fs::path folder, DataError why) : m_folder(std::move(folder)), m_inMemoryFor(std::move(why)) {
    m_database.emplace();
    makeTables(0);
}

QueueStore QueueStore::toLookAt(const fs::path& folder) {
    try {
        return QueueStore(folder);
    } catch (const UnwritableDatabase& why) {
        return {folder, why};
    }
}

void QueueStore::openAlone() {
    // One program at a time makes or mends the store.
    std::optional<io::ProcessLock> alone;
    for (int patience = 0; !(alone = tryTake(m_folder / "opening.lock")); ++patience) {
        if (patience == 300)
            throw DataError("another program has been opening the queue for a long time", m_folder.string(),
                            "end the program that holds opening.lock");
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    // What programs that were killed while they added jobs have left, and what is too old for an undo.
    AddingFolder::removeAbandoned(m_folder);
    removeOld(m_folder / "adding", std::chrono::hours(24)); // of earlier versions
    removeOld(m_folder / "removed", kRemovedLast);
    try {
        open();
    } catch (const DamagedDatabase&) {
        rebuild();
    }
    mend();
}

Database& QueueStore::database() {
    if (m_database && (m_database->inTransaction() || (!m_database->hasMoved() && !m_database->isDamaged())))
        return *m_database;
    if (std::error_code failed; !fs::is_directory(m_folder / "jobs", failed))
        throw DataError("the folder of the queue is gone", m_folder.string(),
                        "put it back, or start the program again to have a new one");
    ++m_generation;
    openAlone();
    return *m_database;
}

void QueueStore::open() {
    std::error_code ignored;
    m_onNetwork = isNetworkFolder(m_folder) || fs::exists(m_folder / kOnNetwork, ignored);
    const fs::path file = m_folder / "queue.db";
    if (std::error_code failed; fs::exists(file, failed) && !fs::is_regular_file(file, failed))
        throw DataError("this should be the database of the queue, but it is no file", file.string(),
                        "remove it, or choose another folder with EWALD_QUEUE");
    if (isOfAnotherProgram(file)) failForeign(file); // not touched at all
    m_database.emplace(file, !m_onNetwork);
    const auto pragma = [this](const char* sql) {
        Statement statement = m_database->prepare(sql);
        return statement.next() ? statement.text(0) : std::string();
    };
    // Not quick_check, which does not compare the indexes with their tables.
    if (const std::string text = pragma("PRAGMA integrity_check(1)"); text != "ok")
        throw DamagedDatabase(phrase("the store of the queue is damaged (%1)", text), (m_folder / "queue.db").string());
    const int version = std::atoi(pragma("PRAGMA user_version").c_str());
    const bool hasJobs = pragma("SELECT 1 FROM sqlite_master WHERE name='jobs'") == "1";
    const auto madeBy = static_cast<std::uint32_t>(std::atoll(pragma("PRAGMA application_id").c_str()));
    if (madeBy != kApplicationId && (madeBy != 0 || hasJobs != (version > 0))) failForeign(file);
    if (version == kStoreVersion) return;
    if (version > kStoreVersion)
        throw DataError("the queue was made by a newer version of Ewald", (m_folder / "queue.db").string(),
                        "use that version, or choose another folder with EWALD_QUEUE");
    makeTables(version);
}

void QueueStore::makeTables(int version) {
    Transaction changes(*m_database);
    for (int step = version; step < kStoreVersion; ++step) m_database->execute(stepFrom(step));
    // A store that was deleted is made from the folders of its jobs, too.
    if (version == 0) insertFolders();
    m_database->execute(("PRAGMA user_version=" + std::to_string(kStoreVersion)).c_str());
    m_database->execute(("PRAGMA application_id=" + std::to_string(kApplicationId)).c_str());
    changes.commit();
}

void QueueStore::insertFolders() {
    const auto entriesOf = [this](const char* part) {
        std::vector<QueueJob> found;
        for (const fs::directory_entry& entry : fs::directory_iterator(m_folder / part)) {
            try {
                QueueJob job = JobFolder(entry.path()).currentEntry();
                if (entry.path().filename() == folderName(job.id)) found.push_back(std::move(job));
            } catch (const DataError&) { // an attempt to add a job that did not come to its end
            }
        }
        return found;
    };
    for (QueueJob& job : entriesOf("jobs")) {
        job.runsOn.clear(); // of an attempt that may be over
        insertJob(*m_database, job);
    }
    for (const QueueJob& job : entriesOf("removed"))
        if (!job.source.empty())
            m_database->prepare("INSERT OR IGNORE INTO sources(source,id) VALUES(?,?)")
                .bind(job.source.string(), job.id)
                .run();
    m_database->prepare("UPDATE counters SET value=? WHERE name='last_id'")
        .bind(std::max(largestIn(m_folder / "jobs"), largestIn(m_folder / "removed")))
        .run();
    std::ifstream stream(m_folder / "settings.json", std::ios::binary);
    const auto settings = parseJson<nlohmann::json>(stream);
    if (!settings.is_object()) return;
    for (const auto& [key, value] : settings.items())
        if (value.is_string())
            m_database->prepare("INSERT INTO settings(key,value) VALUES(?,?)")
                .bind(key, value.get<std::string>())
                .run();
}

void QueueStore::mend() {
    std::set<long long> lost, gone; // folders without a row, rows whose folder was moved away
    const auto compare = [&] {
        const std::set<long long> folders = idsIn(m_folder / "jobs");
        lost = folders;
        gone.clear();
        Statement rows = m_database->prepare("SELECT id FROM jobs");
        while (rows.next())
            if (const long long id = rows.integer(0); lost.erase(id) == 0) gone.insert(id);
        std::error_code failed;
        std::erase_if(gone, [&](long long id) { return !fs::exists(m_folder / "removed" / folderName(id), failed); });
        return lost.empty() && gone.empty();
    };
    if (compare()) return;
    Transaction changes(*m_database);
    static_cast<void>(compare()); // another program may have been at it
    for (const long long id : lost) {
        try {
            QueueJob job = folderOf(id).currentEntry();
            if (job.id != id) continue;
            job.runsOn.clear();
            const bool hasAnother = (!job.source.empty() && hasSource(job.source)) || willBeWritten(job.result);
            if (hasAnother && !hasEnded(job.state)) {
                fs::rename(folderOf(id).path(), m_folder / "removed" / folderName(id));
                continue;
            }
            insertJob(*m_database, job);
            m_database->prepare("UPDATE counters SET value=MAX(value,?) WHERE name='last_id'").bind(id).run();
        } catch (const DataError&) {            // its folder is not complete
        } catch (const fs::filesystem_error&) { // the next opening may succeed
        }
    }
    for (const long long id : gone) m_database->prepare("DELETE FROM jobs WHERE id=?").bind(id).run();
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
        throw DataError(phrase("cannot move the damaged store of the queue aside (%1)", systemReason(failed)),
                        (m_folder / "queue.db").string());
    for (const char* beside : {"queue.db-wal", "queue.db-shm", "queue.db-journal"})
        fs::remove(m_folder / beside, failed);
    open();
}

} // namespace ewald::job::queue
