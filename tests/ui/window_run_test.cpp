// SPDX-License-Identifier: GPL-3.0-or-later
// Running jobs from the window: start, pause, stop, abort, errors, closing, and a window that never waits.
#include "base/long_call.h"
#include "form/parameter_form.h"
#include "io/hdf5/hdf5.h"
#include "model/example_scan.h"
#include "window/data_page.h"
#include "window/export_dialog.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/report_page.h"
#include "window/status_panel.h"
#include "window/surface_page.h"
#include "window_support.h"

#include "view/image_view.h"
#include "view/loss_chart.h"

#include <QAction>
#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeWidget>

#include <cstdlib>

namespace ewald::ui::test {
namespace {

using job::JobState;

class RunTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
    }
    [[nodiscard]] JobController& controller() { return m_window->session().controller(); }
    void openScan(const sim::PtychoExperiment& experiment = smallExperiment()) {
        m_window->open(writeScan(experiment));
        ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    }
    void set(const char* key, const job::ParameterValue& value) {
        m_window->session().job().setValue(*job::findParameter(key), value);
    }
    void setIterations(std::size_t count) { m_window->session().job().setIterations(0, count); }
    /// Presses the button that a person presses.
    void clickStart() {
        auto* button = m_window->findChild<QPushButton*>(QStringLiteral("start"));
        ASSERT_NE(button, nullptr);
        ASSERT_TRUE(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    [[nodiscard]] bool ended() { return !controller().running(); }
    [[nodiscard]] bool iterated() const { return !m_window->livePage().loss()->points(0).empty(); }
    [[nodiscard]] std::size_t iterations() const {
        const view::LossChart* chart = m_window->livePage().loss();
        return chart->curveCount() == 0 ? 0 : chart->points(chart->curveCount() - 1).size();
    }
    [[nodiscard]] QString outputFile() { return toQString(m_window->session().startedJob()->outputFile); }

    std::unique_ptr<MainWindow> m_window;
};

TEST_F(RunTest, FromAClickOnStartToAResultOnDisk) {
    openScan();
    setIterations(20);
    clickStart();
    EXPECT_TRUE(controller().running());
    EXPECT_EQ(m_window->tabs().currentWidget(), &m_window->livePage());
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->session().result(); }));
    EXPECT_EQ(controller().state(), JobState::done);
    EXPECT_EQ(outputFile(), path("scan_ewald.h5"));
    ASSERT_TRUE(QFile::exists(path("scan_ewald.h5")));
    EXPECT_EQ(iterations(), 20U);
    const auto losses = m_window->livePage().loss()->points(0);
    EXPECT_LT(losses.back().fourierError, losses.front().fourierError);
    EXPECT_TRUE(waitFor([this] { return m_window->livePage().objectImage() != nullptr; }));
    EXPECT_TRUE(m_window->messageBar().isShown());
    EXPECT_EQ(m_window->messageBar().message().severity, io::Severity::info);
    EXPECT_GT(m_window->reportPage().facts()->topLevelItemCount(), 1);
    // The same again does not overwrite: it takes the next number.
    clickStart();
    ASSERT_TRUE(waitFor([this] { return ended(); }));
    EXPECT_EQ(outputFile(), path("scan_ewald_2.h5"));
    EXPECT_TRUE(QFile::exists(path("scan_ewald.h5")));
}

/// Nine frames; the file does not say what the energy was.
void writeScanWithoutEnergy(const std::filesystem::path& name) {
    constexpr std::size_t kFrames = 9, kSide = 16;
    std::vector<double> places; // x, y, z in metres, on a raster of 0.2 µm
    for (std::size_t i = 0; i < kFrames; ++i)
        places.insert(places.end(), {2e-7 * static_cast<double>(i % 3), 2e-7 * static_cast<double>(i / 3), 0});
    const std::vector<std::uint16_t> counts(kFrames * kSide * kSide, 100);
    io::h5::File file = io::h5::File::create(name);
    file.write("/cxi_version", std::int64_t{160});
    for (const char* size : {"x_pixel_size", "y_pixel_size"})
        file.write(std::string("/entry_1/instrument_1/detector_1/") + size, 75e-6);
    file.write("/entry_1/instrument_1/detector_1/distance", 1.0);
    file.write<std::uint16_t>("/entry_1/data_1/data", counts, {kFrames, kSide, kSide});
    file.write<double>("/entry_1/data_1/translation", places, {kFrames, 3});
}

