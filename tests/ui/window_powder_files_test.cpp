// SPDX-License-Identifier: GPL-3.0-or-later
// Files of an integration: what lies beside them, what is taken of them, what is written.
#include "../job/integration_files.h"
#include "azint/calibrant.h"
#include "azint/instrument/goniometer.h"
#include "base/quantity_text.h"
#include "form/eliding_combo.h"
#include "german.h"
#include "io/hdf5/hdf5.h"
#include "io/images/mask_file.h"
#include "model/queue_model.h"
#include "powder_window.h"
#include "test_paths.h"
#include "view/image_view.h"
#include "window/export_dialog.h"
#include "window/geometry_panel.h"
#include "window/intent_sheet.h"
#include "window/powder_page.h"
#include "window/queue_dock.h"
#include "window/queue_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>
#include <QWheelEvent>
#include <fstream>

namespace ewald::ui::test {
namespace {

class PowderFilesTest : public PowderWindowTest {
protected:
    [[nodiscard]] SeveralFiles filesOf(const QString& folder) {
        SeveralFiles found;
        const auto heard = QObject::connect(&m_window->session(), &Session::severalFound,
                                            [&](const SeveralFiles& files) { found = files; });
        m_window->open(folder);
        EXPECT_TRUE(waitFor([&] { return !found.files.isEmpty() && !m_window->session().busy(); }));
        QObject::disconnect(heard);
        return found;
    }
};

TEST_F(PowderFilesTest, ModulesAndPartsOfALambdaAreOneScan) {
    const QString folder = QString::fromUtf8(EWALD_SHARED_DIR) + QStringLiteral("/data/diffraction/lambda_nxs");
    if (!QDir(folder).exists()) GTEST_SKIP() << "no " << folder.toStdString();
    openPowder(); // so that frames are integrated
    const SeveralFiles found = filesOf(folder);
    QStringList names;
    for (const QString& file : found.files) names << QFileInfo(file).fileName();
    names.sort();
    EXPECT_EQ(names, (QStringList{QStringLiteral("testasapo1_1009_00002_m1_part#.nxs"),
                                  QStringLiteral("testasapo1_1009_00002_proc.nxs")}));
    EXPECT_EQ(QFileInfo(found.geometry).fileName(), QStringLiteral("L2.poni"));
    // One job for both parts, whose names are no patterns.
    job::queue::BatchRequest asked;
    IntentSheet* sheet = m_window->intentSheet();
    ASSERT_NE(sheet, nullptr);
    QObject::connect(sheet, &IntentSheet::queueChosen,
                     [&](const job::queue::BatchRequest& request, IntentSheet::FormUse) { asked = request; });
    const auto planned = [&] {
        asked.output = path(QStringLiteral("{name}_ewald.h5")).toStdString();
        return job::queue::planJobs(asked, {});
    };
    sheet->queueButton()->click();
    ASSERT_EQ(asked.inputs.size(), 2U);
    const auto jobs = planned();
    ASSERT_EQ(jobs.size(), 2U);
    const auto& ofParts = jobs[jobs[0].job.name.find("part") == std::string::npos ? 1 : 0];
    EXPECT_FALSE(ofParts.problem) << ofParts.problem->what();
    EXPECT_EQ(ofParts.job.name, "testasapo1_1009_00002_m1_part");
    EXPECT_EQ(ofParts.job.document.outputFile.filename(), "testasapo1_1009_00002_m1_part_ewald.h5");
    // And opened it is the whole scan: each part has ten frames.
    m_window->open(QDir(folder).filePath(QStringLiteral("testasapo1_1009_00002_m1_part#.nxs")));
    ASSERT_TRUE(waitFor([this] { return frames().stack()->frameCount() == 20 && framesAreReady(); }))
        << m_window->messageBar().message().what.toStdString();
}

TEST_F(PowderFilesTest, ThatFramesAreNoScanIsSaidWhenTheModeIsAskedFor) {
    openPowder();
    m_window->session().setMode(Mode::ptychography);
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown() && !m_window->session().busy(); }));
    EXPECT_TRUE(m_window->messageBar().message().what.endsWith(
        QStringLiteral(" has no scan positions: it is no scan for ptychography")))
        << m_window->messageBar().plainText().toStdString();
    EXPECT_EQ(m_window->session().mode(), Mode::ptychography);
    m_window->session().setMode(Mode::integration);
    EXPECT_NE(frames().stack(), nullptr);
}

