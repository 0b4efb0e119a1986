// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown belongs together: representation, titles, results, parameters and messages of one scan never stand
// beside another one.
#include "form/parameter_form.h"
#include "io/result_file.h"
#include "view/image_view.h"
#include "view/line_profile_view.h"
#include "view/loss_chart.h"
#include "window/data_page.h"
#include "window/frame_page.h"
#include "window/intent_sheet.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/report_page.h"
#include "window/status_panel.h"
#include "window_state.h"

#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QTabWidget>

#include <atomic>
#include <chrono>
#include <thread>

namespace ewald::ui::test {
namespace {

TEST_F(StateTest, TheRepresentationOutlivesRunsAndScans) {
    open(writeScan());
    EXPECT_EQ(live().object()->complexMode(), view::ComplexMode::phase);
    run(3);
    EXPECT_EQ(live().object()->complexMode(), view::ComplexMode::phase);
    EXPECT_EQ(live().probe()->complexMode(), view::ComplexMode::colour);
    EXPECT_EQ(live().object()->colourMap(), "gray");
    run(3); // the second one used to show amplitudes
    EXPECT_EQ(live().object()->complexMode(), view::ComplexMode::phase);
    EXPECT_EQ(live().probe()->complexMode(), view::ComplexMode::colour);
    EXPECT_EQ(live().object()->colourMap(), "gray");
    live().object()->setComplexMode(view::ComplexMode::amplitude);
    live().object()->setColourMap("magma");
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    run(2);
    EXPECT_EQ(live().object()->complexMode(), view::ComplexMode::amplitude);
    EXPECT_EQ(live().object()->colourMap(), "magma");
}

TEST_F(StateTest, UndoBringsNothingOfTheScanBefore) {
    open(writeScan(smallExperiment(), QStringLiteral("a.cxi")));
    set("crop_size", job::ParameterValue(24LL));
    ASSERT_TRUE(session().history().canUndo());
    open(writeScan(smallExperiment(49), QStringLiteral("b.cxi")));
    EXPECT_EQ(session().job().document().integer("crop_size"), 0) << "it belongs to the scan before";
    EXPECT_FALSE(session().history().canUndo()) << session().history().undoText().toStdString();
}

TEST_F(StateTest, SeveralScansAreNoStackOfFrames) {
    const QString first = writeScan(smallExperiment(36), QStringLiteral("a.cxi"));
    const QString second = writeScan(smallExperiment(49), QStringLiteral("b.cxi"));
    m_window->openAll({first, second});
    const auto dialog = [this] { return m_window->findChild<IntentSheet*>(); };
    ASSERT_TRUE(waitFor([&] { return dialog() != nullptr; }));
    EXPECT_EQ(session().mode(), Mode::ptychography);
    EXPECT_FALSE(session().integration().stack());
    ASSERT_EQ(dialog()->list()->count(), 2);
    dialog()->list()->setCurrentRow(1);
    dialog()->openButton()->click();
    ASSERT_TRUE(waitFor([&] { return session().scan() && session().scan()->complete; }));
    EXPECT_EQ(toQString(session().scan()->job.inputFile), second);
    // Whoever means their frames can still have them as one stack.
    m_window->openAll({first, second});
    ASSERT_TRUE(waitFor([&] { return dialog() != nullptr; }));
    ASSERT_NE(dialog()->stackButton(), nullptr);
    dialog()->stackButton()->click();
    ASSERT_TRUE(waitFor([&] { return session().integration().stack() != nullptr; }));
    EXPECT_EQ(session().integration().stack()->frameCount(), 85U);
}

TEST_F(StateTest, SeveralResultsAreNoStackOfFrames) {
    open(writeScan());
    run(1);
    run(1);
    m_window->openAll({path(QStringLiteral("scan_ewald.h5")), path(QStringLiteral("scan_ewald_2.h5"))});
    ASSERT_TRUE(waitFor([&] { return m_window->findChild<IntentSheet*>() != nullptr; }));
    EXPECT_EQ(m_window->findChild<IntentSheet*>()->stackButton(), nullptr);
    EXPECT_FALSE(session().integration().stack());
}

TEST_F(StateTest, AScanOpenedAmongFramesIsAScan) {
    m_window->open(writePowder(smallPowder(3)).frames);
    ASSERT_TRUE(waitFor([this] { return session().integration().stack() != nullptr; }));
    ASSERT_EQ(session().mode(), Mode::integration);
    open(writeScan());
    EXPECT_EQ(session().mode(), Mode::ptychography);
    EXPECT_EQ(m_window->tabs().currentWidget(), &m_window->dataPage());
    EXPECT_TRUE(m_window->windowTitle().contains(QStringLiteral("scan.cxi")));
}

TEST_F(StateTest, ParametersOfAScanDoNotSlipIntoTheNext) {
    open(writeScan(smallExperiment(), QStringLiteral("near.cxi")));
    set("focus_to_sample_m", job::ParameterValue(3.65e-3));
    set("crop_size", job::ParameterValue(24LL));
    set("batch_size", job::ParameterValue(5LL));
    open(writeScan(smallExperiment(), QStringLiteral("far.cxi")));
    EXPECT_EQ(session().job().document().real("focus_to_sample_m"), 0);
    EXPECT_EQ(session().job().document().integer("crop_size"), 0);
    EXPECT_EQ(session().scan()->layout.size, 32U);
    // What belongs to the user stays, and what was left is said and can be had.
    EXPECT_EQ(std::get<long long>(session().job().document().stageValue(0, "batch_size")), 5);
    ASSERT_TRUE(m_window->messageBar().isShown());
    EXPECT_TRUE(m_window->messageBar().plainText().contains(QStringLiteral("3.65 mm")))
        << m_window->messageBar().plainText().toStdString();
    press(QStringLiteral("Use for this scan"));
    EXPECT_EQ(session().job().document().integer("crop_size"), 24);
    ASSERT_TRUE(waitFor([this] { return session().scan()->layout.size == 24; }));
}

TEST_F(StateTest, AppliedChangesAreNoChangesAnyMore) {
    open(writeScan());
    session().job().setIterations(0, 100000);
    m_window->startRun();
    const view::LossChart* chart = live().loss();
    ASSERT_TRUE(waitFor([&] { return chart->curveCount() > 0 && chart->points(0).size() >= 3; }));
    set("subpixel", job::ParameterValue(std::string("nearest")));
    ASSERT_TRUE(session().canContinueWithChanges());
    m_window->runActions().apply->trigger();
    ASSERT_TRUE(waitFor([&] { return session().controller().running() && session().goesOn(); }));
    const std::size_t before = chart->points(0).size();
    ASSERT_TRUE(waitFor([&] { return chart->points(0).size() >= before + 2; }));
    EXPECT_FALSE(session().changedSinceStart());
    EXPECT_FALSE(m_window->runActions().apply->isEnabled());
    EXPECT_EQ(chart->curveCount(), 1) << "one curve for the whole life";
    m_window->runActions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return ended(); }));
}

