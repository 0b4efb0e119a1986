// SPDX-License-Identifier: GPL-3.0-or-later
// A result that is opened is what title, card, status and form speak of; Start runs what the card names; more
// iterations are a click away; nothing of an earlier run stands beside one that failed.
#include "io/result_facts.h"
#include "job/document/settings.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "view/pattern_view.h"
#include "window/frame_chooser.h"
#include "window/iterations_dialog.h"
#include "window/powder_page.h"
#include "window/report_page.h"
#include "window/scan_card.h"
#include "window_state.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>

namespace ewald::ui::test {
namespace {

class OpenedResultTest : public StateTest {
protected:
    /// What the card says in full.
    [[nodiscard]] QString card() {
        QStringList texts;
        for (const auto* label : m_window->findChild<ScanCard*>()->findChildren<QLabel*>())
            if (label->isVisible()) texts << label->text();
        return texts.join(u'\n');
    }
    [[nodiscard]] QString status() { return m_window->statusPanel().text(); }
    [[nodiscard]] QString named(const char* name) const { return path(QString::fromLatin1(name)); }
    void openScan(const char* name, std::size_t frames = 64) {
        open(writeScan(smallExperiment(frames), QString::fromLatin1(name)));
    }
    /// Waits until the result is shown as one that was opened.
    void openResult(const QString& file) {
        m_window->open(file);
        ASSERT_TRUE(waitFor([&] {
            const Shown& shown = session().shown(session().mode());
            return shown.opened() && shown.result == file;
        })) << m_window->messageBar().plainText().toStdString();
    }
    void runPatterns() {
        m_window->startRun();
        ASSERT_TRUE(waitFor([this] { return ended() && session().integrationResult(); }))
            << m_window->messageBar().plainText().toStdString();
        ASSERT_TRUE(waitFor([this] { return m_window->powderPage().isIdle(); }));
    }
    void openPowder() {
        const PowderNames files = writePowder(smallPowder(3));
        m_window->openAll({files.frames, files.poni});
        ASSERT_TRUE(waitFor([this] {
            return session().integration().stack() && session().integration().geometryKnown() &&
                   !session().integration().busy();
        }));
    }
    void setPatterns(const char* key, const job::ParameterValue& value) {
        session().integration().job().setValue(*job::findParameter(key), value);
    }
    [[nodiscard]] long long batchSize() {
        return std::get<long long>(session().job().document().stageValue(0, "batch_size"));
    }
    [[nodiscard]] const QWidget* moreRow() { return m_window->findChild<QWidget*>(QStringLiteral("more")); }
};

bool has(const QString& text, const char* part) { return text.contains(QLatin1String(part)); }

TEST_F(OpenedResultTest, AScanThatWasMovedWithItIsTakenFromBeside) {
    openScan("a.cxi");
    run(2);
    const QString result = session().result()->file;
    openScan("b.cxi"); // so that nothing of the run is open any more
    ASSERT_TRUE(QDir().mkpath(named("moved/elsewhere")));
    const QString there = named("moved/result.h5"), scan = named("moved/a.cxi");
    ASSERT_TRUE(QFile::copy(result, there));
    ASSERT_TRUE(QFile::rename(named("a.cxi"), scan));
    openResult(there);
    EXPECT_EQ(m_window->messageBar().message().what,
              QStringLiteral("The scan was moved: a.cxi in the folder of the result is used"));
    EXPECT_TRUE(m_window->messageBar().plainText().contains(QStringLiteral("Before: ")));
    EXPECT_EQ(session().inputFile(), scan);
    EXPECT_EQ(session().shown(Mode::ptychography).scan, scan);
    session().repeatResult();
    EXPECT_TRUE(waitFor([&] {
        return session().scan() && session().scan()->complete && toQString(session().scan()->job.inputFile) == scan;
    })) << m_window->messageBar().plainText().toStdString();
}

TEST_F(OpenedResultTest, AnotherScanOfTheSameNameBesideItIsNotTaken) {
    openScan("a.cxi");
    run(2);
    const QString result = session().result()->file, old = named("a.cxi");
    openScan("b.cxi", 49);
    ASSERT_TRUE(QDir().mkpath(named("moved")));
    ASSERT_TRUE(QFile::copy(result, named("moved/result.h5")));
    ASSERT_TRUE(QFile::remove(old));
    ASSERT_TRUE(QFile::copy(named("b.cxi"), named("moved/a.cxi"))); // 49 frames and not 64
    openResult(named("moved/result.h5"));
    EXPECT_EQ(session().inputFile(), old);
    // A run would fail, and take what is shown with it.
    m_window->startRun();
    EXPECT_FALSE(session().controller().running());
    EXPECT_TRUE(offers(QStringLiteral("Choose the scan…"))) << m_window->messageBar().plainText().toStdString();
    EXPECT_TRUE(session().result());
    m_window->messageBar().dismiss();
    session().openInput();
    ASSERT_TRUE(waitFor([this] { return offers(QStringLiteral("Choose the scan…")); }))
        << m_window->messageBar().plainText().toStdString();
    press(QStringLiteral("Choose the scan…"));
    auto* dialog = m_window->findChild<QFileDialog*>(QStringLiteral("inputDialog"));
    ASSERT_NE(dialog, nullptr);
    emit dialog->fileSelected(named("b.cxi"));
    dialog->close();
    EXPECT_TRUE(waitFor([&] {
        return session().scan() && session().scan()->complete &&
               toQString(session().scan()->job.inputFile) == named("b.cxi");
    }));
}

TEST_F(OpenedResultTest, SaysThatItHasNoPatterns) {
    openScan("a.cxi");
    run(2);
    const QString result = session().result()->file;
    openScan("b.cxi");
    openResult(result);
    const auto* patterns = m_window->findChild<view::PatternView*>();
    ASSERT_NE(patterns, nullptr);
    for (const auto* view : patterns->findChildren<view::ImageView*>())
        EXPECT_TRUE(has(view->emptyText(), "A result has no patterns")) << view->emptyText().toStdString();
    openScan("b.cxi"); // of which none is there before it runs
    for (const auto* view : patterns->findChildren<view::ImageView*>())
        EXPECT_FALSE(has(view->emptyText(), "A result has no patterns")) << view->emptyText().toStdString();
}

TEST_F(OpenedResultTest, IsNamedEverywhereBesideAnotherScan) {
    openScan("a.cxi");
    run(2);
    const QString result = session().result()->file;
    openScan("b.cxi", 49);
    set("batch_size", job::ParameterValue(5LL));
    run(3);
    // A copy, a tape or a share gives the file another time.
    QFile file(result);
    ASSERT_TRUE(file.open(QIODevice::ReadWrite) &&
                file.setFileTime(QDateTime(QDate(2020, 5, 4), QTime(3, 2)), QFileDevice::FileModificationTime));
    file.close();
    openResult(result);
    for (QWidget* page : {static_cast<QWidget*>(&live()), static_cast<QWidget*>(&m_window->reportPage())}) {
        m_window->tabs().setCurrentWidget(page);
        EXPECT_TRUE(has(m_window->windowTitle(), "a_ewald.h5")) << m_window->windowTitle().toStdString();
    }
    EXPECT_TRUE(has(status(), "a_ewald.h5")) << statusText();
    EXPECT_FALSE(has(status(), "Done") || has(status(), "3 of 3")) << statusText();
    EXPECT_TRUE(has(card(), "a.cxi") && has(card(), "a_ewald.h5")) << card().toStdString();
    const QString recorded = QString::fromStdString(io::readStamp(toPath(result)).date);
    const QString date =
        QLocale().toString(QDateTime::fromString(recorded, Qt::ISODate).toLocalTime(), QLocale::ShortFormat);
    EXPECT_TRUE(card().contains(date)) << card().toStdString() << " and not " << date.toStdString();
    for (const QString& text : {card(), status(), m_window->windowTitle()})
        EXPECT_FALSE(has(text, "b.cxi") || has(text, "b_ewald")) << text.toStdString();
    // The form is that of the result, and Start runs what it says.
    EXPECT_EQ(session().job().totalIterations(), 2U);
    EXPECT_NE(batchSize(), 5);
    EXPECT_EQ(QFileInfo(session().outputFile()).fileName(), QStringLiteral("a_ewald_2.h5"));
    m_window->startRun();
    ASSERT_TRUE(session().controller().running());
    EXPECT_EQ(toQString(session().startedJob()->inputFile), named("a.cxi"));
    ASSERT_TRUE(waitFor([this] { return ended() && session().result() && session().shown().ofRun; }));
    EXPECT_EQ(session().result()->result.loss.size(), 2U);
    EXPECT_FALSE(has(card(), "Shown:")) << "its own: " << card().toStdString();
}

TEST_F(OpenedResultTest, OpensItsScanFromTheCard) {
    openScan("a.cxi");
    run(2);
    const QString result = session().result()->file;
    openScan("b.cxi", 49);
    openResult(result);
    ASSERT_EQ(session().scan(), nullptr);
    auto* button = m_window->findChild<QPushButton*>(QStringLiteral("openInput"));
    ASSERT_TRUE(button != nullptr && button->isVisible());
    button->click();
    ASSERT_TRUE(waitFor([this] { return session().scan() && session().scan()->complete; }));
    EXPECT_EQ(toQString(session().scan()->job.inputFile), named("a.cxi"));
    EXPECT_TRUE(session().shown().opened()) << "the result stays";
    EXPECT_EQ(session().job().totalIterations(), 2U);
    ASSERT_TRUE(waitFor([&] { return !button->isVisible(); }));
    EXPECT_TRUE(has(card(), "a_ewald.h5")) << card().toStdString();
}

TEST_F(OpenedResultTest, LeavesTheParametersOfTheUserForTheNextScan) {
    openScan("a.cxi");
    run(2);
    const QString result = session().result()->file;
    openScan("b.cxi", 49);
    session().job().setIterations(0, 7);
    set("batch_size", job::ParameterValue(5LL));
    openResult(result);
    openScan("c.cxi", 36);
    EXPECT_EQ(batchSize(), 5);
    EXPECT_EQ(session().job().totalIterations(), 7U);
    EXPECT_EQ(session().shown().what, Shown::What::nothing);
    // Those of a result that were edited are the user's.
    openResult(result);
    set("batch_size", job::ParameterValue(9LL));
    openScan("b.cxi", 49);
    EXPECT_EQ(batchSize(), 9);
    EXPECT_EQ(session().job().totalIterations(), 2U);
}

TEST_F(OpenedResultTest, LeavesTheFormOfARunAlone) {
    openScan("a.cxi");
    run(2);
    const QString result = session().result()->file;
    startLongRun();
    const std::size_t asked = session().job().totalIterations();
    openResult(result);
    EXPECT_EQ(session().job().totalIterations(), asked) << "an edit of the form is an edit of the run";
    EXPECT_TRUE(has(card(), "a_ewald.h5")) << card().toStdString();
    EXPECT_FALSE(moreRow()->isVisible());
    stopRun();
    settleAll();
    // The run has gone; what is left is the result.
    EXPECT_EQ(session().job().totalIterations(), 2U);
    EXPECT_TRUE(has(status(), "a_ewald.h5")) << statusText();
    EXPECT_FALSE(has(status(), "Stopped")) << statusText();
}

TEST_F(OpenedResultTest, OfNoKnownScanRunsNothing) {
    openScan("a.cxi");
    run(1);
    io::PtychoResult result = session().result()->result;
    result.job = "not a job";
    io::writeResult(toPath(named("alone.h5")), result, true);
    openResult(named("alone.h5"));
    EXPECT_TRUE(has(m_window->windowTitle(), "alone.h5")) << m_window->windowTitle().toStdString();
    EXPECT_TRUE(has(card(), "alone.h5") && !has(card(), "a.cxi")) << card().toStdString();
    EXPECT_FALSE(m_window->runActions().start->isEnabled());
    EXPECT_FALSE(moreRow()->isVisible());
}

TEST_F(OpenedResultTest, AJobWhoseScanIsGoneIsWhatTheCardNames) {
    openScan("a.cxi");
    run(1);
    job::JobDocument gone = session().job().document();
    gone.inputFile = toPath(named("gone.cxi"));
    session().useParameters(gone);
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown() && !session().busy(); }));
    EXPECT_EQ(session().scan(), nullptr);
    EXPECT_TRUE(card().startsWith(QStringLiteral("gone.cxi"))) << card().toStdString();
    EXPECT_TRUE(has(card(), "Shown: the result of a.cxi")) << card().toStdString();
    EXPECT_TRUE(has(status(), "a.cxi")) << "whose end it is: " << statusText();
    m_window->startRun();
    EXPECT_FALSE(session().controller().running()) << "it would fail";
    EXPECT_TRUE(offers(QStringLiteral("Choose the scan…"))) << m_window->messageBar().plainText().toStdString();
    EXPECT_TRUE(has(card(), "Shown: the result of a.cxi")) << card().toStdString();
    open(named("a.cxi"));
    EXPECT_TRUE(card().startsWith(QStringLiteral("a.cxi"))) << card().toStdString();
    EXPECT_EQ(m_window->windowTitle(), QStringLiteral("a.cxi – Ewald"));
}

