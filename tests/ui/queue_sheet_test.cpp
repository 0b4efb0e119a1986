// SPDX-License-Identifier: GPL-3.0-or-later
// What several files are for, and what came of several runs: the sheet, the strip of runs, sweeps.
#include "azint/poni.h"
#include "form/parameter_form.h"
#include "model/job_model.h"
#include "model/user_settings.h"
#include "window/batch_dialog.h"
#include "window/compare_window.h"
#include "window/drop_hint.h"
#include "window/intent_sheet.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/queue_dock.h"
#include "window/runs_strip.h"
#include "window/sweep_editor.h"
#include "window/sweep_window.h"
#include "window_support.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>
#include <QUrl>

#include <fstream>

namespace ewald::ui::test {
namespace {

using job::queue::QueueJob;
using job::queue::QueueState;

class SheetTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        ASSERT_TRUE(QDir().mkpath(path(QStringLiteral("scans"))));
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        m_window->session().job().setIterations(0, 3);
    }
    QStringList writeScans(int count) {
        QStringList files;
        for (int i = 1; i <= count; ++i) {
            sim::PtychoExperiment experiment = smallExperiment(36);
            experiment.seed = static_cast<std::uint64_t>(i);
            files << writeScan(experiment, QStringLiteral("scans/scan_%1.cxi").arg(i));
        }
        return files;
    }
    void drop(const QStringList& files, QWidget& on) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files) urls << QUrl::fromLocalFile(file);
        data.setUrls(urls);
        drop(data, on);
    }
    void drop(const QMimeData& data, QWidget& on) {
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&on, &enter);
        QDropEvent event(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&on, &event);
    }
    [[nodiscard]] IntentSheet* sheet() { return m_window->intentSheet(); }
    [[nodiscard]] QueueModel& model() { return m_window->queue().panel().model(); }
    [[nodiscard]] std::size_t done() {
        return static_cast<std::size_t>(std::ranges::count(model().jobs(), QueueState::done, &QueueJob::state));
    }

    std::unique_ptr<MainWindow> m_window;
};

TEST_F(SheetTest, AScanThatIsCutOffIsNoFileOfFrames) {
    QStringList files = writeScans(2);
    files << path(QStringLiteral("scans/scan_3.cxi"));
    ASSERT_TRUE(QFile::copy(files.first(), files.last()));
    ASSERT_TRUE(QFile::resize(files.last(), QFileInfo(files.last()).size() / 2));
    drop(files, *m_window);
    ASSERT_TRUE(waitFor([this] { return sheet() != nullptr; }));
    EXPECT_EQ(sheet()->list()->item(2)->text(), "scan_3.cxi: no scan, frames, result or job that can be read");
    EXPECT_EQ(sheet()->queueButton()->text(), "Queue these 2 scans with the parameters of the form");
}

TEST_F(SheetTest, ScansThatAreDroppedAreQueuedWithTheParametersOfTheForm) {
    QStringList files = writeScans(3);
    const QString broken = path(QStringLiteral("scans/scan_4.cxi"));
    ASSERT_TRUE(QFile::copy(files.first(), broken));
    files << broken;
    drop(files, *m_window);
    ASSERT_TRUE(waitFor([this] { return sheet() != nullptr; }));
    EXPECT_TRUE(m_window->isEnabled());
    EXPECT_FALSE(sheet()->isModal());
    ASSERT_NE(sheet()->queueButton(), nullptr);
    EXPECT_EQ(sheet()->queueButton()->text(), "Queue these 4 scans with the parameters of the form");
    EXPECT_EQ(sheet()->ofScanBox(), nullptr) << "nothing of the kind is set";
    // What would come of each stands beside it.
    ASSERT_TRUE(waitFor([this] { return sheet()->list()->item(0)->text().contains(QStringLiteral("_ewald")); }));
    EXPECT_EQ(sheet()->list()->item(2)->text(), "scan_3.cxi → scan_3_ewald.h5");
    sheet()->list()->item(1)->setCheckState(Qt::Unchecked);
    EXPECT_EQ(sheet()->queueButton()->text(), "Queue these 3 scans with the parameters of the form");
    sheet()->sample()->setText(QStringLiteral("chip"));
    m_window->queue().panel().holdAction()->trigger();
    sheet()->queueButton()->click();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 3; }));
    EXPECT_EQ(model().jobs().front().sample, "chip");
    ASSERT_TRUE(QFile::remove(broken)); // before its turn
    m_window->queue().panel().holdAction()->trigger();
    ASSERT_TRUE(waitFor([this] { return done() == 2 && model().sums().failed == 1; }));
    EXPECT_TRUE(QFile::exists(path(QStringLiteral("scans/scan_3_ewald.h5"))));
    EXPECT_FALSE(QFile::exists(path(QStringLiteral("scans/scan_2_ewald.h5"))));
    EXPECT_FALSE(m_window->session().scan()) << "nothing was opened";
}

