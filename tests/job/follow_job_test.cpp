// SPDX-License-Identifier: GPL-3.0-or-later
//
// Both sides of a job's folder in one process: what a recorder notes, a follower finds. tests/cli/follow_test.cpp does
// the same with real processes.
#include "job/queue/folder/follow_job.h"

#include "base/error.h"
#include "io/process_lock.h"
#include "io/temporary_folder.h"
#include "job/events/event_queue.h"
#include "job/queue/folder/job_recorder.h"
#include "job/queue/folder/run_options.h"
#include "job/queue/folder/wish_watch.h"
#include "job/queue/store/queue_store.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <thread>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

bool waitFor(const std::function<bool()>& done) {
    for (int patience = 0; patience < 3000; ++patience) {
        if (done()) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

class FollowJob : public testing::Test {
protected:
    FollowJob() {
        NewJob made{"a", {}};
        made.document.inputFile = m_own.path() / "scan.cxi";
        made.document.outputFile = m_own.path() / "result.h5";
        m_document = made.document;
        m_wanted.emplace(m_document);
        QueueStore store(m_own.path() / "queue");
        m_folder = store.folderOf(store.add({&made, 1}).front());
        m_folder.beginAttempt(1);
        m_seen.setPreviewInterval(0.25);
        m_seen.setPreviewFrame(5);
    }
    ~FollowJob() override {
        if (!m_follower.joinable()) return;
        m_leave = true;
        m_follower.join();
    }

    /// The process of the job, as far as its folder shows.
    void beginProcess() {
        m_lock = io::ProcessLock::tryTake(m_folder.lock());
        ASSERT_TRUE(m_lock);
        m_changes.emplace(m_document);
        m_wishes.emplace(m_folder, m_control);
        m_recorder.emplace(m_folder, *m_changes);
    }
    void endProcess(const std::optional<JobOutcome>& outcome) {
        if (outcome) {
            m_recorder->onOutcome(*outcome);
            m_folder.writeStatus(statusOf(*outcome, now_s()));
        }
        m_recorder.reset();
        m_wishes.reset();
        m_lock.reset();
    }
    void follow(double patience_s = 10) {
        m_follower = std::thread([this, patience_s] {
            m_outcome = followJob(m_folder, m_seen, m_asks, {&*m_wanted, &m_leave, patience_s});
            m_ended = true;
        });
    }
    [[nodiscard]] bool ends() {
        if (!waitFor([&] { return m_ended.load(); })) return false;
        m_follower.join();
        return true;
    }
    static std::shared_ptr<const Preview> previewOf(std::size_t iteration) {
        auto preview = std::make_shared<Preview>();
        preview->iteration = iteration;
        preview->object = Array<Complex, 2>({2, 2}, Complex(float(iteration)));
        return preview;
    }

    io::TemporaryFolder m_own;
    JobDocument m_document;
    JobFolder m_folder{""};
    // Of the process.
    std::optional<io::ProcessLock> m_lock;
    RunControl m_control;
    std::optional<LiveChanges> m_changes;
    std::optional<WishWatch> m_wishes;
    std::optional<JobRecorder> m_recorder;
    // Of the window.
    EventQueue m_seen;
    RunControl m_asks;
    std::optional<LiveChanges> m_wanted;
    std::atomic<bool> m_leave = false, m_ended = false;
    JobOutcome m_outcome;
    std::thread m_follower;
};

TEST_F(FollowJob, EverythingArrivesAndTheOutcomeComesLast) {
    beginProcess();
    m_recorder->onState(JobState::running);
    for (std::size_t i = 1; i <= 3; ++i) m_recorder->onLoss({i, "rpie", 1.0 / double(i), 0, 0, 0, 0, 1, 0});
    const io::Decision decision{3, "goes on with shorter steps"};
    m_recorder->onDecision(decision);
    follow(); // joins in the middle
    ASSERT_TRUE(waitFor([&] { return m_recorder->previewInterval_s() == 0.25; })) << "somebody looks";
    EXPECT_EQ(m_recorder->previewFrame(), 5U);
    EXPECT_TRUE(m_recorder->watchesMachine());
    m_recorder->onPreview(previewOf(3));
    EventQueue::Batch all;
    const auto take = [&] {
        EventQueue::Batch more = m_seen.take();
        all.states.insert(all.states.end(), more.states.begin(), more.states.end());
        all.losses.insert(all.losses.end(), more.losses.begin(), more.losses.end());
        all.decisions.insert(all.decisions.end(), more.decisions.begin(), more.decisions.end());
        if (more.preview) all.preview = more.preview;
        if (more.progress) all.progress = more.progress;
        if (more.outcome) all.outcome = more.outcome;
    };
    ASSERT_TRUE(waitFor([&] { return take(), all.preview != nullptr; }));
    EXPECT_EQ(all.preview->object, previewOf(3)->object);
    EXPECT_EQ(all.states, std::vector{JobState::running});
    EXPECT_EQ(all.losses.size(), 3U);
    EXPECT_EQ(all.decisions, std::vector{decision});
    Progress last;
    last.state = JobState::running;
    for (last.done = 1; last.done <= 100; ++last.done) m_recorder->onProgress(last);
    m_recorder->onPreview(previewOf(100));
    const JobOutcome outcome{JobState::stopped, m_document.outputFile.string(), StoppedError()};
    m_recorder->onOutcome(outcome);
    std::this_thread::sleep_for(300ms);
    take();
    EXPECT_FALSE(all.outcome) << "its process may still have the result in its hands";
    endProcess(outcome);
    ASSERT_TRUE(ends());
    take();
    ASSERT_TRUE(all.outcome && all.progress);
    EXPECT_EQ(all.progress->done, 100U) << "the last one, however many come in a moment";
    EXPECT_EQ(all.preview->iteration, 100U);
    EXPECT_EQ(m_outcome.state, JobState::stopped);
    EXPECT_EQ(m_outcome.resultFile, outcome.resultFile);
    EXPECT_EQ(m_outcome.error->kind(), ErrorKind::stopped);
    EXPECT_FALSE(fs::exists(LiveFiles(m_folder).preview())) << "of no use any more";
}

TEST_F(FollowJob, PauseStopAndChangesReachTheProcess) {
    beginProcess();
    follow();
    m_asks.setPaused(true);
    EXPECT_TRUE(waitFor([&] { return m_control.paused(); }));
    m_asks.setPaused(false);
    EXPECT_TRUE(waitFor([&] { return !m_control.paused(); }));
    // Another program pauses it: the window sees it, and can go on.
    m_folder.writeWish(Wish::pause);
    EXPECT_TRUE(waitFor([&] { return m_control.paused() && m_asks.paused(); }));
    m_asks.setPaused(false);
    EXPECT_TRUE(waitFor([&] { return !m_control.paused(); }));

    JobDocument wanted = m_document;
    wanted.pipeline.front().iterations += 20;
    m_wanted->ask(wanted);
    std::optional<JobDocument> found;
    EXPECT_TRUE(waitFor([&] { return (found = m_changes->take()).has_value(); }));
    EXPECT_EQ(found, wanted);
    JobDocument refused = m_document;
    refused.seed = 17;
    LiveFiles(m_folder).writeWanted(refused);
    std::string said;
    EXPECT_TRUE(waitFor([&] {
        for (const LogLine& line : m_seen.take().log) said += line.text;
        return said.find("seed") != std::string::npos;
    })) << said;
    EXPECT_FALSE(m_changes->take());

    m_asks.requestStop(StopRequest::graceful);
    EXPECT_TRUE(waitFor([&] { return m_control.stopRequest() == StopRequest::graceful; }));
    m_asks.requestStop(StopRequest::abort);
    EXPECT_TRUE(waitFor([&] { return m_control.stopRequest() == StopRequest::abort; }));
    endProcess(JobOutcome{JobState::stopped, {}, StoppedError()});
    EXPECT_TRUE(ends());
}

TEST_F(FollowJob, AProcessThatIsGoneIsSaidInWords) {
    beginProcess();
    follow(0.3);
    m_recorder->onLoss({1, "rpie", 1, 0, 0, 0, 0, 1, 0});
    std::ofstream(m_folder.errors()) << "one\nlast words\n";
    endProcess({});
    ASSERT_TRUE(ends());
    EXPECT_EQ(m_outcome.state, JobState::failed);
    ASSERT_TRUE(m_outcome.error);
    EXPECT_NE(std::string(m_outcome.error->what()).find("last words"), std::string::npos) << m_outcome.error->what();
    const EventQueue::Batch seen = m_seen.take();
    EXPECT_EQ(seen.losses.size(), 1U);
    ASSERT_TRUE(seen.outcome);
    EXPECT_EQ(seen.outcome->state, JobState::failed);
}

TEST_F(FollowJob, TheVerdictOfARunnerIsTheOutcome) {
    beginProcess();
    follow();
    endProcess({});
    m_folder.writeStatus(
        {QueueState::failed, {"the process of the job ended by SIGSEGV", "errors.txt", "report it"}, 0, 1});
    ASSERT_TRUE(ends());
    EXPECT_EQ(m_outcome.state, JobState::failed);
    EXPECT_EQ(m_outcome.error->problem(), "the process of the job ended by SIGSEGV");
    EXPECT_EQ(m_outcome.error->hint(), "report it");
}

TEST_F(FollowJob, OnlyTheNewestAttemptCounts) {
    beginProcess();
    for (std::size_t i = 1; i <= 4; ++i) m_recorder->onLoss({i, "rpie", 1, 0, 0, 0, 0, 1, 0});
    endProcess({});
    m_folder.beginAttempt(2);
    follow();
    std::this_thread::sleep_for(100ms);
    beginProcess();
    for (std::size_t i = 3; i <= 5; ++i) m_recorder->onLoss({i, "rpie", 2, 0, 0, 0, 0, 1, 0});
    endProcess(JobOutcome{JobState::done, m_document.outputFile.string(), {}});
    ASSERT_TRUE(ends());
    const auto losses = m_seen.take().losses;
    ASSERT_EQ(losses.size(), 3U);
    EXPECT_EQ(losses.front().iteration, 3U);
    EXPECT_EQ(losses.back().fourierError, 2);
    EXPECT_EQ(m_outcome.state, JobState::done);
}

TEST_F(FollowJob, LeavingLeavesTheJobAlone) {
    beginProcess();
    follow();
    ASSERT_TRUE(waitFor([&] { return m_recorder->previewInterval_s() == 0.25; }));
    m_leave = true;
    ASSERT_TRUE(ends());
    EXPECT_FALSE(m_seen.take().outcome);
    EXPECT_EQ(m_control.stopRequest(), StopRequest::none);
    EXPECT_EQ(m_folder.readWish(), Wish::none);
    EXPECT_TRUE(m_folder.isBusy());
    endProcess(JobOutcome{JobState::done, {}, {}});
}

/// What goes into the folder of a job that runs for days and that nobody looks at.
TEST_F(FollowJob, NobodyLooksAndLittleIsWritten) {
    beginProcess();
    Progress progress;
    progress.state = JobState::running;
    for (int i = 0; i < 1000; ++i) m_recorder->onProgress(progress);
    m_recorder->onPreview(previewOf(1));
    EXPECT_GE(m_recorder->previewInterval_s(), 10);
    EXPECT_FALSE(m_recorder->watchesMachine());
    std::this_thread::sleep_for(500ms);
    EXPECT_FALSE(fs::exists(LiveFiles(m_folder).preview()));
    EXPECT_LT(fs::file_size(m_folder.events()), 2000U);
    endProcess(JobOutcome{JobState::done, {}, {}});
}

TEST_F(FollowJob, TheQueueSeesOfWhichHalfTheProgressIs) {
    beginProcess();
    Progress progress;
    progress.state = JobState::running;
    progress.done = 30;
    progress.total = 40;
    progress.part = {1, 2};
    m_recorder->onProgress(progress);
    const std::optional<JobProgress> seen = m_folder.progress();
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->part.half, 1U);
    EXPECT_EQ(seen->fraction(), 0.6875) << "half of it by all frames, and three quarters of a quarter";
    endProcess(JobOutcome{JobState::done, {}, {}});
}

TEST_F(FollowJob, AnotherAttemptGoesOnFromTheOneBefore) {
    RunOptions options;
    options.resume = false;
    options.overwrite = true;
    options.startFrom = m_own.path() / "state.h5";
    writeRunOptions(m_folder, options);
    const RunOptions first = runOptionsOf(m_folder, m_document, m_folder.hasBegun());
    EXPECT_TRUE(first.overwrite);
    EXPECT_FALSE(first.resume);
    EXPECT_EQ(first.startFrom, options.startFrom);
    m_folder.markResultBefore(m_document.outputFile);
    std::ofstream(checkpointFile(m_document.outputFile)) << "checkpoint";
    const RunOptions second = runOptionsOf(m_folder, m_document, m_folder.hasBegun());
    EXPECT_TRUE(second.overwrite);
    EXPECT_TRUE(second.resume);
    EXPECT_TRUE(second.startFrom.empty()) << "the checkpoint is further";
}

} // namespace
} // namespace ewald::job::queue
