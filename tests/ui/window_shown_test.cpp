// SPDX-License-Identifier: GPL-3.0-or-later
// What is on the screen carries the name of what it is: titles, pictures, report, log and status follow one place.
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "view/pattern_view.h"
#include "view/scan_view.h"
#include "window/data_page.h"
#include "window/powder_page.h"
#include "window/report_page.h"
#include "window_state.h"

#include <QFile>
#include <QLabel>
#include <QTabWidget>
#include <QThread>
#include <QTreeWidget>

#include <atomic>

namespace ewald::ui::test {
namespace {

class ShownTest : public StateTest {
protected:
    void openNamed(const char* name, std::size_t frames = 64) {
        open(writeScan(smallExperiment(frames), QString::fromLatin1(name)));
    }
    [[nodiscard]] QString titleOn(QWidget* page) {
        m_window->tabs().setCurrentWidget(page);
        return m_window->windowTitle();
    }
    /// Goes over to the integration of the open scan, whose file has no geometry: one is given.
    void integrateScan() {
        session().setMode(Mode::integration);
        ASSERT_TRUE(waitFor([this] { return session().integration().stack() != nullptr; }));
        session().integration().loadPoni(writePoni());
        ASSERT_TRUE(waitFor([this] { return session().integration().geometryKnown() && session().canStart(); }))
            << session().startProblem().toStdString();
    }
    [[nodiscard]] std::string titleOfObject() { return live().object()->title().toStdString(); }
};

/// Runs a job once it is asked to end: not a single iteration is done.
job::JobOutcome runWhenStopped(const job::JobDocument& job, job::JobObserver& observer, RunControl& control,
                               const job::RunOptions& options) {
    while (!control.stopRequested()) QThread::msleep(1);
    return job::runJob(job, observer, control, options);
}

bool integrates(const job::JobDocument& job) { return uiOf(job)->mode == Mode::integration; }
bool has(const QString& text, const char* part) { return text.contains(QLatin1String(part)); }

TEST_F(ShownTest, ARunKeepsItsNameBesideAnotherScan) {
    openNamed("a.cxi");
    startLongRun();
    openNamed("b.cxi", 49);
    EXPECT_TRUE(has(titleOn(&m_window->dataPage()), "b.cxi"));
    EXPECT_TRUE(has(titleOn(&live()), "a.cxi")) << m_window->windowTitle().toStdString();
    EXPECT_TRUE(has(titleOn(&m_window->reportPage()), "a.cxi"));
    EXPECT_TRUE(has(live().object()->title(), "a.cxi")) << titleOfObject();
    EXPECT_TRUE(has(m_window->statusPanel().text(), "a.cxi")) << statusText();
    stopRun();
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    // The same when it has ended; what can only be done with the open scan is not offered.
    EXPECT_TRUE(has(titleOn(&live()), "a.cxi"));
    EXPECT_TRUE(has(live().object()->title(), "a.cxi")) << titleOfObject();
    EXPECT_TRUE(has(m_window->statusPanel().text(), "a.cxi")) << statusText();
    EXPECT_FALSE(offers(QStringLiteral("Continue")));
    EXPECT_TRUE(offers(QStringLiteral("Show the result")));
    EXPECT_FALSE(m_window->runActions().resume->isEnabled());
    // A third scan: nothing of the first is left.
    openNamed("c.cxi", 36);
    EXPECT_FALSE(has(m_window->statusPanel().text(), "a.cxi")) << statusText();
    EXPECT_EQ(live().objectImage(), nullptr);
    EXPECT_TRUE(has(titleOn(&live()), "c.cxi"));
    EXPECT_EQ(live().object()->title(), QStringLiteral("Object"));
}

TEST_F(ShownTest, AResultOpenedDuringARunStandsForItself) {
    openNamed("a.cxi");
    run(2);
    QFile::copy(session().result()->file, path(QStringLiteral("earlier.h5")));
    set("preview_interval_s", job::ParameterValue(0.01));
    startLongRun();
    EXPECT_FALSE(m_window->runActions().resume->isEnabled());
    m_window->open(path(QStringLiteral("earlier.h5")));
    ASSERT_TRUE(waitFor([this] { return has(live().object()->title(), "earlier.h5"); }));
    ASSERT_TRUE(waitFor([this] { return live().objectImage() != nullptr; }));
    const std::size_t points = live().loss()->points(0).size();
    std::size_t previews = 0;
    QObject::connect(&session().controller(), &JobController::previewReady, m_window.get(), [&] { ++previews; });
    ASSERT_TRUE(waitFor([&] { return previews >= 3; })); // and are not put in its place
    EXPECT_TRUE(has(live().object()->title(), "earlier.h5")) << titleOfObject();
    EXPECT_EQ(live().loss()->points(0).size(), points);
    auto* back = live().findChild<QPushButton*>(QStringLiteral("showRun"));
    ASSERT_NE(back, nullptr);
    ASSERT_TRUE(back->isVisible());
    back->click();
    EXPECT_FALSE(has(live().object()->title(), "earlier.h5"));
    ASSERT_TRUE(waitFor([this] { return has(live().object()->title(), "iteration"); }));
    EXPECT_GT(live().loss()->points(0).size(), points);
    EXPECT_FALSE(back->isVisible());
    // A result that is looked at is not put away by the end of the run.
    m_window->open(path(QStringLiteral("earlier.h5")));
    ASSERT_TRUE(waitFor([this] { return session().shown().what == Shown::What::result; }));
    stopRun();
    settleAll();
    EXPECT_EQ(session().result()->file, path(QStringLiteral("earlier.h5")));
    EXPECT_TRUE(offers(QStringLiteral("Show the result")));
}

TEST_F(ShownTest, TheLogOfARunWithoutResultCanBeRead) {
    bool first = true;
    const auto runner = [&first](const job::JobDocument& job, job::JobObserver& observer, RunControl& control,
                                 const job::RunOptions& options) {
        return std::exchange(first, false) ? job::runJob(job, observer, control, options)
                                           : runWhenStopped(job, observer, control, options);
    };
    m_window = std::make_unique<MainWindow>(nullptr, runner);
    m_window->show();
    openNamed("a.cxi");
    run(1);
    ASSERT_FALSE(m_window->reportPage().logText().isEmpty());
    m_window->startRun();
    m_window->runActions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return ended(); }));
    EXPECT_EQ(session().controller().state(), JobState::stopped);
    EXPECT_FALSE(QFile::exists(path(QStringLiteral("a_ewald_2.h5")))); // not a single iteration was done
    EXPECT_TRUE(has(m_window->reportPage().logText(), "stopped")) << m_window->reportPage().logText().toStdString();
    // The result before stands beside neither that log nor an empty picture.
    EXPECT_EQ(session().result(), nullptr);
    EXPECT_EQ(live().objectImage(), nullptr);
    EXPECT_FALSE(m_window->runActions().resume->isEnabled());
}