TEST_F(SheetTest, FilesThatCannotBeQueuedAreNamedAndTheOthersAre) {
    const QStringList files = writeScans(3);
    drop(files, *m_window);
    ASSERT_TRUE(waitFor([this] { return sheet() != nullptr; }));
    ASSERT_TRUE(waitFor([this] { return sheet()->list()->item(0)->text().contains(QStringLiteral("_ewald")); }));
    ASSERT_TRUE(QFile::remove(files[1]));
    sheet()->queueButton()->click();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 2; }));
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().message().severity == io::Severity::warning; }));
    EXPECT_TRUE(m_window->messageBar().message().what.startsWith(QStringLiteral("1 of 3 jobs cannot be queued")));
}

TEST_F(SheetTest, AFolderOfScansAsksAndAJobDocumentGivesItsParameters) {
    const QStringList files = writeScans(2);
    m_window->open(path(QStringLiteral("scans")));
    ASSERT_TRUE(waitFor([this] { return sheet() != nullptr; }));
    EXPECT_EQ(sheet()->list()->count(), 2);
    sheet()->reject();
    ASSERT_TRUE(waitFor([this] { return sheet() == nullptr; }));

    job::JobDocument document = m_window->session().job().document();
    document.pipeline.front().iterations = 7;
    const QString json = path(QStringLiteral("template.json"));
    job::writeJob(toPath(json), document, true);
    m_window->openAll(files + QStringList{json});
    ASSERT_TRUE(waitFor([this] { return sheet() != nullptr; }));
    ASSERT_NE(sheet()->queueByDocumentButton(), nullptr);
    sheet()->queueByDocumentButton()->click();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 2; }));
    std::size_t iterations = 0;
    m_window->queue().feed().ask<job::JobDocument>(
        [id = model().jobs().front().id](QueueFeed::Store& store) { return store.documentOf(id); },
        [&](const job::JobDocument& made) { iterations = made.pipeline.front().iterations; });
    EXPECT_TRUE(waitFor([&] { return iterations == 7; }));
}

TEST_F(SheetTest, AFolderWithItsFirstScanCanBeWatched) {
    const QString scan = writeScans(1).front();
    drop({QFileInfo(scan).path()}, *m_window);
    ASSERT_TRUE(waitFor([this] { return sheet() != nullptr; }));
    EXPECT_FALSE(m_window->session().scan()) << "nothing is opened unasked";
    ASSERT_NE(sheet()->watchButton(), nullptr);
    EXPECT_TRUE(sheet()->watchButton()->isVisible());
    EXPECT_EQ(sheet()->queueButton()->text(), "Queue this scan with the parameters of the form");
    EXPECT_EQ(sheet()->openButton()->text(), "Open scan_1.cxi");
    sheet()->openButton()->click();
    EXPECT_TRUE(waitFor([this] { return m_window->session().scan() != nullptr; }));
}

