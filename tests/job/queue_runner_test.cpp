// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a runner makes of processes that misbehave. Scripts stand in for the program of the jobs.
#include "job/queue/queue_runner.h"

#include "base/error.h"
#include "io/process_lock.h"
#include "io/temporary_folder.h"
#include "job/integration/integrate_job_kind.h"
#include "job/queue/folder/runner_lock.h"

#include <atomic>
#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

class QueueRunnerTest : public testing::Test {
protected:
    void SetUp() override {
        for (const char* name : {"a", "b"}) {
            NewJob made{name, {}, 0, 0};
            made.document.inputFile = m_folder.path() / "scan.cxi";
            made.document.outputFile = m_folder.path() / (std::string(name) + ".h5");
            static_cast<void>(m_store.add(std::span(&made, 1)));
        }
    }
    /// A program that is started as `program queue work FOLDER`.
    [[nodiscard]] fs::path script(const std::string& text) const {
        const fs::path file = m_folder.path() / "program.sh";
        std::ofstream(file) << "#!/bin/sh\n" << text << "\n";
        fs::permissions(file, fs::perms::owner_all);
        return file;
    }
    /// Runs until nothing is left to do. \returns false when that does not come within a minute
    bool run(const RunnerOptions& options) {
        QueueRunner runner(m_store, options);
        for (int patience = 0; patience < 3000; ++patience) {
            runner.step();
            if (runner.isIdle()) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return false;
    }
    [[nodiscard]] static std::string done(const std::string& more = {}) {
        return "echo '{\"state\": \"done\", \"started\": 1, \"ended\": 2}' > \"$3/status.json\"" + more;
    }

    io::TemporaryFolder m_folder;
    QueueStore m_store{m_folder.path() / "queue"};
};

/// Time passes only when the job has reported: for silence it is never ended.
TEST_F(QueueRunnerTest, AJobThatReportsButComesNoFurtherIsEnded) {
    RunnerOptions options;
    options.silence_s = 10; // 40 s without coming further
    WatchClock::result_type now;
    options.clock = [&now] { return now; };
    options.program =
        script("case \"$3\" in *1) while :; do echo '{\"event\":\"progress\",\"state\":\"running\",\"done\":3,"
               "\"total\":9}'; sleep 0.01; done;; esac\n" +
               done());
    QueueRunner runner(m_store, options);
    std::string seen;
    do {
        runner.step();
        const std::string events = m_store.folderOf(1).versionOfEvents();
        if (events != seen) now += std::chrono::seconds(8);
        seen = events;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    } while (!runner.isIdle());
    const QueueJob stuck = *m_store.find(1);
    EXPECT_EQ(stuck.state, QueueState::failed);
    EXPECT_NE(stuck.error.what.find("came no further for 40 s"), std::string::npos) << stuck.error.what;
    EXPECT_EQ(m_store.find(2)->state, QueueState::done);
}

/// It reports once, and goes on when the file `go.N` is there.
TEST_F(QueueRunnerTest, AJobThatComesFurtherMayTakeItsTime) {
    constexpr int kReports = 9;
    RunnerOptions options;
    options.silence_s = 10; // 40 s without coming further
    WatchClock::result_type now;
    options.clock = [&now] { return now; };
    const std::string go = (m_folder.path() / "go.").string();
    options.program = script("case \"$3\" in *1) i=0; while [ $i -lt 9 ]; do i=$((i+1)); echo "
                             "'{\"event\":\"progress\",\"state\":\"running\",\"done\":'$i',\"total\":9}'; "
                             "while [ ! -e '" +
                             go + "'$i ]; do sleep 0.01; done; done;; esac\n" + done());
    QueueRunner runner(m_store, options);
    for (int report = 1; report <= kReports; ++report) {
        const auto hasCome = [&] {
            const std::optional<JobProgress> progress = m_store.folderOf(1).progress();
            return progress && progress->done == report;
        };
        do {
            runner.step();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        } while (!hasCome() && m_store.find(1)->state != QueueState::failed);
        runner.step(); // sees the report
        now += std::chrono::seconds(8);
        runner.step();
        std::ofstream(go + std::to_string(report)).close();
    }
    while (!runner.isIdle()) {
        runner.step();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(m_store.find(1)->state, QueueState::done) << m_store.find(1)->error.what;
}

/// … and one of which nothing is heard is ended, however short that was in truth.
TEST_F(QueueRunnerTest, ASilentJobIsEnded) {
    RunnerOptions options;
    options.silence_s = 1000;
    WatchClock::result_type now;
    options.clock = [&now] { return now += std::chrono::seconds(300); };
    options.program = script("case \"$3\" in *1) exec sleep 1000;; esac\n" + done());
    ASSERT_TRUE(run(options));
    EXPECT_NE(m_store.find(1)->error.what.find("no sign of life for 1000 s"), std::string::npos)
        << m_store.find(1)->error.what;
}

/// Half a minute is what one has that could still look at its wish; here no more than two seconds ever pass.
TEST_F(QueueRunnerTest, AHaltedJobThatShallEndAtOnceIsKilledSoon) {
    RunnerOptions options;
    WatchClock::result_type now;
    options.clock = [&now] { return now; };
    options.program = script("case \"$3\" in *1) echo '{\"event\":\"progress\",\"state\":\"running\",\"done\":1,"
                             "\"total\":9}'; kill -STOP $$;; esac\n" +
                             done());
    QueueRunner runner(m_store, options);
    bool wished = false;
    for (int patience = 0; patience < 3000 && !runner.isIdle(); ++patience) {
        runner.step();
        if (!wished && m_store.find(1)->state == QueueState::running) {
            m_store.abort(1);
            wished = true;
        } else if (m_store.folderOf(1).readWish() == Wish::abort) {
            now = WatchClock::result_type() + std::chrono::seconds(2);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_EQ(m_store.find(1)->state, QueueState::stopped) << m_store.find(1)->error.what;
}

TEST_F(QueueRunnerTest, AJobWithoutItsFolderHoldsUpNoOther) {
    fs::remove_all(m_store.folderOf(1).path());
    RunnerOptions options;
    options.program = script(done());
    ASSERT_TRUE(run(options));
    EXPECT_EQ(m_store.find(1)->state, QueueState::failed);
    EXPECT_EQ(m_store.find(1)->error.what, "the folder of the job is gone");
    EXPECT_EQ(m_store.find(2)->state, QueueState::done);
}

/// One that cannot be started now, whose events cannot be written, say, waits; the others do not.
TEST_F(QueueRunnerTest, AJobThatCannotBeStartedNowHoldsUpNoOther) {
    fs::create_symlink(m_folder.path() / "nowhere" / "events", m_store.folderOf(1).events());
    RunnerOptions options;
    options.program = script(done());
    QueueRunner runner(m_store, options);
    const auto step = [&] {
        try {
            runner.step();
            return std::string();
        } catch (const DataError& error) {
            return std::string(error.what());
        }
    };
    std::string said;
    while (m_store.find(2)->state != QueueState::done) {
        if (const std::string problem = step(); !problem.empty()) said = problem;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_NE(said.find("cannot write the file"), std::string::npos) << said;
    EXPECT_EQ(m_store.find(1)->state, QueueState::queued);
    fs::remove(m_store.folderOf(1).events());
    while (m_store.find(1)->state != QueueState::done) {
        EXPECT_EQ(step(), "");
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

/// A job that follows a file may wait for as long as its document says before it counts as one that hangs.
TEST_F(QueueRunnerTest, AJobMayWaitForFramesAsLongAsItWasToldTo) {
    NewJob made{"c", integrateJobKind().newDocument(), 0, 0};
    made.document.inputFile = m_folder.path() / "scan.h5";
    made.document.outputFile = m_folder.path() / "c.h5";
    made.document.set("follow", "true");
    made.document.set("follow_patience_s", "100");
    static_cast<void>(m_store.add(std::span(&made, 1)));
    RunnerOptions options;
    options.silence_s = 10; // 40 s without coming further
    WatchClock::result_type now;
    options.clock = [&now] { return now; };
    const std::string go = (m_folder.path() / "go").string();
    options.program = script("case \"$3\" in *3) while [ ! -e '" + go +
                             "' ]; do echo '{\"event\":\"progress\",\"state\":\"running\",\"done\":3,"
                             "\"total\":9}'; sleep 0.01; done;; esac\n" +
                             done());
    QueueRunner runner(m_store, options);
    std::string seen;
    for (int waited_s = 0; waited_s < 120;) {
        runner.step();
        const std::string events = m_store.folderOf(3).versionOfEvents();
        if (events != seen && m_store.find(3)->state == QueueState::running) {
            now += std::chrono::seconds(8);
            waited_s += 8;
        }
        seen = events;
        ASSERT_NE(m_store.find(3)->state, QueueState::failed) << m_store.find(3)->error.what;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::ofstream(go).close();
    while (!runner.isIdle()) {
        runner.step();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(m_store.find(3)->state, QueueState::done) << m_store.find(3)->error.what;
}

/// Two computers with one store, which a file system of a network shows to both.
TEST_F(QueueRunnerTest, WhatAnotherComputerHasLeftRunsOnceOnly) {
    RunnerOptions there;
    there.otherComputers = true;
    there.host = "there";
    there.program = "/bin/false";
    std::string owner;
    {
        QueueRunner runner(m_store, there);
        runner.step();
        owner = m_store.find(1)->owner;
        EXPECT_THROW(m_store.release(1), JobError) << "its runner is alive";
    }
    EXPECT_TRUE(owner.ends_with("@there")) << owner;
    RunnerOptions here = there;
    here.host = "here";
    here.program = script(done());
    m_store.folderOf(2).writeStatus({QueueState::done, {}, 1, 2}); // this one has come to its end there
    std::ofstream(m_store.find(2)->result) << "result";
    {
        QueueRunner runner(m_store, here);
        for (int i = 0; i < 5; ++i) runner.step();
        const QueueJob left = *m_store.find(1);
        EXPECT_EQ(left.owner, owner);
        EXPECT_NE(left.waitsFor.what.find("started on there"), std::string::npos) << left.waitsFor.what;
        EXPECT_NE(left.waitsFor.hint.find("queue release 1"), std::string::npos) << left.waitsFor.hint;
        EXPECT_EQ(m_store.find(2)->state, QueueState::done);
        EXPECT_TRUE(runner.isIdle());
    }
    m_store.release(1);
    EXPECT_EQ(m_store.find(1)->state, QueueState::queued);
    EXPECT_TRUE(m_store.find(1)->waitsFor.what.empty());
    ASSERT_TRUE(run(here));
    EXPECT_EQ(m_store.find(1)->state, QueueState::done);
}

TEST_F(QueueRunnerTest, RunnersThatComeAndGoKeepTheirSigns) {
    std::atomic<int> lost = 0;
    {
        std::vector<std::jthread> programs;
        for (int p = 0; p < 4; ++p)
            programs.emplace_back([&] {
                for (int i = 0; i < 300; ++i) {
                    const RunnerLock lock(m_folder.path(), "host");
                    if (!RunnerLock::isAlive(m_folder.path(), lock.owner())) ++lost;
                }
            });
    }
    EXPECT_EQ(lost, 0);
    EXPECT_TRUE(fs::is_empty(m_folder.path() / "runners"));
}

TEST_F(QueueRunnerTest, ALockWhoseFileIsRemovedIsNoLock) {
    const fs::path file = m_folder.path() / "lock";
    std::atomic<int> lost = 0;
    {
        std::vector<std::jthread> programs;
        for (int p = 0; p < 3; ++p)
            programs.emplace_back([&] {
                for (int i = 0; i < 3000; ++i) {
                    const auto lock = io::ProcessLock::tryTake(file);
                    if (lock && !io::ProcessLock::isHeld(file)) ++lost;
                    if (lock) fs::remove(file);
                }
            });
    }
    EXPECT_EQ(lost, 0);
}

TEST_F(QueueRunnerTest, JobsThatFailBecauseOfAnotherOneAreCounted) {
    NewJob made{"c", {}, 0, 1};
    made.document.inputFile = m_folder.path() / "scan.cxi";
    made.document.outputFile = m_folder.path() / "c.h5";
    static_cast<void>(m_store.add(std::span(&made, 1)));
    RunnerOptions options;
    options.program = script("case \"$3\" in *1) exit 3;; esac\n" + done());
    std::vector<std::string> reported;
    QueueRunner runner(m_store, options, [&](const QueueJob& job) {
        if (job.state == QueueState::failed) reported.push_back(job.name);
    });
    for (int patience = 0; patience < 3000 && !runner.isIdle(); ++patience) {
        runner.step();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_EQ(runner.notDone(), 2U);
    EXPECT_EQ(reported, (std::vector<std::string>{"a", "c"}));
}

TEST_F(QueueRunnerTest, AJobThatCrashedGetsItsReport) {
    RunnerOptions options;
    options.program = script("kill -SEGV $$");
    options.language = {"xx", [](const std::string& text) { return "x" + text; }};
    ASSERT_TRUE(run(options)); // its end waits for the reports
    for (const long long id : {1, 2}) {
        std::stringstream page;
        page << std::ifstream(m_store.folderOf(id).path() / "report.html").rdbuf();
        EXPECT_NE(page.str().find("<html lang=\"xx\">"), std::string::npos) << id;
        EXPECT_NE(page.str().find("<h2>xFailure"), std::string::npos) << "in the language of the runner";
    }
}

TEST_F(QueueRunnerTest, AProcessIsToldNothingWhereItMakesTheReport) {
    RunnerOptions options;
    const fs::path words = m_folder.path() / "words";
    options.program = script("echo $# >> " + words.string() + "\n" + done());
    ASSERT_TRUE(run(options));
    std::stringstream counts;
    counts << std::ifstream(words).rdbuf();
    EXPECT_EQ(counts.str(), "3\n3\n"); // queue work FOLDER
}

/// One page is enough: where the runner has another language, the process of a job is told who makes it.
TEST_F(QueueRunnerTest, AProcessIsToldWhereTheRunnerMakesTheReport) {
    RunnerOptions options;
    options.program = script("{ echo \"$4\"; test -e \"$3/../../runners/$5\" && echo alive; } >> " +
                             (m_folder.path() / "words").string() + "\n" + done());
    options.language = {"xx", [](const std::string& text) { return text; }};
    ASSERT_TRUE(run(options));
    std::stringstream words;
    words << std::ifstream(m_folder.path() / "words").rdbuf();
    EXPECT_EQ(words.str(), "--reporter\nalive\n--reporter\nalive\n"); // of two jobs
}

/// Processes of a cluster, and those that another program has started, write English, as all commands do; a runner of
/// another language makes the page anew.
TEST_F(QueueRunnerTest, TheReportOfAProcessIsMadeAnewInTheLanguageOfTheRunner) {
    const fs::path english = m_folder.path() / "english.html";
    report::ReportSource source;
    source.document.emplace();
    source.failed = "out of order";
    report::write(english, report::makeReport(source), {}, false);
    RunnerOptions options;
    options.program = script("cp " + english.string() +
                             " \"$3/report.html\"; echo '{\"state\": \"failed\", \"error\": {\"what\": \"no light\"}, "
                             "\"started\": 1, \"ended\": 2}' > \"$3/status.json\"");
    const auto pageOf = [&](long long id) {
        std::stringstream page;
        page << std::ifstream(m_store.folderOf(id).path() / "report.html").rdbuf();
        return page.str();
    };
    options.language = {"xx", [](const std::string& text) { return "x" + text; }};
    ASSERT_TRUE(run(options)); // its end waits for the reports
    for (const long long id : {1, 2}) {
        EXPECT_NE(pageOf(id).find("<html lang=\"xx\">"), std::string::npos) << pageOf(id);
        EXPECT_NE(pageOf(id).find("no light"), std::string::npos) << "of this job";
    }
}

} // namespace
} // namespace ewald::job::queue