TEST_F(PowderFilesTest, AnotherDatasetOfTheFileHasItsOwnImage) {
    const auto write = [](io::h5::File& file, const char* name, float value, std::size_t rows) {
        const std::vector<float> counts(2 * rows * 50, value);
        file.write<float>(name, counts, {2, rows, 50});
    };
    io::h5::File file = io::h5::File::create(toPath(path("two.h5")));
    write(file, "/a", 3, 60); // has most pixels: is taken by itself
    write(file, "/b", 7, 60);
    write(file, "/c", 9, 40);
    file.close();
    m_window->session().setMode(Mode::integration);
    openFiles({path("two.h5")});
    set("dataset", std::string("/a"));
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_EQ((*frames().image())(0, 0), 3);
    frames().show(StackView::maximum);
    frames().editMask([](FrameMask& mask) {
        mask.begin();
        mask.rectangle({10, 10, 5, 5}, true);
    });
    ASSERT_TRUE(waitFor([this] { return framesAreReady() && !frames().hasUnstoredEdits(); }));
    const auto imageIs = [this](float value, std::size_t rows) {
        return waitFor([=, this] {
            return framesAreReady() && frames().stack()->rows() == rows && frames().image()->extent(0) == rows &&
                   (*frames().image())(0, 0) == value;
        });
    };
    set("dataset", std::string("/b"));
    EXPECT_TRUE(imageIs(7, 60)) << (*frames().image())(0, 0);
    EXPECT_EQ(frames().drawnMask().maskedPixels(), 25U) << "it fits";
    for (const QToolButton* button : page().findChildren<QToolButton*>()) {
        const bool maximum = button->text() == QStringLiteral("Maximum");
        EXPECT_TRUE(!maximum || button->isChecked()) << "as before";
    }
    set("mask_file", std::string());
    set("dataset", std::string("/c"));
    EXPECT_TRUE(imageIs(9, 40)) << frames().image()->extent(0);
    EXPECT_EQ(frames().drawnMask().mask().extent(0), 40U);
    EXPECT_EQ(frames().wholeMask()->extent(0), 40U);
}

TEST_F(PowderFilesTest, TheGeometryBesideFramesGoesWithTheJobs) {
    ASSERT_TRUE(QDir().mkpath(path(QStringLiteral("night"))));
    const PowderNames names = writePowder(smallPowder(2));
    for (const char* name : {"night/a.h5", "night/b.h5"})
        ASSERT_TRUE(QFile::copy(names.frames, path(QLatin1String(name))));
    ASSERT_TRUE(QFile::copy(names.poni, path(QStringLiteral("night/beside.poni"))));
    openPowder(smallPowder(2), false);
    static_cast<void>(filesOf(path(QStringLiteral("night"))));
    IntentSheet* sheet = m_window->intentSheet();
    ASSERT_NE(sheet, nullptr);
    auto* with = sheet->findChild<QCheckBox*>(QStringLiteral("withGeometry"));
    ASSERT_NE(with, nullptr);
    EXPECT_TRUE(with->isChecked());
    EXPECT_TRUE(with->text().contains(QStringLiteral("beside.poni"))) << with->text().toStdString();
    job::queue::BatchRequest asked;
    QObject::connect(sheet, &IntentSheet::queueChosen,
                     [&](const job::queue::BatchRequest& request, IntentSheet::FormUse) { asked = request; });
    sheet->queueButton()->click();
    ASSERT_EQ(asked.inputs.size(), 2U);
    EXPECT_EQ(asked.common.text("poni_file"), path(QStringLiteral("night/beside.poni")).toStdString());
    // And so it is in the jobs that come of it.
    const auto jobs = [this]() -> const std::vector<job::queue::QueueJob>& {
        return m_window->queue().panel().model().jobs();
    };
    ASSERT_TRUE(waitFor([&] { return jobs().size() == 2; }));
}