TEST_F(SheetTest, AFolderOfFramesAloneAsksAndKeepsItsGeometry) {
    const PowderNames powder = writePowder();
    ASSERT_TRUE(QDir().mkpath(path(QStringLiteral("frames"))));
    for (const char* name : {"frames/a_1.h5", "frames/a_2.h5"})
        ASSERT_TRUE(QFile::copy(powder.frames, path(QLatin1String(name))));
    ASSERT_TRUE(QFile::copy(powder.poni, path(QStringLiteral("frames/a.poni"))));
    const QString folder = path(QStringLiteral("frames"));
    QFile mask(folder + QStringLiteral("/mask.npy")); // lies beside frames, and is none of them
    ASSERT_TRUE(mask.open(QIODevice::WriteOnly));
    mask.write("\x93NUMPY\x01");
    mask.close();
    EXPECT_TRUE(dropText({folder}, false, lookAtDropped({folder})).contains(QStringLiteral("asked")));
    EXPECT_FALSE(dropText({folder}, false).contains(QStringLiteral("asked")));
    drop({folder}, *m_window);
    ASSERT_TRUE(waitFor([this] { return sheet() != nullptr; }));
    EXPECT_FALSE(m_window->session().integration().stack()) << "nothing is opened unasked";
    EXPECT_EQ(sheet()->list()->count(), 2);
    ASSERT_NE(sheet()->stackButton(), nullptr);
    for (const QPushButton* other : sheet()->findChildren<QPushButton*>())
        if (other != sheet()->stackButton() && other->isVisible()) {
            EXPECT_LT(sheet()->stackButton()->mapToGlobal(QPoint()).y(), other->mapToGlobal(QPoint()).y())
                << other->text().toStdString();
        }
    sheet()->stackButton()->click();
    ASSERT_TRUE(waitFor([this] { return m_window->session().integration().stack() != nullptr; }));
    EXPECT_EQ(m_window->session().integration().document().inputFiles.size(), 2U);
    EXPECT_EQ(m_window->session().integration().document().text("poni_file"),
              path(QStringLiteral("frames/a.poni")).toStdString());
}

/// The geometry may be corrected beside the window of many scans: jobs get it as it is then.
TEST_F(SheetTest, ManyScansGetTheGeometryOfTheForm) {
    const PowderNames powder = writePowder();
    m_window->openAll({powder.frames, powder.poni});
    IntegrationSession& frames = m_window->session().integration();
    ASSERT_TRUE(waitFor([&] { return frames.image() && frames.geometryKnown() && !frames.busy(); }));
    m_window->showBatch({powder.frames});
    job::queue::BatchRequest asked;
    asked.inputs = {toPath(powder.frames)};
    asked.common = m_window->session().formForOthers();
    azint::Poni poni = frames.poni();
    poni.dist_m += 0.01;
    frames.setPoni(poni, QStringLiteral("Distance"));
    emit m_window->batchDialog()->queueChosen(asked, IntentSheet::FormUse::all);
    ASSERT_TRUE(waitFor([this] { return !model().jobs().empty(); }));
    job::queue::QueueStore store(job::queue::QueueStore::usualFolder());
    const std::string file = store.documentOf(model().jobs().front().id).text("poni_file");
    EXPECT_NE(file, asked.common.text("poni_file"));
    EXPECT_NEAR(azint::readPoni(file).dist_m, poni.dist_m, 1e-9);
}