TEST_F(ShownTest, AStopByAQuestionIsNotOfferedAgain) {
    openNamed("a.cxi");
    startLongRun();
    session().controller().stop(); // as the questions before aborting and closing do
    EXPECT_FALSE(m_window->runActions().stop->isEnabled());
    EXPECT_FALSE(m_window->runActions().pause->isEnabled());
    EXPECT_TRUE(has(m_window->statusPanel().text(), "Stopping")) << statusText();
    ASSERT_TRUE(waitFor([this] { return ended(); }));
}

TEST_F(ShownTest, AnIntegrationPutsARunWithoutResultAway) {
    const auto runner = [](const job::JobDocument& job, job::JobObserver& observer, RunControl& control,
                           const job::RunOptions& options) {
        return integrates(job) ? job::runJob(job, observer, control, options)
                               : runWhenStopped(job, observer, control, options);
    };
    m_window = std::make_unique<MainWindow>(nullptr, runner);
    m_window->show();
    openNamed("a.cxi");
    m_window->startRun();
    m_window->runActions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return ended(); }));
    ASSERT_EQ(session().shown().what, Shown::What::run);
    integrateScan();
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return session().startedMode() == Mode::integration && ended(); }));
    // What it said of itself is gone: nothing says any more that it is shown.
    EXPECT_EQ(session().shown().what, Shown::What::nothing);
    session().setMode(Mode::ptychography);
    EXPECT_EQ(live().objectImage(), nullptr);
    EXPECT_TRUE(m_window->reportPage().logText().isEmpty());
}