TEST_F(RunTest, AProblemHoldsStartBackInWordsAndAWarningDoesNot) {
    writeScanWithoutEnergy(toPath(path("scan.cxi")));
    m_window->show();
    m_window->open(path("scan.cxi"));
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    const auto* start = m_window->findChild<QPushButton*>(QStringLiteral("start"));
    const auto* problem = m_window->findChild<QLabel*>(QStringLiteral("problem"));
    const QString why = QStringLiteral("The file does not give the");
    EXPECT_FALSE(start->isEnabled());
    EXPECT_TRUE(start->toolTip().contains(why)) << start->toolTip().toStdString();
    ASSERT_TRUE(problem->isVisible());
    EXPECT_TRUE(problem->text().contains(why)) << problem->text().toStdString();
    EXPECT_TRUE(m_window->statusPanel().text().contains(QStringLiteral("A problem holds Start back")));
    EXPECT_FALSE(m_window->session().start());
    // What is typed may be the cure: it is tried at once, and stands when the scan has been prepared with it.
    set("energy_keV", job::ParameterValue(12.4));
    EXPECT_TRUE(start->isEnabled());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan()->job.real("energy_keV") == 12.4; }));
    EXPECT_TRUE(start->isEnabled());
    EXPECT_FALSE(start->toolTip().contains(why));
    EXPECT_FALSE(problem->isVisible());
    // Hardly meant, but possible.
    set("energy_keV", job::ParameterValue(0.01));
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan()->job.real("energy_keV") == 0.01; }));
    ASSERT_EQ(m_window->session().scan()->worstNote(), io::Severity::warning);
    EXPECT_TRUE(start->isEnabled());
    EXPECT_FALSE(problem->isVisible());
}

TEST_F(RunTest, AMissingGeometryHoldsStartBackUntilThereIsAnother) {
    m_window->show();
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    m_window->session().setMode(Mode::integration);
    const QAction* start = m_window->runActions().start;
    IntegrationSession& frames = m_window->session().integration();
    ASSERT_TRUE(waitFor([&] { return frames.stack() && !frames.readsSetup() && !start->isEnabled(); }));
    EXPECT_TRUE(start->toolTip().contains(QStringLiteral("no geometry"))) << start->toolTip().toStdString();
    // What was said of the geometry before does not hold back who has given one and starts at once.
    frames.loadPoni(writePoni());
    EXPECT_TRUE(start->isEnabled()) << start->toolTip().toStdString();
    EXPECT_TRUE(m_window->session().canStart());
    ASSERT_TRUE(waitFor([&] { return frames.geometryKnown() && !frames.readsSetup(); }));
    EXPECT_TRUE(start->isEnabled()) << start->toolTip().toStdString();
    // A file without a geometry is none.
    QFile empty(path(QStringLiteral("empty.poni")));
    ASSERT_TRUE(empty.open(QIODevice::WriteOnly));
    empty.close();
    frames.loadPoni(empty.fileName());
    ASSERT_TRUE(waitFor([&] { return !frames.readsSetup() && !start->isEnabled(); }));
    EXPECT_FALSE(m_window->session().canStart());
}

TEST_F(RunTest, TheExampleOpensAndReconstructs) {
    m_window->session().openExample();
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }, 120000));
    EXPECT_TRUE(m_window->session().scan()->usable());
    m_window->session().setOutputFile(path("example.h5"), false);
    setIterations(15);
    clickStart();
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->session().result(); }, 200000));
    EXPECT_EQ(controller().state(), JobState::done);
    // Well below what a wrong geometry ends with (several per cent, see the measured sets): the star is there.
    EXPECT_LT(m_window->livePage().loss()->points(0).back().fourierError, 0.02);
}

