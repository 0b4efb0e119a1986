// SPDX-License-Identifier: GPL-3.0-or-later
// Opening: what is sound, what is not, and what nobody has seen before.
#include "form/parameter_form.h"
#include "io/hdf5/hdf5.h"
#include "io/images/mask_file.h"
#include "io/result_file.h"
#include "window/data_page.h"
#include "window/import_dialog.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/scan_card.h"
#include "window_support.h"

#include "view/image_view.h"

#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeWidget>
#include <sys/stat.h>

namespace ewald::ui::test {
namespace {

class OpenTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
    }
    [[nodiscard]] bool opened() const { return m_window->session().scan() && m_window->session().scan()->complete; }
    [[nodiscard]] const UserMessage& message() const { return m_window->messageBar().message(); }
    /// Opens what cannot be opened; the message has to name the file.
    void expectMessage(const QString& file) {
        m_window->open(file);
        ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); })) << file.toStdString();
        EXPECT_EQ(message().severity, io::Severity::error);
        EXPECT_FALSE(message().what.isEmpty());
        EXPECT_NE((message().what + message().where).indexOf(QFileInfo(file).fileName()), -1)
            << message().what.toStdString() << " | " << message().where.toStdString();
        EXPECT_TRUE(m_window->isEnabled());
        EXPECT_FALSE(m_window->session().busy());
        EXPECT_EQ(QApplication::activeModalWidget(), nullptr);
        m_window->messageBar().dismiss();
    }

    std::unique_ptr<MainWindow> m_window;
};

TEST_F(OpenTest, AScanIsUnderstoodAndShown) {
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return opened(); }));
    const ScanDataPtr& data = m_window->session().scan();
    EXPECT_EQ(data->scan.frames->frameCount(), 64U);
    EXPECT_EQ(data->statistics.frames, 64U);
    EXPECT_TRUE(data->usable());
    ASSERT_TRUE(data->mean);
    EXPECT_EQ(data->mean->extent(0), 32U);
    EXPECT_GT(data->objectRows, 32U);
    EXPECT_FALSE(scanFacts(*data).isEmpty());
    EXPECT_EQ(m_window->tabs().currentWidget(), &m_window->dataPage());
    EXPECT_TRUE(m_window->runActions().start->isEnabled());
    // Single frames come from the same place.
    m_window->dataPage().showFrame(5);
    ASSERT_TRUE(waitFor([this] { return m_window->dataPage().pattern()->title().contains(QLatin1String("5")); }));
    m_window->dataPage().showMean();
    EXPECT_FALSE(m_window->dataPage().pattern()->title().contains(QLatin1String("5")));
}

TEST_F(OpenTest, ChangingAPreprocessingParameterPreparesTheFramesAgain) {
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return opened(); }));
    m_window->session().job().setValue(*job::findParameter("crop_size"), job::ParameterValue(24LL));
    EXPECT_TRUE(m_window->session().preparesSoon());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan()->layout.size == 24; }));
    EXPECT_EQ(m_window->session().scan()->mean->extent(0), 24U);
    // A parameter of the engine changes nothing there.
    const ScanDataPtr before = m_window->session().scan();
    m_window->session().job().setValue(*job::findParameter("batch_size"), job::ParameterValue(5LL));
    EXPECT_FALSE(m_window->session().preparesSoon());
    settleAll();
    EXPECT_EQ(m_window->session().scan(), before);
}

TEST_F(OpenTest, WhatWasSaidOfAValueIsOverOnceThereIsAnotherOne) {
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return opened() && !m_window->session().busy(); }));
    JobModel& job = m_window->session().job();
    const job::ParameterDef& crop = *job::findParameter("crop_size");
    job.setValue(crop, job::ParameterValue(4096LL));
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
    ASSERT_EQ(message().severity, io::Severity::error);
    job.setValue(*job::findParameter("probe_modes"), job::ParameterValue(2LL));
    EXPECT_TRUE(m_window->messageBar().isShown()) << "this is no cure";
    job.setValue(crop, job::ParameterValue(0LL));
    EXPECT_FALSE(m_window->messageBar().isShown());
    ASSERT_TRUE(waitFor([this] { return !m_window->session().busy() && !m_window->session().preparesSoon(); }));
    EXPECT_EQ(m_window->session().scan()->layout.size, 32U);

    // Of a job whose scan is not open, as "Change it…" of the queue puts it into the form.
    job::JobDocument other = job.document();
    other.inputFile = toPath(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    other.input["crop_size"] = 4096LL;
    m_window->session().useParameters(other);
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown() && !m_window->session().busy(); }));
    ASSERT_FALSE(m_window->session().scan());
    job.setValue(crop, job::ParameterValue(24LL));
    EXPECT_FALSE(m_window->messageBar().isShown());
    ASSERT_TRUE(waitFor([this] { return opened() && !m_window->session().busy(); }))
        << "it is tried with the new value";
    EXPECT_EQ(m_window->session().scan()->layout.size, 24U);
    EXPECT_EQ(m_window->session().scan()->job.inputFile, other.inputFile);
    EXPECT_FALSE(m_window->messageBar().isShown());
}