TEST_F(SheetTest, ManyJobsGetNamesAndCombinationsOfValues) {
    const QStringList files = writeScans(2);
    m_window->queue().panel().holdAction()->trigger();
    m_window->openAll(files);
    ASSERT_TRUE(waitFor([this] { return sheet() != nullptr; }));
    sheet()->moreButton()->click();
    ASSERT_NE(m_window->batchDialog(), nullptr);
    BatchDialog& batch = *m_window->batchDialog();
    const auto rowIs = [&](int row, const QString& name, const QString& result) {
        return batch.plan()->rowCount() > row && batch.plan()->item(row, 0)->text() == name &&
               batch.plan()->item(row, 1)->text() == result;
    };
    ASSERT_TRUE(waitFor([&] {
        return rowIs(1, QStringLiteral("scan_2"), QStringLiteral("scan_2_ewald.h5")) &&
               batch.queueButton()->text() == QStringLiteral("Queue 2 jobs");
    }));
    batch.output()->setText(QStringLiteral("{folder}/{nonsense}.h5"));
    EXPECT_FALSE(batch.queueButton()->isEnabled()) << "what is shown is of what was typed before";
    ASSERT_TRUE(waitFor([&] { return batch.note()->text().contains(QStringLiteral("{nonsense}")); }));
    EXPECT_FALSE(batch.queueButton()->isEnabled());
    batch.output()->setText(QStringLiteral("{folder}/night_{scan}_{batch_size}.h5"));
    batch.jobName()->setText(QStringLiteral("night {scan}"));
    const auto vary = [&](std::size_t line, const char* key, const char* values) {
        batch.sweeps()->addButton().click();
        QComboBox& parameter = batch.sweeps()->parameter(line);
        parameter.setCurrentIndex(parameter.findData(QLatin1String(key)));
        batch.sweeps()->values(line).setText(QLatin1String(values));
    };
    vary(0, "batch_size", "8, many");
    ASSERT_TRUE(waitFor([&] { return batch.note()->text().contains(QStringLiteral("many")); }));
    EXPECT_EQ(batch.plan()->rowCount(), 0) << "of what was typed before";
    batch.sweeps()->values(0).setText(QStringLiteral("8, 16"));
    vary(1, "iterations", "3:5:1");
    ASSERT_TRUE(waitFor([&] { return batch.queueButton()->text() == QStringLiteral("Queue 12 jobs"); }));
    EXPECT_TRUE(
        rowIs(0, QStringLiteral("night 1 batch_size=8 iterations=3"), QStringLiteral("night_1_8_iterations-3.h5")))
        << batch.plan()->item(0, 0)->text().toStdString() << batch.plan()->item(0, 1)->text().toStdString();
    batch.queueButton()->click();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 12; }));
    EXPECT_EQ(toQString(model().jobs().front().result), path(QStringLiteral("scans/night_1_8_iterations-3.h5")));
}

TEST_F(SheetTest, ATableGivesARowAJobAndSaysWhatIsWrongWithIt) {
    writeScans(2);
    m_window->queue().panel().holdAction()->trigger();
    const QString table = path(QStringLiteral("scans/night.csv"));
    const auto write = [&](const char* text) { std::ofstream(toPath(table)) << text; };
    write("file,sample,probe_modes\nscan_1.cxi,chip,2\nscan_2.cxi,wire,none\n");
    m_window->showBatch();
    BatchDialog& batch = *m_window->batchDialog();
    ASSERT_TRUE(waitFor([&] { return batch.note()->text().startsWith(QStringLiteral("Name scans")); }));
    batch.tableFile()->setText(table);
    EXPECT_FALSE(batch.inputs()->isEnabled());
    ASSERT_TRUE(waitFor([&] { return batch.queueButton()->text() == QStringLiteral("Queue 1 job"); }));
    EXPECT_TRUE(batch.note()->text().startsWith(QStringLiteral("1 of 2 jobs cannot be queued")));
    EXPECT_TRUE(batch.plan()->item(1, 1)->toolTip().contains(QStringLiteral("line 3")));
    write("file,sample,probe_modes\nscan_1.cxi,chip,2\nscan_2.cxi,wire,1\n");
    batch.tableFile()->setText(table + u' ');
    ASSERT_TRUE(waitFor([&] { return batch.queueButton()->text() == QStringLiteral("Queue 2 jobs"); }));
    batch.queueButton()->click();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 2; }));
    EXPECT_EQ(model().jobs()[1].sample, "wire");
    EXPECT_EQ(toQString(model().jobs()[1].result), path(QStringLiteral("scans/scan_2_ewald.h5")));
}

