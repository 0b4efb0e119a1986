// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about the queue and its jobs, and which button helps.
#include "german.h"
#include "model/advice_text.h"
#include "model/queue_text.h"
#include "model/text.h"
#include "queue_jobs.h"
#include "window/queue_delegate.h"
#include "window_support.h"

#include <QImage>
#include <QPainter>
#include <QStyleOptionViewItem>

namespace ewald::ui::test {
namespace {

using What = QueueCure::What;

TEST(QueueWordsTest, TheLineSaysWhatTheQueueDoes) {
    QueueModel model;
    const auto line = [&](std::size_t watched = 0, bool held = false) {
        return queueLineText(model.sums(), watched, held);
    };
    EXPECT_EQ(line(), QStringLiteral("Queue: empty"));
    std::vector<QueueJob> jobs = jobsOf(4);
    jobs.push_back(jobOf(5, QueueState::running));
    jobs.push_back(jobOf(6, QueueState::failed));
    jobs.push_back(jobOf(7, QueueState::failed));
    model.take(snapshotOf(jobs));
    EXPECT_EQ(line(1), QStringLiteral("Queue: 1 running, 4 waiting, 2 failed · watching 1 folder"));
    model.takeProgress({{5, {"running", 17, 50, 1, 33}}});
    EXPECT_EQ(line(), QStringLiteral("Queue: 1 running (34 %), 4 waiting, 2 failed"));
    EXPECT_EQ(line(2, true),
              QStringLiteral("Queue: 1 running (34 %), 4 waiting, 2 failed · held · watching 2 folders"));
    jobs[4].state = QueueState::paused;
    jobs[6].state = QueueState::stopped;
    model.take(snapshotOf(jobs));
    EXPECT_EQ(line(), QStringLiteral("Queue: 1 paused (34 %), 4 waiting, 1 stopped, 1 failed"));
}

TEST(QueueWordsTest, TheLineSaysHowLongAllJobsWillTake) {
    QueueSums sums;
    sums.running = 1;
    sums.queued = 2;
    sums.left_s = 200;
    EXPECT_EQ(queueLineText(sums, 1, false),
              QStringLiteral("Queue: 1 running, 2 waiting · 3:20 min left in all · watching 1 folder"));
    sums.left_s = -1;
    EXPECT_EQ(queueLineText(sums, 0, false), QStringLiteral("Queue: 1 running, 2 waiting"));
}

TEST(QueueWordsTest, AGroupTellsPausedAndStoppedFromRunningAndFailed) {
    QueueModel model;
    std::vector<QueueJob> jobs{jobOf(1, QueueState::running), jobOf(3, QueueState::stopped),
                               jobOf(5, QueueState::failed)};
    jobs[0].state = QueueState::paused;
    model.take(snapshotOf(jobs));
    model.setGrouping(QueueGrouping::sample);
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("odd: 1 paused, 1 stopped, 1 failed"));
}

TEST(QueueWordsTest, AddedJobsAreCountedAndAHeldQueueSaysSo) {
    EXPECT_EQ(addedText({1, "scan_7", 1, false}), QStringLiteral("scan_7 is in the queue"));
    EXPECT_EQ(addedText({1, "scan_7", 9, true}), QStringLiteral("scan_7 is in the queue; the queue is held"));
    EXPECT_EQ(addedText({18, "scan_7", 18, false}), QStringLiteral("18 jobs added"));
    EXPECT_EQ(addedText({18, "scan_7", 28, false}), QStringLiteral("18 jobs added (28 in the queue)"));
    EXPECT_EQ(addedText({3, "scan_7", 3, true}), QStringLiteral("3 jobs added; the queue is held"));
}

TEST(QueueWordsTest, AFileOfAParameterIsCuredAtThisParameter) {
    job::JobDocument document;
    document.inputFile = "/data/scan.cxi";
    document.set("initial_probe", "/data/probe.h5");
    EXPECT_EQ(parameterOfFile(document, "/data/probe.h5"), "initial_probe");
    EXPECT_EQ(parameterOfFile(document, "/data/probe.h5:/entry/probe"), "initial_probe");
    EXPECT_EQ(parameterOfFile(document, "/data/probe.h5.bak"), "");
    EXPECT_EQ(parameterOfFile(document, "/data/scan.cxi"), "");
    QueueJob job = jobOf(1, QueueState::failed);
    job.error = {"no such file", "/data/probe.h5", ""};
    EXPECT_EQ(cureOf(job).what, What::openScan);
    EXPECT_EQ(cureOf(job, "initial_probe").what, What::edit);
    EXPECT_EQ(cureOf(job, "initial_probe").parameter, "initial_probe");
    job.error.where = "batch_size";
    EXPECT_EQ(cureOf(job).what, What::edit);
    EXPECT_EQ(cureOf(job).parameter, "batch_size");
}

TEST(QueueWordsTest, AMissingDeviceIsCuredByOthers) {
    QueueJob job = jobOf(1, QueueState::failed);
    job.error = {"no backend for this device", "cuda:0", "choose one of those that are there (ewald-cli devices)"};
    job.documentDevices = "cuda:0,cuda:1";
    EXPECT_EQ(cureOf(job).what, What::automaticDevices);
    EXPECT_FALSE(failureMessage(job).hint.contains(QStringLiteral("ewald-cli")));
    job.documentDevices.clear(); // it was not asked for that one
    EXPECT_EQ(cureOf(job).what, What::retry);
}

TEST(QueueWordsTest, TheColumnOfMessagesNamesTheFile) {
    const auto said = [](const job::queue::JobFailure& error) {
        QueueJob job = jobOf(1, QueueState::failed);
        job.error = error;
        QueueModel model;
        model.take(snapshotOf({job}));
        return model.index(0, QueueModel::kMessage).data().toString();
    };
    EXPECT_EQ(said({"no such file", "/data/night/probe.h5", "check the name"}),
              QStringLiteral("No such file: probe.h5"));
    EXPECT_EQ(said({"no such file", "/data/night/scan.cxi:/entry/data", {}}), QStringLiteral("No such file: scan.cxi"));
    EXPECT_EQ(said({"no such device", "cuda:0", {}}), QStringLiteral("No such device"));
    // Both kinds of times have room in their column.
    const QStringList times = QueueModel::wordsOf(QueueModel::kLeft);
    EXPECT_TRUE(times.contains(QStringLiteral("≤ 59:59 min left"))) << times.join(u'|').toStdString();
    EXPECT_TRUE(times.contains(QStringLiteral("≤ 23:59 h left")));
}

TEST(QueueWordsTest, AStoppedJobIsContinuedByAButtonAndNoCommand) {
    QueueJob job = jobOf(1, QueueState::stopped);
    job.error = {"stopped by request", "/data/r.h5", "try the job again to continue it (ewald-cli queue retry 1)"};
    EXPECT_EQ(failureMessage(job).hint, QString());
    EXPECT_EQ(cureOf(job).button, QStringLiteral("Continue"));
    // Nor is it said of others.
    job.state = QueueState::failed;
    job.error = {"the result is another one", "/data/r.h5",
                 "move it and try the job again (ewald-cli queue retry 1), or duplicate the job"};
    EXPECT_EQ(failureMessage(job).hint, QStringLiteral("move it and try the job again, or duplicate the job"));
}

/// What the window has a button for is said by commands in brackets, in both languages, and not in the window.
TEST(QueueWordsTest, TheVerdictNamesNoCommandsInTheWindow) {
    const German german;
    for (const char* const text :
         {"the resolution was not measured: \"How good is it?\" (ewald-cli compare RESULT --halves) finds it with two "
          "halves of the frames",
          "far above the noise limit: \"Find orientation\" (ewald-cli orient) tells whether the axes of the positions "
          "are right; else check energy and distance",
          "look at the file (ewald-cli info)", "choose one of those that are there (ewald-cli devices)"}) {
        const QString said = coreText(text);
        EXPECT_NE(said, QLatin1String(text)) << "German";
        EXPECT_FALSE(said.contains(QStringLiteral("ewald-cli"))) << said.toStdString();
        EXPECT_FALSE(said.contains(QStringLiteral("  "))) << said.toStdString();
    }
    // Labels of parameters stand in the quotation marks of the language.
    EXPECT_EQ(coreText("pixel_size_m"), QStringLiteral("„Detektorpixel“"));
}

TEST(QueueWordsTest, ADoneJobWhoseErrorStayedHighIsDoubtful) {
    QueueJob job = jobOf(1, QueueState::done);
    const std::string done = jobColour(job);
    EXPECT_EQ(cureOf(job).what, What::none);
    EXPECT_EQ(failureMessage(job).what, QString());
    job.figures.errorIsHigh = true;
    EXPECT_NE(jobColour(job), done);
    EXPECT_EQ(jobStateText(job, nullptr), QStringLiteral("Done, high error"));
    EXPECT_EQ(failureMessage(job).what, QStringLiteral("Done, but the error stayed high: orientation, or positions?"));
    EXPECT_EQ(cureOf(job).what, What::findOrientation);
    QueueModel model;
    model.take(snapshotOf({job}));
    EXPECT_EQ(model.index(0, QueueModel::kMessage).data().toString(), failureMessage(job).what);
    EXPECT_EQ(model.sums().done, 1U);
}

TEST(QueueWordsTest, JobsOfASweepAreNamedInTheWordsOfTheForm) {
    QueueJob job = jobOf(1);
    job.name = "scan 7";
    EXPECT_EQ(jobNameText(job), QStringLiteral("scan 7"));
    job.name = "scan 7 object_margin=0.5 probe_modes=2";
    job.varied = {"object_margin=0.5", "probe_modes=2"};
    const auto label = [](const char* key) { return tableText(job::findParameter(key)->label); };
    EXPECT_EQ(jobNameText(job),
              QStringLiteral("scan 7 · %1 0.5, %2 2").arg(label("object_margin"), label("probe_modes")));
    EXPECT_EQ(sweptName(job), QStringLiteral("scan 7"));
    job.name = "scan 7 m0.5 probe_modes=2"; // by a pattern of names that has the margin
    EXPECT_EQ(sweptName(job), QStringLiteral("scan 7 m0.5"));
    job.varied = {"of_a_later_version=3"};
    EXPECT_EQ(jobNameText(job), QString::fromStdString(job.name));
}

TEST(QueueWordsTest, JobsOfOneNameAreToldApartByTheirResults) {
    std::vector<QueueJob> jobs{jobOf(1), jobOf(2), jobOf(3)};
    jobs[0].name = jobs[2].name = "scan";
    jobs[1].name = "other";
    jobs[0].result = "/data/scan_ewald.h5";
    jobs[1].result = "/data/other_ewald.h5";
    jobs[2].result = "/data/scan_ewald_2.h5";
    QueueModel model;
    model.take(snapshotOf(jobs));
    const auto name = [&](int row) { return model.index(row, QueueModel::kName).data().toString(); };
    EXPECT_EQ(name(0), QStringLiteral("scan · scan_ewald.h5"));
    EXPECT_EQ(name(1), QStringLiteral("other"));
    EXPECT_EQ(name(2), QStringLiteral("scan · scan_ewald_2.h5"));
}

TEST(QueueWordsTest, OwnJobsAreNotOtherPrograms) {
    job::RunAdvice advice;
    advice.what = job::HoldUp::otherPrograms;
    advice.name = "ewald-cli";
    advice.amount = 1.3;
    advice.of = 2;
    EXPECT_EQ(adviceText(advice, true), QStringLiteral("A queued job uses 1.3 of 2 cores"));
    EXPECT_EQ(adviceText(advice, false), QStringLiteral("Another program (ewald-cli) uses 1.3 of 2 cores"))
        << "a command that somebody has typed";
    advice.name = "ewald";
    EXPECT_EQ(adviceText(advice, true), QStringLiteral("The window of Ewald uses 1.3 of 2 cores"));
    advice.name = "refine";
    EXPECT_EQ(adviceText(advice, true), QStringLiteral("Another program (refine) uses 1.3 of 2 cores"));
}

/// A cell of a selected row.
QImage selectedCell(const QueueModel& model, int column) {
    QImage image(120, 24, QImage::Format_RGB32);
    QStyleOptionViewItem option;
    option.rect = image.rect();
    option.state = QStyle::State_Enabled | QStyle::State_Active | QStyle::State_Selected;
    option.palette.setColor(QPalette::Highlight, QColor("#2b78c5")); // that of a job that runs
    option.palette.setColor(QPalette::HighlightedText, Qt::white);
    image.fill(option.palette.color(QPalette::Highlight));
    QWidget ground;
    option.widget = &ground;
    QPainter painter(&image);
    QueueDelegate().paint(&painter, option, model.index(0, column));
    return image;
}

TEST(QueueWordsTest, ProgressAndStateOfASelectedRowCanBeSeen) {
    QueueModel model;
    model.take(snapshotOf({jobOf(1, QueueState::running)}));
    model.takeProgress({{1, {"running", 40, 50, 1, 10}}});
    const auto lightness = [](const QImage& image, int x, int y) { return image.pixelColor(x, y).lightness(); };
    const QImage bar = selectedCell(model, QueueModel::kProgress);
    // At its left end, far from the text: done. At its right end: left to do. Above it: the ground.
    EXPECT_GT(lightness(bar, 15, 12), lightness(bar, 110, 12) + 25);
    EXPECT_GT(lightness(bar, 15, 12), lightness(bar, 15, 1) + 40);
    const QImage state = selectedCell(model, QueueModel::kState);
    int light = 0; // of the ring around the dot, left of the text
    for (int x = 0; x < 16; ++x)
        for (int y = 0; y < state.height(); ++y) light += lightness(state, x, y) > 190 ? 1 : 0;
    EXPECT_GT(light, 8);
}

} // namespace
} // namespace ewald::ui::test
