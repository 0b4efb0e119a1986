// SPDX-License-Identifier: GPL-3.0-or-later
// The file of the store: damaged, locked, replaced.
#include "base/error.h"
#include "base/files/input_file.h"
#include "io/atomic_file.h"
#include "io/own_file.h"
#include "job/queue/store/queue_rows.h"
#include "queue_store_fixture.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ewald::job::queue {
namespace {

TEST_F(QueueStoreTest, ADamagedStoreIsMadeAnewFromTheFolders) {
    {
        QueueStore store(place());
        add(store, {job("a", 3), job("b"), job("c")});
        ASSERT_EQ(store.claim("me")->id, 1);
        const JobStatus failed{QueueState::failed, {"the reason", "the place", "the cure"}, 1, 2};
        store.folderOf(1).writeStatus(failed);
        store.settle(1, "me", failed);
    }
    // Whichever page is damaged: the first, the table, its index.
    for (const std::size_t first : {std::size_t{0}, std::size_t{4096}, std::size_t{8192}}) {
        std::fstream file(place() / "queue.db", std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(static_cast<std::streamoff>(first));
        file << std::string(4000, '\x5a');
        file.close();
        QueueStore store(place());
        EXPECT_TRUE(fs::exists(store.damagedStore())) << "damage at " << first;
        ASSERT_EQ(store.jobs().size(), 3U);
        EXPECT_EQ(store.find(1)->state, QueueState::failed);
        EXPECT_EQ(store.find(1)->error.what, "the reason");
        EXPECT_EQ(store.find(1)->priority, 3);
        EXPECT_EQ(store.find(2)->state, QueueState::queued);
        EXPECT_EQ(store.documentOf(3).outputFile, job("c").document.outputFile);
    }
    fs::remove(place() / "queue.db");
    EXPECT_EQ(QueueStore(place()).jobs().size(), 3U) << "a store that was deleted";
}

/// As it is after a lost write: a row that an index of the table does not have. PRAGMA quick_check does not see it.
TEST_F(QueueStoreTest, AnIndexThatDoesNotFitItsTableIsFound) {
    {
        QueueStore store(place());
        add(store, {job("a"), job("b"), job("c")});
    }
    {
        Database database(place() / "queue.db", true);
        database.execute("PRAGMA writable_schema=ON; CREATE TABLE kept AS SELECT * FROM sqlite_master WHERE "
                         "name='jobs_by_result'; DELETE FROM sqlite_master WHERE name='jobs_by_result'");
    }
    {
        Database database(place() / "queue.db", true);
        database.execute("DELETE FROM jobs WHERE id=2; PRAGMA writable_schema=ON; INSERT INTO sqlite_master SELECT * "
                         "FROM kept; DELETE FROM sqlite_master WHERE name='kept'");
    }
    QueueStore store(place());
    EXPECT_TRUE(fs::exists(store.damagedStore()));
    EXPECT_EQ(order(store), (std::vector<long long>{1, 2, 3}));
    EXPECT_TRUE(store.isResult(job("b").document.outputFile));
}

TEST_F(QueueStoreTest, DamageThatIsFoundLaterIsMendedAtTheNextCall) {
    {
        QueueStore store(place());
        std::vector<NewJob> many;
        for (int i = 0; i < 200; ++i) many.push_back(job("a" + std::to_string(i)));
        add(store, many);
    }
    QueueStore store(place());
    EXPECT_TRUE(store.damagedStore().empty());
    // All pages but the first. Another process: a descriptor of our own would drop the locks of the store.
    const std::string pages = std::to_string(fs::file_size(place() / "queue.db") / 4096 - 1);
    const std::string damage = "dd if=/dev/zero bs=4096 seek=1 conv=notrunc status=none count=" + pages + " of='" +
                               (place() / "queue.db").string() + "'";
    ASSERT_EQ(std::system(damage.c_str()), 0);
    {
        Database other(place() / "queue.db", true); // so that what the first one has in memory is out of date
        other.execute("PRAGMA user_version=3");
    }
    EXPECT_THROW(static_cast<void>(store.jobs()), DamagedDatabase);
    EXPECT_EQ(store.jobs().size(), 200U);
    EXPECT_TRUE(fs::exists(store.damagedStore()));
}

/// "READ 1073741826 1073742335" of each line of /proc/locks about this process and a file.
std::set<std::string> listedLocks(const std::string& endOfInode) {
    std::set<std::string> found;
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);) {
        std::istringstream words(line);
        std::string number, kind, strictness, mode, inode, first, last;
        pid_t process = 0;
        if (words >> number >> kind >> strictness >> mode >> process >> inode >> first >> last && kind == "POSIX" &&
            process == getpid() && inode.ends_with(endOfInode))
            found.insert(mode.append(" ").append(first).append(" ").append(last));
    }
    return found;
}

