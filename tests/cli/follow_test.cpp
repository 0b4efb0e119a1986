// SPDX-License-Identifier: GPL-3.0-or-later
//
// Jobs that a window runs as jobs of the queue: the same events, previews and bits from its thread and from a process
// of its own, and what becomes of both when a program is killed.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/result_file.h"
#include "job/document/job_kind.h"
#include "job/events/event_queue.h"
#include "job/queue/stored_run.h"
#include "job/run/live_changes.h"
#include "test_paths.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using job::queue::QueueState;
using job::queue::QueueStore;
using job::queue::RunLink;
using job::queue::StoredRun;

bool waitFor(const std::function<bool()>& done) {
    for (int patience = 0; patience < 6000; ++patience) {
        if (done()) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

class Follow : public WithFolder<> {
protected:
    void SetUp() override {
        const Finished made = runCli({"simulate", "ptycho", "-o", file("scan.cxi"), "--size", "32", "--frames", "61"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }
    [[nodiscard]] job::JobDocument document(const std::string& name, std::size_t iterations) const {
        job::JobDocument made;
        made.inputFile = file("scan.cxi");
        made.outputFile = file(name + ".h5");
        made.pipeline = {{"rpie", iterations, {}}};
        made.set("devices", "cpu:1");
        made.set("checkpoint_every", "2");
        return made;
    }
    [[nodiscard]] StoredRun place(bool apart) {
        StoredRun run;
        run.store = m_folder / "queue";
        if (apart) run.program = EWALD_CLI;
        run.name = "a scan";
        run.link = &m_link;
        return run;
    }
    /// Everything that a window is told.
    struct Seen {
        job::EventQueue queue;
        job::EventQueue::Batch all;
        void take() {
            job::EventQueue::Batch more = queue.take();
            const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
            append(all.states, more.states);
            append(all.losses, more.losses);
            append(all.changes, more.changes);
            append(all.log, more.log);
            if (more.plan) all.plan = more.plan;
            if (more.statistics) all.statistics = more.statistics;
            if (more.preview) all.preview = more.preview;
            if (more.progress) all.progress = more.progress;
            if (more.outcome) all.outcome = more.outcome;
        }
    };
    [[nodiscard]] job::queue::QueueJob stored(long long id) const {
        return QueueStore(m_folder / "queue").find(id).value();
    }
    [[nodiscard]] pid_t worker(long long id) const { return QueueStore(m_folder / "queue").folderOf(id).worker(); }

    RunLink m_link;
};

TEST_F(Follow, ThreadAndProcessReportTheSameAndGiveTheSameBits) {
    constexpr std::size_t kIterations = 40;
    Seen plain, here, apart;
    std::vector<Seen*> all{&plain, &here, &apart};
    for (std::size_t i = 0; i < all.size(); ++i) {
        Seen& seen = *all[i];
        seen.queue.setPreviewInterval(0.1);
        seen.queue.setPreviewFrame(3);
        RunControl control;
        const job::JobDocument made = document("result" + std::to_string(i), kIterations);
        const job::JobOutcome outcome = i == 0 ? job::runJob(made, seen.queue, control)
                                               : job::queue::runStored(made, seen.queue, control, {}, place(i == 2));
        ASSERT_EQ(outcome.state, job::JobState::done) << (outcome.error ? outcome.error->what() : "");
        EXPECT_EQ(outcome.resultFile, made.outputFile.string());
        seen.take();
        if (i > 0) {
            EXPECT_EQ(stored(static_cast<long long>(i)).state, QueueState::done);
            EXPECT_EQ(stored(static_cast<long long>(i)).name, "a scan");
        }
    }
    EXPECT_TRUE(m_link.separate);
    const job::EventQueue::Batch& expected = plain.all;
    ASSERT_TRUE(expected.plan && expected.statistics && expected.preview && expected.outcome);
    const io::PtychoResult result = io::readResult(file("result0.h5"));
    for (const auto& [name, seen] : {std::pair{"result1", &here}, std::pair{"result2", &apart}}) {
        SCOPED_TRACE(name);
        const job::EventQueue::Batch& found = seen->all;
        EXPECT_EQ(found.states, expected.states);
        ASSERT_TRUE(found.plan && found.statistics && found.preview && found.outcome && found.progress);
        EXPECT_EQ(found.plan->engineSummary, expected.plan->engineSummary);
        EXPECT_EQ(found.plan->devices, expected.plan->devices);
        EXPECT_EQ(found.plan->objectRows, expected.plan->objectRows);
        EXPECT_EQ(found.plan->memory_bytes, expected.plan->memory_bytes);
        EXPECT_EQ(found.statistics->meanCounts, expected.statistics->meanCounts);
        EXPECT_EQ(found.progress->done, expected.progress->done);
        ASSERT_EQ(found.losses.size(), kIterations);
        for (std::size_t i = 0; i < kIterations; ++i) {
            io::LossEntry loss = found.losses[i];
            loss.time_s = expected.losses[i].time_s;
            EXPECT_EQ(loss, expected.losses[i]) << i;
        }
        ASSERT_EQ(found.log.size(), expected.log.size());
        EXPECT_EQ(found.preview->iteration, expected.preview->iteration) << "the last one";
        EXPECT_EQ(found.preview->object, expected.preview->object);
        EXPECT_EQ(found.preview->probe, expected.preview->probe);
        EXPECT_EQ(found.preview->frame, 3U);
        EXPECT_EQ(found.preview->modelled, expected.preview->modelled);
        EXPECT_EQ(found.outcome->state, job::JobState::done);
        const io::PtychoResult same = io::readResult(file(std::string(name) + ".h5"));
        EXPECT_EQ(same.object, result.object);
        EXPECT_EQ(same.probe, result.probe);
    }
}

TEST_F(Follow, AKilledProcessIsSaidInWords) {
    Seen seen;
    seen.queue.setPreviewInterval(0.2);
    RunControl control;
    job::JobOutcome outcome;
    std::thread window(
        [&] { outcome = job::queue::runStored(document("killed", 100000), seen.queue, control, {}, place(true)); });
    EXPECT_TRUE(waitFor([&] { return seen.take(), !seen.all.losses.empty() && seen.all.preview; }));
    EXPECT_TRUE(waitFor([&] { return stored(1).state == QueueState::running; })); // noted by another thread
    const pid_t process = worker(1);
    EXPECT_GT(process, 0);
    EXPECT_NE(process, getpid());
    if (process > 0 && process != getpid()) kill(process, SIGKILL);
    window.join();
    EXPECT_EQ(outcome.state, job::JobState::failed);
    ASSERT_TRUE(outcome.error);
    EXPECT_NE(std::string(outcome.error->what()).find("killed"), std::string::npos) << outcome.error->what();
    EXPECT_EQ(stored(1).state, QueueState::failed);
    seen.take();
    ASSERT_TRUE(seen.all.outcome);
    EXPECT_EQ(seen.all.outcome->state, job::JobState::failed);
    // The next one runs.
    RunControl again;
    EXPECT_EQ(job::queue::runStored(document("next", 2), seen.queue, again, {}, place(true)).state,
              job::JobState::done);
}

TEST_F(Follow, PauseChangesAndStopReachTheProcess) {
    Seen seen;
    RunControl control;
    const job::JobDocument made = document("stopped", 100000);
    job::LiveChanges changes(made);
    job::RunOptions options;
    options.changes = &changes;
    job::JobOutcome outcome;
    std::thread window([&] { outcome = job::queue::runStored(made, seen.queue, control, options, place(true)); });
    EXPECT_TRUE(waitFor([&] { return seen.take(), !seen.all.losses.empty(); }));
    job::JobDocument wanted = made;
    wanted.pipeline.front().parameters["object_step"] = 0.25;
    changes.ask(wanted);
    EXPECT_TRUE(waitFor([&] { return seen.take(), !seen.all.changes.empty(); }));
    if (!seen.all.changes.empty()) {
        EXPECT_EQ(seen.all.changes.front().key, "object_step");
    }
    control.setPaused(true);
    EXPECT_TRUE(waitFor([&] { return seen.take(), seen.all.states.back() == job::JobState::paused; }));
    EXPECT_TRUE(waitFor([&] { return stored(1).state == QueueState::paused; }));
    // From outside, as another window or `ewald-cli queue cancel` asks.
    QueueStore(m_folder / "queue").cancel(1);
    window.join();
    EXPECT_EQ(outcome.state, job::JobState::stopped);
    EXPECT_EQ(outcome.resultFile, made.outputFile.string()) << "what was computed is saved";
    EXPECT_EQ(stored(1).state, QueueState::stopped);
    EXPECT_FALSE(io::readResult(made.outputFile).complete);
}

TEST_F(Follow, AJobOfTheWindowItselfIsPausedAndStoppedFromOutside) {
    Seen seen;
    RunControl control;
    job::JobOutcome outcome;
    std::thread window(
        [&] { outcome = job::queue::runStored(document("here", 100000), seen.queue, control, {}, place(false)); });
    EXPECT_TRUE(waitFor([&] { return seen.take(), !seen.all.losses.empty(); }));
    EXPECT_FALSE(m_link.separate);
    EXPECT_EQ(worker(1), 0) << "nobody may end the process of the window";
    QueueStore store(m_folder / "queue");
    store.pause(1);
    EXPECT_TRUE(waitFor([&] { return control.paused() && stored(1).state == QueueState::paused; }));
    control.setPaused(false); // the window goes on
    EXPECT_TRUE(waitFor([&] { return stored(1).state == QueueState::running; }));
    store.cancel(1);
    window.join();
    EXPECT_EQ(outcome.state, job::JobState::stopped);
    EXPECT_EQ(stored(1).state, QueueState::stopped);
}

/// Leaves a job to itself, and finds it again from another window.
TEST_F(Follow, AJobThatIsLeftGoesOnAndIsFoundAgain) {
    Seen first, second;
    RunControl control;
    job::JobOutcome outcome;
    std::thread window(
        [&] { outcome = job::queue::runStored(document("left", 100000), first.queue, control, {}, place(true)); });
    EXPECT_TRUE(waitFor([&] { return first.take(), !first.all.losses.empty(); }));
    EXPECT_TRUE(m_link.separate);
    m_link.leave = true;
    window.join();
    EXPECT_EQ(m_link.id, 1);
    QueueStore store(m_folder / "queue");
    std::vector<job::queue::UnseenRun> runs = job::queue::unseenRuns(store);
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_TRUE(runs[0].running);
    EXPECT_EQ(runs[0].document, document("left", 100000));
    m_link.leave = false;
    RunControl other;
    other.requestStop(StopRequest::none);
    std::thread stopper([&] {
        EXPECT_TRUE(waitFor([&] { return second.take(), second.all.losses.size() > 3; }));
        EXPECT_EQ(second.all.losses.front().iteration, 1U) << "all of them, from the first one on";
        other.requestStop(StopRequest::graceful);
    });
    outcome = job::queue::followStored(1, second.queue, other, {}, place(true));
    stopper.join();
    EXPECT_EQ(outcome.state, job::JobState::stopped);
    EXPECT_EQ(stored(1).state, QueueState::stopped);
    EXPECT_TRUE(job::queue::unseenRuns(store).empty()) << "its end has been seen";
}

/// The program that runs a job in itself is killed: the job is not run again by itself, but offered.
TEST_F(Follow, AWindowThatIsKilledLeavesAJobToGoOnWith) {
    const job::JobDocument made = document("killed", 100000);
    const pid_t window = fork();
    ASSERT_GE(window, 0);
    if (window == 0) {
        Seen seen;
        RunControl control;
        static_cast<void>(job::queue::runStored(made, seen.queue, control, {}, place(false)));
        _exit(0);
    }
    EXPECT_TRUE(waitFor([&] { return fs::exists(job::checkpointFile(made.outputFile)); }));
    kill(window, SIGKILL);
    waitpid(window, nullptr, 0);
    QueueStore store(m_folder / "queue");
    std::vector<job::queue::UnseenRun> runs = job::queue::unseenRuns(store);
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_FALSE(runs[0].running);
    EXPECT_GE(runs[0].iteration, 2U);
    EXPECT_EQ(runs[0].total, 100000U);
    const Finished ran = runCli({"queue", "run", "--queue", file("queue")});
    EXPECT_EQ(ran.code, 3) << "it says which job was not done, and runs none: " << ran.output << ran.errors;
    EXPECT_EQ(stored(1).state, QueueState::failed);
    EXPECT_NE(stored(1).error.what.find("ended before"), std::string::npos) << stored(1).error.what;
    runs = job::queue::unseenRuns(store);
    ASSERT_EQ(runs.size(), 1U) << "it is offered all the same";
    forgetUnseen(store, runs[0], true);
    EXPECT_TRUE(job::queue::unseenRuns(store).empty());
    EXPECT_FALSE(fs::exists(job::checkpointFile(made.outputFile)));
}

TEST_F(Follow, WithoutAQueueTheJobRunsAllTheSame) {
    std::ofstream(file("queue")) << "no folder";
    for (const bool apart : {false, true}) {
        Seen seen;
        RunControl control;
        const job::JobDocument made = document(apart ? "b" : "a", 2);
        EXPECT_EQ(job::queue::runStored(made, seen.queue, control, {}, place(apart)).state, job::JobState::done);
        seen.take();
        EXPECT_FALSE(m_link.separate);
        ASSERT_FALSE(seen.all.log.empty());
        EXPECT_EQ(seen.all.log.front().level, LogLevel::warning);
        EXPECT_NE(seen.all.log.front().text.find("outside the queue"), std::string::npos);
    }
}

TEST_F(Follow, TheReportOfARunOfThisProcessIsInItsLanguage) {
    Seen seen;
    RunControl control;
    StoredRun run = place(false);
    run.language = {"xx", [](const std::string& text) { return "x" + text; }};
    ASSERT_EQ(job::queue::runStored(document("a", 2), seen.queue, control, {}, run).state, job::JobState::done);
    std::stringstream page;
    page << std::ifstream(file("a_report.html")).rdbuf();
    EXPECT_NE(page.str().find("<html lang=\"xx\">"), std::string::npos);
    EXPECT_NE(page.str().find("<h2>xHow it ran"), std::string::npos);
}

TEST_F(Follow, AProgramThatCannotBeStartedLeavesTheJobToThisOne) {
    Seen seen;
    RunControl control;
    StoredRun run = place(true);
    run.program = file("missing");
    EXPECT_EQ(job::queue::runStored(document("a", 2), seen.queue, control, {}, run).state, job::JobState::done);
    seen.take();
    EXPECT_FALSE(m_link.separate);
    ASSERT_FALSE(seen.all.log.empty());
    EXPECT_NE(seen.all.log.front().text.find("missing"), std::string::npos) << seen.all.log.front().text;
}

} // namespace
} // namespace ewald::cli