TEST_F(SheetTest, WhatBelongsToTheOpenScanIsAskedFor) {
    const QStringList files = writeScans(3);
    m_window->open(files.front());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    m_window->session().job().setValue(*job::findParameter("crop_size"), job::ParameterValue(24LL));
    m_window->openAll(files.mid(1));
    ASSERT_TRUE(waitFor([this] { return sheet() != nullptr; }));
    ASSERT_NE(sheet()->ofScanBox(), nullptr);
    EXPECT_TRUE(sheet()->ofScanBox()->text().contains(tableText(job::findParameter("crop_size")->label)));
    EXPECT_FALSE(sheet()->ofScanBox()->isChecked()) << "the others have a size of their own";
    m_window->session().job().setIterations(0, 9); // beside the sheet
    settings::setResultFolder(path(QStringLiteral("results")));
    sheet()->queueButton()->click();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 2; }));
    settings::setResultFolder({});
    EXPECT_EQ(toQString(model().jobs().front().result), path(QStringLiteral("results/scan_2_ewald.h5")));
    EXPECT_TRUE(m_window->queue().isVisible());
    std::optional<job::JobDocument> made;
    m_window->queue().feed().ask<job::JobDocument>(
        [id = model().jobs().front().id](QueueFeed::Store& store) { return store.documentOf(id); },
        [&](const job::JobDocument& document) { made = document; });
    ASSERT_TRUE(waitFor([&] { return made.has_value(); }));
    EXPECT_FALSE(made->input.contains("crop_size"));
    EXPECT_EQ(made->pipeline.front().iterations, 9U);
}

TEST_F(SheetTest, WhatIsSetBeforeAScanIsOpenIsMeantForThoseThatCome) {
    const QStringList files = writeScans(2);
    m_window->session().job().setValue(*job::findParameter("crop_size"), job::ParameterValue(24LL));
    m_window->openAll(files);
    ASSERT_TRUE(waitFor([this] { return sheet() != nullptr; }));
    ASSERT_NE(sheet()->ofScanBox(), nullptr);
    EXPECT_TRUE(sheet()->ofScanBox()->isChecked());
    sheet()->reject();
    // The same of the dialog for many scans, and of an open scan the other way round.
    const auto box = [this] { return m_window->batchDialog()->findChild<QCheckBox*>(QStringLiteral("ofScan")); };
    m_window->showBatch();
    ASSERT_NE(box(), nullptr);
    EXPECT_TRUE(box()->isChecked());
    m_window->batchDialog()->reject();
    m_window->session().job().setInputFile(toPath(files.front()));
    m_window->showBatch();
    ASSERT_NE(box(), nullptr);
    EXPECT_FALSE(box()->isChecked());
}