TEST_F(RunTest, TheExampleWithWrongPositionsIsAnotherOne) {
    m_window->session().openFaultyExample();
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }, 120000));
    EXPECT_TRUE(m_window->session().scan()->usable());
    const QString file = m_window->session().inputFile();
    EXPECT_TRUE(isExample(file)) << "no place for results";
    EXPECT_NE(file, exampleFile());
    const io::h5::File h5 = io::h5::File::open(toPath(file));
    EXPECT_TRUE(h5.hasDataset("/truth/translation"));
    EXPECT_TRUE(h5.hasDataset("/truth/background"));
}

TEST_F(RunTest, TheSearchForTheProbeIsShownAndStopsWithoutAResult) {
    sim::PtychoExperiment experiment = smallExperiment(200);
    experiment.size = 128; // the trials take seconds: pictures of them arrive, and a stop finds them at work
    openScan(experiment);
    set("initial_probe", job::ParameterValue("mean_pattern"));
    setIterations(1000000); // a long run has time for a thorough search
    const auto status = [this] { return m_window->statusPanel().text(); };
    const auto shows = [](const view::ImageView* image) { return !image->figure(1).isNull(); };
    clickStart();
    ASSERT_TRUE(waitFor([&] { return status().contains(QStringLiteral("Finding the probe, best")); }));
    EXPECT_TRUE(status().contains(QStringLiteral("distances"))) << qPrintable(status());
    ASSERT_TRUE(waitFor([&] { return shows(m_window->livePage().probe()); }));
    EXPECT_EQ(controller().state(), JobState::initialising);
    EXPECT_FALSE(shows(m_window->livePage().object()));
    m_window->runActions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return ended(); }));
    EXPECT_EQ(controller().state(), JobState::stopped);
    EXPECT_FALSE(QFile::exists(outputFile()));
    EXPECT_EQ(iterations(), 0U);
    EXPECT_FALSE(shows(m_window->livePage().probe())) << "a trial is no result";
    EXPECT_FALSE(status().contains(QStringLiteral("Finding"))) << qPrintable(status());
}

TEST_F(RunTest, StopKeepsTheResultSoFar) {
    openScan();
    setIterations(100000);
    clickStart();
    ASSERT_TRUE(waitFor([this] { return iterations() >= 3; }));
    m_window->runActions().stop->trigger();
    EXPECT_FALSE(m_window->runActions().stop->isEnabled());
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->session().result(); }));
    EXPECT_EQ(controller().state(), JobState::stopped);
    EXPECT_FALSE(m_window->session().result()->result.complete);
    EXPECT_GE(m_window->session().result()->result.loss.size(), 3U);
    EXPECT_TRUE(m_window->runActions().start->isEnabled());
}

TEST_F(RunTest, PauseHoldsAndGoesOn) {
    openScan();
    setIterations(100000);
    clickStart();
    ASSERT_TRUE(waitFor([this] { return iterations() >= 2; }));
    m_window->runActions().pause->trigger();
    ASSERT_TRUE(waitFor([this] { return controller().state() == JobState::paused; }));
    // It goes on to report how far it is. What was on its way comes first; then no more than the iteration in hand
    // ends.
    int reports = 0;
    QObject::connect(&controller(), &JobController::progressed, m_window.get(), [&] { ++reports; });
    ASSERT_TRUE(waitFor([&] { return reports >= 5; }));
    const std::size_t held = iterations();
    ASSERT_TRUE(waitFor([&] { return reports >= 10; }));
    EXPECT_LE(iterations(), held + 1);
    EXPECT_TRUE(m_window->runActions().pause->isChecked());
    m_window->runActions().pause->trigger();
    ASSERT_TRUE(waitFor([&] { return iterations() > held + 1; }));
    m_window->runActions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return ended(); }));
}

TEST_F(RunTest, StopWorksWhilePaused) {
    openScan();
    setIterations(100000);
    clickStart();
    ASSERT_TRUE(waitFor([this] { return iterations() >= 2; }));
    m_window->runActions().pause->trigger();
    ASSERT_TRUE(waitFor([this] { return controller().state() == JobState::paused; }));
    m_window->runActions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return ended(); }));
    EXPECT_EQ(controller().state(), JobState::stopped);
    EXPECT_TRUE(QFile::exists(path("scan_ewald.h5")));
}