/// At 5 it is the geometry of the PONI file, at 15 it is turned by a hundredth.
TEST_F(PowderFilesTest, AGoniometerFileIsAGeometryWhereTheArmIs) {
    const sim::PowderExperiment experiment = smallPowder(2);
    const azint::Poni& right = experiment.poni;
    const QString file = path(QStringLiteral("arm.json"));
    std::ofstream(file.toStdString())
        << R"({"content": "Goniometer calibration v2", "detector": "Detector", "detector_config": {"pixel1": )"
        << exactText(right.pixel1_m) << ", \"pixel2\": " << exactText(right.pixel2_m)
        << "}, \"wavelength\": " << exactText(*right.wavelength_m) << ", \"param\": [" << exactText(right.rot2)
        << R"(], "param_names": ["rot2"], "pos_names": ["tth"], "trans_function": {"content": "GeometryTransformation",
"param_names": ["rot2"], "pos_names": ["tth"], "dist_expr": ")"
        << exactText(right.dist_m) << R"(", "poni1_expr": ")" << exactText(right.poni1_m) << R"(", "poni2_expr": ")"
        << exactText(right.poni2_m) << R"(", "rot1_expr": ")" << exactText(right.rot1)
        << R"(", "rot2_expr": "rot2 + (tth - 5) / 1000", "rot3_expr": ")" << exactText(right.rot3) << "\"}}";
    openFiles({writePowder(experiment).frames, file});
    EXPECT_EQ(frames().document().text("poni_file"), file.toStdString());
    EXPECT_FALSE(frames().geometryKnown());
    EXPECT_TRUE(frames().geometryProblem().contains(QStringLiteral("(tth), which is not given")))
        << frames().geometryProblem().toStdString();
    set("arm_position", std::string("5"));
    ASSERT_TRUE(waitFor([this] { return frames().geometryKnown() && framesAreReady(); }));
    EXPECT_TRUE(frames().geometryProblem().isEmpty()) << frames().geometryProblem().toStdString();
    EXPECT_EQ(frames().poni().rot2, right.rot2);
    EXPECT_EQ(frames().poni().dist_m, right.dist_m);
    set("arm_position", std::string("15"));
    ASSERT_TRUE(waitFor([&] { return frames().poni().rot2 != right.rot2 && framesAreReady(); }));
    EXPECT_NEAR(frames().poni().rot2, right.rot2 + 0.01, 1e-12);
    // Opened alone it is a geometry as well, and no job.
    set("poni_file", std::string());
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    m_window->open(file);
    EXPECT_TRUE(waitFor([&] { return frames().document().text("poni_file") == file.toStdString(); }))
        << m_window->messageBar().message().what.toStdString();
}

/// Opened with frames and alone, and asked for nothing but the geometry.
TEST_F(PowderFilesTest, SettingsOfPyFaiAreAGeometry) {
    const sim::PowderExperiment experiment = smallPowder(2);
    const azint::Poni& right = experiment.poni;
    const QString file = path(QStringLiteral("night.azimint.json"));
    std::ofstream(file.toStdString())
        << R"({"application": "pyfai-integrate", "version": 5, "poni": {"poni_version": 2, "dist": )"
        << exactText(right.dist_m) << ", \"poni1\": " << exactText(right.poni1_m)
        << ", \"poni2\": " << exactText(right.poni2_m) << ", \"rot1\": " << exactText(right.rot1)
        << ", \"rot2\": " << exactText(right.rot2) << ", \"rot3\": " << exactText(right.rot3)
        << ", \"wavelength\": " << exactText(*right.wavelength_m)
        << R"(, "detector": "Detector", "detector_config": {"pixel1": )" << exactText(right.pixel1_m)
        << ", \"pixel2\": " << exactText(right.pixel2_m) << R"(}}, "do_mask": true, "mask_file": "m.edf"})";
    openFiles({writePowder(experiment).frames, file});
    EXPECT_EQ(frames().document().text("poni_file"), file.toStdString());
    EXPECT_TRUE(frames().geometryKnown()) << frames().geometryProblem().toStdString();
    EXPECT_EQ(frames().poni().rot2, right.rot2);
    EXPECT_EQ(frames().poni().poni1_m, right.poni1_m);
    set("poni_file", std::string());
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    m_window->open(file);
    EXPECT_TRUE(waitFor([&] { return frames().document().text("poni_file") == file.toStdString(); }))
        << m_window->messageBar().message().what.toStdString();
}