TEST_F(OpenedResultTest, OfAnIntegrationIsNamedAsWell) {
    openPowder();
    runPatterns();
    const QString first = session().integrationResult()->file;
    setPatterns("npt", job::ParameterValue(300LL));
    runPatterns();
    openResult(first);
    m_window->tabs().setCurrentWidget(&m_window->powderPage());
    const QString name = QFileInfo(first).fileName();
    for (const QString& text : {m_window->windowTitle(), status(), card()})
        EXPECT_TRUE(text.contains(name)) << text.toStdString();
    EXPECT_FALSE(has(status(), "Done")) << statusText();
    EXPECT_EQ(session().integration().document().integer("npt"), 1000) << "the form is that of the result";
    EXPECT_NE(session().integration().stack(), nullptr) << "of the same frames";

    // Beside other frames: they are closed, and come with the parameters from before.
    setPatterns("npt", job::ParameterValue(400LL));
    open(writeScan());
    m_window->session().openAs({named("scan.cxi")}, Mode::integration);
    ASSERT_TRUE(waitFor([this] { return session().inputFile() == named("scan.cxi") && !session().busy(); }));
    ASSERT_TRUE(waitFor([this] { return session().integration().stack() && !session().integration().busy(); }));
    openResult(first);
    EXPECT_EQ(session().integration().stack(), nullptr);
    EXPECT_TRUE(has(card(), "powder") && !has(card(), "scan.cxi")) << card().toStdString();
    EXPECT_EQ(session().integration().document().integer("npt"), 1000);
    m_window->session().openAs({named("scan.cxi")}, Mode::integration);
    ASSERT_TRUE(waitFor([this] { return session().integration().stack() != nullptr; }));
    EXPECT_EQ(session().integration().document().integer("npt"), 400);
    EXPECT_EQ(session().integrationResult(), nullptr);
}