TEST_F(SheetTest, ASweepShowsItsErrorsAndTheBestOneGoesIntoTheForm) {
    m_window->open(writeScans(1).front());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    m_window->showSweep();
    SweepWindow& sweep = *m_window->sweepWindow();
    sweep.varied().parameter().setCurrentIndex(sweep.varied().parameter().findData(QStringLiteral("iterations")));
    EXPECT_TRUE(sweep.varied().values().placeholderText().contains(QStringLiteral("1:9:2")));
    const int engine = sweep.varied().parameter().findData(QStringLiteral("engine"));
    const int iterations = sweep.varied().parameter().currentIndex();
    sweep.varied().parameter().setCurrentIndex(engine);
    EXPECT_TRUE(sweep.varied().values().placeholderText().startsWith(engineTitle(job::engineNames().front())))
        << "names, no numbers";
    sweep.varied().parameter().setCurrentIndex(iterations);
    sweep.varied().values().setText(QStringLiteral("1, 12, many"));
    EXPECT_FALSE(sweep.queueButton().isEnabled());
    EXPECT_TRUE(sweep.note().text().contains(QStringLiteral("many"))) << sweep.note().text().toStdString();
    sweep.varied().values().setText(QStringLiteral("1, 12, 4"));
    sweep.varied().parameter().setEditText(QStringLiteral("overlap"));
    EXPECT_FALSE(sweep.queueButton().isEnabled()) << "typed, not chosen";
    sweep.varied().parameter().setEditText(
        sweep.varied().parameter().itemText(sweep.varied().parameter().currentIndex()));
    EXPECT_EQ(sweep.queueButton().text(), "Queue 3 jobs");
    sweep.queueButton().click();
    ASSERT_TRUE(waitFor([this] { return done() == 3; }));
    const auto error = [&](int row) { return sweep.table().item(row, 3)->text(); };
    ASSERT_TRUE(waitFor([&] { return sweep.isIdle() && sweep.table().rowCount() == 3 && !error(2).isEmpty(); }));
    // The best one on top.
    EXPECT_EQ(sweep.table().item(0, 1)->text(), "Iterations: 12");
    EXPECT_FALSE(sweep.table().item(0, 0)->data(Qt::DecorationRole).value<QPixmap>().isNull());
    // Not selectRow(), which looks at the keys that an earlier test pressed last.
    sweep.table().selectionModel()->select(sweep.table().model()->index(0, 0),
                                           QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    ASSERT_TRUE(sweep.useButton().isEnabled());
    sweep.useButton().click();
    EXPECT_TRUE(waitFor([this] { return m_window->session().job().totalIterations() == 12; }));
}

/// The winner's settings go onto the scan that is open, whatever scan they were tried with, and nothing of that scan.
TEST_F(SheetTest, TheBestOneOfAnotherScanLeavesTheOpenOneOpen) {
    const QStringList scans = writeScans(2);
    const auto open = [this](const QString& file) {
        m_window->open(file);
        return waitFor([&] {
            const ScanDataPtr scan = m_window->session().scan();
            return scan && scan->complete && m_window->session().job().document().inputFile == toPath(file);
        });
    };
    ASSERT_TRUE(open(scans[0]));
    m_window->session().job().setValue(*job::findParameter("crop_size"), job::ParameterValue(24LL));
    m_window->showSweep();
    SweepWindow& sweep = *m_window->sweepWindow();
    sweep.halves().setChecked(true);
    sweep.varied().parameter().setCurrentIndex(sweep.varied().parameter().findData(QStringLiteral("iterations")));
    sweep.varied().values().setText(QStringLiteral("7"));
    sweep.queueButton().click();
    ASSERT_TRUE(waitFor([this] { return done() == 1; }));
    ASSERT_TRUE(open(scans[1]));
    ASSERT_TRUE(waitFor([&] { return sweep.isIdle() && sweep.table().rowCount() == 1; }));
    sweep.table().selectionModel()->select(sweep.table().model()->index(0, 0),
                                           QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    sweep.useButton().click();
    ASSERT_TRUE(waitFor([this] { return m_window->session().job().totalIterations() == 7; }));
    const job::JobDocument& form = m_window->session().job().document();
    EXPECT_EQ(form.inputFile, toPath(scans[1]));
    EXPECT_EQ(form.integer("crop_size"), 0) << "it belongs to the other scan";
    EXPECT_FALSE(form.flag("halves")) << "the question, and not the winner";
}

TEST_F(SheetTest, ASweepMeasuresTheResolutionWhereItIsTicked) {
    m_window->open(writeScans(1).front());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    const job::ParameterDef& halves = *job::findParameter("halves");
    m_window->session().job().setValue(halves, job::ParameterValue(true));
    m_window->showSweep();
    SweepWindow& sweep = *m_window->sweepWindow();
    EXPECT_TRUE(sweep.halves().isChecked()) << "as in the form";
    sweep.halves().setChecked(false);
    m_window->session().job().setIterations(0, 9); // an edit of something else leaves what was chosen
    EXPECT_FALSE(sweep.halves().isChecked());
    m_window->queue().feed().setHeld(true);
    sweep.varied().parameter().setCurrentIndex(sweep.varied().parameter().findData(QStringLiteral("iterations")));
    sweep.varied().values().setText(QStringLiteral("3"));
    sweep.queueButton().click();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 1; }));
    sweep.halves().setChecked(true);
    sweep.queueButton().click();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 2; }));
    std::vector<bool> measured; // of the jobs as the queue has them
    for (const job::queue::QueueJob& job : model().jobs())
        m_window->queue().feed().ask<job::JobDocument>(
            [id = job.id](QueueFeed::Store& store) { return store.documentOf(id); },
            [&](const job::JobDocument& document) { measured.push_back(document.flag("halves")); });
    ASSERT_TRUE(waitFor([&] { return measured.size() == 2; }));
    EXPECT_EQ(measured, (std::vector<bool>{false, true}));
    EXPECT_TRUE(m_window->session().job().document().flag("halves")) << "the form stays";
}