TEST_F(PowderFilesTest, ADetectorThatTheFramesNameOutlivesAReset) {
    sim::PowderExperiment experiment = smallPowder(2);
    experiment.poni.shape = {195, 487}; // one module of a Pilatus
    experiment.poni.pixel1_m = experiment.poni.pixel2_m = 172e-6;
    openPowder(experiment);
    const std::string named = frames().document().text("detector");
    ASSERT_NE(named, "");
    set("npt", 77LL);
    frames().job().resetAll();
    EXPECT_TRUE(waitFor([&] { return frames().document().text("detector") == named; }));
    EXPECT_NE(frames().document().integer("npt"), 77);
    frames().history().undo();
    EXPECT_EQ(frames().document().integer("npt"), 77) << "the reset is one step";
    EXPECT_EQ(frames().document().text("detector"), named);
}

TEST_F(PowderFilesTest, RingsThatCannotBeDrawnSayWhy) {
    sim::PowderExperiment experiment = smallPowder(2);
    openPowder(experiment);
    GeometryPanel& panel = *m_window->framePage().geometryPanel();
    auto* why = panel.findChild<QLabel*>(QStringLiteral("noRings"));
    ASSERT_NE(why, nullptr);
    panel.calibrantBox()->setCurrentIndex(1);
    EXPECT_TRUE(why->isHidden()) << "the energy is known";
    panel.box(GeometryPanel::Field::energy_keV)->setValue(0);
    EXPECT_FALSE(why->isHidden());
    panel.calibrantBox()->setCurrentIndex(0);
    EXPECT_TRUE(why->isHidden()) << "no rings are wanted";
    panel.calibrantBox()->setCurrentIndex(1);
    panel.box(GeometryPanel::Field::energy_keV)->setValue(12);
    EXPECT_TRUE(why->isHidden());
}

/// A run that would fail at once does not begin, and the panel says what is missing.
TEST_F(PowderFilesTest, WithoutAnEnergyOnlyAnglesAreIntegrated) {
    const QString plain = path(QStringLiteral("plain.h5")); // which says nothing beside its frames
    io::h5::File file = io::h5::File::create(plain.toStdString());
    file.write<std::uint16_t>("/entry/data/data", std::vector<std::uint16_t>(2 * 64 * 60, 3), {2, 64, 60});
    file.close();
    m_window->session().setMode(Mode::integration);
    openFiles({plain});
    GeometryPanel& panel = *m_window->framePage().geometryPanel();
    auto* problem = panel.findChild<QLabel*>(QStringLiteral("geometryProblem"));
    JobModel& job = m_window->session().integration().job();
    job.setValue(*job::findParameter("unit"), job::ParameterValue(std::string("q_A^-1")));
    panel.box(GeometryPanel::Field::distance_mm)->setValue(123);
    panel.box(GeometryPanel::Field::pixelWidth_um)->setValue(101);
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_FALSE(m_window->runActions().start->isEnabled());
    EXPECT_TRUE(problem->text().contains(QStringLiteral("needs the photon energy"))) << problem->text().toStdString();
    EXPECT_FALSE(problem->isHidden());
    job.setValue(*job::findParameter("unit"), job::ParameterValue(std::string("2th_deg")));
    settleAll();
    EXPECT_TRUE(m_window->runActions().start->isEnabled());
    EXPECT_TRUE(problem->isHidden());
    job.setValue(*job::findParameter("unit"), job::ParameterValue(std::string("q_A^-1")));
    panel.box(GeometryPanel::Field::energy_keV)->setValue(12);
    settleAll();
    EXPECT_TRUE(m_window->runActions().start->isEnabled());
    EXPECT_TRUE(problem->isHidden());
}