// ---- more iterations ----

TEST_F(OpenedResultTest, IsContinuedForMoreIterationsWithoutItsScan) {
    openScan("a.cxi");
    run(3);
    EXPECT_TRUE(moreRow()->isVisible());
    EXPECT_EQ(buttonWith(*moreRow(), QStringLiteral("Continue")), nullptr) << "all are done";
    const QString file = session().result()->file;
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1280, 800);
    m_window->show();
    openResult(file);
    ASSERT_TRUE(moreRow()->isVisible());
    QAbstractButton* fifty = buttonWith(*moreRow(), QStringLiteral("+50"));
    ASSERT_NE(fifty, nullptr);
    EXPECT_NE(buttonWith(*moreRow(), QStringLiteral("+100")), nullptr);
    fifty->click();
    EXPECT_TRUE(session().controller().running());
    EXPECT_FALSE(moreRow()->isVisible());
    ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    EXPECT_EQ(session().result()->file, file);
    EXPECT_EQ(session().result()->result.loss.size(), 53U);
    EXPECT_EQ(session().job().totalIterations(), 53U);

    m_window->runActions().more.back()->trigger();
    auto* dialog = m_window->findChild<IterationsDialog*>();
    ASSERT_NE(dialog, nullptr);
    auto* number = dialog->findChild<QSpinBox*>();
    // What is no such number starts nothing, and the dialog says why.
    for (const char* text : {"12,7", "2000000", "0", "999948"}) { // of 1,000,000 in all, 53 are done
        number->selectAll();
        QTest::keyClicks(number, QString::fromLatin1(text));
        EXPECT_FALSE(dialog->findChild<QLabel*>(QStringLiteral("problem"))->text().isEmpty()) << text;
        QTest::keyClick(number, Qt::Key_Return);
        EXPECT_TRUE(dialog->isVisible()) << text;
        EXPECT_FALSE(session().controller().running()) << text;
        EXPECT_EQ(number->value(), 200) << text;
    }
    number->selectAll();
    QTest::keyClicks(number, QStringLiteral("4"));
    QTest::keyClick(number, Qt::Key_Return);
    ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    EXPECT_EQ(session().result()->result.loss.size(), 57U);
}