TEST_F(OpenTest, WhatWasSaidOfAFieldOrAnImageIsOverOnceItIsCured) {
    const PowderNames names = writePowder();
    m_window->openAll({names.frames, names.poni});
    IntegrationSession& frames = m_window->session().integration();
    ASSERT_TRUE(waitFor([&] { return frames.image() != nullptr && !m_window->session().busy(); }));
    const auto says = [this] { return m_window->messageBar().isShown(); };
    const auto set = [&](const char* key, const job::ParameterValue& value) {
        frames.job().setValue(*job::findParameter(key), value);
    };
    ASSERT_FALSE(says());
    Array<float, 2> dark({10, 10});
    io::writeTiff(toPath(path(QStringLiteral("dark.tif"))), dark, true);
    set("dark_file", path(QStringLiteral("dark.tif")).toStdString());
    ASSERT_TRUE(waitFor(says)) << "of another size";
    set("npt", 500LL);
    ASSERT_TRUE(waitFor([&] { return !frames.busy() && !frames.readsOrStoresSoon(); }));
    EXPECT_TRUE(says()) << "this is no cure";
    set("dark_file", std::string());
    EXPECT_TRUE(waitFor([&] { return !says(); }));

    // What a run was refused for.
    emit m_window->session().message({io::Severity::error, QStringLiteral("refused"), QStringLiteral("npt"), {}, {}});
    ASSERT_TRUE(says());
    set("unit", std::string("r_mm"));
    EXPECT_TRUE(says());
    set("npt", 600LL);
    EXPECT_FALSE(says());
}

TEST_F(OpenTest, AMaskThatIsOpenedIsThatOfTheOpenFrames) {
    const PowderNames names = writePowder();
    m_window->openAll({names.frames, names.poni});
    IntegrationSession& frames = m_window->session().integration();
    ASSERT_TRUE(waitFor([&] { return frames.image() != nullptr && !m_window->session().busy(); }));
    const auto files = frames.document().files();
    const auto writeMask = [this](std::size_t rows, const QString& name) {
        Array<std::uint8_t, 2> mask({rows, 240});
        mask(3, 4) = 1;
        io::writeMaskFile(toPath(path(QStringLiteral("made.tif"))), mask, true);
        EXPECT_TRUE(QFile::copy(path(QStringLiteral("made.tif")), path(name)));
        return path(name);
    };
    const QString mask = writeMask(200, QStringLiteral("beamstop.mask"));
    m_window->open(mask);
    ASSERT_TRUE(waitFor([&] { return frames.document().text("mask_file") == mask.toStdString(); }));
    EXPECT_EQ(frames.document().files(), files);
    ASSERT_TRUE(waitFor([&] { return !frames.drawnMask().empty() && frames.drawnMask().mask()(3, 4) == 1; }));
    EXPECT_TRUE(message().what.contains(QStringLiteral("beamstop.mask"))) << message().what.toStdString();
    frames.history().undo();
    EXPECT_EQ(frames.document().text("mask_file"), "");
    // Of another size it can only be meant to be looked at; so can an image that is called otherwise.
    m_window->open(writeMask(100, QStringLiteral("other_mask.tif")));
    ASSERT_TRUE(waitFor([&] { return frames.document().files() != files && !m_window->session().busy(); }));
    EXPECT_EQ(frames.document().text("mask_file"), "");
}

TEST(MaskNames, AreKnownByEndingOrWord) {
    for (const char* name : {"a.mask", "A.MSK", "mask.tif", "scan_mask_2.edf", "Mask-new.npy", "my mask.h5"})
        EXPECT_TRUE(io::isNamedAsMask(name)) << name;
    for (const char* name : {"a.tif", "unmasked.tif", "masked_0001.tif", "masks/frames.tif", "damask.cbf"})
        EXPECT_FALSE(io::isNamedAsMask(name)) << name;
}