/// The record locks that this process has on a file. The kernel gives its list page by page and counts lines: where
/// another program takes or releases a lock in between, one comes twice, or not at all. So it is read until it is the
/// same three times in a row.
std::set<std::string> recordLocks(const fs::path& file) {
    struct stat status {};
    if (stat(file.c_str(), &status) != 0) return {};
    const std::string end = ":" + std::to_string(status.st_ino);
    std::set<std::string> found = listedLocks(end);
    for (int same = 1; same < 3;) {
        std::set<std::string> again = listedLocks(end);
        same = again == found ? same + 1 : 1;
        found = std::move(again);
    }
    return found;
}

/// Closing any descriptor of a file drops the record locks that a process has on it; without them the next program to
/// leave takes itself for the last one.
TEST_F(QueueStoreTest, NothingInTheProcessDropsTheLocksOfTheStore) {
    QueueStore store(place());
    add(store, {job("a")});
    ASSERT_EQ(store.jobs().size(), 1U);
    const std::set<std::string> before = recordLocks(place() / "queue.db");
    if (before.empty()) GTEST_SKIP() << "this system does not list locks in /proc/locks";
    {
        QueueStore second(place());
        EXPECT_EQ(second.jobs().size(), 1U);
    }
    EXPECT_EQ(recordLocks(place() / "queue.db"), before) << "after another store";
    static_cast<void>(Database::header(place() / "queue.db"));
    EXPECT_EQ(recordLocks(place() / "queue.db"), before) << "after a look at the header";
    for (const char* name : {"queue.db", "queue.db-wal", "queue.db-shm"}) {
        EXPECT_THROW(InputFile(place() / name), DataError) << name;
        EXPECT_THROW(io::writeTextFile(place() / name, "x", true), DataError) << name;
    }
    EXPECT_FALSE(io::isOwnFile(place() / "queue.db"));
    EXPECT_EQ(recordLocks(place() / "queue.db"), before) << "after attempts to use it as another file";
}

TEST_F(QueueStoreTest, WhoLeavesKeepsTheLogOfTheOthers) {
    QueueStore store(place());
    add(store, {job("a")});
    ASSERT_TRUE(fs::exists(place() / "queue.db-wal"));
    {
        QueueStore second(place());
        add(second, {job("b")});
    }
    EXPECT_TRUE(fs::exists(place() / "queue.db-wal"));
    EXPECT_EQ(store.jobs().size(), 2U);
}

/// As a program does that finds it damaged, or a person who cleans up.
TEST_F(QueueStoreTest, AStoreThatWasReplacedIsOpenedAnew) {
    QueueStore store(place());
    add(store, {job("a")});
    const std::uint64_t version = store.version();
    fs::rename(place() / "queue.db", place() / "queue.db.old");
    for (const char* name : {"queue.db-wal", "queue.db-shm"}) fs::remove(place() / name);
    {
        QueueStore other(place()); // made anew from the folders
        add(other, {job("b")});
        EXPECT_EQ(add(store, {job("c")}), std::vector<long long>{3});
        EXPECT_NE(store.version(), version);
        EXPECT_EQ(store.jobs().size(), 3U);
        EXPECT_EQ(other.jobs().size(), 3U);
    }
    fs::rename(place(), m_folder.path() / "elsewhere");
    EXPECT_THROW(add(store, {job("d")}), DataError) << "the folder is gone";
    EXPECT_FALSE(fs::exists(place()));
    fs::rename(m_folder.path() / "elsewhere", place());
    EXPECT_EQ(store.jobs().size(), 3U);
}

TEST_F(QueueStoreTest, NothingIsWrittenIntoAStoreThatIsReplacedMeanwhile) {
    Database database(m_folder.path() / "a.db", true);
    database.execute("CREATE TABLE t(x)");
    Transaction changes(database);
    database.execute("INSERT INTO t VALUES(1)");
    fs::rename(m_folder.path() / "a.db", m_folder.path() / "b.db");
    EXPECT_THROW(changes.commit(), ReplacedDatabase);
}

} // namespace
} // namespace ewald::job::queue