/// Of a plate on a cylinder, only the PONI says where it is; what the boxes show is where the direct beam meets it.
TEST_F(PowderFilesTest, BeamAndTiltOfABentPlateCannotBeTyped) {
    const QString plain = path(QStringLiteral("plain.h5")), poni = path(QStringLiteral("bent.poni"));
    io::h5::File file = io::h5::File::create(plain.toStdString());
    file.write<std::uint16_t>("/entry/data/data", std::vector<std::uint16_t>(2 * 64 * 60, 3), {2, 64, 60});
    file.close();
    // Turned by 20 columns, a tenth of a radian.
    std::ofstream(poni.toStdString()) << R"(Detector: Detector
Detector_config: {"pixel1": 1e-3, "pixel2": 1e-3, "max_shape": [64, 60], "radius": 0.2}
Distance: 0.2
Poni1: 0.03
Poni2: 0
Rot1: -0.1
Rot2: 0
Rot3: 0
Wavelength: 1e-10
)";
    openFiles({plain, poni});
    GeometryPanel& panel = *m_window->framePage().geometryPanel();
    using Field = GeometryPanel::Field;
    for (const Field field : {Field::centreRow, Field::centreCol, Field::distance_mm, Field::tilt_deg})
        EXPECT_FALSE(panel.box(field)->isEnabled());
    EXPECT_TRUE(panel.box(Field::poni1_mm)->isEnabled());
    EXPECT_NEAR(panel.box(Field::centreRow)->value(), 30, 1e-3);
    EXPECT_NEAR(panel.box(Field::centreCol)->value(), 20, 1e-3);
    EXPECT_NEAR(panel.box(Field::distance_mm)->value(), 200, 1e-3);
    EXPECT_NEAR(panel.box(Field::tilt_deg)->value(), 0, 0.2) << "of a pixel of 0.3 degrees";
    auto* problem = panel.findChild<QLabel*>(QStringLiteral("geometryProblem"));
    EXPECT_TRUE(problem->text().contains(QStringLiteral("is not flat"))) << problem->text().toStdString();
    m_window->framePage().geometryPanel()->setCentre(1, 1);
    EXPECT_NEAR(panel.box(Field::centreRow)->value(), 30, 1e-3);
    EXPECT_TRUE(m_window->runActions().start->isEnabled());
}