TEST_F(OpenTest, TheScanOfTheOtherModeIsShownWhenItIsOpenedAgain) {
    const QString scan = writeScan();
    m_window->open(scan);
    ASSERT_TRUE(waitFor([this] { return opened() && !m_window->session().busy(); }));
    m_window->open(writePowder().frames);
    ASSERT_TRUE(
        waitFor([this] { return m_window->session().mode() == Mode::integration && !m_window->session().busy(); }));
    m_window->open(scan);
    ASSERT_TRUE(waitFor([this] { return !m_window->session().busy(); }));
    EXPECT_EQ(m_window->session().mode(), Mode::ptychography);
    // Frames that are prepared again behind the other page stay there.
    m_window->session().setMode(Mode::integration);
    m_window->session().job().setValue(*job::findParameter("crop_size"), job::ParameterValue(24LL));
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan()->layout.size == 24 && opened(); }));
    EXPECT_EQ(m_window->session().mode(), Mode::integration);
}

TEST_F(OpenTest, TheParametersOfTheScanBeforeAreOfferedUntilTheyAreTaken) {
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return opened() && !m_window->session().busy(); }));
    m_window->session().job().setValue(*job::findParameter("crop_size"), job::ParameterValue(24LL));
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan()->layout.size == 24 && opened(); }));
    // Of so many frames some are looked at first.
    m_window->open(writeScan(smallExperiment(300), QStringLiteral("next.cxi")));
    ASSERT_TRUE(waitFor([this] {
        return m_window->session().inputFile().endsWith(QStringLiteral("next.cxi")) && opened() &&
               !m_window->session().busy();
    }));
    EXPECT_EQ(m_window->session().scan()->layout.size, 32U);
    ASSERT_TRUE(m_window->messageBar().isShown());
    EXPECT_TRUE(message().what.contains(QStringLiteral("scan.cxi"))) << message().what.toStdString();
    auto* use = m_window->messageBar().findChild<QPushButton*>();
    ASSERT_NE(use, nullptr);
    use->click();
    EXPECT_TRUE(waitFor([this] { return m_window->session().scan()->layout.size == 24; }));
}

TEST_F(OpenTest, AClickMasksAndTheJobRemembersIt) {
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return opened(); }));
    DataPage& page = m_window->dataPage();
    const auto badPixels = [this] {
        return std::ranges::count(m_window->session().scan()->layout.badPixels, std::uint8_t{1});
    };
    const auto before = badPixels();
    page.setTool(DataPage::Tool::brush);
    emit page.pattern()->drawn(QPointF(10.5, 12.5), QPointF(10.5, 12.5), false);
    emit page.pattern()->drawn(QPointF(10.5, 12.5), QPointF(10.5, 12.5), true);
    ASSERT_TRUE(waitFor([&] { return badPixels() > before; }));
    // A brush of 8 pixels covers about 50.
    EXPECT_NEAR(static_cast<double>(badPixels() - before), 50, 6);
    EXPECT_EQ(m_window->session().scan()->layout.badPixels(12, 10), 1);
    EXPECT_FALSE(m_window->session().job().document().text("mask_file").empty());
    page.setTool(DataPage::Tool::centre);
    emit page.pattern()->clicked(QPointF(18.2, 15.7));
    EXPECT_EQ(m_window->session().job().document().real("centre_row"), 15);
    EXPECT_EQ(m_window->session().job().document().real("centre_col"), 18);
}

TEST_F(OpenTest, BadFilesGiveAMessageAndTheWindowGoesOn) {
    expectMessage(path("nowhere.h5"));
    QFile text(path("notes.h5"));
    ASSERT_TRUE(text.open(QIODevice::WriteOnly));
    text.write("this is no HDF5 file, only a few words");
    text.close();
    expectMessage(path("notes.h5"));
    QFile empty(path("empty.cxi"));
    ASSERT_TRUE(empty.open(QIODevice::WriteOnly));
    empty.close();
    expectMessage(path("empty.cxi"));
    const QString whole = writeScan();
    QFile::copy(whole, path("truncated.cxi"));
    QFile::resize(path("truncated.cxi"), QFileInfo(whole).size() / 3);
    expectMessage(path("truncated.cxi"));
    QFile json(path("broken.json"));
    ASSERT_TRUE(json.open(QIODevice::WriteOnly));
    json.write("{\"format\": \"ewald-job\", \"version\": 1, \"probe_mode\": 3");
    json.close();
    expectMessage(path("broken.json"));
    ASSERT_TRUE(QDir(m_folder.path()).mkdir(QStringLiteral("folder")));
    expectMessage(path("folder")); // without frames
    ASSERT_EQ(mkfifo(QFile::encodeName(path("pipe.h5")).constData(), 0600), 0);
    expectMessage(path("pipe.h5")); // nobody will ever write into it
    // … and a good one opens after all that.
    m_window->open(whole);
    ASSERT_TRUE(waitFor([this] { return opened(); }));
    EXPECT_FALSE(m_window->messageBar().isShown());
}