TEST_F(StateTest, AStoppedRunIsContinuedWhereItEnded) {
    open(writeScan());
    runAndStop(3);
    const std::size_t done = session().result()->result.loss.size();
    EXPECT_TRUE(m_window->messageBar().plainText().contains(QStringLiteral("Stopped at iteration")))
        << m_window->messageBar().plainText().toStdString();
    EXPECT_FALSE(m_window->reportPage().logText().contains(QStringLiteral("error:")))
        << m_window->reportPage().logText().toStdString();
    EXPECT_FALSE(m_window->reportPage().logText().contains(QStringLiteral("--resume")));
    session().job().setIterations(0, done + 4);
    const LoadedResultPtr before = session().result();
    press(QStringLiteral("Continue"));
    EXPECT_TRUE(session().controller().running());
    ASSERT_TRUE(waitFor([&] { return ended() && session().result() && session().result() != before; }));
    EXPECT_EQ(session().controller().state(), JobState::done);
    EXPECT_EQ(session().result()->file, before->file); // the same file, not a second one
    EXPECT_EQ(session().result()->result.loss.size(), done + 4);
    EXPECT_EQ(session().result()->result.loss.back().iteration, done + 4);
    // Nothing is left: that is said instead of an error of the core.
    m_window->runActions().resume->trigger();
    EXPECT_FALSE(session().controller().running());
    EXPECT_TRUE(m_window->messageBar().isShown());
    EXPECT_EQ(m_window->messageBar().message().severity, io::Severity::info);
}

TEST_F(StateTest, AnotherScanLeavesNothingOfTheResultBefore) {
    open(writeScan());
    runAndStop(2);
    ASSERT_TRUE(waitFor([this] { return live().objectImage() != nullptr; }));
    EXPECT_FALSE(live().profile()->isVisible()) << "nothing was measured";
    emit live().object()->lineMeasured(live().object()->profile({2, 2}, {20, 20}));
    EXPECT_TRUE(live().profile()->isVisible());
    EXPECT_TRUE(live().profile()->summary().contains(QStringLiteral("Length")));
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    EXPECT_EQ(session().result(), nullptr);
    EXPECT_EQ(live().objectImage(), nullptr);
    EXPECT_EQ(live().profile()->summary().trimmed(), QString());
    EXPECT_FALSE(live().profile()->isVisible());
    EXPECT_EQ(live().loss()->curveCount(), 0);
    EXPECT_TRUE(m_window->statusPanel().text().contains(QStringLiteral("Ready")))
        << m_window->statusPanel().text().toStdString();
    EXPECT_FALSE(m_window->statusPanel().text().contains(QStringLiteral("Stopped")));
    EXPECT_FALSE(m_window->runActions().resume->isEnabled());
}

