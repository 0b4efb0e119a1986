// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/phrase.h"
#include "queue_store_fixture.h"

namespace ewald::job::queue {
namespace {

TEST_F(QueueStoreTest, FiguresOfAResultStayWithTheJobUntilItIsTriedAgain) {
    const ResultFigures figures{0.0081, 54e-9, true, true, 3e8, phrase("a half ends at %1", std::string("0.03"))};
    {
        QueueStore store(place());
        add(store, {job("a"), job("b")});
        EXPECT_EQ(store.find(1)->figures, ResultFigures());
        const JobStatus status{QueueState::stopped, {}, 1, 2, figures};
        ASSERT_EQ(store.claim("me")->id, 1);
        store.folderOf(1).writeStatus(status);
        store.settle(1, "me", status);
        EXPECT_EQ(store.find(1)->figures, figures);
        EXPECT_TRUE(store.find(1)->hasResult()) << "of a part";
        EXPECT_EQ(store.find(2)->figures, ResultFigures());
        EXPECT_FALSE(store.find(2)->hasResult());
    }
    for (const char* name : {"queue.db", "queue.db-wal", "queue.db-shm"}) fs::remove(place() / name);
    QueueStore store(place()); // made anew from the folders
    EXPECT_EQ(store.find(1)->figures, figures);
    store.retry(1);
    EXPECT_EQ(store.find(1)->figures, ResultFigures());
}

TEST_F(QueueStoreTest, WhatAJobHasToDoAndItsFilesAreKnownFromTheStart) {
    NewJob more = job("b");
    more.document.pipeline = {{"dm", 20, {}}, {"rpie", 30, {}}};
    more.document.set("probe_modes", "3");
    NewJob other = job("c");
    other.document.inputFile = m_folder.path() / "other.cxi";
    {
        QueueStore store(place());
        add(store, {job("a"), more, other});
        EXPECT_EQ(store.find(2)->passes, 150) << "50 iterations, each for three modes";
    }
    for (const char* name : {"queue.db", "queue.db-wal", "queue.db-shm"}) fs::remove(place() / name);
    QueueStore store(place()); // made anew from the folders
    EXPECT_EQ(store.find(1)->passes, 100);
    EXPECT_EQ(store.find(2)->passes, 150);
    EXPECT_EQ(store.find(1)->data, store.find(2)->data);
    EXPECT_NE(store.find(1)->data, store.find(3)->data);
}

TEST_F(QueueStoreTest, AJobThatHasEndedTookTheTimeOfItsProcess) {
    const JobStatus status{QueueState::done, {}, 7000, 7100};
    {
        QueueStore store(place());
        add(store, {job("a"), job("b")});
        const double taken = store.claim("me")->started;
        EXPECT_EQ(store.find(1)->started, taken);
        store.folderOf(1).writeStatus(status);
        store.settle(1, "me", status);
        EXPECT_EQ(store.find(1)->started, 7000) << "before, it waited for its turn on a cluster";
        EXPECT_EQ(store.find(1)->started, store.folderOf(1).currentEntry().started) << "its page says the same";
        const double second = store.claim("me")->started;
        store.settle(2, "me", {QueueState::stopped, {}, 0, 7200});
        EXPECT_EQ(store.find(2)->started, second) << "no process worked on it";
    }
    for (const char* name : {"queue.db", "queue.db-wal", "queue.db-shm"}) fs::remove(place() / name);
    QueueStore store(place()); // made anew from the folders
    EXPECT_EQ(store.find(1)->started, 7000);
}

TEST(JobStatusTest, SaysWhetherAResultWasSaved) {
    EXPECT_FALSE(statusOf({JobState::stopped, {}, {}}, 1).figures.isSaved) << "it was aborted";
    EXPECT_TRUE(statusOf({JobState::stopped, "/data/r.h5", {}}, 1).figures.isSaved);
}

} // namespace
} // namespace ewald::job::queue
