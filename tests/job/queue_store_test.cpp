// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/store/queue_store.h"

#include "base/error.h"
#include "base/files/input_file.h"
#include "base/host_name.h"
#include "io/atomic_file.h"
#include "io/own_file.h"
#include "io/process_lock.h"
#include "io/temporary_folder.h"
#include "job/queue/folder/report_job.h"
#include "job/queue/store/queue_rows.h"
#include "queue_store_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace ewald::job::queue {
namespace {

TEST_F(QueueStoreTest, TheOldestOfTheHighestPriorityComesFirst) {
    QueueStore store(place());
    EXPECT_EQ(add(store, {job("a"), job("b", 5), job("c"), job("d", 5)}), (std::vector<long long>{1, 2, 3, 4}));
    for (const char* name : {"b", "d", "a", "c"}) {
        const std::optional<QueueJob> next = store.claim("me");
        ASSERT_TRUE(next);
        EXPECT_EQ(next->name, name);
        EXPECT_EQ(next->state, QueueState::starting);
        EXPECT_EQ(next->started, store.find(next->id)->started) << "the turn is known again by it";
    }
    EXPECT_FALSE(store.claim("me"));
}

TEST_F(QueueStoreTest, ADocumentComesBackAsItWent) {
    QueueStore store(place());
    NewJob made = job("a");
    made.document.set("batch_size", "7");
    made.document.seed = 12;
    add(store, {made});
    EXPECT_EQ(store.documentOf(1), made.document);
}

TEST_F(QueueStoreTest, ProgramsThatClaimAtTheSameTimeGetDifferentJobs) {
    constexpr std::size_t kJobs = 60, kPrograms = 4;
    {
        QueueStore store(place());
        std::vector<NewJob> jobs;
        for (std::size_t i = 0; i < kJobs; ++i) jobs.push_back(job("j" + std::to_string(i)));
        add(store, jobs);
    }
    std::vector<std::vector<long long>> got(kPrograms);
    {
        std::vector<std::jthread> programs;
        for (std::size_t p = 0; p < kPrograms; ++p)
            programs.emplace_back([&, p] {
                QueueStore store(place());
                while (const std::optional<QueueJob> next = store.claim("program " + std::to_string(p)))
                    got[p].push_back(next->id);
            });
    }
    std::multiset<long long> all;
    for (const auto& ids : got) all.insert(ids.begin(), ids.end());
    ASSERT_EQ(all.size(), kJobs);
    EXPECT_EQ(std::set<long long>(all.begin(), all.end()).size(), kJobs);
}

TEST_F(QueueStoreTest, OnlyTheOwnerChangesAJob) {
    QueueStore store(place());
    add(store, {job("a")});
    ASSERT_TRUE(store.claim("first"));
    EXPECT_FALSE(store.setState(1, "second", QueueState::running));
    EXPECT_FALSE(store.settle(1, "second", {}));
    EXPECT_TRUE(store.adopt(*store.find(1), "second"));
    EXPECT_FALSE(store.requeue(1, "first", 0));
    EXPECT_TRUE(store.settle(1, "second", {QueueState::done, {}, 1, 2}));
    EXPECT_EQ(store.find(1)->state, QueueState::done);
}

TEST_F(QueueStoreTest, AResolutionIsNotedOfTheJobThatWroteTheResultLast) {
    QueueStore store(place());
    NewJob again = job("a");
    again.sharesResult = true;
    add(store, {job("a"), job("b")});
    ASSERT_EQ(store.claim("me")->id, 1);
    const ResultFigures made{.fourierError = 0.02, .isSaved = true, .noResolution = "none was asked for"};
    const JobStatus done{QueueState::done, {}, 1, 2, made};
    store.folderOf(1).writeStatus(done);
    ASSERT_TRUE(store.settle(1, "me", done));
    add(store, {again});
    const std::filesystem::path file = store.find(1)->result;
    ASSERT_EQ(store.find(3)->result, file);
    const std::uint64_t version = store.version();
    store.noteResolution(file, {.resolution_m = 2e-8});
    EXPECT_NE(store.version(), version);
    EXPECT_EQ(store.find(1)->figures, (ResultFigures{.fourierError = 0.02, .resolution_m = 2e-8, .isSaved = true}));
    EXPECT_EQ(store.folderOf(1).currentEntry().figures.resolution_m, 2e-8) << "a store made anew has it, too";
    EXPECT_LT(store.find(2)->figures.resolution_m, 0);
    EXPECT_LT(store.find(3)->figures.resolution_m, 0) << "it has not run";
    store.noteResolution("/nobody/wrote/this.h5", {.resolution_m = 1e-8});
    EXPECT_EQ(store.find(1)->figures.resolution_m, 2e-8);
}

TEST_F(QueueStoreTest, CancelledJobsDoNotRunUntilTheyAreTriedAgain) {
    QueueStore store(place());
    add(store, {job("a"), job("b")});
    store.cancel(1);
    EXPECT_EQ(store.find(1)->state, QueueState::stopped);
    EXPECT_EQ(store.claim("me")->id, 2);
    store.cancel(2);
    EXPECT_EQ(store.find(2)->state, QueueState::starting) << "its process is asked to end first";
    EXPECT_EQ(store.find(2)->wish, Wish::stop);
    EXPECT_EQ(store.folderOf(2).readWish(), Wish::stop) << "which its process looks at";
    EXPECT_FALSE(store.claim("me"));
    store.retry(1);
    EXPECT_EQ(store.claim("me")->id, 1);
    EXPECT_THROW(store.retry(1), JobError) << "it is active";
    EXPECT_THROW(store.cancel(77), JobError);
}

TEST_F(QueueStoreTest, ARemovedJobLeavesItsFolderAndItsNumberIsNotUsedAgain) {
    QueueStore store(place());
    add(store, {job("a"), job("b")});
    store.remove(2);
    EXPECT_FALSE(store.find(2));
    EXPECT_TRUE(fs::exists(place() / "removed/000002/job.json"));
    EXPECT_EQ(add(store, {job("c")}), std::vector<long long>{3});
}

TEST_F(QueueStoreTest, AJobWaitsForTheOneThatItNeeds) {
    QueueStore store(place());
    add(store, {job("a"), job("b", 9, 1), job("c", 9, 2)});
    store.updateDependencies();
    EXPECT_EQ(store.find(2)->state, QueueState::waiting);
    ASSERT_EQ(store.claim("me")->id, 1) << "in spite of the priorities";
    store.settle(1, "me", {QueueState::done, {}, 1, 2});
    store.updateDependencies();
    EXPECT_EQ(store.find(2)->state, QueueState::queued);
    EXPECT_EQ(store.find(3)->state, QueueState::waiting);
    store.cancel(2);
    store.updateDependencies();
    EXPECT_EQ(store.find(3)->state, QueueState::failed);
    EXPECT_NE(store.find(3)->error.what.find("job 2"), std::string::npos) << store.find(3)->error.what;
}

/// Until updateDependencies() makes it wait, a new job is in the queue like any other.
TEST_F(QueueStoreTest, NoJobIsClaimedBeforeTheOneThatItNeeds) {
    QueueStore store(place());
    add(store, {job("a"), job("b", 0, 1)});
    ASSERT_EQ(store.claim("me")->id, 1);
    EXPECT_FALSE(store.claim("me")) << "its start needs the result of the first";
    store.settle(1, "me", {QueueState::done, {}, 1, 2});
    EXPECT_EQ(store.claim("me")->id, 2);
}

TEST_F(QueueStoreTest, NewJobsComeBehindThoseThatWereMovedToTheEnd) {
    QueueStore store(place());
    add(store, {job("a"), job("b"), job("c"), job("urgent", 5)});
    store.move(1, 0);
    store.move(2, 0);
    add(store, {job("d"), job("e", 5)});
    for (const char* name : {"urgent", "e", "c", "a", "b", "d"}) EXPECT_EQ(store.claim("me")->name, name);
    // So it is where the store is made anew.
    EXPECT_EQ(store.folderOf(5).readEntry().position, store.find(5)->position);
}

TEST_F(QueueStoreTest, JobsMayBePassedOver) {
    QueueStore store(place());
    add(store, {job("a"), job("b")});
    EXPECT_EQ(store.claim("me", {}, {1})->id, 2);
    EXPECT_FALSE(store.claim("me", {}, {1}));
    EXPECT_EQ(store.claim("me")->id, 1);
}

/// One that a cluster has not begun reads its document when it does.
TEST_F(QueueStoreTest, AJobThatWasHandedOverFollowsTheNameOfItsSource) {
    QueueStore store(place());
    NewJob made = job("a");
    made.source = made.document.inputFile;
    add(store, {made});
    ASSERT_EQ(store.claim("me")->id, 1);
    const std::filesystem::path name = made.document.inputFile.parent_path() / "final.h5";
    store.renameSource(1, name);
    EXPECT_EQ(store.documentOf(1).inputFile, name);
}

TEST_F(QueueStoreTest, AFolderThatIsMarkedAsOnANetworkHasARollbackJournal) {
    fs::create_directories(place());
    std::ofstream(place() / "on-network").close();
    QueueStore store(place());
    add(store, {job("a")});
    EXPECT_TRUE(store.isOnNetwork());
    EXPECT_FALSE(fs::exists(place() / "queue.db-wal"));
}

/// A folder in place of the lock file stands for a read-only mount, which nobody can write to, root included.
TEST_F(QueueStoreTest, AStoreThatCannotBeWrittenCanBeLookedAt) {
    {
        QueueStore store(place());
        add(store, {job("a"), job("b", 5), job("c")});
        store.cancel(3);
        store.setSetting(kAtOnceSetting, "2");
        EXPECT_FALSE(QueueStore::toLookAt(place()).inMemoryFor());
    }
    fs::remove(place() / "opening.lock");
    fs::create_directory(place() / "opening.lock");
    EXPECT_THROW(QueueStore{place()}, UnwritableDatabase);
    QueueStore store = QueueStore::toLookAt(place());
    ASSERT_TRUE(store.inMemoryFor());
    EXPECT_NE(std::string(store.inMemoryFor()->what()).find("opening.lock"), std::string::npos);
    EXPECT_EQ(order(store), (std::vector<long long>{2, 1, 3}));
    EXPECT_EQ(store.find(3)->state, QueueState::stopped);
    EXPECT_EQ(store.documentOf(2).outputFile, job("b").document.outputFile);
    EXPECT_EQ(store.setting(kAtOnceSetting), "2");
    fs::remove(place() / "opening.lock");
    EXPECT_EQ(QueueStore(place()).jobs().size(), 3U);
}

TEST_F(QueueStoreTest, WhatAJobWaitsForCanBeChanged) {
    QueueStore store(place());
    add(store, {job("a"), job("b"), job("c", 0, 2), job("d")});
    store.pause(1);
    store.pause(2); // neither has a turn
    EXPECT_TRUE(store.updateDependencies().empty());
    EXPECT_EQ(store.find(3)->state, QueueState::waiting);
    EXPECT_EQ(store.claim("runner")->id, 4);
    EXPECT_FALSE(store.claim("runner"));
    // No circle, however long, and nothing that is not there or has begun.
    store.change(2, {.after = 1});
    EXPECT_THROW(store.change(1, {.after = 3}), JobError);
    EXPECT_THROW(store.change(1, {.after = 1}), JobError);
    EXPECT_THROW(store.change(1, {.after = 99}), JobError);
    EXPECT_THROW(store.change(4, {.after = 1}), JobError);
    EXPECT_EQ(store.find(1)->after, 0);
    EXPECT_EQ(store.find(1)->state, QueueState::paused);
    // One that waits for nothing any more has its turn; one that waits for another one says so.
    store.change(3, {.after = 1});
    EXPECT_TRUE(store.updateDependencies().empty());
    EXPECT_EQ(store.find(3)->state, QueueState::waiting);
    EXPECT_NE(store.find(3)->waitsFor.what.find("job 1"), std::string::npos) << store.find(3)->waitsFor.what;
    store.change(3, {.comment = "now", .after = 0});
    EXPECT_EQ(store.find(3)->waitsFor.what, "");
    EXPECT_EQ(store.claim("runner")->id, 3);
}

TEST_F(QueueStoreTest, WhatIsNotedOfAJobOutlivesTheDatabase) {
    {
        QueueStore store(place());
        NewJob made = job("a");
        made.sample = "sample";
        made.comment = "comment";
        made.operatorName = "operator";
        made.devices = "cpu:2";
        made.backend = "slurm:site";
        made.sweep = "sweep";
        made.varied = {"batch_size=7", "probe_modes=2"};
        made.source = m_folder.path() / "scan.cxi";
        made.held = true;
        add(store, {made, job("b"), job("c")});
        store.change(2, {.priority = 4, .sample = "other", .after = 1});
        store.move(3, 2);
        store.setSetting("at_once", "3");
        store.setSetting("gone", "x");
        store.setSetting("gone", "");
    }
    for (const char* name : {"queue.db", "queue.db-wal", "queue.db-shm"}) fs::remove(place() / name);
    QueueStore store(place());
    const QueueJob first = *store.find(1);
    EXPECT_EQ(first.sample, "sample");
    EXPECT_EQ(first.comment, "comment");
    EXPECT_EQ(first.operatorName, "operator");
    EXPECT_EQ(first.devices, "cpu:2");
    EXPECT_EQ(first.backend, "slurm:site");
    EXPECT_EQ(first.sweep, "sweep");
    EXPECT_EQ(first.varied, (std::vector<std::string>{"batch_size=7", "probe_modes=2"}));
    EXPECT_EQ(first.state, QueueState::paused);
    EXPECT_EQ(store.find(2)->sample, "other");
    EXPECT_EQ(store.find(2)->after, 1);
    EXPECT_EQ(order(store), (std::vector<long long>{3, 2, 1}));
    EXPECT_EQ(store.find(3)->priority, 4);
    EXPECT_EQ(store.setting("at_once"), "3");
    EXPECT_EQ(store.settings().size(), 1U);
    EXPECT_EQ(add(store, {job("d")}), std::vector<long long>{4});
    NewJob again = job("e");
    again.source = first.source;
    EXPECT_EQ(add(store, {again, job("f")}), (std::vector<long long>{0, 6})) << "the source has its job";
    EXPECT_EQ(store.jobs().size(), 5U);
}

TEST_F(QueueStoreTest, AStoreOfVersion1IsOpened) {
    {
        QueueStore store(place());
        add(store, {job("a"), job("b", 5)});
    }
    for (const char* name : {"queue.db", "queue.db-wal", "queue.db-shm"}) fs::remove(place() / name);
    for (const long long id : {1, 2}) // as version 1 wrote it
        std::ofstream(place() / "jobs" / ("00000" + std::to_string(id)) / "entry.json")
            << R"({"id":)" << id << R"(,"name":"n","kind":"ptycho","result":"/r.h5","priority":5,"after":0,"added":7})";
    {
        Database database(place() / "queue.db", true);
        database.execute(stepFrom(0));
        database.execute("INSERT INTO jobs(id,name,kind,result,state,priority,after,stop_wanted,owner,added) VALUES"
                         "(1,'a','ptycho','/a.h5','running',0,0,1,'x',1),(2,'b','ptycho','/b.h5','queued',5,0,0,'',2)");
        database.execute("PRAGMA user_version=1");
    }
    QueueStore store(place());
    EXPECT_EQ(store.find(1)->wish, Wish::stop);
    EXPECT_EQ(store.find(2)->wish, Wish::none);
    EXPECT_EQ(store.find(2)->position, 2);
    EXPECT_EQ(store.find(2)->figures, ResultFigures()) << "version 2 knew none";
    EXPECT_EQ(order(store), (std::vector<long long>{2, 1}));
    EXPECT_EQ(add(store, {job("c")}), std::vector<long long>{3});
    EXPECT_EQ(store.claim("me")->id, 2);
}

TEST_F(QueueStoreTest, AJobIsMovedBeforeAnotherOne) {
    QueueStore store(place());
    add(store, {job("a"), job("b"), job("c"), job("d", 7)});
    store.move(3, 1);
    EXPECT_EQ(order(store), (std::vector<long long>{4, 3, 1, 2}));
    store.move(3, 0);
    EXPECT_EQ(order(store), (std::vector<long long>{4, 1, 2, 3}));
    store.move(2, 4);
    EXPECT_EQ(order(store), (std::vector<long long>{2, 4, 1, 3}));
    EXPECT_EQ(store.find(2)->priority, 7) << "that of the job which it precedes";
    // Each time at the same place: more often than numbers can be halved.
    for (int i = 0; i < 70; ++i) {
        store.move(1, 3);
        store.move(i % 2 == 0 ? 4 : 2, 3);
        store.move(1, i % 2 == 0 ? 4 : 2);
    }
    EXPECT_EQ(order(store).back(), 3);
    EXPECT_THROW(store.move(1, 99), JobError);
    EXPECT_EQ(store.claim("me")->id, order(store).front());
}

TEST_F(QueueStoreTest, APausedJobGetsNoTurnUntilItIsResumed) {
    QueueStore store(place());
    add(store, {job("a"), job("b")});
    store.pause(1);
    EXPECT_EQ(store.find(1)->state, QueueState::paused);
    EXPECT_EQ(store.claim("me")->id, 2);
    EXPECT_FALSE(store.claim("me"));
    store.resume(1);
    EXPECT_EQ(store.claim("me")->id, 1);
    // With a process the pause is a wish, which the process looks at.
    store.pause(1);
    EXPECT_EQ(store.find(1)->state, QueueState::starting);
    EXPECT_EQ(store.folderOf(1).readWish(), Wish::pause);
    EXPECT_EQ(store.find(1)->wish, Wish::pause);
    store.resume(1);
    EXPECT_EQ(store.folderOf(1).readWish(), Wish::none);
    EXPECT_THROW(store.resume(1), JobError);
    store.abort(1);
    EXPECT_EQ(store.folderOf(1).readWish(), Wish::abort);
    EXPECT_THROW(store.pause(1), JobError);
    store.settle(1, "me", {QueueState::stopped, {}, 1, 2});
    EXPECT_THROW(store.pause(1), JobError);
    store.retry(1);
    EXPECT_EQ(store.claim("me")->id, 1);
    EXPECT_EQ(store.folderOf(1).readWish(), Wish::none) << "the wish was that of the last attempt";
}

TEST_F(QueueStoreTest, ARemovedJobComesBack) {
    QueueStore store(place());
    add(store, {job("a"), job("b", 0, 1)});
    ASSERT_EQ(store.claim("me")->id, 1);
    EXPECT_THROW(store.remove(1), JobError) << "it is active";
    const JobStatus done{QueueState::done, {}, 1, 2};
    store.folderOf(1).writeStatus(done);
    store.settle(1, "me", done);
    store.remove(1);
    store.updateDependencies();
    EXPECT_EQ(store.find(2)->state, QueueState::queued) << "what it waited for was done";
    store.restore(1);
    EXPECT_EQ(store.find(1)->state, QueueState::done);
    EXPECT_EQ(store.documentOf(1).outputFile, job("a").document.outputFile);
    EXPECT_THROW(store.restore(1), JobError);
    EXPECT_THROW(store.restore(9), JobError);
}

TEST_F(QueueStoreTest, ADuplicateWritesAnotherResult) {
    QueueStore store(place());
    NewJob made = job("a");
    made.document.set("batch_size", "7");
    made.sample = "sample";
    add(store, {made});
    EXPECT_EQ(store.duplicate(1), 2);
    EXPECT_EQ(store.duplicate(1), 3);
    EXPECT_EQ(store.duplicate(1, {"batch_size=9"}), 4);
    EXPECT_EQ(store.find(4)->name, "a batch_size=9");
    EXPECT_EQ(std::get<long long>(store.documentOf(4).stageValue(0, "batch_size")), 9);
    EXPECT_EQ(store.find(2)->result, m_folder.path() / "a_2.h5");
    EXPECT_EQ(store.find(3)->result, m_folder.path() / "a_3.h5");
    EXPECT_EQ(store.find(3)->sample, "sample");
    JobDocument document = store.documentOf(3);
    EXPECT_EQ(document.outputFile, m_folder.path() / "a_3.h5");
    document.outputFile = made.document.outputFile;
    EXPECT_EQ(document, made.document);
}

TEST_F(QueueStoreTest, TheVersionChangesWithTheStoreAndOnlyThen) {
    QueueStore store(place()), other(place());
    const auto changes = [&store](const auto& act) {
        const std::uint64_t before = store.version();
        act();
        return store.version() != before;
    };
    EXPECT_TRUE(changes([&] { add(store, {job("a")}); }));
    EXPECT_TRUE(changes([&] { add(other, {job("b")}); }));
    EXPECT_TRUE(changes([&] { other.change(1, {.comment = "c"}); }));
    EXPECT_TRUE(changes([&] { other.setSetting("held", "1"); }));
    EXPECT_FALSE(changes([&] { static_cast<void>(other.jobs()); }));
    EXPECT_FALSE(changes([&] {
        store.updateDependencies();
        other.updateDependencies();
        static_cast<void>(store.jobs());
    }));
}

TEST_F(QueueStoreTest, AJobThatWaitsForDataGetsNoTurnBeforeItIsThere) {
    QueueStore store(place());
    NewJob made = job("a");
    made.waitsForData = {"waiting for data, 1 of 2 frames", "scan.cxi", ""};
    NewJob second = made;
    second.document.outputFile = m_folder.path() / "second.h5";
    add(store, {made, second, job("b")});
    EXPECT_EQ(store.find(1)->state, QueueState::waiting);
    EXPECT_EQ(store.find(1)->waitsFor, made.waitsForData);
    EXPECT_EQ(store.jobsWithoutData().size(), 2U);
    store.updateDependencies();
    EXPECT_EQ(store.claim("me")->id, 3);
    EXPECT_FALSE(store.claim("me"));
    EXPECT_TRUE(store.dataIsComplete(1));
    EXPECT_FALSE(store.dataIsComplete(1));
    EXPECT_EQ(store.claim("me")->id, 1);
    EXPECT_TRUE(store.failForData(2, {"the scan was never finished", "", ""}));
    EXPECT_EQ(store.find(2)->state, QueueState::failed);
    EXPECT_EQ(store.find(2)->error.what, "the scan was never finished");
}

TEST_F(QueueStoreTest, WhatAKilledProgramLeftBetweenFolderAndRowIsMended) {
    {
        QueueStore store(place());
        NewJob withSource = job("d");
        withSource.source = m_folder.path() / "scan.cxi";
        add(store, {job("a"), job("b"), job("c"), withSource});
        store.remove(1);
    }
    // restore, remove and add, each killed after the folder was moved
    fs::rename(place() / "removed/000001", place() / "jobs/000001");
    fs::rename(place() / "jobs/000002", place() / "removed/000002");
    {
        Database database(place() / "queue.db", true);
        database.execute("DELETE FROM jobs WHERE id IN (3,4)");
    }
    QueueStore store(place());
    EXPECT_EQ(store.find(1)->name, "a");
    EXPECT_FALSE(store.find(2));
    EXPECT_EQ(store.find(3)->name, "c");
    EXPECT_FALSE(store.find(4)) << "its file has had a job since";
    EXPECT_TRUE(fs::exists(place() / "removed/000004"));
    store.restore(2);
    EXPECT_EQ(add(store, {job("e")}), std::vector<long long>{5});
}

TEST_F(QueueStoreTest, AResultIsTakenOnce) {
    QueueStore store(place()), other(place());
    add(store, {job("a")});
    EXPECT_THROW(add(other, {job("b"), job("a")}), ResultTaken) << "planned before the first was added";
    EXPECT_EQ(store.jobs().size(), 1U);
    EXPECT_TRUE(fs::is_empty(place() / "adding"));
    NewJob shared = job("a");
    shared.sharesResult = true;
    EXPECT_EQ(add(other, {shared}), std::vector<long long>{2});
    EXPECT_THROW(add(store, {job("c"), job("c")}), ResultTaken);
}

TEST_F(QueueStoreTest, RemovedJobsAreKeptForAWhile) {
    {
        QueueStore store(place());
        add(store, {job("a"), job("b")});
        const auto longAgo = fs::file_time_type::clock::now() - std::chrono::hours(31 * 24);
        fs::last_write_time(place() / "jobs/000001", longAgo);
        store.remove(1);
        store.remove(2);
        fs::last_write_time(place() / "removed/000002", longAgo);
    }
    QueueStore store(place());
    EXPECT_TRUE(fs::exists(place() / "removed/000001")) << "an old job, removed today";
    EXPECT_FALSE(fs::exists(place() / "removed/000002"));
}

TEST_F(QueueStoreTest, AnAdditionThatFailsLeavesNothing) {
    QueueStore store(place());
    add(store, {job("a")});
    fs::remove_all(place() / "jobs");
    std::ofstream(place() / "jobs") << "in the way";
    EXPECT_THROW(add(store, {job("b"), job("c")}), DataError);
    EXPECT_EQ(store.jobs().size(), 1U);
    fs::remove(place() / "jobs");
    fs::create_directory(place() / "jobs");
    EXPECT_EQ(add(store, {job("b")}), std::vector<long long>{2});
}

TEST_F(QueueStoreTest, AMoveRewritesFewOfManyJobs) {
    QueueStore store(place());
    constexpr long long kJobs = 400;
    std::vector<NewJob> jobs;
    for (long long i = 1; i <= kJobs; ++i) jobs.push_back(job("j" + std::to_string(i)));
    add(store, jobs);
    std::set<long long> rewritten;
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
    const auto entry = [&](long long id) { return store.folderOf(id).path() / "entry.json"; };
    for (long long id = 1; id <= kJobs; ++id) fs::last_write_time(entry(id), old);
    // Until no number lies between two of them any more, and again.
    std::vector<long long> wanted = order(store);
    for (long long i = 0; i < 150; ++i) {
        const long long id = i % 2 == 0 ? 100 : 300;
        store.move(id, 200);
        std::erase(wanted, id);
        wanted.insert(std::find(wanted.begin(), wanted.end(), 200), id);
    }
    EXPECT_EQ(order(store), wanted);
    for (long long id = 1; id <= kJobs; ++id)
        if (fs::last_write_time(entry(id)) > old + std::chrono::minutes(1)) rewritten.insert(id);
    EXPECT_GT(rewritten.size(), 2U);
    EXPECT_LT(rewritten.size(), 40U);
}

TEST_F(QueueStoreTest, AllThatWaitForWhatWillNotBeDoneFailAtOnce) {
    QueueStore store(place());
    add(store, {job("a"), job("b", 0, 1), job("c", 0, 2), job("d", 0, 3)});
    store.updateDependencies();
    store.cancel(1);
    std::vector<long long> failed;
    for (const QueueJob& job : store.updateDependencies()) failed.push_back(job.id);
    EXPECT_EQ(failed, (std::vector<long long>{2, 3, 4}));
    EXPECT_EQ(store.find(4)->state, QueueState::failed);
    EXPECT_FALSE(store.hasWork());
}

/// A store on a network, and two computers.
TEST_F(QueueStoreTest, TheProcessOfAnotherComputerHasNoNumberHere) {
    QueueStore store(place());
    add(store, {job("a")});
    const JobFolder folder = store.folderOf(1);
    {
        auto lock = io::ProcessLock::tryTake(folder.lock());
        JobFolder::noteWorker(*lock);
        EXPECT_EQ(folder.worker(), getpid());
        EXPECT_EQ(folder.hostOfWorker(), hostName());
    }
    std::ofstream(folder.lock()) << getpid() << " another.computer\n";
    EXPECT_EQ(folder.worker(), 0) << "a signal would reach another process";
    EXPECT_EQ(reportSource(folder, *store.find(1)).host, "another.computer") << "where it ran, not where one reads it";
}

} // namespace
} // namespace ewald::job::queue