TEST_F(RunTest, AbortAsksAndKeepsNothing) {
    openScan();
    setIterations(100000);
    clickStart();
    ASSERT_TRUE(waitFor([this] { return iterations() >= 2; }));
    m_window->runActions().abort->trigger();
    auto* question = m_window->findChild<QMessageBox*>(QStringLiteral("abortQuestion"));
    ASSERT_NE(question, nullptr);
    EXPECT_TRUE(controller().running()); // it is only a question
    const std::size_t asked = iterations();
    ASSERT_TRUE(waitFor([&] { return iterations() > asked; })); // and the run goes on behind it
    for (QAbstractButton* button : question->buttons()) {
        if (question->buttonRole(button) == QMessageBox::DestructiveRole) button->click();
    }
    ASSERT_TRUE(waitFor([this] { return ended(); }));
    EXPECT_FALSE(QFile::exists(path("scan_ewald.h5")));
    EXPECT_TRUE(m_window->runActions().start->isEnabled());
}

TEST_F(RunTest, ChangesWhileRunningContinueFromTheResult) {
    openScan();
    setIterations(100000);
    clickStart();
    ASSERT_TRUE(waitFor([this] { return iterations() >= 3; }));
    EXPECT_FALSE(m_window->runActions().apply->isEnabled());
    set("count_threshold", job::ParameterValue(1.0)); // other frames: a result of its own
    EXPECT_TRUE(m_window->runActions().apply->isEnabled());
    m_window->runActions().apply->trigger();
    ASSERT_TRUE(waitFor([this] { return controller().running() && m_window->session().goesOn(); }));
    ASSERT_TRUE(waitFor([this] { return m_window->livePage().loss()->curveCount() > 1 && iterations() >= 2; }));
    m_window->runActions().stop->trigger();
    ASSERT_TRUE(waitFor([this] {
        return ended() && m_window->session().result() && m_window->session().result()->file == path("scan_ewald_2.h5");
    }));
    const LoadedResultPtr result = m_window->session().result();
    ASSERT_TRUE(result->job);
    EXPECT_EQ(result->job->text("initial_object"), path("scan_ewald.h5").toStdString());
    // It went on, and did not begin again: its first error is near the other's last one.
    const io::PtychoResult before = io::readResult(toPath(path("scan_ewald.h5")));
    EXPECT_LT(result->result.loss.front().fourierError, 2 * before.loss.back().fourierError);
    EXPECT_LT(result->result.loss.front().fourierError, before.loss.front().fourierError);
}

TEST_F(RunTest, AJobThatCannotRunSaysWhy) {
    openScan();
    set("initial_probe", job::ParameterValue(std::string("/nowhere/probe.h5")));
    clickStart();
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->messageBar().isShown(); }));
    EXPECT_EQ(controller().state(), JobState::failed);
    EXPECT_EQ(m_window->messageBar().message().severity, io::Severity::error);
    EXPECT_TRUE((m_window->messageBar().message().what + m_window->messageBar().message().where)
                    .contains(QStringLiteral("/nowhere/probe.h5")));
    EXPECT_TRUE(m_window->reportPage().logText().contains(QStringLiteral("/nowhere/probe.h5")));
    EXPECT_EQ(m_window->reportPage().logText().count(QStringLiteral("error: ")), 1);
    m_window->session().job().reset(*job::findParameter("initial_probe"));
    setIterations(2);
    clickStart();
    ASSERT_TRUE(waitFor([this] { return ended(); }));
    EXPECT_EQ(controller().state(), JobState::done);
}

TEST_F(RunTest, NonsenseInAFieldKeepsTheJobFromStarting) {
    openScan();
    auto* line = m_window->form().findChild<QWidget*>(QStringLiteral("field_object_step"))->findChild<QLineEdit*>();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("twelve"));
    clickStart();
    EXPECT_FALSE(controller().running());
    EXPECT_TRUE(m_window->messageBar().isShown());
    // Also where the value is the one that it had: nothing has changed then but the field.
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("1"));
    EXPECT_TRUE(waitFor([this] { return !m_window->messageBar().isShown(); }));
}