TEST_F(SheetTest, ASweepNamesItsScanWhereAnotherOneIsOpen) {
    const QStringList files = writeScans(2);
    const auto openScan = [&](const QString& file) {
        m_window->open(file);
        return waitFor([&] {
            return m_window->session().scan() && m_window->session().scan()->complete &&
                   m_window->session().scan()->job.inputFile == toPath(file);
        });
    };
    ASSERT_TRUE(openScan(files[0]));
    m_window->queue().feed().setHeld(true);
    m_window->showSweep();
    SweepWindow& sweep = *m_window->sweepWindow();
    sweep.varied().parameter().setCurrentIndex(sweep.varied().parameter().findData(QStringLiteral("iterations")));
    sweep.varied().values().setText(QStringLiteral("3, 4"));
    sweep.queueButton().click();
    ASSERT_TRUE(waitFor([&] { return sweep.table().rowCount() == 2; }));
    ASSERT_TRUE(openScan(files[1]));
    EXPECT_TRUE(sweep.windowTitle().contains(QStringLiteral("scan_2"))) << sweep.windowTitle().toStdString();
    EXPECT_EQ(sweep.findChild<QComboBox*>(QStringLiteral("sweeps"))->currentText(), "scan_1, Iterations: 2 jobs");
}

TEST_F(SheetTest, ASweepIsOfTheSideThatIsShown) {
    const PowderNames powder = writePowder(smallPowder(2));
    m_window->openAll({powder.frames, powder.poni});
    ASSERT_TRUE(waitFor([this] { return m_window->session().integration().stack() != nullptr; }));
    m_window->open(writeScans(1).front());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    m_window->showSweep();
    SweepWindow& sweep = *m_window->sweepWindow();
    sweep.varied().parameter().setCurrentIndex(sweep.varied().parameter().findData(QStringLiteral("iterations")));
    sweep.varied().values().setText(QStringLiteral("3, 4"));
    m_window->session().setMode(Mode::integration);
    EXPECT_TRUE(sweep.windowTitle().contains(QStringLiteral("powder.h5"))) << sweep.windowTitle().toStdString();
    EXPECT_TRUE(sweep.varied().sweeps().empty());
    EXPECT_EQ(sweep.varied().parameter().findData(QStringLiteral("iterations")), -1);
    EXPECT_GE(sweep.varied().parameter().findData(QStringLiteral("npt")), 0);
}

TEST_F(SheetTest, AnEditedJobRunsWhereTheFormSays) {
    m_window->open(writeScans(1).front());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    QueueFeed& feed = m_window->queue().feed();
    feed.setHeld(true);
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 1; }));
    const long long first = model().jobs().front().id;
    feed.change([first](QueueFeed::Store& store) {
        job::queue::JobChange change;
        change.devices = "cpu:2"; // instead of those of its document
        store.change(first, change);
    });
    ASSERT_TRUE(waitFor([this] { return model().jobs().front().devices == "cpu:2"; }));
    m_window->queue().reveal({first});
    m_window->queue().panel().actions().edit->trigger();
    JobModel& form = m_window->session().job();
    ASSERT_TRUE(waitFor([&] { return form.document().text("devices") == "cpu:2"; })) << "the form shows them";
    form.setValue(*job::findParameter("devices"), job::ParameterValue(std::string("cpu")));
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 2; }));
    EXPECT_EQ(model().jobs().back().devicesUsed(), "cpu");
}