TEST_F(ShownTest, AnotherScanDuringAnIntegrationPutsTheResultAway) {
    const auto runner = [](const job::JobDocument& job, job::JobObserver& observer, RunControl& control,
                           const job::RunOptions& options) -> job::JobOutcome {
        if (!integrates(job)) return job::runJob(job, observer, control, options);
        while (control.stopRequest() == StopRequest::none) QThread::msleep(5);
        return {JobState::stopped, {}, {}};
    };
    m_window = std::make_unique<MainWindow>(nullptr, runner);
    m_window->show();
    openNamed("a.cxi");
    run(2);
    integrateScan();
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return session().controller().running(); }));
    openNamed("b.cxi", 49);
    EXPECT_EQ(session().shown().what, Shown::What::nothing);
    EXPECT_EQ(live().objectImage(), nullptr);
    EXPECT_TRUE(has(titleOn(&live()), "b.cxi")) << m_window->windowTitle().toStdString();
    stopRun();
}

TEST_F(ShownTest, AReconstructionPutsPatternsWithoutAResultAway) {
    const auto runner = [](const job::JobDocument& job, job::JobObserver& observer, RunControl& control,
                           const job::RunOptions& options) -> job::JobOutcome {
        if (!integrates(job)) return job::runJob(job, observer, control, options);
        auto preview = std::make_shared<job::IntegrationPreview>();
        preview->unit = "q_nm^-1";
        preview->radial = {1, 2, 3};
        preview->intensity = {4, 5, 6};
        preview->frames = 1;
        preview->waterfall = Array<float, 2>({1, 3});
        observer.onIntegration(std::move(preview));
        return {JobState::failed, {}, DataError("cannot be read")};
    };
    m_window = std::make_unique<MainWindow>(nullptr, runner);
    m_window->show();
    openNamed("a.cxi");
    integrateScan();
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return ended() && !m_window->powderPage().pattern()->curves().empty(); }));
    session().setMode(Mode::ptychography);
    run(1);
    EXPECT_TRUE(m_window->powderPage().pattern()->curves().empty());
}

TEST_F(ShownTest, TheEndOfAnIntegrationLeavesThePageOfTheOtherMode) {
    std::atomic<bool> end = false;
    const auto runner = [&](const job::JobDocument& job, job::JobObserver& observer, RunControl& control,
                            const job::RunOptions& options) {
        while (integrates(job) && !end) QThread::msleep(5);
        return job::runJob(job, observer, control, options);
    };
    m_window = std::make_unique<MainWindow>(nullptr, runner);
    m_window->show();
    openNamed("a.cxi");
    integrateScan();
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return session().controller().running(); }));
    session().setMode(Mode::ptychography);
    m_window->tabs().setCurrentWidget(&m_window->dataPage());
    end = true;
    ASSERT_TRUE(waitFor([this] { return ended() && session().integrationResult(); }))
        << m_window->messageBar().plainText().toStdString();
    EXPECT_EQ(m_window->tabs().currentWidget(), &m_window->dataPage());
    EXPECT_TRUE(has(m_window->windowTitle(), "a.cxi")) << m_window->windowTitle().toStdString();
}

TEST_F(ShownTest, PatternsOfARunThatEndedBehindAnotherPageAreShown) {
    openNamed("a.cxi");
    session().job().setIterations(0, 60);
    m_window->startRun();
    m_window->tabs().setCurrentWidget(&m_window->dataPage());
    ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    settleAll();
    m_window->tabs().setCurrentWidget(&live());
    const view::PatternView& patterns = *live().pattern();
    const auto shows = [](const view::ImageView* view) {
        return !view->readout(view->canvas()->rect().center()).trimmed().isEmpty();
    };
    EXPECT_TRUE(waitFor([&] { return shows(patterns.measuredView()); }))
        << patterns.measuredView()->emptyText().toStdString();
    EXPECT_TRUE(waitFor([&] { return shows(patterns.modelledView()); })) << "the last preview has no model";
}

/// A result that comes before they have had their turn drops what is still to be shown of previews, but for these.
TEST_F(ShownTest, PatternsOfARunThatEndsAtOnceAreShown) {
    openNamed("a.cxi");
    live().steps().blockSignals(true); // as on a computer that is busy
    session().job().setIterations(0, 3);
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    live().steps().blockSignals(false);
    const view::ImageView* measured = live().pattern()->measuredView();
    EXPECT_TRUE(waitFor([&] { return !measured->readout(measured->canvas()->rect().center()).trimmed().isEmpty(); }))
        << measured->emptyText().toStdString();
}