TEST_F(OpenedResultTest, AddedIterationsAreNotThoseOfTheNextScan) {
    openScan("a.cxi");
    run(3);
    const auto add = [this](std::size_t more) {
        ASSERT_TRUE(session().continueFor(more));
        ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    };
    add(2);
    add(1);
    EXPECT_EQ(session().job().totalIterations(), 6U) << "as many as the result has";
    EXPECT_EQ(job::totalIterations(session().formForOthers()), 3U) << "sweeps, presets, many scans";
    openScan("b.cxi");
    EXPECT_EQ(session().job().totalIterations(), 3U);
    run(3);
    add(2);
    session().job().setIterations(0, 9); // by hand
    openScan("c.cxi");
    EXPECT_EQ(session().job().totalIterations(), 9U);
}

TEST_F(OpenedResultTest, IterationsOfARunThatFailsAtOnceAreTakenBack) {
    openScan("a.cxi");
    run(3);
    ASSERT_TRUE(QFile::remove(path("a.cxi")));
    ASSERT_TRUE(session().continueFor(2));
    ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    EXPECT_EQ(session().result()->result.loss.size(), 3U);
    EXPECT_EQ(session().job().totalIterations(), 3U);
}

TEST_F(OpenedResultTest, AFileThatIsGoneIsSaid) {
    openScan("a.cxi");
    run(3);
    ASSERT_TRUE(QFile::remove(session().result()->file));
    EXPECT_FALSE(session().continueFor(2));
    EXPECT_EQ(m_window->messageBar().message().what, QStringLiteral("The result is not there any more"));
    EXPECT_EQ(m_window->messageBar().message().where, session().result()->file);
    EXPECT_EQ(session().job().totalIterations(), 3U);
}