TEST_F(RunTest, ClosingWhileRunningAsksAndStopsGracefully) {
    openScan();
    setIterations(100000);
    clickStart();
    ASSERT_TRUE(waitFor([this] { return iterations() >= 2; }));
    EXPECT_FALSE(m_window->close());
    EXPECT_TRUE(m_window->isVisible());
    auto* question = m_window->findChild<QMessageBox*>(QStringLiteral("closeQuestion"));
    ASSERT_NE(question, nullptr);
    for (QAbstractButton* button : question->buttons()) {
        if (question->buttonRole(button) == QMessageBox::AcceptRole) button->click();
    }
    ASSERT_TRUE(waitFor([this] { return !m_window->isVisible(); }));
    EXPECT_TRUE(QFile::exists(path("scan_ewald.h5")));
}

TEST_F(RunTest, ResultsAreExportedAndRepeated) {
    openScan();
    set("probe_modes", job::ParameterValue(2LL));
    setIterations(5);
    clickStart();
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->session().result(); }));
    const auto exportAs = [this](ExportDialog::Kind kind, const QString& file) {
        m_window->exportResult();
        auto* dialog = m_window->findChild<ExportDialog*>();
        ASSERT_NE(dialog, nullptr);
        dialog->setKind(kind);
        dialog->setFile(file);
        const QStringList files = dialog->files();
        dialog->exportButton()->click();
        ASSERT_TRUE(waitFor([this] { return m_window->findChild<ExportDialog*>() == nullptr; }));
        for (const QString& made : files) EXPECT_GT(QFileInfo(made).size(), 100) << made.toStdString();
    };
    exportAs(ExportDialog::Kind::tiff, path("out.tif"));
    EXPECT_TRUE(QFile::exists(path("out_phase.tif")));
    exportAs(ExportDialog::Kind::hdf5, path("copy.h5"));
    exportAs(ExportDialog::Kind::objectFigure, path("object.png"));
    const io::PtychoResult copy = io::readResult(toPath(path("copy.h5")));
    EXPECT_EQ(copy.object, m_window->session().result()->result.object);
    // Last month's result in a new window: what was done, and again.
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->open(path("copy.h5"));
    ASSERT_TRUE(waitFor([this] { return m_window->session().result() != nullptr; }));
    EXPECT_EQ(m_window->tabs().currentWidget(), &m_window->livePage());
    EXPECT_EQ(iterations(), 5U);
    emit m_window->reportPage().repeatWanted();
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    EXPECT_EQ(m_window->session().job().document().integer("probe_modes"), 2);
    EXPECT_EQ(m_window->session().job().document().pipeline[0].iterations, 5U);
}

/// What takes long happens in other threads, while a job computes, previews come as fast as they can, and somebody goes
/// through the pages.
TEST_F(RunTest, TheThreadOfTheWindowReadsNoFileAndWaitsForNothing) {
    openScan();
    set("preview_interval_s", job::ParameterValue(0.01));
    setIterations(100000);
    std::size_t previews = 0;
    QObject::connect(&controller(), &JobController::previewReady, m_window.get(), [&] { ++previews; });
    const auto somePreviews = [&] {
        const std::size_t before = previews;
        return waitFor([&, before] { return previews >= before + 3; });
    };
    LivePage& live = m_window->livePage();
    const LongCalls calls;
    clickStart();
    ASSERT_TRUE(waitFor([&] { return iterations() >= 2 && live.objectImage(); }));
    m_window->tabs().setCurrentWidget(&live);
    ASSERT_TRUE(somePreviews());
    m_window->tabs().setCurrentWidget(&m_window->dataPage());
    m_window->dataPage().showFrame(3);
    ASSERT_TRUE(waitFor([this] { return m_window->dataPage().pattern()->title().contains(QStringLiteral("3")); }));
    ASSERT_TRUE(somePreviews());
    m_window->tabs().setCurrentWidget(&m_window->surfacePage());
    ASSERT_TRUE(somePreviews());
    m_window->tabs().setCurrentWidget(&live);
    set("object_step", job::ParameterValue(0.5)); // while it runs
    ASSERT_TRUE(somePreviews());
    m_window->runActions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->session().result(); }));
    settleAll();
    for (const auto& [what, times] : calls.seen()) ADD_FAILURE() << what << ", " << times << " times";
}

} // namespace
} // namespace ewald::ui::test