TEST_F(ShownTest, TheErrorsBesideTheObjectAreThoseOfTheReport) {
    openNamed("a.cxi");
    run(3);
    const double saved = session().result()->result.loss.back().fourierError;
    const auto points = live().loss()->points(0);
    ASSERT_NE(numberText(saved), numberText(points.back().fourierError)); // of the state before and after the last one
    EXPECT_TRUE(live().summary().contains(numberText(saved))) << live().summary().toStdString();
}

TEST_F(ShownTest, WhatGoesOnWithChangesKeepsItsFileInTheOtherMode) {
    const auto runner = [](const job::JobDocument& job, job::JobObserver& observer, RunControl& control,
                           const job::RunOptions& options) {
        return job.text("subpixel") == "nearest" ? job::runJob(job, observer, control, options)
                                                 : runWhenStopped(job, observer, control, options);
    };
    m_window = std::make_unique<MainWindow>(nullptr, runner);
    m_window->show();
    openNamed("a.cxi");
    session().job().setIterations(0, 100000);
    m_window->startRun();
    set("subpixel", job::ParameterValue(std::string("nearest")));
    ASSERT_TRUE(m_window->runActions().apply->isEnabled());
    m_window->runActions().apply->trigger(); // before the first iteration: it starts anew
    ASSERT_TRUE(session().restarting());
    session().setMode(Mode::integration);
    session().setOutputFile(path(QStringLiteral("patterns.h5")), false);
    ASSERT_TRUE(waitFor([this] { return session().controller().stopRequest() == StopRequest::none; }));
    ASSERT_TRUE(session().controller().running());
    EXPECT_EQ(session().startedJob()->outputFile, toPath(path(QStringLiteral("a_ewald.h5"))));
    EXPECT_EQ(session().startedJob()->text("subpixel"), "nearest");
    stopRun();
}

TEST_F(ShownTest, WhatTheNextRunStartsFromIsSaidAndReadsNoFrameAgain) {
    openNamed("a.cxi");
    run(1);
    const ScanDataPtr before = session().scan();
    session().takeDropped(session().result()->file);
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
    EXPECT_FALSE(session().preparesSoon());
    settleAll();
    EXPECT_TRUE(has(m_window->messageBar().plainText(), "starts from"))
        << m_window->messageBar().plainText().toStdString();
    EXPECT_EQ(session().scan(), before);
    set("frame_step", job::ParameterValue(2LL)); // as against one that does prepare
    EXPECT_TRUE(session().preparesSoon());
    ASSERT_TRUE(waitFor([&] { return session().scan() != before; }));
}

TEST_F(ShownTest, WhatAMessageOffersIsDoneOnTheSideThatItIsOf) {
    const PowderNames powder = writePowder(smallPowder(2));
    m_window->openAll({powder.frames, powder.poni});
    ASSERT_TRUE(waitFor([this] { return session().integration().stack() && !session().busy(); }));
    open(writeScan());
    runAndStop(2);
    ASSERT_TRUE(waitFor([this] { return offers(QStringLiteral("Continue")); }));
    session().setMode(Mode::integration);
    ASSERT_TRUE(offers(QStringLiteral("Continue")));
    press(QStringLiteral("Continue"));
    EXPECT_EQ(session().mode(), Mode::ptychography);
    EXPECT_TRUE(session().controller().running());
    stopRun();
}

TEST_F(ShownTest, AMessageGoesWhenTheNextFileIsOpened) {
    openNamed("a.cxi");
    m_window->open(path(QStringLiteral("nowhere.cxi")));
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
    m_window->open(writeScan(smallExperiment(49), QStringLiteral("b.cxi")));
    EXPECT_FALSE(m_window->messageBar().isShown()); // at once, and not when it is open
}

