// SPDX-License-Identifier: GPL-3.0-or-later
// How long jobs of the queue still take, by those that are done.
#include "job/document/job_kind.h"
#include "model/queue_text.h"
#include "model/time_estimate.h"
#include "queue_jobs.h"
#include "window_support.h"

namespace ewald::ui::test {
namespace {

/// It has taken so many seconds for so many passes over so many pixels.
QueueJob doneJob(long long id, double seconds, double passes, double pixels) {
    QueueJob job = jobOf(id, QueueState::done);
    job.started = 1000;
    job.ended = 1000 + seconds;
    job.passes = passes;
    job.data = std::to_string(id);
    job.figures.pixelsOfFrames = pixels;
    return job;
}

QueueJob waitingJob(long long id, double passes, const std::string& data = "another") {
    QueueJob job = jobOf(id);
    job.passes = passes;
    job.data = data;
    return job;
}

TEST(TimeEstimateTest, GrowsWithPassesAndPixels) {
    // 2 ns for each pass over a pixel.
    const TimeEstimate estimate({doneJob(1, 20, 100, 1e8), doneJob(2, 6, 20, 1.5e8)});
    EXPECT_NEAR(estimate.secondsOf(waitingJob(3, 3000, "1")), 600, 1e-9) << "the files of the first one";
    EXPECT_NEAR(estimate.secondsOf(waitingJob(4, 3000, "2")), 900, 1e-9);
    EXPECT_NEAR(estimate.secondsOf(waitingJob(5, 3000)), 750, 1e-9) << "like the others, which are about equal";
}

TEST(TimeEstimateTest, HalvesTakeAsLongAgain) {
    job::JobDocument whole;
    whole.pipeline = {{"rpie", 100, {}}};
    job::JobDocument withHalves = whole;
    withHalves.set("halves", "true");
    // 20 s for the run of all frames, which 20 s for both halves together follow.
    const TimeEstimate without({doneJob(1, 20, passesOf(whole), 1e8)});
    EXPECT_NEAR(without.secondsOf(waitingJob(2, passesOf(withHalves), "1")), 40, 1e-9);
    const TimeEstimate with({doneJob(1, 40, passesOf(withHalves), 1e8)});
    EXPECT_NEAR(with.secondsOf(waitingJob(2, passesOf(whole), "1")), 20, 1e-9);
}

TEST(TimeEstimateTest, JobsThatWaitForTheirFilesTakeNoTime) {
    // 20 s for the one that can run; when the other one begins nobody knows.
    QueueJob without = waitingJob(3, 100, "1");
    without.state = QueueState::waiting;
    without.dataPending = true;
    QueueModel model;
    model.take(snapshotOf({doneJob(1, 20, 100, 1e8), waitingJob(2, 100, "1"), without}));
    EXPECT_EQ(model.sums().queued, 2U);
    EXPECT_NEAR(model.sums().left_s, 20, 1e-9);
    EXPECT_EQ(timeLeftText(model.sums()), QStringLiteral("20 s left in all"));
    model.take(snapshotOf({doneJob(1, 20, 100, 1e8), without}));
    EXPECT_LT(model.sums().left_s, 0);
    EXPECT_EQ(timeLeftText(model.sums()), QStringLiteral("Waiting for files"));
}

TEST(TimeEstimateTest, IsNotKnownWhereNothingSaysIt) {
    const std::vector<QueueJob> jobs{doneJob(1, 20, 100, 1e8), doneJob(2, 60, 100, 3e8)};
    const TimeEstimate estimate(jobs);
    EXPECT_LT(estimate.secondsOf(waitingJob(3, 3000)), 0) << "frames of other files may be like either of them";
    EXPECT_NEAR(estimate.secondsOf(waitingJob(3, 3000, "2")), 1800, 1e-9);
    EXPECT_LT(estimate.secondsOf(waitingJob(3, 0, "1")), 0) << "of a job that an earlier version has added";
    QueueJob other = waitingJob(4, 100, "1");
    other.devices = "cuda:0";
    EXPECT_LT(estimate.secondsOf(other), 0) << "no job has computed there";
    other = waitingJob(5, 1, "1");
    other.kind = "integrate";
    EXPECT_LT(estimate.secondsOf(other), 0);
    EXPECT_LT(TimeEstimate().secondsOf(waitingJob(6, 1)), 0);
}

TEST(TimeEstimateTest, JobsOfABatchAreLikeThoseOfItThatAreDone) {
    const auto of = [](QueueJob job, const char* folder) {
        job.result = std::string(folder) + "/scan_" + std::to_string(job.id) + "_ewald.h5";
        return job;
    };
    // Of earlier batches, small frames and large ones; of this one a second each.
    std::vector<QueueJob> jobs{of(doneJob(1, 20, 100, 1e8), "/data/old"), of(doneJob(2, 200, 100, 1e9), "/data/older")};
    for (long long id = 3; id <= 13; ++id) jobs.push_back(of(doneJob(id, 1, 50, 1e7), "/data/new"));
    const TimeEstimate estimate(jobs);
    // 231 s for 1e10 + 1e11 + 11 × 5e8 passes over a pixel.
    EXPECT_NEAR(estimate.secondsOf(of(waitingJob(14, 50), "/data/new")), 231 / 1.155e11 * 5e8, 1e-9);
    EXPECT_LT(estimate.secondsOf(of(waitingJob(15, 50), "/data/elsewhere")), 0) << "frames of any size";
    EXPECT_LT(estimate.secondsOf(of(waitingJob(16, 51), "/data/new")), 0) << "another batch";
}

TEST(TimeEstimateTest, JobsThatWentOnDoNotCount) {
    QueueJob wentOn = doneJob(1, 1, 100, 1e8);
    wentOn.attempts = 2;
    const TimeEstimate estimate({wentOn, doneJob(2, 20, 100, 1e8)});
    EXPECT_NEAR(estimate.secondsOf(waitingJob(3, 100)), 20, 1e-9);
}

TEST(TimeEstimateTest, OfAJobThatRunsIsWhatItSaysAndStaysWhileItPauses) {
    QueueModel model;
    std::vector<QueueJob> jobs{doneJob(1, 60, 100, 1e8), waitingJob(2, 100), waitingJob(3, 300)};
    jobs[1].state = QueueState::running;
    jobs[1].owner = "somebody";
    model.take(snapshotOf(jobs));
    EXPECT_DOUBLE_EQ(model.sums().left_s, 60 + 180) << "nothing is heard of the one that runs yet";
    model.takeProgress({{2, {"running", 30, 40, 1, 42}}});
    EXPECT_DOUBLE_EQ(model.sums().left_s, 42 + 180);
    EXPECT_DOUBLE_EQ(model.index(1, QueueModel::kProgress).data(QueueModel::kFraction).toDouble(), 0.75);
    model.takeProgress({{2, {"paused", 30, 40, 0, -1}}});
    EXPECT_DOUBLE_EQ(model.sums().left_s, 42 + 180);
    QueueModel another; // opened while it pauses
    another.take(snapshotOf(jobs));
    another.takeProgress({{2, {"paused", 30, 40, 0, -1}}});
    EXPECT_DOUBLE_EQ(another.sums().left_s, 15 + 180) << "a quarter of it";
}

TEST(TimeEstimateTest, SideBySideJobsEndNoSoonerThanTheLast) {
    auto snapshot = std::make_shared<QueueSnapshot>();
    snapshot->jobs = {doneJob(1, 60, 100, 1e8), waitingJob(2, 100), waitingJob(3, 500)};
    snapshot->atOnce = 2;
    for (const std::size_t job : {std::size_t{1}, std::size_t{2}}) {
        snapshot->jobs[job].state = QueueState::running;
        snapshot->jobs[job].owner = "somebody";
    }
    QueueModel model;
    model.take(snapshot);
    EXPECT_DOUBLE_EQ(model.sums().left_s, 300) << "and not half of 60 + 300";
}

TEST(TimeEstimateTest, AHalfIsAQuarterOfTheJobAndDoesNotBeginItAgain) {
    QueueModel model;
    std::vector<QueueJob> jobs{doneJob(1, 80, 100, 1e8), waitingJob(2, 100)};
    jobs[1].state = QueueState::running;
    jobs[1].owner = "somebody";
    model.take(snapshotOf(jobs));
    const auto percent = [&model] { return model.index(1, QueueModel::kProgress).data().toString(); };
    model.takeProgress({{2, {"running", 100, 100, 1, 100, {0, 2}}}});
    EXPECT_EQ(percent(), QStringLiteral("50 %"));
    model.takeProgress({{2, {"reading", 40, 50, 1, -1, {1, 2}}}});
    EXPECT_EQ(percent(), QStringLiteral("50 %"));
    EXPECT_DOUBLE_EQ(model.sums().left_s, 40) << "half of the estimate";
    model.takeProgress({{2, {"running", 20, 100, 1, 80, {2, 2}}}});
    EXPECT_EQ(percent(), QStringLiteral("80 %"));
}

TEST(TimeEstimateTest, UnknownIsSaidAsUnknown) {
    QueueModel model;
    std::vector<QueueJob> jobs{waitingJob(1, 100), jobOf(2, QueueState::running)};
    model.take(snapshotOf(jobs));
    EXPECT_EQ(timeLeftText(model.sums()), QStringLiteral("Time left: not known"));
    EXPECT_EQ(model.index(1, QueueModel::kLeft).data().toString(), QStringLiteral("not known"));
    model.take(snapshotOf({doneJob(1, 90, 100, 1e8), waitingJob(2, 100)}));
    EXPECT_EQ(timeLeftText(model.sums()), QStringLiteral("1:30 min left in all"));
    model.take(snapshotOf({jobOf(1, QueueState::done)}));
    EXPECT_EQ(timeLeftText(model.sums()), QString());
}

} // namespace
} // namespace ewald::ui::test