TEST_F(OpenedResultTest, AStoppedRunHasContinueBesideStart) {
    openScan("a.cxi");
    runAndStop(3);
    const std::size_t done = session().iterationsDone();
    const std::size_t asked = session().job().totalIterations();
    ASSERT_LT(done, asked);
    QAbstractButton* go = buttonWith(*moreRow(), QStringLiteral("Continue"));
    ASSERT_TRUE(go != nullptr && go->isVisible());
    go->click();
    EXPECT_TRUE(session().controller().running());
    EXPECT_EQ(session().job().totalIterations(), asked) << "to the number that it was asked for";
    stopRun();
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    // From where it is, and not from where it was to end.
    const std::size_t now = session().iterationsDone();
    ASSERT_TRUE(session().continueFor(2));
    EXPECT_EQ(session().job().totalIterations(), now + 2);
    ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    EXPECT_EQ(session().iterationsDone(), now + 2);
}

TEST_F(OpenedResultTest, AContinuedRunDoesNotRepeatAnOldChange) {
    openScan("a.cxi");
    run(3);
    ASSERT_TRUE(session().continueFor(2)); // a change of the number of iterations, after the third
    ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    ASSERT_EQ(session().result()->result.changes.size(), 1U);
    ASSERT_TRUE(session().continueFor(100000));
    std::size_t heard = 0;
    QObject::connect(&session().controller(), &JobController::changesMade, m_window.get(),
                     [&](const auto& changes) { heard += changes.size(); });
    ASSERT_TRUE(waitFor([&] { return heard >= 2; })) << "the old one and that of the number of iterations";
    const auto* taken = m_window->findChild<QLabel*>(QStringLiteral("taken"));
    EXPECT_FALSE(taken->isVisible()) << taken->text().toStdString();
    // What is changed now is said.
    ASSERT_TRUE(waitFor([this] { return live().objectImage() != nullptr; }));
    session().job().setValue(*job::findParameter("object_step"), 0.25, 0);
    ASSERT_TRUE(waitFor([&] { return taken->isVisible() && has(taken->text(), "0.25"); }));
    stopRun();
}