TEST_F(ShownTest, AppliedChangesCountOnInTheSameFile) {
    openNamed("a.cxi");
    startLongRun();
    set("subpixel", job::ParameterValue(std::string("nearest")));
    m_window->runActions().apply->trigger();
    ASSERT_TRUE(waitFor([this] { return session().controller().running() && session().goesOn(); }));
    const std::size_t before = live().loss()->points(0).size();
    ASSERT_TRUE(waitFor([&] { return live().loss()->points(0).size() >= before + 2; }));
    for (std::size_t i = 0; i < before + 2; ++i)
        EXPECT_EQ(live().loss()->points(0)[i].iteration, static_cast<double>(i + 1)) << "one curve";
    EXPECT_EQ(live().loss()->curveCount(), 1);
    ASSERT_TRUE(waitFor([this] { return m_window->statusPanel().progress().state == JobState::running; }));
    EXPECT_GE(m_window->statusPanel().progress().done, before);
    EXPECT_EQ(m_window->statusPanel().progress().total, 100000U);
    stopRun();
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    EXPECT_EQ(session().result()->file, path(QStringLiteral("a_ewald.h5")));
    EXPECT_FALSE(QFile::exists(path(QStringLiteral("a_ewald_2.h5"))));
    EXPECT_EQ(session().result()->result.loss.size(), session().result()->result.loss.back().iteration);
    EXPECT_EQ(session().result()->job->text("subpixel"), "nearest");
}

TEST_F(ShownTest, ChangesOfTheInputRunOnlyTheRest) {
    openNamed("a.cxi");
    startLongRun();
    set("count_threshold", job::ParameterValue(1.0)); // cannot go on in the same file: the frames are others
    m_window->runActions().apply->trigger();
    ASSERT_TRUE(waitFor([this] { return session().controller().running() && session().goesOn(); }));
    const std::size_t earlier = session().earlierIterations();
    EXPECT_GT(earlier, 0U);
    EXPECT_EQ(session().startedJob()->pipeline.front().iterations, 100000 - earlier);
    ASSERT_TRUE(waitFor([this] { return m_window->statusPanel().progress().state == JobState::running; }));
    EXPECT_TRUE(has(m_window->statusPanel().text(), "of 100,000")) << statusText();
    stopRun();
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    EXPECT_EQ(session().result()->job->text("initial_object"), path(QStringLiteral("a_ewald.h5")).toStdString());
}

TEST_F(ShownTest, FailedFramesAreSaidAtTheEnd) {
    const auto runner = [](const job::JobDocument& job, job::JobObserver& observer, RunControl& control,
                           const job::RunOptions& options) {
        for (std::size_t frame = 0; frame < 12; ++frame) observer.onFrameFailed(frame, "cannot be read");
        return job::runJob(job, observer, control, options);
    };
    m_window = std::make_unique<MainWindow>(nullptr, runner);
    m_window->show();
    openNamed("a.cxi");
    run(2);
    EXPECT_TRUE(has(m_window->messageBar().plainText(), "12 of")) << m_window->messageBar().plainText().toStdString();
    EXPECT_EQ(m_window->messageBar().message().severity, io::Severity::warning);
    EXPECT_TRUE(has(m_window->statusPanel().text(), "12 of")) << statusText();
}

TEST_F(ShownTest, LongNamesLeaveAMessageSmall) {
    const QString name = QStringLiteral("/data/") + QString(170, u'x') + QStringLiteral("/") + QString(170, u'y') +
                         QStringLiteral("_ewald.h5");
    m_window->messageBar().show({io::Severity::info, QStringLiteral("Stopped."), name, {}, {}});
    EXPECT_LE(m_window->messageBar().height(), 3 * m_window->fontMetrics().height() + 30);
    EXPECT_TRUE(has(m_window->messageBar().plainText(), "_ewald.h5"));
    const auto labels = m_window->messageBar().findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(
        labels, [&](const QLabel* label) { return label->toolTip().remove(QChar(0x200b)).contains(name); }));
}

TEST_F(ShownTest, FramesThatAreLeftOutAreRedInTheMap) {
    openNamed("a.cxi");
    const auto reds = [this] {
        const QImage map = m_window->dataPage().findChild<view::ScanView*>()->figure(1);
        int count = 0;
        for (int row = 0; row < map.height(); ++row) {
            for (int col = 0; col < map.width(); ++col)
                count += map.pixelColor(col, row) == QColor(214, 39, 40) ? 1 : 0;
        }
        return count;
    };
    EXPECT_TRUE(framesLeftOut(*session().scan(), session().job().document()).empty());
    const int before = reds();
    set("frame_step", job::ParameterValue(2LL));
    ASSERT_TRUE(waitFor([this] { return framesLeftOut(*session().scan(), session().job().document()).size() == 32; }));
    EXPECT_GT(reds(), before + 32 * 10);
}

} // namespace
} // namespace ewald::ui::test