TEST_F(SheetTest, WhatIsSaidOfAnEditedJobGoesToTheNextOneOnly) {
    m_window->open(writeScans(1).front());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    QueueFeed& feed = m_window->queue().feed();
    feed.setHeld(true);
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return model().jobs().size() == 1; }));
    const long long first = model().jobs().front().id;
    feed.change([first](QueueFeed::Store& store) {
        job::queue::JobChange change;
        change.comment = "at 300 K";
        change.operatorName = "AB";
        change.priority = 5;
        store.change(first, change);
    });
    ASSERT_TRUE(waitFor([this] { return model().jobs().front().comment == "at 300 K"; }));
    JobModel& form = m_window->session().job();
    form.setIterations(0, 99);
    m_window->queue().reveal({first});
    m_window->queue().panel().actions().edit->trigger();
    ASSERT_TRUE(waitFor([&] { return form.document().pipeline.front().iterations != 99; })) << "the form is the job's";
    for (std::size_t jobs = 2; jobs <= 3; ++jobs) {
        m_window->addToQueue();
        ASSERT_TRUE(waitFor([&] { return model().jobs().size() == jobs; }));
    }
    const job::queue::QueueJob *next = model().find(first + 1), *later = model().find(first + 2);
    ASSERT_TRUE(next != nullptr && later != nullptr);
    EXPECT_EQ(next->comment, "at 300 K");
    EXPECT_EQ(next->operatorName, "AB");
    EXPECT_EQ(next->priority, 5);
    EXPECT_EQ(later->comment, "");
    EXPECT_EQ(later->operatorName, "");
    EXPECT_EQ(later->priority, 0);
}

TEST_F(SheetTest, TheStripOfRunsSaysWhatWasChangedShowsAndCompares) {
    m_window->open(writeScans(1).front());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return done() == 1; }));
    // Clearly older than the next one, however coarse the times of files are.
    const std::filesystem::path first = model().jobs().front().result;
    std::filesystem::last_write_time(first, std::filesystem::last_write_time(first) - std::chrono::minutes(1));
    m_window->session().job().setIterations(0, 6);
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return done() == 2; }));
    m_window->runsDock().show();
    m_window->runsDock().raise();
    RunsStrip& strip = m_window->runs();
    ASSERT_TRUE(waitFor([&] {
        return strip.runs().rowCount() == 2 &&
               !strip.runs().changesOf(strip.runs().index(1)).isEmpty(); // both are read
    }));
    const QModelIndex second = strip.runs().index(1);
    EXPECT_EQ(strip.runs().changesOf(second), QStringList{"Iterations: 3 → 6"});
    EXPECT_GE(strip.runs().runAt(second)->error, 0);
    EXPECT_FALSE(strip.runs().runAt(second)->picture.isNull());
    // A click shows it.
    QTest::mouseClick(strip.list().viewport(), Qt::LeftButton, {}, strip.list().visualRect(second).center());
    ASSERT_TRUE(waitFor([this] { return m_window->session().result() != nullptr; }));
    EXPECT_EQ(m_window->session().result()->file, strip.runs().runAt(second)->file);
    // Dropped on the form it is what the next run starts from.
    const std::unique_ptr<QMimeData> dragged(strip.runs().mimeData({second}));
    drop(*dragged, m_window->form());
    ASSERT_TRUE(waitFor([this] { return m_window->session().job().document().input.contains("initial_probe"); }));
    strip.list().selectAll();
    ASSERT_TRUE(strip.compareAction()->isEnabled());
    strip.compareAction()->trigger();
    EXPECT_TRUE(waitFor([this] { return m_window->compareWindow() && m_window->compareWindow()->results(); }));
}

} // namespace
} // namespace ewald::ui::test