TEST(TotalIterationsTest, TheLastStagesGrowAndShrink) {
    JobModel model;
    job::JobDocument document;
    document.pipeline.clear();
    for (const std::size_t iterations : {10U, 20U, 30U}) {
        job::Stage stage;
        stage.iterations = iterations;
        document.pipeline.push_back(stage);
    }
    model.setDocument(document);
    const auto iterations = [&] {
        std::vector<std::size_t> each;
        for (const job::Stage& stage : model.document().pipeline) each.push_back(stage.iterations);
        return each;
    };
    model.setTotalIterations(65);
    EXPECT_EQ(iterations(), (std::vector<std::size_t>{10, 20, 35}));
    model.setTotalIterations(31);
    EXPECT_EQ(iterations(), (std::vector<std::size_t>{10, 20, 1}));
    model.setTotalIterations(30);
    EXPECT_EQ(iterations(), (std::vector<std::size_t>{10, 20})) << "nothing is left for the third";
    model.setTotalIterations(4);
    EXPECT_EQ(iterations(), (std::vector<std::size_t>{4}));
    model.setTotalIterations(0);
    EXPECT_EQ(iterations(), (std::vector<std::size_t>{4}));
}

// ---- failed starts ----

TEST_F(OpenedResultTest, AFailedStartLeavesNoPatternOfTheRunBefore) {
    openScan("a.cxi");
    run(2);
    const auto* chooser = live().pattern()->findChild<QSlider*>();
    m_window->tabs().setCurrentWidget(&live());
    ASSERT_TRUE(chooser->isVisible());
    set("initial_probe", job::ParameterValue(std::string("/nowhere/probe.h5")));
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->messageBar().isShown(); }));
    ASSERT_EQ(session().controller().state(), JobState::failed);
    EXPECT_FALSE(chooser->isVisible()) << "of " << chooser->maximum() + 1;
}