TEST_F(PowderFilesTest, NoFieldMovesWhenAMessageComesOrGoes) {
    openPowder(smallPowder(2));
    activate(*m_window);
    GeometryPanel& panel = *m_window->framePage().geometryPanel();
    const auto places = [&] {
        settleAll();
        std::vector<QPoint> all;
        for (const GeometryPanel::Field field :
             {GeometryPanel::Field::centreRow, GeometryPanel::Field::distance_mm, GeometryPanel::Field::pixelWidth_um})
            all.push_back(panel.box(field)->mapTo(&panel, QPoint()));
        return all;
    };
    panel.calibrantBox()->setCurrentIndex(0);
    panel.box(GeometryPanel::Field::energy_keV)->setValue(0);
    const std::vector<QPoint> before = places();
    panel.calibrantBox()->setCurrentIndex(1);
    EXPECT_TRUE(panel.findChild<QLabel*>(QStringLiteral("noRings"))->isVisible());
    EXPECT_EQ(places(), before);
    panel.box(GeometryPanel::Field::distance_mm)->setValue(60'000); // 60 m: a doubt that is said
    settleAll();
    EXPECT_TRUE(panel.findChild<QLabel*>(QStringLiteral("geometryProblem"))->isVisible());
    EXPECT_EQ(places(), before);
    panel.box(GeometryPanel::Field::distance_mm)->setValue(100);
    panel.calibrantBox()->setCurrentIndex(0);
    EXPECT_EQ(places(), before);
}

/// The one mode opens the file of the other, which takes a while; who has gone back by then stays there.
TEST_F(PowderFilesTest, AModeThatIsLeftAtOnceDoesNotComeBack) {
    Session& session = m_window->session();
    const QString scan = writeScan();
    m_window->open(scan);
    ASSERT_TRUE(waitFor([&] { return session.scan() && session.scan()->complete && !session.busy(); }));
    session.setMode(Mode::integration);
    session.setMode(Mode::ptychography);
    EXPECT_FALSE(session.busy()) << "what was begun for the other mode is not wanted any more";
    settleAll();
    EXPECT_EQ(session.mode(), Mode::ptychography);
    EXPECT_FALSE(frames().stack());
    session.setMode(Mode::integration);
    ASSERT_TRUE(waitFor([&] { return frames().stack() && !session.busy(); }));
    EXPECT_EQ(session.mode(), Mode::integration);
    // What somebody opens is not given up.
    m_window->open(scan);
    session.setMode(Mode::ptychography);
    session.setMode(Mode::integration);
    EXPECT_TRUE(session.busy());
    ASSERT_TRUE(waitFor([&] { return !session.busy(); }));
}

TEST_F(PowderFilesTest, FramesWithoutAScanAreLeftAloneAsWell) {
    openPowder(smallPowder(2));
    Session& session = m_window->session();
    session.setMode(Mode::ptychography);
    session.setMode(Mode::integration);
    EXPECT_FALSE(session.busy());
    settleAll();
    EXPECT_EQ(session.mode(), Mode::integration);
    EXPECT_FALSE(m_window->messageBar().isShown());
}

TEST_F(PowderFilesTest, NoRingsIsReadWholeInGerman) {
    const German german;
    openWindow();
    openPowder(smallPowder(2));
    activate(*m_window);
    auto* box = dynamic_cast<ElidingCombo*>(page().geometryPanel()->calibrantBox());
    ASSERT_NE(box, nullptr);
    box->setCurrentIndex(0);
    settleAll();
    EXPECT_EQ(box->currentText(), QStringLiteral("Keine Ringe"));
    EXPECT_EQ(box->shownText(), box->currentText());
}

TEST_F(PowderFilesTest, CalibrantsThatAreWordsAreTranslated) {
    const German german;
    openWindow();
    const QComboBox& box = *page().geometryPanel()->calibrantBox();
    static const QRegularExpression kWord(QStringLiteral("[a-z]{5}"));
    std::size_t words = 0;
    for (const azint::CalibrantName& calibrant : azint::calibrantNames()) {
        const QString english = QString::fromStdString(calibrant.label);
        const int index = box.findData(QString::fromStdString(calibrant.name));
        ASSERT_GE(index, 0);
        EXPECT_EQ(box.itemText(index) != english, english.contains(kWord)) << calibrant.label;
        words += english.contains(kWord) ? 1 : 0;
    }
    EXPECT_GT(words, 4U);
}

TEST_F(PowderFilesTest, ReasonsOfFailedFramesAreInTheLanguageOfTheWindow) {
    const German german;
    openWindow();
    const PowderNames names = writePowder(smallPowder(3));
    job::test::damageFrame(toPath(names.frames), 1);
    openFiles({names.frames, names.poni});
    Session& session = m_window->session();
    m_window->startRun();
    ASSERT_TRUE(waitFor([&] { return !session.controller().running() && session.integrationResult(); }));
    QStringList reasons;
    for (const QListWidget* list : m_window->powderPage().findChildren<QListWidget*>())
        for (int row = 0; row < list->count(); ++row) reasons << list->item(row)->text();
    reasons = reasons.filter(QStringLiteral("Bild 1: "));
    ASSERT_EQ(reasons.size(), 1);
    EXPECT_FALSE(reasons.front().contains(QStringLiteral("damaged"))) << reasons.front().toStdString();
    // Its parts are in the result, for a window that opens it later.
    const auto file = io::h5::File::open(toPath(session.integrationResult()->file));
    const std::vector<std::string> parts = file.dataset("/entry/process/failed_frames/reason_parts").readText();
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_GT(parts.front().size(), session.integrationResult()->result->end().failedFrames.front().second.size());
}

TEST_F(PowderFilesTest, AnEnergyThatIsNotKnownIsNoNumber) {
    openPowder(smallPowder(2));
    for (const GeometryPanel::Field field : {GeometryPanel::Field::energy_keV, GeometryPanel::Field::wavelength_A}) {
        QDoubleSpinBox* box = m_window->framePage().geometryPanel()->box(field);
        box->setValue(0);
        EXPECT_EQ(box->text(), QStringLiteral("unknown"));
        box->window()->activateWindow();
        box->setFocus(Qt::MouseFocusReason);
        QTest::mouseClick(box->findChild<QLineEdit*>(), Qt::LeftButton);
        settleAll();
        QTest::keyClicks(box, QStringLiteral("12.5"));
        QTest::keyClick(box, Qt::Key_Return);
        EXPECT_DOUBLE_EQ(box->value(), 12.5);
        EXPECT_EQ(box->text().left(4), QStringLiteral("12.5"));
    }
}

/// The geometry is scrolled: what passes under the mouse keeps its value, unless it was clicked.
TEST_F(PowderFilesTest, TheWheelScrollsTheGeometryAndChangesNothing) {
    openPowder(smallPowder(2));
    GeometryPanel& panel = *m_window->framePage().geometryPanel();
    activate(*m_window);
    const auto turn = [](QWidget& over) {
        const QPointF at(over.rect().center());
        QWheelEvent down(at, over.mapToGlobal(at), {}, QPoint(0, -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                         false);
        QApplication::sendEvent(&over, &down);
        settleAll();
    };
    auto* detector = panel.findChild<QComboBox*>(QStringLiteral("detector"));
    const QString named = detector->currentText();
    QDoubleSpinBox* distance = panel.box(GeometryPanel::Field::distance_mm);
    const double before = distance->value();
    panel.box(GeometryPanel::Field::centreRow)->setFocus();
    turn(*detector);
    turn(*distance);
    turn(*distance->findChild<QLineEdit*>());
    EXPECT_EQ(detector->currentText(), named);
    EXPECT_EQ(distance->value(), before);
    distance->setFocus(Qt::MouseFocusReason);
    turn(*distance);
    EXPECT_LT(distance->value(), before) << "which was clicked";
}

class ExportWordsTest : public PowderFilesTest {
protected:
    /// What can be written, and what cannot.
    void integrateAndLook() {
        m_window->startRun();
        ASSERT_TRUE(waitFor(
            [this] { return !m_window->session().controller().running() && m_window->session().integrationResult(); }));
        m_window->exportResult();
        auto* dialog = m_window->findChild<ExportDialog*>();
        ASSERT_NE(dialog, nullptr);
        auto* kinds = dialog->findChild<QComboBox*>();
        possible.clear();
        refused.clear();
        for (int i = 0; i < kinds->count(); ++i) {
            const bool can = (kinds->model()->flags(kinds->model()->index(i, 0)) & Qt::ItemIsEnabled) != 0;
            (can ? possible : refused) << kinds->itemText(i);
        }
        dialog->reject();
        settleAll();
    }
    [[nodiscard]] static bool has(const QStringList& texts, const char* ending, const char* words) {
        return std::ranges::any_of(texts, [&](const QString& text) {
            return text.contains(QLatin1String(ending)) && text.contains(QLatin1String(words));
        });
    }
    QStringList possible, refused;
};

TEST_F(ExportWordsTest, ErrorsAreOfferedWhereThereAreAny) {
    openPowder();
    set("error_model", std::string("none"));
    integrateAndLook();
    EXPECT_FALSE(has(possible, ".dat", "errors")) << possible.join(u'\n').toStdString();
    EXPECT_TRUE(has(possible, ".fxye", "without errors"));
    EXPECT_TRUE(refused.isEmpty());
    set("error_model", std::string("poisson"));
    integrateAndLook();
    EXPECT_TRUE(has(possible, ".dat", "with errors"));
    EXPECT_TRUE(has(possible, ".fxye", "with errors"));
}

TEST_F(ExportWordsTest, WhatACakeDoesNotFitIntoSaysSo) {
    openPowder();
    set("npt_azim", 8LL);
    set("error_model", std::string("poisson"));
    integrateAndLook();
    for (const char* ending : {".chi", ".fxye", "one table"})
        EXPECT_TRUE(has(refused, ending, "not for cakes")) << refused.join(u'\n').toStdString();
    EXPECT_EQ(refused.size(), 3);
    EXPECT_FALSE(has(possible, ".dat", "errors")) << "a column of intensities a sector";
}

} // namespace
} // namespace ewald::ui::test