TEST_F(OpenTest, AFileOfAnotherKindSaysWhatCanBeOpened) {
    QFile file(path("notes.txt"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("Bought milk.\nCalled the beamline scientist about the shutter.\n");
    file.close();
    m_window->open(path("notes.txt"));
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
    EXPECT_EQ(message().severity, io::Severity::error);
    for (const char* kind : {"HDF5", "TIFF", "EDF", "CBF", "CSV", "SPEC", ".poni", ".json"})
        EXPECT_TRUE(message().hint.contains(QLatin1String(kind))) << kind << ": " << message().hint.toStdString();
}

TEST_F(OpenTest, WhileFilesAreDraggedTheWindowSaysWhatADropDoes) {
    const auto* hint = m_window->findChild<QLabel*>(QStringLiteral("dropHint"));
    ASSERT_NE(hint, nullptr);
    const auto drag = [&](QWidget& over, const QStringList& names) {
        QMimeData mime;
        QList<QUrl> urls;
        for (const QString& name : names) urls << QUrl::fromLocalFile(path(name));
        mime.setUrls(urls);
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&over, &enter);
        return hint->isVisible() ? hint->text() : QString();
    };
    const auto leave = [&](QWidget& over) {
        QDragLeaveEvent gone;
        QApplication::sendEvent(&over, &gone);
        EXPECT_FALSE(hint->isVisible());
    };
    EXPECT_FALSE(hint->isVisible());
    EXPECT_EQ(drag(*m_window, {"scan.cxi"}), QStringLiteral("Open scan.cxi"));
    EXPECT_TRUE(m_window->rect().contains(hint->geometry()));
    leave(*m_window);
    EXPECT_EQ(drag(*m_window, {"a.poni"}), QStringLiteral("Take the geometry of a.poni"));
    EXPECT_EQ(drag(*m_window, {"a.json"}), QStringLiteral("Take the parameters of the job a.json"));
    EXPECT_EQ(drag(*m_window, {"a.h5", "a.poni"}), QStringLiteral("Open 1 file with the geometry"));
    EXPECT_EQ(drag(*m_window, {"a.h5", "b.h5"}),
              QStringLiteral("2 files: you are asked what they are for; frames alone make one stack"));
    EXPECT_TRUE(drag(m_window->form(), {"a.h5"}).contains(QStringLiteral("next run")));
    leave(m_window->form());
    // A document that is the geometry of a detector arm is seen to be one when it has been looked at.
    QFile arm(path("arm.json"));
    ASSERT_TRUE(arm.open(QIODevice::WriteOnly));
    arm.write(R"({"content": "Goniometer calibration v2", "detector": "Detector"})");
    arm.close();
    drag(*m_window, {"arm.json"});
    EXPECT_TRUE(waitFor([&] { return hint->text() == QStringLiteral("Take the geometry of arm.json"); }));
    drag(*m_window, {"a.h5", "arm.json"});
    EXPECT_TRUE(waitFor([&] { return hint->text() == QStringLiteral("Open 1 file with the geometry"); }));
    leave(*m_window);
    drag(*m_window, {"a.json"});
    settleAll();
    EXPECT_EQ(hint->text(), QStringLiteral("Take the parameters of the job a.json"));
    drag(*m_window, {kLongName});
    EXPECT_TRUE(m_window->rect().contains(hint->geometry())) << "long names";
    QMimeData text;
    text.setText(QStringLiteral("no file"));
    leave(*m_window);
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    EXPECT_FALSE(hint->isVisible());
}

TEST_F(OpenTest, ANewerFileReplacesTheOneBeingOpened) {
    const QString first = writeScan(smallExperiment(100), "first.cxi");
    const QString second = writeScan(smallExperiment(36), "second.cxi");
    m_window->open(first);
    m_window->open(second);
    ASSERT_TRUE(waitFor([this] { return opened(); }));
    settleAll();
    EXPECT_EQ(m_window->session().scan()->scan.frames->frameCount(), 36U);
    m_window->open(first);
    m_window->session().cancelOpening();
    settleAll();
    EXPECT_EQ(m_window->session().scan()->scan.frames->frameCount(), 36U);
    EXPECT_FALSE(m_window->session().busy());
}

TEST_F(OpenTest, JobDocumentsGoThroughTheWindow) {
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return opened(); }));
    JobModel& model = m_window->session().job();
    model.setValue(*job::findParameter("probe_modes"), job::ParameterValue(3LL));
    model.setIterations(0, 17);
    const job::JobDocument saved = model.document();
    job::writeJob(toPath(path("job.json")), saved, true);
    model.resetAll();
    m_window->open(path("job.json"));
    ASSERT_TRUE(
        waitFor([&] { return model.document().pipeline[0].iterations == 17 && !model.document().input.empty(); }));
    EXPECT_EQ(model.document().integer("probe_modes"), 3);
    EXPECT_EQ(model.document().inputFile, saved.inputFile);
}