/// Of the run that fails nothing is shown, and the result before it is what the title and the card name.
TEST_F(OpenedResultTest, AfterAFailedIntegrationTheResultBeforeIsShown) {
    QSettings().setValue(QStringLiteral("integration/calibrant"), QStringLiteral("LaB6_SRM660c"));
    bool fails = false;
    m_window = std::make_unique<MainWindow>(nullptr, [&fails](const job::JobDocument& job, job::JobObserver& observer,
                                                              RunControl& control, const job::RunOptions& options) {
        if (fails) return job::JobOutcome{JobState::failed, {}, DataError("cannot be read")};
        return job::runJob(job, observer, control, options);
    });
    m_window->resize(1280, 800);
    m_window->show();
    openPowder();
    setPatterns("unit", job::ParameterValue(std::string("2th_deg")));
    setPatterns("radial_range", job::ParameterValue(std::string("5, 30")));
    runPatterns();
    PowderPage& page = m_window->powderPage();
    ASSERT_TRUE(waitFor([&] { return page.isIdle(); }));
    const std::vector<view::PatternMark> before = page.pattern()->marks();
    ASSERT_FALSE(before.empty());
    ASSERT_EQ(page.frameChooser()->slider()->maximum(), 2);
    const QString file = session().integrationResult()->file;
    fails = true;
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->messageBar().isShown(); }));
    ASSERT_TRUE(waitFor([&] { return page.isIdle() && !page.pattern()->curves().empty(); }));
    EXPECT_EQ(page.pattern()->marks(), before);
    EXPECT_EQ(page.frameChooser()->slider()->maximum(), 2);
    EXPECT_EQ(session().shown(Mode::integration).what, Shown::What::result);
    EXPECT_EQ(session().shown(Mode::integration).result, file);
    EXPECT_FALSE(has(status(), "of 3")) << statusText();
    // The same axis and another wavelength: the rings are those of the new one.
    fails = false;
    azint::Poni poni = session().integration().poni();
    poni.wavelength_m = 0.5e-10; // was 0.7e-10: rings lie at smaller angles
    session().integration().setPoni(poni);
    const LoadedIntegrationPtr shown = session().integrationResult();
    m_window->startRun();
    ASSERT_TRUE(waitFor([&] { return session().integrationResult() && session().integrationResult() != shown; }));
    ASSERT_TRUE(waitFor([&] { return page.isIdle() && !page.pattern()->marks().empty(); }));
    EXPECT_LT(page.pattern()->marks().front().x, 0.8 * before.front().x);
}

TEST_F(OpenedResultTest, RingsOfOpenedPatternsAreThoseOfTheirOwnGeometry) {
    QSettings().setValue(QStringLiteral("integration/calibrant"), QStringLiteral("LaB6_SRM660c"));
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1280, 800);
    m_window->show();
    openPowder();
    setPatterns("unit", job::ParameterValue(std::string("2th_deg")));
    setPatterns("radial_range", job::ParameterValue(std::string("5, 30")));
    // 2θ of the first ring of LaB6, a cube of 4.1568 Å: 2 asin(λ/2a).
    constexpr double kAt07 = 9.6599, kAt05 = 6.8959, kNear = 2e-3;
    const PowderPage& page = m_window->powderPage();
    const auto firstRing = [&] { return page.pattern()->marks().empty() ? 0.0 : page.pattern()->marks().front().x; };
    runPatterns();
    const QString first = session().integrationResult()->file;
    ASSERT_TRUE(waitFor([&] { return page.isIdle(); }));
    EXPECT_NEAR(firstRing(), kAt07, kNear);
    azint::Poni poni = session().integration().poni();
    poni.wavelength_m = 0.5e-10;
    session().integration().setPoni(poni);
    m_window->startRun();
    ASSERT_TRUE(waitFor([&] {
        const LoadedIntegrationPtr& result = session().integrationResult();
        return ended() && result && result->file != first && page.isIdle();
    }));
    EXPECT_NEAR(firstRing(), kAt05, kNear);
    openResult(first);
    ASSERT_TRUE(waitFor([&] { return page.isIdle(); }));
    EXPECT_NEAR(firstRing(), kAt07, kNear);
}

} // namespace
} // namespace ewald::ui::test
