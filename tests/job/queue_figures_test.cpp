// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue_store_fixture.h"

namespace ewald::job::queue {
namespace {

TEST_F(QueueStoreTest, FiguresOfAResultStayWithTheJobUntilItIsTriedAgain) {
    const ResultFigures figures{0.0081, 54e-9};
    {
        QueueStore store(place());
        add(store, {job("a"), job("b")});
        EXPECT_EQ(store.find(1)->figures, ResultFigures());
        const JobStatus status{QueueState::stopped, {}, 1, 2, figures};
        ASSERT_EQ(store.claim("me")->id, 1);
        store.folderOf(1).writeStatus(status);
        store.settle(1, "me", status);
        EXPECT_EQ(store.find(1)->figures, figures);
        EXPECT_EQ(store.find(2)->figures, ResultFigures());
    }
    for (const char* name : {"queue.db", "queue.db-wal", "queue.db-shm"}) fs::remove(place() / name);
    QueueStore store(place()); // made anew from the folders
    EXPECT_EQ(store.find(1)->figures, figures);
    store.retry(1);
    EXPECT_EQ(store.find(1)->figures, ResultFigures());
}

} // namespace
} // namespace ewald::job::queue