TEST_F(OpenTest, TheJobExamplesAreUsable) {
    const QStringList files = QDir(QStringLiteral(":/examples")).entryList({QStringLiteral("*.json")});
    EXPECT_EQ(files.size(), 3);
    for (const QString& name : files) {
        QFile file(QStringLiteral(":/examples/") + name);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        m_window->session().useParameters(job::parseJob(file.readAll().toStdString(), name.toStdString()));
        EXPECT_FALSE(m_window->session().job().changedKeys().empty()) << name.toStdString();
    }
}

/// A file whose layout no reader knows: images in /exp/run1/images, stage positions in micrometres, energy in eV.
void writeUnknownFile(const QString& name, const sim::PtychoDataset& data) {
    io::h5::File file = io::h5::File::create(toPath(name));
    const std::size_t frames = data.frames.extent(0);
    std::vector<double> x;
    std::vector<double> y;
    for (const ScanPosition& position : data.positions) {
        x.push_back(position.x * 1e6);
        y.push_back(position.y * 1e6);
    }
    const double energy = 8000;
    file.write<float>("/exp/run1/images", data.frames.span(), {frames, data.frames.extent(1), data.frames.extent(2)});
    file.write<double>("/exp/run1/stage_a", x, {frames});
    file.write<double>("/exp/run1/stage_b", y, {frames});
    file.write("/exp/beam/e", energy);
    file.close();
}

TEST_F(OpenTest, AFileWithoutDatasetsEndsInWordsNotInWaiting) {
    io::h5::File file = io::h5::File::create(toPath(path("hollow.h5")));
    file.createGroup("/entry/data");
    file.close();
    ImportDialog dialog(path("hollow.h5"), {}, std::nullopt, nullptr);
    ASSERT_TRUE(waitFor([&] { return dialog.checkText().contains(QStringLiteral("holds no datasets")); }))
        << dialog.checkText().toStdString();
    EXPECT_FALSE(dialog.openButton()->isEnabled());
}