/// Previews that come faster than a ramp is removed: each used to cancel the one before, and none was shown.
TEST_F(StateTest, TheObjectIsDrawnAtWhateverRatePreviewsCome) {
    constexpr std::size_t kSide = 1500;
    std::atomic<bool> shown = false;
    const auto runner = [&](const job::JobDocument&, job::JobObserver& observer, RunControl& control,
                            const job::RunOptions&) {
        observer.onState(JobState::running);
        for (std::size_t iteration = 1; !shown && !control.stopRequested(); ++iteration) {
            auto preview = std::make_shared<job::Preview>();
            preview->iteration = iteration;
            preview->object = Array<Complex, 2>({kSide, kSide}, Complex(1, 0.5F));
            preview->probe = Array<Complex, 3>({1, 32, 32}, Complex(1, 0));
            preview->modePower = {1};
            preview->objectPixelHeight_m = preview->objectPixelWidth_m = 1e-8;
            observer.onPreview(std::move(preview));
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return job::JobOutcome{JobState::failed, {}, DataError("ended")};
    };
    m_window = std::make_unique<MainWindow>(nullptr, runner);
    m_window->resize(1280, 800);
    m_window->show();
    open(writeScan());
    m_window->startRun();
    EXPECT_TRUE(waitFor([this] { return live().objectImage() != nullptr; }));
    EXPECT_TRUE(live().object()->title().contains(QStringLiteral("iteration")));
    shown = true;
    ASSERT_TRUE(waitFor([this] { return ended(); }));
}

TEST_F(StateTest, AFailedRunPromisesNothing) {
    open(writeScan());
    run(2);
    set("initial_probe", job::ParameterValue(std::string("/nowhere/probe.h5")));
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->messageBar().isShown(); }));
    EXPECT_EQ(session().controller().state(), JobState::failed);
    EXPECT_EQ(live().objectImage(), nullptr);
    EXPECT_EQ(live().object()->title(), QStringLiteral("Object"));
    EXPECT_FALSE(live().object()->emptyText().contains(QStringLiteral("Waiting")))
        << live().object()->emptyText().toStdString();
    EXPECT_TRUE(live().object()->emptyText().contains(QStringLiteral("failed")));
}

TEST_F(StateTest, TheTitleOfTheObjectIsThatOfItsPicture) {
    open(writeScan());
    run(2);
    const LoadedResultPtr result = session().result();
    // Another result: until its picture is there, the old one and its title are gone together.
    QFile::copy(result->file, path(QStringLiteral("earlier.h5")));
    m_window->open(path(QStringLiteral("earlier.h5")));
    ASSERT_TRUE(waitFor([this] { return session().result()->file == path(QStringLiteral("earlier.h5")); }));
    EXPECT_TRUE(live().objectImage() == nullptr || live().object()->title().contains(QStringLiteral("earlier.h5")));
    ASSERT_TRUE(waitFor([this] { return live().objectImage() != nullptr; }));
    EXPECT_TRUE(live().object()->title().contains(QStringLiteral("earlier.h5")));
    // The log is that which the file holds, with the lines of the verdict.
    const io::PtychoResult stored = io::readResult(path(QStringLiteral("earlier.h5")).toStdString());
    EXPECT_GT(stored.log.size(), 0U);
    const QString log = m_window->reportPage().logText().trimmed();
    EXPECT_EQ(static_cast<std::size_t>(log.count(QLatin1Char('\n')) + 1), stored.log.size() + stored.verdict.size())
        << log.toStdString();
}

TEST_F(StateTest, SeveralRemarksCanAllBeRead) {
    const std::vector<io::Note> notes{{io::Severity::info, "the first remark"},
                                      {io::Severity::warning, "the second remark: set energy_keV"},
                                      {io::Severity::info, "the third remark"}};
    m_window->messageBar().showAll(QStringLiteral("Remarks"), notes);
    const QString text = m_window->messageBar().plainText();
    for (const char* part : {"first", "second", "third"}) EXPECT_TRUE(text.contains(QLatin1String(part)));
    EXPECT_EQ(m_window->messageBar().message().severity, io::Severity::warning);
    // Parameters are called as in the form, not by their keys.
    EXPECT_FALSE(text.contains(QStringLiteral("energy_keV"))) << text.toStdString();
}

TEST_F(StateTest, ATruncatedScanSaysSo) {
    const QString whole = writeScan();
    QFile::copy(whole, path(QStringLiteral("half.cxi")));
    QFile::resize(path(QStringLiteral("half.cxi")), QFileInfo(whole).size() / 2);
    m_window->open(path(QStringLiteral("half.cxi")));
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
    EXPECT_FALSE(m_window->messageBar().message().what.contains(QStringLiteral("no frames")));
    EXPECT_TRUE(m_window->messageBar().plainText().contains(QStringLiteral("truncated")))
        << m_window->messageBar().plainText().toStdString();
    EXPECT_FALSE(offers(QStringLiteral("Assign datasets…"))); // there are none to be had
}

} // namespace
} // namespace ewald::ui::test
