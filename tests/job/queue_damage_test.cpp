// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a queue makes of folders that were damaged, and of programs that were killed between two of their steps. Scripts
// stand in for the program of the jobs.
#include "job/queue/queue_runner.h"

#include "base/error.h"
#include "io/temporary_folder.h"
#include "job/queue/folder/runner_lock.h"
#include "job/queue/store/adding_folder.h"

#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

class QueueDamageTest : public testing::Test {
protected:
    void SetUp() override {
        add("a");
        add("b");
    }
    void add(const std::string& name, long long after = 0) {
        NewJob made{name, {}, 0, after};
        made.document.inputFile = m_folder.path() / "scan.cxi";
        made.document.outputFile = m_folder.path() / (name + ".h5");
        static_cast<void>(m_store.add(std::span(&made, 1)));
    }
    /// A program that is started as `program queue work FOLDER`.
    [[nodiscard]] RunnerOptions script(const std::string& text) const {
        RunnerOptions options;
        options.program = m_folder.path() / "program.sh";
        std::ofstream(options.program) << "#!/bin/sh\n" << text << "\n";
        fs::permissions(options.program, fs::perms::owner_all);
        return options;
    }
    /// Runs until nothing is left to do. \returns the names of those that failed, in their order
    std::vector<std::string> run(const RunnerOptions& options) {
        std::vector<std::string> failed;
        QueueRunner runner(m_store, options, [&](const QueueJob& job) {
            if (job.state == QueueState::failed) failed.push_back(job.name);
        });
        for (int patience = 0; patience < 1000 && !runner.isIdle(); ++patience) {
            runner.step();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        EXPECT_TRUE(runner.isIdle());
        EXPECT_EQ(runner.notDone(), failed.size());
        return failed;
    }
    [[nodiscard]] fs::path file(long long id, const std::string& name) const {
        return m_store.folderOf(id).path() / name;
    }

    static constexpr const char* kDone = R"(echo '{"state": "done", "started": 1, "ended": 2}' > "$3/status.json")";
    io::TemporaryFolder m_folder;
    QueueStore m_store{m_folder.path() / "queue"};
};

TEST_F(QueueDamageTest, AnEntryThatCannotBeReadIsWrittenAnew) {
    for (const char* text : {"", "nonsense", "[1]", "{\"id\":1,\"result\":\"/elsewhere\"}"}) {
        add("next");
        const long long id = m_store.jobs().back().id;
        std::ofstream(file(id, "entry.json")) << text;
        EXPECT_TRUE(run(script(kDone)).empty()) << text;
        EXPECT_EQ(m_store.folderOf(id).readEntry().result, m_folder.path() / "next.h5") << text;
    }
    add("last");
    const long long id = m_store.jobs().back().id;
    fs::remove(file(id, "entry.json"));
    EXPECT_TRUE(run(script(kDone)).empty());
    EXPECT_EQ(m_store.folderOf(id).readEntry().name, "last");
}

TEST_F(QueueDamageTest, WhatIsNoFileFailsItsJobAlone) {
    for (const char* name : {"entry.json", "job.json", "status.json", "events.jsonl"}) {
        add(name);
        const long long id = m_store.jobs().back().id;
        fs::remove(file(id, name));
        const bool isPipe = std::string(name) == "status.json" || std::string(name) == "events.jsonl";
        if (isPipe)
            ASSERT_EQ(mkfifo(file(id, name).c_str(), 0600), 0);
        else
            fs::create_directory(file(id, name));
        EXPECT_EQ(run(script(kDone)), std::vector<std::string>{name});
        EXPECT_EQ(m_store.find(id)->error.where, file(id, name)) << m_store.find(id)->error.what;
    }
    EXPECT_EQ(m_store.find(1)->state, QueueState::done);
}

TEST_F(QueueDamageTest, AFileInPlaceOfAFolderFailsItsJobAlone) {
    add("needs it", 1);
    for (const long long id : {1, 3}) {
        fs::remove_all(m_store.folderOf(id).path());
        std::ofstream(m_store.folderOf(id).path()) << "x";
    }
    EXPECT_EQ(run(script(kDone)), (std::vector<std::string>{"a", "needs it"}));
    EXPECT_EQ(m_store.find(2)->state, QueueState::done);
}

TEST_F(QueueDamageTest, AStatusThatCannotBeWrittenKeepsNoJobFromItsEnd) {
    const RunnerOptions options = script("mkdir \"$3/status.json\"; exit 3");
    EXPECT_EQ(run(options), (std::vector<std::string>{"a", "b"}));
}

TEST_F(QueueDamageTest, JobsThatWaitForARemovedOneFailAndWaitAgainWhenItIsBack) {
    add("c", 2);
    add("d", 3);
    m_store.remove(2);
    EXPECT_EQ(m_store.waitFor(2), std::vector<long long>{3});
    EXPECT_EQ(run(script(kDone)), (std::vector<std::string>{"c", "d"}));
    m_store.restore(2);
    EXPECT_EQ(m_store.waitFor(2), std::vector<long long>{3});
    EXPECT_TRUE(run(script(kDone)).empty());
    for (const QueueJob& job : m_store.jobs()) EXPECT_EQ(job.state, QueueState::done) << job.name << job.error.what;
}

TEST_F(QueueDamageTest, AReportThatAKillPreventedIsMade) {
    const fs::path earlier = writeReport(m_store.folderOf(2), *m_store.find(2), {}); // of an earlier attempt
    const auto begun = fs::file_time_type::clock::now() - std::chrono::minutes(1);
    fs::last_write_time(earlier, begun - std::chrono::hours(1));
    run(script("echo 1 > \"$3/lock\"; " + std::string(kDone) + "; kill -9 $$"));
    EXPECT_TRUE(fs::exists(file(1, "report.html")));
    EXPECT_GT(fs::last_write_time(earlier), begun);
    fs::remove(file(1, "report.html"));
    run(script(kDone));
    EXPECT_FALSE(fs::exists(file(1, "report.html"))) << "a person has deleted it";
}

/// A job that was refused as its result is there already: the report beside that one is of the job that made it.
TEST_F(QueueDamageTest, AFailedJobWithoutAResultLeavesTheReportBesideAnothers) {
    QueueJob job = *m_store.find(2);
    std::ofstream(job.result) << "of another job";
    const fs::path beside = report::reportBeside(job.result);
    std::ofstream(beside) << "its report";
    job.state = QueueState::failed;
    EXPECT_TRUE(reportSource(m_store.folderOf(2), job).result.empty());
    EXPECT_EQ(writeReport(m_store.folderOf(2), job, {}), m_store.folderOf(2).path() / "report.html");
    EXPECT_EQ(fs::file_size(beside), std::string("its report").size());
    job.figures.isSaved = true; // what it had until it failed
    EXPECT_EQ(reportSource(m_store.folderOf(2), job).result, job.result);
}

TEST_F(QueueDamageTest, AReportThatAKillOfTheRunnerPreventedIsMade) {
    run(script(kDone));
    // As a runner leaves it that is killed while it makes the report of job 1, and one that is alive that of job 2.
    const RunnerLock alive(m_store.folder(), "elsewhere");
    for (const long long id : {1, 2}) {
        fs::remove(file(id, "report.html"));
        fs::create_directories(m_store.folder() / "reports");
        std::ofstream(m_store.folder() / "reports" / file(id, "").parent_path().filename())
            << (id == 1 ? "77-1@elsewhere" : alive.owner());
    }
    std::ofstream(m_store.folder() / "reports" / "000099") << "77-1@elsewhere"; // its job is gone
    run(script(kDone));
    EXPECT_TRUE(fs::exists(file(1, "report.html")));
    EXPECT_FALSE(fs::exists(file(2, "report.html")));
    std::vector<fs::path> left(fs::directory_iterator(m_store.folder() / "reports"), {});
    EXPECT_EQ(left, std::vector<fs::path>{m_store.folder() / "reports" / "000002"});
}

TEST_F(QueueDamageTest, WhatAKilledProgramWasAddingIsRemoved) {
    const fs::path adding = m_store.folder() / "adding";
    fs::create_directories(adding / "1-1@here/000007");
    std::ofstream(adding / "1-1@here.lock") << "";
    const AddingFolder alive(m_store.folder());
    const QueueStore again(m_store.folder());
    EXPECT_FALSE(fs::exists(adding / "1-1@here"));
    EXPECT_FALSE(fs::exists(adding / "1-1@here.lock"));
    EXPECT_TRUE(fs::is_directory(alive.path())) << "another program is adding";
}

/// What a stopped job has begun is nobody else's.
TEST_F(QueueDamageTest, TheResultOfAStoppedJobIsNotTakenOver) {
    m_store.cancel(1);
    EXPECT_EQ(m_store.plannedResults().size(), 2U);
    EXPECT_THROW(add("a"), ResultTaken);
    EXPECT_EQ(m_store.find(m_store.duplicate(1))->result, m_folder.path() / "a_2.h5");
    // A window writes where it likes; the stopped job does not go on from that.
    NewJob shared{"a", {}};
    shared.document.outputFile = m_folder.path() / "a.h5";
    shared.sharesResult = true;
    const long long id = m_store.add(std::span(&shared, 1)).front();
    ASSERT_TRUE(m_store.claim(id, "me"));
    m_store.settle(id, "me", {QueueState::done, {}, now_s(), now_s() + 1});
    EXPECT_THROW(m_store.retry(1), JobError);
    m_store.remove(id);
    EXPECT_NO_THROW(m_store.retry(1));
}

TEST_F(QueueDamageTest, KillsCountAsLongAsAJobComesNoFurtherOnly) {
    // Job 1 advances by one between kills and is done at last; job 2 is killed at the same place each time.
    run(script(R"(n=$(cat "$3/n" 2>/dev/null || echo 0); n=$((n+1)); echo $n > "$3/n"
case "$3" in *1) done=$n; [ $n = 7 ] && { )" +
               std::string(kDone) + R"(; exit; };; *) done=5;; esac
echo "{\"event\":\"progress\",\"state\":\"running\",\"done\":$done,\"total\":9}"; kill -9 $$)"));
    EXPECT_EQ(m_store.find(1)->state, QueueState::done) << m_store.find(1)->error.what;
    EXPECT_EQ(m_store.find(2)->state, QueueState::failed);
    EXPECT_NE(m_store.find(2)->error.what.find("killed 3 times"), std::string::npos) << m_store.find(2)->error.what;
    EXPECT_EQ(m_store.find(2)->attempts, 4) << "the first one brought it further";
}

} // namespace
} // namespace ewald::job::queue