TEST_F(OpenTest, AnUnknownLayoutIsAskedForOnceAndThenOpensByItself) {
    const sim::PtychoDataset data = sim::simulatePtycho(smallExperiment());
    writeUnknownFile(path("night_1.h5"), data);
    writeUnknownFile(path("night_2.h5"), data);
    m_window->open(path("night_1.h5"));
    ASSERT_TRUE(waitFor([this] { return m_window->importDialog() != nullptr; }));
    ImportDialog& dialog = *m_window->importDialog();
    ASSERT_TRUE(waitFor([&] { return dialog.tree()->topLevelItemCount() > 0; }));
    const auto choose = [&](ImportRole role, const char* dataset) {
        QComboBox* box = dialog.datasetBox(role);
        const int index = box->findData(QLatin1String(dataset));
        ASSERT_GE(index, 0) << dataset;
        box->setCurrentIndex(index);
    };
    choose(ImportRole::frames, "/exp/run1/images");
    choose(ImportRole::positionX, "/exp/run1/stage_a");
    choose(ImportRole::positionY, "/exp/run1/stage_b");
    dialog.datasetBox(ImportRole::positions)->setCurrentIndex(0);
    choose(ImportRole::energy, "/exp/beam/e");
    io::ImportMapping mapping = dialog.mapping();
    mapping.distanceValue = 2.0;
    mapping.pixelSizeValue = 75;
    mapping.pixelSizeUnit = "um";
    mapping.positionUnit = "m"; // wrong on purpose: the line below has to notice
    mapping.energyUnit = "eV";
    dialog.setMapping(mapping);
    ASSERT_TRUE(waitFor([&] { return dialog.checkText().contains(QLatin1String("64")); }));
    ASSERT_TRUE(waitFor([&] { return !dialog.checkText().contains(QStringLiteral("object 7")); }));
    mapping.positionUnit = "um";
    dialog.setMapping(mapping);
    EXPECT_FALSE(dialog.openButton()->isEnabled()); // not before it has been checked
    ASSERT_TRUE(waitFor([&] { return dialog.isAccepted(); }));
    EXPECT_TRUE(dialog.checkText().contains(QStringLiteral("32 × 32"))) << dialog.checkText().toStdString();
    dialog.setLayoutName(QStringLiteral("Beamline 7"));
    dialog.openButton()->click();
    ASSERT_TRUE(waitFor([this] { return opened(); }));
    // The numbers are those of the simulation, and the mapping is part of the job.
    const ScanDataPtr scan = m_window->session().scan();
    EXPECT_NEAR(*scan->scan.wavelength_m, data.wavelength_m, 1e-6 * data.wavelength_m);
    ASSERT_EQ(scan->positions.size(), data.positions.size());
    EXPECT_NEAR(scan->positions[7].x, data.positions[7].x, 1e-15);
    EXPECT_NEAR(scan->geometry->objectPixelHeight_m, data.objectPixel_m, 1e-6 * data.objectPixel_m);
    ASSERT_TRUE(m_window->session().job().document().mapping);
    EXPECT_EQ(*m_window->session().job().document().mapping, mapping);
    // The next file of the night opens without a question.
    m_window->open(path("night_2.h5"));
    ASSERT_TRUE(waitFor([this] { return toQString(m_window->session().scan()->job.inputFile) == path("night_2.h5"); }));
    EXPECT_EQ(m_window->session().scan()->job.mapping->positionUnit, "um");
    // … and the card says by which layout.
    const auto labels = m_window->findChild<ScanCard*>()->findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(
        labels, [](const QLabel* label) { return label->text().contains(QStringLiteral("Layout: Beamline 7")); }));
}

TEST_F(OpenTest, AUnitThatAMappingLeavesOpenIsThatOfTheFile) {
    io::h5::File file = io::h5::File::create(toPath(path("units.h5")));
    file.write("/beam/e", 8000.0);
    file.setAttribute("/beam/e", "units", "eV");
    file.write("/beam/z", 2.0);
    file.close();
    ImportDialog dialog(path("units.h5"), {}, std::nullopt, nullptr);
    ASSERT_TRUE(waitFor([&] { return dialog.tree()->topLevelItemCount() > 0; }));
    io::ImportMapping mapping;
    mapping.energy = "/beam/e";
    mapping.distance = "/beam/z";
    mapping.unstatedUnits = {.energy = true, .distance = true};
    dialog.setMapping(mapping);
    EXPECT_EQ(dialog.mapping().energyUnit, "eV");
    EXPECT_EQ(dialog.mapping().distanceUnit, "m") << "the file says none";
    EXPECT_EQ(dialog.mapping().unstatedUnits, io::UnstatedUnits()) << "what is shown is stated";
    mapping.unstatedUnits = {};
    dialog.setMapping(mapping);
    EXPECT_EQ(dialog.mapping().energyUnit, "keV");
}

TEST_F(OpenTest, AResultDroppedOnTheParametersIsTheNextStart) {
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return opened(); }));
    io::PtychoResult result;
    result.object = Array<Complex, 3>({1, 8, 8}, Complex(1, 0));
    result.probe = Array<Complex, 4>({1, 1, 4, 4}, Complex(1, 0));
    result.objectPixelHeight_m = result.objectPixelWidth_m = 1e-8;
    io::writeResult(toPath(path("earlier.h5")), result, true);
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(path("earlier.h5"))});
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&m_window->form(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(20, 20), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&m_window->form(), &drop);
    const auto initial = [this](const char* key) {
        return QString::fromStdString(m_window->session().job().document().text(key));
    };
    ASSERT_TRUE(waitFor([&] { return initial("initial_probe") == path("earlier.h5"); }));
    EXPECT_EQ(initial("initial_object"), path("earlier.h5"));
}

} // namespace
} // namespace ewald::ui::test
