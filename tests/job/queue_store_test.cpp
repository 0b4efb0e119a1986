// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/queue_store.h"

#include "base/error.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <thread>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

class QueueStoreTest : public testing::Test {
protected:
    [[nodiscard]] NewJob job(const std::string& name, int priority = 0, long long after = 0) const {
        NewJob made{name, {}, priority, after};
        made.document.inputFile = m_folder.path() / "scan.cxi";
        made.document.outputFile = m_folder.path() / (name + ".h5");
        return made;
    }
    [[nodiscard]] fs::path place() const { return m_folder.path() / "queue"; }
    static std::vector<long long> add(QueueStore& store, const std::vector<NewJob>& jobs) { return store.add(jobs); }

    io::TemporaryFolder m_folder;
};

TEST_F(QueueStoreTest, TheOldestOfTheHighestPriorityComesFirst) {
    QueueStore store(place());
    EXPECT_EQ(add(store, {job("a"), job("b", 5), job("c"), job("d", 5)}), (std::vector<long long>{1, 2, 3, 4}));
    for (const char* name : {"b", "d", "a", "c"}) {
        const std::optional<QueueJob> next = store.claim("me");
        ASSERT_TRUE(next);
        EXPECT_EQ(next->name, name);
        EXPECT_EQ(next->state, QueueState::starting);
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

TEST_F(QueueStoreTest, CancelledJobsDoNotRunUntilTheyAreTriedAgain) {
    QueueStore store(place());
    add(store, {job("a"), job("b")});
    store.cancel(1);
    EXPECT_EQ(store.find(1)->state, QueueState::stopped);
    EXPECT_EQ(store.claim("me")->id, 2);
    store.cancel(2);
    EXPECT_EQ(store.find(2)->state, QueueState::starting) << "its process is asked to end first";
    EXPECT_TRUE(store.find(2)->stopWanted);
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

} // namespace
} // namespace ewald::job::queue
